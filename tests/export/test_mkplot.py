from __future__ import annotations

import json
from typing import Any

from knightbench.export.mkplot import mkplot_files
from knightbench.lab.scores import score
from tests.report.rows import row


def files(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: json.loads(text) for name, text in mkplot_files(score(rows)).items()}


def test_what_mkplot_reads() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 3.0, seed=1),
        row("a", "4x4", "timeout", 5.0),
        row("b", "4x4", "gave-up", 0.1, wall=None),
    ]
    assert files(rows) == {
        "a.json": {
            "preamble": {
                "benchmark": "by-hand",
                "program": "a",
                "prog_alias": "a",
                "prog_args": "",
            },
            "stats": {
                "3x4, open": {"status": True, "outcome": "solved 2", "rtime": 2.0},
                "4x4, open": {"status": False, "outcome": "timeout 1", "rtime": 5.0},
            },
        },
        "b.json": {
            "preamble": {
                "benchmark": "by-hand",
                "program": "b",
                "prog_alias": "b",
                "prog_args": "",
            },
            "stats": {
                "3x4, open": {"status": False, "outcome": "not run"},
                "4x4, open": {"status": False, "outcome": "gave-up 1"},
            },
        },
    }


def test_every_file_has_every_problem_since_mkplot_pairs_them_by_order() -> None:
    rows = [row("a", "3x4", "solved"), row("b", "4x4", "proved"), row("c", "5x5", "timeout")]
    for told in files(rows).values():
        assert list(told["stats"]) == ["3x4, open", "4x4, open", "5x5, open"]


def test_the_wrong_are_left_out() -> None:
    rows = [row("a", "3x4", "solved"), row("liar", "3x4", "proved")]
    assert list(files(rows)) == ["a.json"]


def test_names_are_fit_for_files_and_differ() -> None:
    rows = [
        row(name, "3x4", "solved", 1.0)
        for name in ("sat?solver=a&b=1", "../up", "..", "a/b", "a?b", "x" * 300, "é")
    ]
    told = files(rows)
    assert len(told) == 7
    assert "sat_solver=a_b=1.json" in told
    for name in told:
        assert len(name) <= 110
        assert "/" not in name
        assert not name.startswith(".")
    assert {t["preamble"]["program"] for t in told.values()} == {r["formulation"] for r in rows}
