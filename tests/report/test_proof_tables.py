from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from knightbench.lab.scores import score
from knightbench.problem import Problem
from knightbench.report.proof_tables import (
    backing_table,
    certificate_table,
    impossible_table,
    unbacked_table,
)
from knightbench.report.summary import about, proofs, summary_markdown
from knightbench.report.tables import Table, summary_csv
from tests.report.rows import row

THEOREM = {"theorem": {"name": "t", "statement": "it is odd", "source": "T", "seconds": 0.1}}
COUNT = {"exhaustive": {"method": "counting", "states": 1200, "seconds": 0.1}}
BY_PRESOLVE: dict[str, Any] = {"presolve": True, "statistics": {"presolve": 1}, "backing": THEOREM}


def certificate(steps: int, seconds: float = 0.5) -> dict[str, Any]:
    told = {"kind": "clauses", "steps": steps, "lemmas": 1, "checker": "c", "seconds": seconds}
    return {"certificate": told}


def lines(table: Table) -> list[tuple[str, ...]]:
    return [tuple(line) for line in table.lines]


def test_each_proof_counts_once_under_the_strongest_that_backs_it() -> None:
    rows = [
        row("a", "4x4", "proved", backing=certificate(3) | THEOREM),
        row("a", "3x3", "proved", backing=THEOREM),
        row("a", "2x2", "proved", backing=COUNT),
        row("a", "3x4", "solved"),
        row("b", "4x4", "proved"),
        row("b", "1x3", "proved"),
        row("c", "3x4", "timeout"),
    ]
    table = backing_table(score(rows))
    kinds = ("certificate", "theorem", "exhaustive", "cross-checked", "unbacked")
    assert table.head == ("formulation", "proved", *kinds)
    assert lines(table) == [
        ("a", "3", "1", "1", "1", "0", "0"),
        ("b", "2", "0", "0", "0", "1", "1"),
    ]


def test_a_proof_that_was_not_made_again_still_says_that_there_is_no_tour() -> None:
    rows = [
        row("a", "4x4", "proved", backing=THEOREM),
        row("a", "4x4", "timeout", attempt=2),
        row("b", "3x3", "proved", backing=COUNT),
    ]
    assert lines(impossible_table(score(rows)))[1] == (
        *("4x4, open", "theorem", "said in an attempt that was made again", "0"),
    )


def test_a_problem_without_a_tour_has_its_grounds_in_words() -> None:
    rows = [
        row("a", "4x4", "proved", backing=certificate(12) | THEOREM),
        row("b", "4x4", "proved", backing=certificate(7)),
        row("c", "4x4", "proved", **BY_PRESOLVE),
        row("a", "3x3", "proved", backing=COUNT),
        row("a", "2x2", "proved"),
        row("b", "2x2", "proved"),
        row("a", "1x3", "proved"),
        row("a", "3x4", "solved"),
    ]
    assert lines(impossible_table(score(rows))) == [
        ("1x3, open", "unbacked", "nothing", "1"),
        ("2x2, open", "cross-checked", "2 formulations of different names say so", "2"),
        ("3x3, open", "exhaustive", "counting counted no tour, over 1,200 states", "1"),
        # Whom a theorem answered for has proved nothing itself.
        (
            *("4x4, open", "certificate"),
            *("2 proofs checked, the shortest of 7 steps; it is odd (T)", "2"),
        ),
    ]


def test_unbacked_problems_are_listed_with_what_was_tried() -> None:
    rows = [
        row("a", "4x4", "proved", backing={"unfinished": ["a count took too long"]}),
        row("a?x=1", "4x4", "proved"),
        row("a", "3x3", "proved"),
        row("a", "2x2", "proved", backing=THEOREM),
    ]
    assert lines(unbacked_table(score(rows))) == [
        ("3x3, open", "a", "nothing was tried"),
        ("4x4, open", "a; a?x=1", "a count took too long"),
    ]
    summary = summary_markdown(score(rows), None)
    assert "UNBACKED" in summary
    assert "Backed of 4 claims: 1 by a theorem. Unbacked: 3." in summary
    assert "none (unbacked; 2 say so)" in summary


def test_no_list_of_the_unbacked_where_there_are_none() -> None:
    summary = summary_markdown(score([row("a", "4x4", "proved", backing=THEOREM)]), None)
    assert "UNBACKED" not in summary
    assert "Unbacked: none." in summary


def test_no_section_where_nothing_was_proved() -> None:
    assert proofs(score([row("a", "3x4", "solved"), row("a", "4x4", "timeout")])) is None


def test_rows_of_older_versions_are_cross_checked_or_unbacked() -> None:
    rows = [row("a", "4x4", "proved"), row("b", "4x4", "proved"), row("a", "3x3", "proved")]
    assert lines(backing_table(score(rows))) == [
        ("a", "2", "0", "0", "0", "1", "1"),
        ("b", "1", "0", "0", "0", "1", "0"),
    ]


def test_lengths_of_proofs_are_medians_and_a_theorem_takes_no_step() -> None:
    rows = [
        row("a", "4x4", "proved", seed=0, backing=certificate(1000, 0.1)),
        row("a", "4x4", "proved", seed=1, backing=certificate(2001, 0.3)),
        row("a", "3x3", "timeout"),
        row("b", "3x3", "proved", backing=certificate(2, 0.1)),
        row("b", "4x4", "proved", **BY_PRESOLVE),
        row("c", "4x4", "proved", backing=THEOREM),
    ]
    table = certificate_table(score(rows))
    assert set(table.head[2:]) == {"a", "b", "by a theorem (presolve)"}
    told = {
        (line[0], name): text
        for line in table.lines
        for name, text in zip(table.head[2:], line[2:], strict=True)
    }
    assert told == {
        ("3x3, open", "a"): "",
        ("3x3, open", "b"): "2 (0.100 s)",
        ("4x4, open", "a"): "1,500 (0.200 s)",
        ("4x4, open", "b"): "",
        ("3x3, open", "by a theorem (presolve)"): "",
        ("4x4, open", "by a theorem (presolve)"): "0",
    }


def test_no_lengths_where_nothing_was_certified() -> None:
    rows = [row("a", "4x4", "proved", backing=THEOREM), row("b", "4x4", "proved", **BY_PRESOLVE)]
    assert lines(certificate_table(score(rows))) == []


def test_the_csv_counts_proofs_by_what_backs_them() -> None:
    rows = [
        row("a", "4x4", "proved", seed=0, backing=certificate(3)),
        row("a", "4x4", "proved", seed=1),
        row("a", "4x4", "timeout", seed=2),
    ]
    [told] = csv.DictReader(io.StringIO(summary_csv(score(rows))))
    counts = {name: told[f"proved_{name}"] for name in ("certificate", "theorem", "unbacked")}
    assert counts == {"certificate": "1", "theorem": "0", "unbacked": "1"}


@pytest.mark.parametrize("machine", [None, {}, {"cpu": "some"}, {"about": []}])
def test_an_experiment_that_says_nothing_of_itself_has_no_preface(
    machine: dict[str, Any] | None,
) -> None:
    assert about(machine) is None


def test_a_report_begins_with_what_the_experiment_is_about() -> None:
    scores = score([row("a", Problem.from_board("3x4"), "solved")])
    summary = summary_markdown(scores, {"cpu": "some", "about": ["Why *this*?", "Because."]})
    assert "## What this is about\n\nWhy \\*this\\*?\n\nBecause.\n\n## What was run" in summary
    assert summary.count("Because") == 1
