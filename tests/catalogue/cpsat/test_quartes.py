"""Quartes: what they are, that nothing is proved by them, and the semi-magic tour they find."""

import functools

import pytest

from knightbench import Board, Context, Problem, Status, check
from knightbench.catalogue.cpsat.quartes import _quartes
from knightbench.formulation import ask, make, refusal
from knightbench.magic import Sums
from tests.catalogue.cpsat import models

size_of = functools.partial(models.size_of, "cpsat-quartes")

#: W. Beverley, Philosophical Magazine, 1848: the first semi-magic tour of the chessboard.
BEVERLEY = """
 1 30 47 52  5 28 43 54
48 51  2 29 44 53  6 27
31 46 49  4 25  8 55 42
50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58
16 19 34 61 40 57 10 23
63 14 17 36 21 12 59 38
18 35 64 13 60 37 22 11
"""


def beverley() -> tuple[int, ...]:
    steps = [int(step) for step in BEVERLEY.split()]
    return tuple(sorted(range(64), key=steps.__getitem__))


def test_a_quarte_has_a_square_in_each_row_and_column_of_a_block():
    for size in ("4x4", "8x8", "4x12"):
        problem = Problem.from_board(size)
        quartes = list(_quartes(problem, problem.board))
        assert len(set(quartes)) == len(quartes) == 3 * problem.size
        for quarte in quartes:
            rows, cols = zip(
                *(divmod(square, problem.board.cols) for square in quarte), strict=True
            )
            assert {row % 4 for row in rows} == {col % 4 for col in cols} == {0, 1, 2, 3}
            assert len({row // 4 for row in rows}) == len({col // 4 for col in cols}) == 1


def test_beverleys_tour_is_semi_magic_and_made_of_quartes():
    tour = beverley()
    check(Problem.from_board("8x8", magic="semi-magic"), tour)
    assert Sums.of(Board(8, 8), tour).kind == "semi-magic"
    problem = Problem.from_board("8x8")
    quartes = set(_quartes(problem, problem.board))
    assert all(tour[step : step + 4] in quartes for step in range(0, 64, 4))


def test_the_model_is_as_large_as_stated():
    for rows, cols in ((8, 8), (4, 12)):
        n, p = rows * cols, rows * cols // 4 - 1
        plain = (3 * n * n // 4, n // 4 + n + 3 * n * p + 1)
        assert size_of(Problem.from_board(f"{rows}x{cols}")) == plain
        closed = Problem.from_board(f"{rows}x{cols}", closed=True)
        # The first square is settled.
        assert size_of(closed) == (plain[0], plain[1] + 3 * n + 1)
    magic = Problem.from_board("8x8", magic="semi-magic")
    assert size_of(magic) == (3072 + 192 + 64, 80 + 192 * 15 + 1 + 192 + 16 * 5 // 2 + 32 + 16)


def test_beverleys_tour_is_found_from_some_of_its_steps():
    tour, board = beverley(), Board(8, 8)
    clues = [(board.position(square), step) for step, square in enumerate(tour[:24], start=1)]
    problem = Problem.from_board(board, magic="semi-magic", clues=clues)
    answer = ask(make("cpsat-quartes"), problem, Context())
    assert answer.tour is not None
    check(problem, answer.tour)


@pytest.mark.parametrize(
    "asked", [{}, {"end": (0, 4)}, {"start": (3, 3)}, {"clues": [((0, 0), 10)]}], ids=str
)
def test_requests_are_honoured(asked):
    problem = Problem.from_board("8x8", **asked)
    answer = ask(make("cpsat-quartes"), problem, Context())
    assert answer.tour is not None
    check(problem, answer.tour)
    quartes = set(_quartes(problem, problem.board))
    assert all(answer.tour[step : step + 4] in quartes for step in range(0, 64, 4))


def test_it_proves_nothing():
    answer = ask(make("cpsat-quartes"), Problem.from_board("4x4"), Context())
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
    magic = Problem.from_board("4x8", magic="semi-magic")
    assert ask(make("cpsat-quartes"), magic, Context()).status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("board", "asked", "why"),
    [
        (Board(6, 8), {}, "multiples of 4"),
        (Board(8, 8, holes=[(0, 0)]), {}, "full boards"),
        (Board(8, 8), {"require": [((0, 0), (1, 2))]}, "required moves"),
        (Board(8, 8), {"symmetry": "half-turn"}, "symmetry"),
    ],
    ids=str,
)
def test_what_it_does_not_serve_it_refuses(board, asked, why):
    assert why in refusal(make("cpsat-quartes"), Problem.from_board(board, **asked))
    assert "strategy" in refusal(
        make("cpsat-quartes?strategy=warnsdorff"), Problem.from_board("8x8")
    )
