from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest
from scipy import stats

from knightbench.lab.pairwise import Pair, holm, pairwise, signed_rank_balance, signed_rank_p
from knightbench.lab.scores import score
from knightbench.problem import Problem
from tests.report.rows import row

SIZES = ("3x4", "3x7", "3x8", "3x10", "5x5", "5x6", "6x6", "4x5", "4x6", "4x7")


def pair(rows: list[dict[str, Any]]) -> Pair:
    [found] = pairwise(score(rows))
    return found


def test_by_hand() -> None:
    rows = [
        # b takes 2, 8 and 1/4 of a's times; a alone decides one, and both miss one.
        *(row("a", size, "solved", 1.0) for size in SIZES[:4]),
        *(
            row("b", size, "solved", time)
            for size, time in zip(SIZES, (2.0, 8.0, 0.25), strict=False)
        ),
        row("b", SIZES[3], "timeout"),
        row("a", SIZES[4], "timeout"),
        row("b", SIZES[4], "gave-up"),
    ]
    found = pair(rows)
    assert (found.first, found.second) == ("a", "b")
    assert (found.problems, found.first_wins, found.second_wins, found.both) == (5, 3, 1, 3)
    # 2 * 8 / 4 = 4, over three problems.
    assert found.ratio == pytest.approx(4 ** (1 / 3))
    # Ranks: 1, 3 and 4 for a, 2 for b. Three of the 16 subsets of the ranks have a sum of at
    # most 2: {}, {1} and {2}; and as many on the other side.
    assert found.favoured == "a"
    assert found.p == pytest.approx(6 / 16)
    assert found.corrected == found.p


def test_five_of_five_are_not_enough_and_eight_of_eight_are() -> None:
    for number, differ in ((5, False), (8, True)):
        rows = [row("a", size, "solved", 1.0 + n) for n, size in enumerate(SIZES[:number])]
        rows += [row("b", size, "solved", 3.0 + 5 * n) for n, size in enumerate(SIZES[:number])]
        found = pair(rows)
        assert found.p == pytest.approx(2 / 2**number)
        assert found.differ is differ


def test_what_one_alone_decides_shares_the_extreme_ranks() -> None:
    # Differences 1, 2, inf, inf: ranks 1, 2, 3.5, 3.5. The side of 1 has the sum 1.
    differences = [-1.0, 2.0, math.inf, math.inf]
    assert signed_rank_balance(differences) == -1 + 2 + 3.5 + 3.5
    # Of the subsets of the ranks, {} and {1} have a sum of 1 or less: 2 * 2 / 16.
    assert signed_rank_p(differences) == pytest.approx(4 / 16)
    # However fast the one that decides is.
    assert signed_rank_p([-1.0, 2.0, 1e9, 1e9]) == signed_rank_p(differences)


def test_zeros_are_dropped() -> None:
    assert signed_rank_p([0.0, 0.0]) is None
    assert signed_rank_p([]) is None
    assert signed_rank_p([0.0, 1.0, 2.0]) == signed_rank_p([1.0, 2.0]) == 0.5


def test_as_scipy_where_there_are_no_ties() -> None:
    rng = np.random.default_rng(0)
    for number in (1, 2, 5, 12, 30, 50):
        differences = rng.normal(0.3, 1, number)
        expected = stats.wilcoxon(differences, method="exact").pvalue
        assert signed_rank_p(differences.tolist()) == pytest.approx(expected)


def test_as_all_signs_where_there_are_ties() -> None:
    rng = random.Random(0)
    for _ in range(30):
        differences = [rng.choice([-3.0, -2.0, -1.0, 1.0, 2.0, math.inf]) for _ in range(8)]
        ranks = stats.rankdata(np.abs(differences))
        observed = abs(signed_rank_balance(differences))
        sums = [
            abs(sum(sign * rank for sign, rank in zip(signs, ranks, strict=True)))
            for signs in itertools.product((-1, 1), repeat=8)
        ]
        expected = sum(total >= observed for total in sums) / 2**8
        assert signed_rank_p(differences) == pytest.approx(expected)


def test_many_problems_are_approximated() -> None:
    rng = np.random.default_rng(0)
    differences = rng.normal(0.2, 1, 60)
    exact = stats.wilcoxon(differences, method="exact").pvalue
    assert signed_rank_p(differences.tolist()) == pytest.approx(exact, rel=0.05)
    assert signed_rank_p([math.inf] * 60) == pytest.approx(0.0, abs=1e-9)


def test_holm_by_hand() -> None:
    # 3 * 0.01; 2 * 0.02, then as much for 0.03, whose own would be 0.03.
    assert holm([0.03, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_many_pairs_are_corrected() -> None:
    sizes = SIZES[:8]
    rows = [
        row(name, size, "solved", factor * (1 + n))
        for name, factor in (("a", 0.1), ("b", 1.0), ("c", 10.0))
        for n, size in enumerate(sizes)
    ]
    for found in pairwise(score(rows)):
        assert found.p == pytest.approx(2 / 2**8)
        assert found.corrected == pytest.approx(3 * 2 / 2**8)


def test_seeds_of_a_problem_are_one_observation() -> None:
    rows = [
        row(name, "3x4", "solved", time, seed=seed)
        for seed in range(9)
        for name, time in (("a", 1.0), ("b", 2.0))
    ]
    found = pair(rows)
    assert (found.problems, found.first_wins, found.p) == (1, 1, 1.0)


def test_only_problems_that_both_were_run_on_and_support() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0),
        row("b", "3x4", "unsupported"),
        row("a", "4x4", "proved", 1.0),
        row("a", "5x5", "solved", 1.0),
        row("b", "5x5", "solved", 2.0),
    ]
    assert pair(rows).problems == 1


def test_under_different_limits_a_limit_loses_nothing() -> None:
    rows = [row("a", "5x5", "solved", 30.0, wall=60.0), row("b", "5x5", "timeout", wall=5.0)]
    found = pair(rows)
    assert (found.problems, found.first_wins, found.second_wins, found.p) == (1, 0, 0, None)


def test_times_that_no_clock_tells_apart_tie() -> None:
    found = pair([row("a", "3x4", "solved", 0.0), row("b", "3x4", "solved", 1e-9)])
    assert (found.first_wins, found.second_wins, found.ratio, found.p) == (0, 0, 1.0, None)


def test_the_wrong_are_left_out() -> None:
    rows = [row(name, "3x4", "solved", time) for name, time in (("a", 1.0), ("b", 2.0))]
    rows += [row("liar", "3x4", "proved", 0.1), row("bad", "3x4", "wrong")]
    [found] = pairwise(score(rows))
    assert {found.first, found.second} == {"a", "b"}


def test_the_order_of_rows_changes_nothing() -> None:
    rng = random.Random(2)
    rows = [
        row(name, problem, rng.choice(["solved", "solved", "timeout"]), rng.random(), seed=seed)
        for name in "abc"
        for problem in map(Problem.from_board, SIZES)
        for seed in range(3)
    ]
    expected = pairwise(score(rows))
    rng.shuffle(rows)
    assert pairwise(score(rows)) == expected
