from __future__ import annotations

import random
from typing import Any

import pytest

from knightbench.lab.portfolio import Contribution, Portfolio, portfolio
from knightbench.lab.scores import score
from tests.report.rows import row


def together(rows: list[dict[str, Any]]) -> Portfolio:
    return portfolio(score(rows))


def of(rows: list[dict[str, Any]], label: str) -> Contribution:
    [found] = [item for item in together(rows).contributions if item.label == label]
    return found


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    return [
        row("a", "3x4", "solved", 1.0),
        row("b", "3x4", "solved", 3.0),
        row("a", "4x4", "proved", 4.0),
        row("b", "4x4", "proved", 2.0),
        row("a", "5x5", "timeout"),
        row("b", "5x5", "solved", 3.0),
        row("a", "6x6", "timeout"),
        row("b", "6x6", "timeout"),
    ]


def test_by_hand(rows: list[dict[str, Any]]) -> None:
    # The best are 1, 2, 3 and twice the limit of 5; without a 3, 2, 3, 10; without b 1, 4, 10, 10.
    assert together(rows) == Portfolio(
        problems=4,
        decided=3,
        par2=(1 + 2 + 3 + 10) / 4,
        contributions=(
            Contribution("b", alone=1, fastest=2, par2_loss=(25 - 16) / 4),
            Contribution("a", alone=0, fastest=1, par2_loss=(18 - 16) / 4),
        ),
    )


def test_twins_add_nothing_to_each_other(rows: list[dict[str, Any]]) -> None:
    twins = [
        {**known, "formulation": "twin", "key": f"twin of {known['key']}"}
        for known in rows
        if known["formulation"] == "b"
    ]
    for label in ("b", "twin"):
        found = of(rows + twins, label)
        assert (found.alone, found.par2_loss) == (0, 0.0)
        assert found.fastest == 2


def test_the_one_who_alone_was_run_on_a_problem_leaves_it_undecided() -> None:
    rows = [row("a", "3x4", "solved", 1.0), row("b", "4x4", "proved", 2.0, wall=7.0)]
    assert together(rows).par2 == 1.5
    assert of(rows, "a").par2_loss == (10 - 1) / 2
    assert of(rows, "b").par2_loss == (14 - 2) / 2


def test_without_a_limit_there_is_no_penalty() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, wall=None),
        row("b", "3x4", "gave-up", wall=None),
    ]
    whole = together(rows)
    assert (whole.par2, whole.decided) == (1.0, 1)
    assert of(rows, "a") == Contribution("a", alone=1, fastest=1, par2_loss=None)
    assert of(rows, "b").par2_loss == 0.0
    assert together(rows[1:]).par2 is None


def test_it_knows_the_problem_and_not_the_luck_of_the_seed() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 9.0, seed=1, wall=50.0),
        row("b", "3x4", "solved", 4.0, seed=0),
        row("b", "3x4", "solved", 4.0, seed=1, wall=50.0),
    ]
    assert together(rows).par2 == 4.0


def test_the_wrong_are_left_out(rows: list[dict[str, Any]]) -> None:
    liar = [
        row("liar", "3x4", "proved", 0.001),
        row("liar", "5x5", "solved", 0.001),
        row("liar", "6x6", "solved", 0.001),
    ]
    assert together(rows + liar) == together(rows)


def test_nobody_left_to_rank() -> None:
    assert together([row("a", "3x4", "wrong")]) == Portfolio(0, 0, None, ())


def test_properties_of_random_experiments() -> None:
    rng = random.Random(1)
    for _ in range(50):
        rows = [
            row(name, size, rng.choice(["solved", "timeout", "gave-up"]), rng.random(), seed=seed)
            for name in "abcd"
            for size in ("3x4", "5x5", "5x6", "6x6")
            for seed in range(2)
            if rng.random() < 0.9
        ]
        whole = together(rows)
        assert whole.par2 is not None
        for entry in score(rows).formulations:
            missing = whole.problems - len(entry.cells)
            par2 = entry.par2()
            assert par2 is not None
            # Where it was not run, it would at worst have cost twice the limit.
            total = par2 * len(entry.cells) + 10 * missing
            assert whole.par2 <= total / whole.problems + 1e-12
        assert sum(item.alone for item in whole.contributions) <= whole.decided
        assert sum(item.fastest for item in whole.contributions) >= whole.decided
        assert all((item.par2_loss or 0) >= 0 for item in whole.contributions)
        shuffled = list(rows)
        rng.shuffle(shuffled)
        assert together(shuffled) == whole
