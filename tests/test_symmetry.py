"""Symmetries take tours to tours, are a group, and leave the published numbers of classes."""

import itertools
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem, check
from knightbench.symmetry import Symmetries, standard
from tests.conformance.brute_force import all_tours
from tests.conformance.problems import everything

SMALL = [
    problem
    for problem in everything()
    if problem.contradiction is None and problem.size <= 20 and problem.moves <= 31
]
KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def tours(problem: Problem, directed: bool = False) -> set[tuple[int, ...]]:
    return {standard(problem, tour, directed) for tour in all_tours(problem)}


def is_bare(problem: Problem) -> bool:
    """Whether it is a board and nothing is asked for."""
    asked = problem.directed or problem.required or problem.forbidden or problem.start is not None
    return problem.board is not None and not asked


def names(problem: Problem, directed: bool = False) -> list[str]:
    return [str(element) for element in Symmetries.of(problem, directed).elements]


def test_symmetries_of_boards():
    assert len(names(Problem.from_board("5x5"))) == 8
    assert len(names(Problem.from_board("3x4"))) == 4
    # A reflection of a single row is none.
    assert names(Problem.from_board(Board(1, 5, moves=(0, 1)))) == [
        "identity",
        "left-right reflection",
    ]
    assert len(names(Problem.from_board(Board(4, 4, holes=[(0, 0)])))) == 2
    assert len(names(Problem.from_board(Board(4, 4, holes=[(0, 1)])))) == 1
    # Offsets aslant leave the half turn.
    aslant = Board(4, 4, moves=[(1, 2), (-1, -2), (1, 0), (-1, 0), (0, 1), (0, -1)])
    assert names(Problem.from_board(aslant)) == ["identity", "half turn"]
    assert names(Problem.from_graph(nx.cycle_graph(5))) == ["identity"]


def test_a_board_without_squares_has_the_identity_alone():
    problem = Problem.from_board(Board(1, 2, holes=[(0, 0), (0, 1)]))
    assert [str(element) for element in Symmetries.of(problem).elements] == ["identity"]


def test_symmetries_of_wrapped_boards():
    torus = Board(5, 5, wrap_rows=True, wrap_cols=True)
    assert len(names(Problem.from_board(torus))) == 8 * 25
    assert "half turn, shift by 2,3" in names(Problem.from_board(torus))
    assert len(names(Problem.from_board(Board(5, 7, wrap_rows=True, wrap_cols=True)))) == 4 * 35
    # A cylinder is not turned.
    assert len(names(Problem.from_board(Board(5, 5, wrap_cols=True)))) == 4 * 5
    holed = Board(5, 5, wrap_cols=True, holes=[(0, 0)])
    assert names(Problem.from_board(holed)) == ["identity", "left-right reflection, shift by 0,1"]


def test_requests_leave_those_that_keep_them():
    corners = Problem.from_board("5x5", start=(0, 0), end=(4, 4))
    assert names(corners) == [
        "identity",
        "half turn, reversed",
        "main-diagonal reflection",
        "antidiagonal reflection, reversed",
    ]
    assert names(corners, directed=True) == ["identity", "main-diagonal reflection"]
    assert len(names(Problem.from_board("5x5", start=(2, 2)))) == 8
    assert len(names(Problem.from_board("6x6", closed=True, start=(0, 1)))) == 8
    assert len(names(Problem.from_board("5x5", forbid=[((0, 0), (1, 2))]))) == 1
    assert len(names(Problem.from_board("5x5", forbid=[((0, 0), (1, 2)), ((0, 0), (2, 1))]))) == 2
    assert len(names(Problem.from_board("3x4", require=[((0, 1), (2, 2))]))) == 2
    # The middle of an odd tour is the middle of its reverse.
    assert "identity, reversed" in names(Problem.from_board("5x5", clues=[((2, 2), 13)]))
    assert "identity, reversed" not in names(Problem.from_board("5x5", clues=[((2, 2), 11)]))
    semi = Problem.from_board("6x6", magic="semi-magic")
    assert len(names(semi)) == 8
    assert len(names(Problem.from_board("6x6", start=(0, 0), magic="semi-magic"))) == 2
    # A closed magic tour is counted from its first square.
    assert len(names(Problem.from_board("8x8", closed=True, magic="semi-magic"))) == 2
    torus = Board(4, 4, wrap_rows=True, wrap_cols=True)
    assert len(names(Problem.from_board(torus, magic="semi-magic"))) == 8 * 16
    # Of the shifts, that by half a board in both directions keeps both diagonals.
    assert len(names(Problem.from_board(torus, magic="magic"))) == 8 * 2
    assert len(names(Problem.from_board("6x6", closed=True, symmetry="quarter-turn"))) == 8
    # A shift takes the middle about which a half turn turns to another place, but for half of 4.
    assert len(names(Problem.from_board(torus, closed=True, symmetry="half-turn"))) == 8 * 4
    assert len(names(Problem.from_board("5x5", max_crossings=9))) == 8
    half = Problem.from_board("6x6", closed=True, clues=[((1, 2), 19)])
    assert names(half) == ["identity", "identity, reversed"]


@pytest.mark.parametrize("problem", SMALL, ids=str)
@pytest.mark.parametrize("directed", [False, True])
def test_a_group_that_takes_tours_to_tours(problem, directed):
    group = Symmetries.of(problem, directed)
    assert str(group.elements[0]) == "identity"
    acts = {(tuple(e.image.tolist()), e.reverses) for e in group.elements}
    assert len(acts) == len(group.elements)
    if len(acts) <= 16:
        for (f, back), (g, again) in itertools.product(acts, acts):
            assert (tuple(f[square] for square in g), back != again) in acts
    everyone = tours(problem, directed)
    some = sorted(everyone)[:: max(1, len(everyone) // 50)]
    for tour in some:
        images = group.images(tour)
        assert images[0] == tour
        assert set(images) <= everyone
        for image in set(images):
            check(problem, image)
            assert group.canonical(image) == group.canonical(tour)
        assert group.class_size(tour) * len(group.of_tour(tour)) == len(group.elements)


@pytest.mark.parametrize("problem", [p for p in SMALL if is_bare(p)], ids=str)
def test_no_symmetry_of_the_board_is_left_out(problem):
    board = problem.board
    group = Symmetries.of(problem)
    images = {tuple(element.image.tolist()) for element in group.elements}
    squares = [board.position(square) for square in range(problem.size)]
    arcs = set(problem.arcs())
    turns = board.rows == board.cols and board.wrap_rows == board.wrap_cols
    for flip, mirror, turn, down, right in itertools.product(
        (1, -1),
        (1, -1),
        (False, True) if turns else (False,),
        range(board.rows) if board.wrap_rows else (0,),
        range(board.cols) if board.wrap_cols else (0,),
    ):
        places = []
        for row, col in squares:
            # About the centre, in halves of a square.
            y, x = flip * (2 * row - board.rows + 1), mirror * (2 * col - board.cols + 1)
            if turn:
                y, x = x, y
            place = (
                ((y + board.rows - 1) // 2 + down) % board.rows,
                ((x + board.cols - 1) // 2 + right) % board.cols,
            )
            places.append(place)
        if set(places) != set(squares):
            continue
        image = tuple(board.square(place) for place in places)
        keeps = {(image[u], image[v]) for u, v in arcs} == arcs
        assert keeps == (image in images)


@st.composite
def asked_boards(draw: st.DrawFn) -> Problem:
    """Boards of a king with holes, wraps and requests of every kind."""
    rows, cols = draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (3, 2)]))
    cells = list(itertools.product(range(rows), range(cols)))
    board = Board(
        rows,
        cols,
        moves=KING,
        holes=draw(st.sets(st.sampled_from(cells), max_size=2)),
        wrap_cols=draw(st.booleans()),
        wrap_rows=draw(st.booleans()),
    )
    bare = Problem.from_board(board)
    squares = [board.position(square) for square in range(bare.size)]
    moves = [(squares[u], squares[v]) for u, v in bare.arcs()]
    asked = {"closed": draw(st.booleans())}
    for request in draw(
        st.sets(st.sampled_from(["start", "end", "clue", "require", "require_arcs", "forbid"]))
    ):
        if request in ("start", "end"):
            asked[request] = draw(st.sampled_from(squares))
        elif request == "clue":
            step = draw(st.integers(2, bare.size - 1))
            asked["clues"] = [(draw(st.sampled_from(squares)), step)]
        else:
            asked[request] = draw(st.lists(st.sampled_from(moves), max_size=2))
    return Problem.from_board(board, **asked)


@settings(max_examples=20, deadline=None)
@given(problem=asked_boards())
def test_classes_split_the_tours_whatever_is_asked(problem):
    """Every image of a tour is a tour, on boards with holes and random requests."""
    if problem.contradiction is not None:
        return
    for directed in (False, True):
        group = Symmetries.of(problem, directed)
        everyone = tours(problem, directed)
        classes = Counter(group.canonical(tour) for tour in everyone)
        assert set(classes) <= everyone
        assert all(group.class_size(tour) == count for tour, count in classes.items())


def test_a_tour_and_its_reverse_are_one_unless_something_tells_them_apart():
    assert len(tours(Problem.from_board("3x4"))) == 8
    assert len(tours(Problem.from_board("3x4"), directed=True)) == 16
    from_here = Problem.from_board("3x4", start=(0, 0))
    assert len(tours(from_here)) == len(tours(from_here, directed=True))
    ring = nx.cycle_graph(5)
    assert tours(Problem.from_graph(ring, closed=True)) == {(0, 1, 2, 3, 4)}
    assert tours(Problem.from_graph(ring, closed=True, start=2)) == {(2, 1, 0, 4, 3)}
    assert len(tours(Problem.from_graph(ring, closed=True), directed=True)) == 2
    assert tours(Problem.from_graph(ring, closed=True, end=1)) == {(0, 4, 3, 2, 1)}
    assert len(tours(Problem.from_board("1x1"), directed=True)) == 1
