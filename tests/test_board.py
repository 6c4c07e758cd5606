import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Board
from knightbench.board import KNIGHT, leaper


def neighbours(board: Board, position: tuple[int, int]) -> list[tuple[int, int]]:
    offsets, targets = board.adjacency()
    square = board.square(position)
    return [board.position(t) for t in targets[offsets[square] : offsets[square + 1]]]


def test_knight_moves_come_in_the_source_order():
    expected = [(0, 1), (0, 3), (1, 0), (1, 4), (4, 1), (4, 3), (3, 0), (3, 4)]
    assert neighbours(Board(5, 5), (2, 2)) == expected


def test_8x8_has_168_moves():
    assert len(Board(8, 8).adjacency()[1]) == 2 * 168


@pytest.mark.parametrize("size", ["0x5", "8x", "-3x4", "8x8x8", "", "x", "8", "axb", "8 8", "²x²"])
def test_bad_sizes_are_refused_and_told_how(size):
    with pytest.raises(ValueError, match="8x8"):
        Board.parse(size)


def test_holes_are_skipped_in_the_numbering():
    board = Board(3, 3, holes={(0, 1), (1, 1)})
    assert [board.position(s) for s in range(board.size)] == [
        *((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))
    ]
    assert board.square((2, 0)) == 4


def test_a_hole_in_the_last_row_and_column_leaves_a_smaller_board():
    holes = {(8, col) for col in range(9)} | {(row, 8) for row in range(9)}
    smaller, full = Board(9, 9, holes=holes), Board(8, 8)
    assert all(
        np.array_equal(ours, theirs)
        for ours, theirs in zip(smaller.adjacency(), full.adjacency(), strict=True)
    )


@pytest.mark.parametrize(
    ("moves", "message"),
    [((0, 0), "0,0"), ([(1, 2)], "negation"), ([(0, 0), (1, 1), (-1, -1)], "0,0")],
)
def test_bad_moves_are_refused(moves, message):
    with pytest.raises(ValueError, match=message):
        Board(5, 5, moves=moves)


def test_offsets_keep_their_order():
    board = Board(3, 3, moves=[(0, 1), (1, 0), (-1, 0), (0, -1)])
    assert neighbours(board, (1, 1)) == [(1, 2), (2, 1), (0, 1), (1, 0)]


def test_wrap_around_by_rows_leaves_columns_alone():
    board = Board(5, 5, wrap_rows=True)
    assert set(neighbours(board, (0, 0))) == {(3, 1), (4, 2), (2, 1), (1, 2)}


def test_wrap_around_drops_loops_and_doubles():
    # On two columns of a torus both (0, 1) and (0, -1) lead to the one other column.
    board = Board(3, 2, moves=(0, 1), wrap_rows=True, wrap_cols=True)
    assert sorted(neighbours(board, (0, 0))) == [(0, 1), (1, 0), (2, 0)]
    alone = Board(1, 1, moves=(0, 1), wrap_rows=True, wrap_cols=True)
    assert neighbours(alone, (0, 0)) == []


@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from([(0, 1), (1, 1), (1, 2), (1, 3), (2, 3)]),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
    st.booleans(),
    st.booleans(),
)
def test_the_graph_is_what_the_definition_says(rows, cols, piece, holes, wrap_rows, wrap_cols):
    holes = {(row, col) for row, col in holes if row < rows and col < cols}
    board = Board(rows, cols, piece, frozenset(holes), wrap_rows, wrap_cols)
    squares = [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in holes]
    expected = nx.Graph()
    expected.add_nodes_from(squares)
    for row, col in squares:
        for down, right in leaper(*piece):
            target = (
                (row + down) % rows if wrap_rows else row + down,
                (col + right) % cols if wrap_cols else col + right,
            )
            if target in squares and target != (row, col):
                expected.add_edge((row, col), target)
    assert list(board.graph().nodes) == squares
    assert nx.utils.graphs_equal(board.graph(), expected)


def test_chess_names_go_both_ways():
    board = Board(8, 30)
    assert board.chess_name(board.square((7, 0))) == "a1"
    assert board.chess_name(board.square((0, 27))) == "ab8"
    assert all(
        board.parse_position(board.chess_name(s)) == board.position(s) for s in range(board.size)
    )


def test_a_huge_board_is_refused_by_the_memory_it_would_need():
    with pytest.raises(MemoryError, match=r"100000x100000.*[\d,.]+ GiB"):
        Board(100_000, 100_000).adjacency()


def test_leapers_of_fewer_offsets():
    assert len(leaper(2, 2)) == 4
    assert len(leaper(0, 3)) == 4
    assert leaper(2, -1) == KNIGHT
