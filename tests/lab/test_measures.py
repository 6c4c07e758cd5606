from __future__ import annotations

import math

import pytest

from knightbench.lab.measures import (
    SHIFT,
    Spread,
    penalised_time,
    shifted_geometric_mean,
    spread_of_time,
)
from knightbench.lab.scores import score
from tests.report.rows import row


def test_quartiles_are_interpolated_between_decided_runs() -> None:
    rows = [row("a", "3x4", "solved", total) for total in (1.0, 2.0, 3.0, 4.0)]
    rows.append(row("a", "3x4", "timeout", 500.0))
    assert spread_of_time(rows, "total") == Spread(1.75, 2.5, 3.25)
    assert spread_of_time(rows, "build") == Spread(1.75 / 4, 2.5 / 4, 3.25 / 4)


def test_without_decided_runs_there_is_no_spread() -> None:
    assert spread_of_time([row("a", "3x4", "gave-up")], "total") is None


def test_a_single_run_is_its_own_quartiles() -> None:
    assert spread_of_time([row("a", "3x4", "proved", 2.0)], "total") == Spread(2.0, 2.0, 2.0)


def test_the_shifted_geometric_mean_by_hand() -> None:
    # 0.09 + 0.01 = 0.1 and 9.99 + 0.01 = 10 have the geometric mean 1.
    problems = [[row("a", "3x4", "solved", 0.09)], [row("a", "4x4", "proved", 9.99)]]
    assert SHIFT == 0.01
    assert shifted_geometric_mean(problems) == pytest.approx(0.99)


def test_each_problem_weighs_the_same_in_the_geometric_mean() -> None:
    many = [row("a", "3x4", "solved", 0.09, seed=seed) for seed in range(9)]
    mean = shifted_geometric_mean([many, [row("a", "4x4", "proved", 9.99)]])
    assert mean == pytest.approx(0.99)


@pytest.mark.parametrize("outcome", ["timeout", "gave-up", "crashed", "unsupported"])
def test_an_undecided_run_counts_as_its_limit_in_the_geometric_mean(outcome: str) -> None:
    undecided = row("a", "3x4", outcome, 0.001, wall=4.99)
    assert shifted_geometric_mean([[undecided]]) == pytest.approx(4.99)
    assert penalised_time(undecided) == 9.98


def test_without_a_wall_limit_an_undecided_run_has_no_geometric_mean() -> None:
    runs = [row("a", "3x4", "solved"), row("a", "3x4", "gave-up", wall=None)]
    assert shifted_geometric_mean([runs]) is None
    assert shifted_geometric_mean([]) is None


def test_the_geometric_mean_of_a_formulation_is_over_all_its_problems() -> None:
    rows = [row("a", "3x4", "solved", 0.09), row("a", "4x4", "timeout", wall=9.99)]
    [a] = score(rows).formulations
    assert a.shifted_mean == pytest.approx(math.sqrt(0.1 * 10) - 0.01)
