from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from knightbench.lab.pairwise import pairwise
from knightbench.lab.portfolio import portfolio
from knightbench.lab.scaling import scaling
from knightbench.lab.scores import score
from knightbench.report.comparison_tables import (
    contribution_table,
    difference_table,
    pairwise_csv,
    scaling_csv,
    scaling_table,
    win_table,
)
from tests.report.rows import row

SIZES = ("3x4", "5x5", "5x6", "6x6", "6x7", "7x7", "8x8")


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    """Return rows where b wins each problem, the last one alone, and a liar wins all."""
    return [
        *(row("a", size, "solved", 0.02 * (1 + n)) for n, size in enumerate(SIZES[:6])),
        row("a", SIZES[6], "timeout"),
        *(row("b", size, "solved", 0.01) for size in SIZES),
        *(row("liar", size, "solved", 0.001) for size in SIZES),
        row("liar", "4x4", "wrong"),
    ]


def test_contributions(rows: list[dict[str, Any]]) -> None:
    # Without b: 0.02 to 0.12 for six problems and 10 for the last, in place of seven times 0.01.
    lost = (0.02 * 21 + 10 - 0.07) / 7
    assert [tuple(line) for line in contribution_table(portfolio(score(rows))).lines] == [
        ("b", "1", "7", f"{lost:.2f}"),
        ("a", "0", "0", "0"),
    ]


def test_a_difference_is_told_with_the_faster_first(rows: list[dict[str, Any]]) -> None:
    # The geometric mean of 2, 4, ... 12 is (2**6 * 720) ** (1 / 6). Seven of seven: 2 / 2**7.
    [line] = difference_table(pairwise(score(rows))).lines
    assert tuple(line) == ("b", "a", "7", "7", "0", "5.99", "6", "0.016", "0.016")
    turned = [{**r, "formulation": {"a": "z"}.get(r["formulation"], "b")} for r in rows[:14]]
    turned = [{**r, "key": f"{r['formulation']} {r['key']}"} for r in turned]
    [line] = difference_table(pairwise(score(turned))).lines
    assert tuple(line) == ("b", "z", "7", "7", "0", "5.99", "6", "0.016", "0.016")


def test_a_pair_is_told_from_both_sides() -> None:
    # a is ranked first for it decides 4x4 too, while b is the faster on each other problem.
    times = [0.02 * (1 + n) for n in range(7)]
    rows = [row("a", size, "solved", time) for size, time in zip(SIZES, times, strict=True)]
    rows += [row("b", size, "solved", 0.01) for size in SIZES]
    rows += [row("a", "3x7", "solved", 0.3), row("a", "4x4", "proved", 0.3)]
    scores = score(rows)
    assert [entry.label for entry in scores.ranked] == ["a", "b"]
    [line] = difference_table(pairwise(scores)).lines
    assert line[:2] == ("b", "a")
    assert line[3:5] == ("7", "0")
    assert float(line[5]) > 1
    table = win_table(pairwise(scores), ["a", "b"])
    assert [tuple(line) for line in table.lines] == [("a", "", "0:7"), ("b", "7:0 *", "")]


def test_many_differences_are_told_as_far_as_they_are_read() -> None:
    rows = [
        row(name, size, "solved", 10.0**n * (1 + m) * 1e-6)
        for n, name in enumerate("abcdefg")
        for m, size in enumerate((*SIZES, "3x7", "3x8", "3x10", "5x7", "5x8"))
    ]
    table = difference_table(pairwise(score(rows)))
    assert len(table.lines) == 15
    assert table.caption.startswith("The 15 surest differences of 21; all are in pairwise.csv.")


def test_without_a_difference_there_is_no_star() -> None:
    rows = [row("a", "3x4", "solved", 1.0), row("b", "3x4", "solved", 2.0)]
    pairs = pairwise(score(rows))
    assert difference_table(pairs).lines == []
    assert [tuple(line) for line in win_table(pairs, ["a", "b"]).lines] == [
        ("a", "", "1:0"),
        ("b", "0:1", ""),
    ]


def test_growth(rows: list[dict[str, Any]]) -> None:
    b, a = scaling_table(scaling(score(rows))).lines
    assert tuple(b) == (
        *("open, knight", "b", "0.00", "0.00 to 0.00", "1.00", "7"),
        *("3x4, 5x5, 5x6, 6x6, 6x7, 7x7, 8x8", "—"),
    )
    assert a[1] == "a"
    assert tuple(a[5:]) == ("6", "3x4, 5x5, 5x6, 6x6, 6x7, 7x7", "8x8")


def test_a_long_row_of_boards_is_shortened() -> None:
    rows = [row("a", f"5x{n}", "solved", 0.1) for n in range(5, 19)]
    [line] = scaling_table(scaling(score(rows))).lines
    assert line[6] == "5x5, 5x6, 5x7, … 5x18 (14 boards)"


def test_too_few_sizes_are_told_without_an_exponent() -> None:
    rows = [row("a", size, "timeout") for size in SIZES[3:]]
    rows += [row("a", size, "solved", 0.1) for size in SIZES[:3]]
    [line] = scaling_table(scaling(score(rows))).lines
    assert tuple(line[2:6]) == ("—", "—", "—", "3")
    [told] = csv.DictReader(io.StringIO(scaling_csv(scaling(score(rows)))))
    assert (told["exponent"], told["low"], told["sizes"]) == ("", "", "3")
    assert told["undecided"] == "6x6 6x7 7x7 8x8"


def test_csv_is_unrounded(rows: list[dict[str, Any]]) -> None:
    scores = score(rows)
    [line] = csv.DictReader(io.StringIO(pairwise_csv(pairwise(scores))))
    assert float(line["p"]) == float(line["p_holm"]) == 2 / 2**7
    assert (line["favoured"], line["problems"], line["both_decide"]) == ("b", "7", "6")
    growth = scaling(scores)
    for told, found in zip(csv.DictReader(io.StringIO(scaling_csv(growth))), growth, strict=True):
        assert found.line is not None
        assert float(told["exponent"]) == found.line.exponent
        assert told["boards"] == " ".join(found.boards)
