"""Rows made by hand: `row` fills in what a test does not care about."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from knightbench.formats.json import problem_to_json
from knightbench.problem import Problem

#: An open tour.
TOUR_3X4 = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4]

STATUS = {"solved": "SATISFIED", "proved": "UNSATISFIABLE", "gave-up": "UNKNOWN"}


def row(
    formulation: str,
    problem: Problem | str,
    outcome: str,
    total: float = 1.0,
    *,
    seed: int = 0,
    attempt: int = 1,
    wall: float | None = 5.0,
    label: str = "",
    **others: Any,
) -> dict[str, Any]:
    if isinstance(problem, str):
        problem = Problem.from_board(problem)
    told = problem_to_json(problem)
    told["label"] = label or told["label"]
    made = {
        "schema": "knightbench.run/1",
        "attempt": attempt,
        "experiment": "by-hand",
        "problem": told,
        "formulation": formulation,
        "name": formulation.partition("?")[0],
        "family": "test",
        "parameters": {},
        "complete": True,
        "uses_seed": True,
        "presolve": False,
        "seed": seed,
        "threads": 1,
        "limits": {"wall": wall},
        "outcome": outcome,
        "status": STATUS.get(outcome),
        "reason": None,
        "message": None,
        "tour": None,
        "time": {
            "startup": 0.5,
            "build": total / 4,
            "search": total / 2,
            "decode": total / 4,
            "total": total,
        },
        "cpu": None,
        "phase": None,
        "effort": None,
        "effort_unit": "calls",
        "statistics": {},
        "versions": {"knightbench": "0.1.0"},
        "started": "2026-01-01T00:00:00+00:00",
        **others,
    }
    parts = ("formulation", "presolve", "versions", "seed", "limits", "threads")
    key = json.dumps([told["hash"], *(made[part] for part in parts)])
    return {"key": hashlib.sha256(key.encode()).hexdigest()[:32], **made}


def write_rows(folder: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "runs.jsonl").write_text(text)
