"""Puzzles: squares of which the step is given."""

import itertools

import pytest

from knightbench import Board, Context, Problem, check
from knightbench.board import KNIGHT, leaper
from knightbench.formulation import ask_for_all
from tests.cases.asking import KING, all_answer, prepared, under_limits
from tests.conformance.brute_force import all_tours

FAR = (*leaper(2, 2), *leaper(0, 3))
#: Two complete ones that list the solutions of puzzles and have nothing in common.
LISTERS = ("nx-search", "sat-positions")

# The way from 1 to 4 is one of two, and only one of them leaves a way from 4 to 7: a program that
# fills in each way by itself found nothing.
HIDATO = """\
. 4 .
x 7 x
1 x x
"""
# Sixteen clues, one symmetric pattern, and more solutions than the one that was expected.
NUMBRIX = """\
x x x x x x x x x
x x 24 27 x 73 68 x x
x 14 x x x x x 60 x
x 15 x x x x x 61 x
x x x x x x x x x
x 17 x x x x x 63 x
x 18 x x x x x 50 x
x x 34 33 x 45 44 x x
x x x x x x x x x
"""
# Twelve clues of a closed knight's tour.
KNIGHT_AROUND = """\
x  x  x  x  x  x  x  x
x  x  x  1 18  x  x  x
x  x 15  x  x 64  x  x
x 29  x  x  x  x  4  x
x 20  x  x  x  x 33  x
x  x 22  x  x 57  x  x
x  x  x 36 53  x  x  x
x  x  x  x  x  x  x  x
"""


def drawn(text: str, moves: object, *, closed: bool = False) -> Problem:
    """The problem of a board text of tokens: ``.`` a hole, ``x`` a square, a number its step."""
    rows = [row.split() for row in text.splitlines()]
    cells = {(r, c): token for r, row in enumerate(rows) for c, token in enumerate(row)}
    holes = [cell for cell, token in cells.items() if token == "."]
    clues = [(cell, int(token)) for cell, token in cells.items() if token.isdigit()]
    board = Board(len(rows), len(rows[0]), moves=moves, holes=holes)
    return Problem.from_board(board, closed=closed, clues=clues)


def first_tours(name: str, problem: Problem, most: int) -> list[tuple[int, ...]]:
    """Up to `most` different tours; fewer only where there are no more."""
    found = list(itertools.islice(ask_for_all(prepared(name), problem, Context(seed=1)), most))
    for tour in found:
        check(problem, tour)
    assert len(set(found)) == len(found)
    return found


def numbers(problem: Problem, tour: tuple[int, ...]) -> list[int]:
    """The step of every square."""
    return [tour.index(square) + 1 for square in range(problem.size)]


def test_case_30_a_king_among_given_numbers(typed, tmp_path):
    puzzle = drawn(HIDATO, KING)
    assert [numbers(puzzle, tour) for tour in all_tours(puzzle)] == [[4, 3, 7, 5, 1, 2, 6]]
    all_answer(puzzle, True)
    for name in ("nx-search", "sat-positions", "cpsat-positions", "cpsat-time-matrix"):
        (tour,) = first_tours(name, puzzle, 2)
        assert numbers(puzzle, tour) == [4, 3, 7, 5, 1, 2, 6]
    file = tmp_path / "puzzle.txt"
    file.write_text(HIDATO)
    line = ("solve", "--board", file, "--moves", "0,1;1,1", "--with", "sat-positions")
    code, out, _err = typed(*line)
    assert code == 0
    assert [row.split() for row in out.splitlines()[:3]] == [[*".4."], [*"375"], [*"126"]]
    code, out, _err = typed(*line, "--all")
    assert code == 0
    assert "1 tour | complete" in out
    # An empty square is an x, not a 0.
    file.write_text(HIDATO.replace("x", "0"))
    code, _out, err = typed(*line)
    assert (code, len(err.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "1 x x\nx 5 x\nx x 9\n",
        "x 3 x\n1 x x\nx x 6\n. x 8\n",
        "x 3 x\n1 x x\nx x 6\n. x 10\n",
        "7 x .\nx 4 x\n. x 1\n",
    ],
)
def test_case_30_other_puzzles_of_a_king(text):
    puzzle = drawn(text, KING)
    solutions = list(all_tours(puzzle))
    all_answer(puzzle, bool(solutions))
    for name in LISTERS:
        assert sorted(first_tours(name, puzzle, len(solutions) + 1)) == sorted(solutions)


@pytest.mark.slow
def test_case_31_given_numbers_and_several_solutions(typed, tmp_path):
    puzzle = drawn(NUMBRIX, leaper(0, 1))
    under_limits({"9x9": (puzzle, True)}, 0.5, strong=LISTERS)
    found = [first_tours(name, puzzle, 50) for name in LISTERS]
    assert sorted(found[0]) == sorted(found[1])
    assert len(found[0]) == 8
    # A step in which two solutions differ leaves fewer of them, if it is given too.
    one, other = found[0][:2]
    step = next(step for step in range(1, 82) if one[step - 1] != other[step - 1])
    given = [(puzzle.name(square), at) for at, square in puzzle.clues.items()]
    pinned = Problem.from_board(puzzle.board, clues=[*given, (puzzle.name(one[step - 1]), step)])
    left = sorted(tour for tour in found[0] if tour[step - 1] == one[step - 1])
    for name in LISTERS:
        assert sorted(first_tours(name, pinned, 50)) == left
    file = tmp_path / "puzzle.txt"
    file.write_text(NUMBRIX)
    line = ("solve", "--board", file, "--moves", "0,1", "--with", "sat-positions")
    code, out, _err = typed(*line)
    assert code == 0
    solved = tmp_path / "solved.txt"
    solved.write_text(out)
    assert typed("verify", solved, "--moves", "0,1")[0] == 0
    code, out, _err = typed(*line, "--all", "--limit", "2")
    assert code == 3
    assert "2 tours" in out


def test_case_31_small_puzzles_of_several_solutions():
    for text, moves in (
        ("1 x x\nx x x\nx x 9\n", leaper(0, 1)),
        ("1 x x x\nx x x x\n4 x x x\n", leaper(1, 2)),
        ("x x x x\nx 12 x x\nx x x x\n", leaper(1, 2)),
    ):
        puzzle = drawn(text, moves)
        solutions = sorted(all_tours(puzzle))
        all_answer(puzzle, bool(solutions))
        for name in LISTERS:
            assert sorted(first_tours(name, puzzle, len(solutions) + 1)) == solutions


# The published solution of a puzzle: which of the numbers of its first row leave no other?
def test_case_32_how_many_numbers_leave_one_solution(typed):
    printed = [
        *(1, 24, 14, 2, 25),
        *(16, 21, 5, 8, 20),
        *(13, 10, 18, 23, 11),
        *(4, 7, 15, 3, 6),
        *(17, 22, 12, 9, 19),
    ]
    expected = {
        (0, 1, 2, 3, 4): 1,
        (0, 2, 3, 4): 1,
        (0, 1, 2, 4): 1,
        (0, 1, 2, 3): 2,
        (0, 1, 3, 4): 4,
        (0, 2, 4): 1,
        (0, 1, 2): 2,
        (2, 3, 4): 3,
    }
    for cols, solutions in expected.items():
        clues = [((0, col), printed[col]) for col in cols]
        puzzle = Problem.from_board(Board(5, 5, moves=FAR), clues=clues)
        for name in LISTERS:
            found = [numbers(puzzle, tour) for tour in first_tours(name, puzzle, solutions + 1)]
            assert len(found) == solutions
            assert printed in found
    all_answer(puzzle, True, LISTERS)
    clues = [f"--clue=0,{col}={printed[col]}" for col in (0, 2, 4)]
    line = ("solve", "5x5", "--moves", "2,2;3,0", *clues, "--with", "nx-search")
    code, out, _err = typed(*line, "--all")
    assert code == 0
    assert "1 tour | complete" in out


def test_case_32_every_formulation_that_knows_clues():
    board = Board(5, 5, moves=FAR)
    clues = [((0, 0), 1), ((0, 2), 14), ((0, 4), 25)]
    all_answer(Problem.from_board(board, clues=clues), True)
    # (0, 3) has step 2 in the only solution.
    all_answer(Problem.from_board(board, clues=[*clues, ((0, 3), 3)]), False)


# The formulation that is asked by default knows no clues; it has to say who does.
def test_case_30_whoever_knows_no_clues_names_those_who_do(typed, tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(HIDATO)
    code, _out, err = typed("solve", "--board", file, "--moves", "0,1;1,1")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "sat-cutset: does not honour clues" in err
    for name in LISTERS:
        assert name in err


def test_case_45_twelve_numbers_of_a_closed_knights_tour(typed, tmp_path):
    listers = ("sat-positions", "cpsat-positions")
    puzzle = drawn(KNIGHT_AROUND, KNIGHT, closed=True)
    (tour,) = first_tours("sat-positions", puzzle, 2)
    assert first_tours("cpsat-positions", puzzle, 2) == [tour]
    # Its mirror image has the mirror image alone.
    mirrored = "".join(" ".join(row.split()[::-1]) + "\n" for row in KNIGHT_AROUND.splitlines())
    image = drawn(mirrored, KNIGHT, closed=True)
    for name in listers:
        (other,) = first_tours(name, image, 2)
        assert [image.name(s) for s in other] == [
            (row, 7 - col) for row, col in map(puzzle.name, tour)
        ]
    # Without 36 and 53 there are more, and both find the same ones.
    fewer = drawn(KNIGHT_AROUND.replace("36 53", " x  x"), KNIGHT, closed=True)
    found = [sorted(first_tours(name, fewer, 100)) for name in listers]
    assert found[0] == found[1]
    assert len(found[0]) > 1
    assert tour in found[0]
    # One step more is the other colour.
    spoiled = KNIGHT_AROUND.replace(" 29 ", " 30 ")
    for name in listers:
        assert first_tours(name, drawn(spoiled, KNIGHT, closed=True), 1) == []
    file = tmp_path / "puzzle.txt"
    file.write_text(KNIGHT_AROUND)
    line = ("solve", "--board", file, "--closed", "--with", "sat-positions")
    code, out, _err = typed(*line, "--all")
    assert code == 0
    assert "1 tour | complete" in out
    file.write_text(spoiled)
    assert typed(*line)[0] == 1
    assert typed("explain", "--board", file, "--closed")[0] == 1
