from __future__ import annotations

import math
import random
from typing import Any

import pytest
from scipy import stats

from knightbench.board import Board
from knightbench.lab.scaling import Scaling, family_of, fit, scaling
from knightbench.lab.scores import score
from knightbench.problem import Problem
from tests.report.rows import row

SIZES = ("5x5", "6x6", "7x7", "8x8", "10x10")


def squares(size: str) -> int:
    return Board.parse(size).size


def quadratic(name: str = "a") -> list[dict[str, Any]]:
    return [row(name, size, "solved", 1e-4 * squares(size) ** 2) for size in SIZES]


def only(rows: list[dict[str, Any]]) -> Scaling:
    [found] = scaling(score(rows))
    return found


def test_a_power_is_found_as_it_is() -> None:
    found = only(quadratic())
    assert (found.family, found.formulation) == ("open, knight", "a")
    assert (found.boards, found.sizes, found.undecided) == (SIZES, 5, ())
    assert found.line is not None
    assert found.line.exponent == pytest.approx(2.0)
    assert found.line.low == pytest.approx(2.0)
    assert found.line.high == pytest.approx(2.0)
    assert found.line.r_squared == pytest.approx(1.0)


def test_exponent_and_interval_by_hand() -> None:
    # log2 of the squares 0, 1, 2, 3 and of the times 0, 1, 1, 2: slope 0.6, residuals -0.1, 0.3,
    # -0.3, 0.1 with squares of 0.2 together, standard error sqrt(0.2 / 2 / 5).
    found = fit([1, 2, 4, 8], [1.0, 2.0, 2.0, 4.0])
    width = 4.302652729911275 * math.sqrt(0.02)
    assert found.exponent == pytest.approx(0.6)
    assert found.low == pytest.approx(0.6 - width)
    assert found.high == pytest.approx(0.6 + width)
    assert found.r_squared == pytest.approx(0.9)
    # The quantile is that of Student's distribution with 4 - 2 degrees of freedom.
    assert stats.t.cdf(4.302652729911275, 2) == pytest.approx(0.975)


def test_equal_times_do_not_grow() -> None:
    found = fit([1, 2, 4, 8], [1e-7, 1e-8, 0.0, 1e-9])
    assert (found.exponent, found.low, found.high, found.r_squared) == (0.0, 0.0, 0.0, 1.0)


def test_fewer_than_four_sizes_are_refused() -> None:
    rows = quadratic()
    rows[3] = row("a", SIZES[3], "timeout")
    rows[4] = row("a", SIZES[4], "gave-up")
    found = only(rows)
    assert (found.sizes, found.line) == (3, None)
    assert found.undecided == ("8x8", "10x10")
    # With boards of three sizes alone there is nothing to tell.
    assert scaling(score(quadratic()[:3])) == ()


def test_two_boards_of_one_size_are_one_size() -> None:
    rows = [row("a", size, "solved") for size in ("3x8", "4x6", "5x5", "3x10", "5x6")]
    assert scaling(score(rows)) == ()


def test_boards_of_one_size_do_not_make_up_for_sizes() -> None:
    rows = [row("a", size, "solved", 0.1) for size in ("3x8", "4x6", "5x5", "5x6")]
    rows.append(row("a", "6x6", "timeout"))
    found = only(rows)
    assert (len(found.boards), found.sizes, found.line) == (4, 3, None)


def test_undecided_sizes_are_told_and_left_out() -> None:
    rows = [*quadratic(), row("a", "12x12", "timeout")]
    found = only(rows)
    assert (found.sizes, found.undecided) == (5, ("12x12",))
    assert found.line is not None
    assert found.line.exponent == pytest.approx(2.0)


def test_proofs_are_not_fitted() -> None:
    proofs = [row("a", size, "proved", 50.0) for size in ("4x4", "3x5")]
    assert only(quadratic() + proofs) == only(quadratic())


def test_unsupported_boards_are_not_undecided() -> None:
    rows = [*quadratic(), row("a", "12x12", "unsupported")]
    assert only(rows).undecided == ()


def test_families_are_not_mixed() -> None:
    knight = Problem.from_board("6x6")
    others = [
        Problem.from_board("6x6", closed=True),
        Problem.from_board("6x6", start=(0, 0)),
        Problem.from_board("6x6", end=(0, 0)),
        Problem.from_board(Board(6, 6, moves=(1, 1))),
        Problem.from_board(Board(6, 6, wrap_rows=True)),
        Problem.from_board(Board(6, 6, wrap_cols=True)),
    ]
    families = [family_of(row("a", problem, "solved")["problem"]) for problem in (knight, *others)]
    assert families == [
        "open, knight",
        "closed, knight",
        "open, knight, start given",
        "open, knight, end given",
        "open, moves (1, -1) (1, 1)",
        "open, knight, wrapped in rows",
        "open, knight, wrapped in cols",
    ]


def test_what_has_no_kin_is_left_out() -> None:
    for problem in (
        Problem.from_neighbours([0, 1], [[1], [0]]),
        Problem.from_board(Board(6, 6, holes=frozenset({(0, 0)}))),
        Problem.from_board("6x6", clues=[((0, 0), 3)]),
        Problem.from_board("6x6", forbid=[((0, 0), (1, 2))]),
    ):
        assert family_of(row("a", problem, "solved")["problem"]) is None


def test_the_wrong_are_left_out() -> None:
    rows = quadratic() + quadratic("liar") + [row("liar", "3x4", "wrong")]
    assert [found.formulation for found in scaling(score(rows))] == ["a"]


def test_the_order_of_rows_changes_nothing() -> None:
    rng = random.Random(3)
    rows = [
        row(name, size, "solved", rng.random(), seed=seed)
        for name in "ab"
        for size in SIZES
        for seed in range(3)
    ]
    expected = scaling(score(rows))
    rng.shuffle(rows)
    assert scaling(score(rows)) == expected
