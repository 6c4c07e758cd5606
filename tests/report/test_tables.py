from __future__ import annotations

import csv
import io

import pytest

from knightbench.lab.scores import score
from knightbench.problem import Problem
from knightbench.report.tables import (
    CSV_HEAD,
    Table,
    correctness_table,
    message_table,
    phases_table,
    setup_table,
    speed_table,
    summary_csv,
    to_markdown,
    wrong_table,
)
from tests.report.rows import row


def cell(rows: list[dict[str, object]]) -> str:
    """Return the cell of formulation ``a`` on the only problem."""
    table = correctness_table(score(rows))
    [line] = [line for line in table.lines if line[0] == "a"]
    return line[1]


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        ("solved", "tour"),
        ("proved", "none"),
        ("gave-up", "gave up"),
        ("timeout", "timeout"),
        ("memout", "memout"),
        ("crashed", "crashed"),
        ("wrong", "WRONG"),
        ("unsupported", "—"),
    ],
)
def test_one_word_where_the_seeds_agree(outcome: str, text: str) -> None:
    assert cell([row("a", "3x4", outcome, seed=seed) for seed in range(3)]) == text


def test_shares_where_they_differ() -> None:
    outcomes = ["timeout", "solved", "solved"]
    rows = [row("a", "3x4", outcome, seed=seed) for seed, outcome in enumerate(outcomes)]
    assert cell(rows) == "tour 2/3, timeout 1/3"


def test_wrong_comes_first() -> None:
    rows = [
        row("a", "3x4", "proved", seed=0),
        row("a", "3x4", "solved", seed=1),
        row("a", "3x4", "solved", seed=2),
    ]
    assert cell(rows) == "WRONG 1/3, tour 2/3"


def test_correctness_says_what_is_known_and_leaves_what_was_not_run_empty() -> None:
    rows = [
        row("a", "3x4", "solved"),
        row("a", "4x4", "proved"),
        row("b", "4x4", "proved"),
        row("c", "4x4", "gave-up"),
        row("c", "5x5", "gave-up"),
    ]
    table = correctness_table(score(rows))
    assert table.head == ("formulation", "3x4, open", "4x4, open", "5x5, open")
    assert [tuple(line) for line in table.lines] == [
        ("known from all rows", "tour (checked)", "none (cross-checked; 2 say so)", "unknown"),
        ("a", "tour", "none", ""),
        ("b", "", "none", ""),
        ("c", "", "gave up", "gave up"),
    ]


def test_the_longer_list_runs_down() -> None:
    rows = [row("a", "3x4", "solved"), row("a", "4x4", "proved")]
    table = correctness_table(score(rows))
    assert table.head == ("problem", "known from all rows", "a")
    assert [tuple(line) for line in table.lines] == [
        ("3x4, open", "tour (checked)", "tour"),
        ("4x4, open", "none (unbacked; 1 says so)", "none"),
    ]


def test_speed_by_hand() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, seed=0, effort=1000),
        row("a", "3x4", "solved", 3.0, seed=1, effort=1501),
        row("a", "4x4", "unsupported", 0.0),
        row("b", "3x4", "proved", 0.1),
    ]
    a, b = speed_table(score(rows)).lines
    # The geometric mean of sqrt(1.01 * 3.01) and 5.01, less 0.01.
    assert tuple(a) == (
        *("a", "1", "yes", "3", "2", "0", "1 of 2"),
        *("6.00", "2.00", "1", "2.95", "2.00", "1,250.5 calls"),
    )
    assert tuple(b) == (
        *("b", "not ranked: WRONG", "yes", "1", "0", "0", "0 of 1", "—", "—", "1"),
        *("—", "—", "—"),
    )


def test_phases_by_hand() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 3.0, seed=1),
        row("a", "4x4", "timeout", 5.0),
        row("b", "3x4", "gave-up", 1.0),
    ]
    assert [tuple(line) for line in phases_table(score(rows)).lines] == [
        (
            *("a", "2", "500 (375 to 625)", "1000 (750 to 1250)", "500 (375 to 625)"),
            "2000 (1500 to 2500)",
        ),
        ("b", "0", "—", "—", "—", "—"),
    ]


def test_every_wrong_run_is_listed() -> None:
    rows = [
        row("a", "3x4", "wrong", seed=seed, message=f"step {seed}: not a move") for seed in (1, 2)
    ]
    lines = wrong_table(score(rows)).lines
    assert [tuple(line[:5]) for line in lines] == [
        ("a", "3x4, open", "1", "1", "step 1: not a move"),
        ("a", "3x4, open", "2", "1", "step 2: not a move"),
    ]


def test_setup_names_machine_versions_limits_seeds() -> None:
    rows = [
        *(row("a", "3x4", "solved", seed=seed) for seed in range(5)),
        row("a", "3x4", "solved", seed=0, attempt=2, started="2026-01-02T00:00:00+00:00"),
        row("b", "8x8", "solved", seed=7, uses_seed=False, wall=60.0),
    ]
    machine = {
        "cpu": "some",
        "memory": 2**33,
        "versions": {"python": "not told twice"},
        "limits": {"wall": "not told twice"},
        "git": None,
        "merged from": [{"cpu": "this", "cores": 2}, {"cpu": "that", "cores": 4}],
        "jobs": 2,
    }
    told = {line[0]: line[1] for line in setup_table(score(rows), machine).lines}
    assert told == {
        "experiment": "by-hand",
        "runs": "6, and 1 earlier attempt",
        "formulations": "2",
        "problems": "2",
        "seeds": "0 to 4",
        "limits": "wall 5 s or wall 60 s",
        "threads": "1",
        "presolve": "no",
        "started": "2026-01-01T00:00:00+00:00 to 2026-01-02T00:00:00+00:00",
        "cpu": "some",
        "memory": "8.0 GiB",
        "merged from": "this with 2 cores, that with 4 cores",
        "runs at once": "2",
        "versions": "knightbench 0.1.0",
    }


def test_several_versions_are_told() -> None:
    rows = [
        row("a", "3x4", "solved", versions={"ortools": "1"}),
        row("a", "8x8", "solved", versions={"ortools": "2"}),
    ]
    assert setup_table(score(rows), None).lines[-1] == ("versions", "ortools 1 and 2")


def test_equal_messages_are_counted_together_and_long_ones_keep_their_end() -> None:
    rows = [row("a", "3x4", "crashed", seed=seed, message="boom") for seed in range(2)]
    rows.append(row("a", "4x4", "crashed", message="x" * 1000 + "the end"))
    lines = message_table(score(rows), "crashed", "").lines
    assert tuple(lines[0]) == ("a", "2", "boom")
    assert lines[1][2].startswith("…")
    assert lines[1][2].endswith("the end")
    assert len(lines[1][2]) == 300


def test_markdown() -> None:
    table = Table("Caption.", ("name", "n"), [("a|b", "1")], numeric=frozenset({1}))
    assert to_markdown(table) == "Caption.\n\n| name | n |\n| --- | ---: |\n| a\\|b | 1 |\n"


def test_csv_is_unrounded_and_has_a_line_for_each_pair() -> None:
    third = 1 / 3
    closed = Problem.from_board("3x4", closed=True)
    rows = [
        row("a", "3x4", "solved", third, seed=0, effort=3, cpu=0.25, peak_memory=1024),
        row("a", "3x4", "solved", third, seed=1, effort=4, cpu=None),
        row("a", closed, "timeout", 5.0),
        row("b\n,\x1b", "3x4", "unsupported", 0.0),
    ]
    lines = list(csv.DictReader(io.StringIO(summary_csv(score(rows)))))
    assert len(lines) == 3
    assert tuple(lines[0]) == CSV_HEAD
    [solved] = [line for line in lines if line["solved"] == "2"]
    assert float(solved["median_total"]) == third
    assert float(solved["par2"]) == third
    assert solved["median_effort"] == "3.5"
    assert (solved["median_cpu"], solved["median_peak_memory"]) == ("0.25", "1024")
    assert (solved["known"], solved["runs"]) == ("tour", "2")
    [timeout] = [line for line in lines if line["timeout"] == "1"]
    assert timeout["closed"] == "yes"
    assert (timeout["median_total"], timeout["decision_time"]) == ("", "")
    assert (timeout["par2"], timeout["wall_limit"]) == ("10.0", "5.0")
    assert lines[-1]["formulation"] == r"b\n,\x1b"
    assert lines[-1]["par2_supported"] == ""
