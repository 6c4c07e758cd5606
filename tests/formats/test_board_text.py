import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Board, InvalidTour, Problem
from knightbench.formats.board_text import (
    check_numbered_board,
    read_board_text,
    read_numbered_board,
    read_text_file,
    write_board_text,
)


def test_one_character_a_square():
    found = read_board_text(".xs\nxex\n")
    assert found.board == Board(2, 3, holes=[(0, 0)])
    assert (found.start, found.end, found.clues) == ((0, 2), (1, 1), ())


def test_tokens_with_clues():
    found = read_board_text("  . x 12\n  s e 3\n")
    assert (found.start, found.end) == ((1, 0), (1, 1))
    assert found.clues == (((0, 2), 12), ((1, 2), 3))


def test_one_column():
    assert read_board_text("1\nx\n10\n").clues == (((0, 0), 1), ((2, 0), 10))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("xx\nx\n", "line 2 of the board has 1 squares, line 1 has 2"),
        ("x x\nx x x\n", "line 2"),
        ("xx\n\nxx\n", "line 2"),
        ("sx\nxs\n", "line 2 of the board: a second 's'"),
        ("x?\nxx\n", r"line 1 of the board: '\?'"),
        ("x1x\nxxx\n", "numbers need blanks"),
        ("x -1\nx x\n", "'-1'"),
        ("x ²\nx x\n", "'²'"),
    ],
)
def test_bad_boards_are_refused_by_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_board_text(text)


def test_binary_and_missing_files_are_refused(tmp_path):
    for content in (b"\x89PNG\r\n\x1a\n\xff", b"xx\0xx"):
        (tmp_path / "board").write_bytes(content)
        with pytest.raises(ValueError, match="no text file"):
            read_text_file(tmp_path / "board")
    with pytest.raises(ValueError, match="No such file"):
        read_text_file(tmp_path / "absent")
    with pytest.raises(ValueError, match="directory"):
        read_text_file(tmp_path)


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_what_is_written_reads_back(rows, cols, data):
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    holes = data.draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    board = Board(rows, cols, holes=holes)
    squares = data.draw(st.permutations([cell for cell in cells if cell not in holes]))
    start = data.draw(st.sampled_from([None, squares[0]]))
    end = squares[-1] if len(squares) > 1 and data.draw(st.booleans()) else None
    clues = [(s, k) for k, s in enumerate(squares, 1) if 1 < k < len(squares)]
    clues = data.draw(st.lists(st.sampled_from(clues), unique=True)) if clues else []
    problem = Problem.from_board(board, start=start, end=end, clues=clues)
    found = read_board_text(write_board_text(problem))
    again = Problem.from_board(found.board, start=found.start, end=found.end, clues=found.clues)
    assert (again.board, again.steps) == (problem.board, problem.steps)


def test_numbered_boards_are_found_in_what_programs_print():
    text = "\n   1  |  2  |\n------+------+\n   . |  3  |\n------+------+\nCalls: 3\n"
    assert read_numbered_board(text) == "1     2\n.    3"
    assert read_numbered_board("[1, 2]\n[4, 3]") == "1  2\n4  3"
    with pytest.raises(ValueError, match="no row"):
        read_numbered_board("hello\n1 2\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n4 4", "step 3: missing"),
        ("1 2\n3 3", "step 3: stands on 2 squares"),
        ("1 1\n3 4", "step 1: stands on 2 squares"),
        ("1 2\n3 x", "step 3: .* is not a move"),
        ("1 2\nx 3", "step 4: missing"),
        ("1 2\n4 3", None),
        ("1 2\n4 9", "step 3: missing"),
        ("2 3\n5 4", "step 1: missing"),
    ],
)
def test_numbered_boards_are_judged(text, message):
    found = read_board_text(text)
    problem = Problem.from_board(Board(2, 2, moves=(0, 1)))
    if message is None:
        check_numbered_board(problem, found.clues)
        return
    with pytest.raises(InvalidTour, match=message):
        check_numbered_board(problem, found.clues)
