"""Input of mkplot, which draws cactus and scatter plots: one JSON file a formulation.

Its format: https://github.com/alexeyignatiev/mkplot. An instance is a problem, with the median
time over the seeds, as in the cactus plot of a report. Every file has every problem, since
mkplot's scatter plots pair instances by their order; what was not run is there as not solved.
"""

from __future__ import annotations

import json
import re
from typing import Any

from knightbench.lab.scores import FormulationScore, Scores
from knightbench.report.text import shortened


def mkplot_files(scores: Scores) -> dict[str, str]:
    """Return the files of the ranked formulations, by their names."""
    files: dict[str, str] = {}
    for formulation in scores.ranked:
        name = _file_name(formulation.label)
        number = 2
        while f"{name}.json" in files:
            name = f"{_file_name(formulation.label)}_{number}"
            number += 1
        told = {
            "preamble": {
                "benchmark": scores.experiment,
                "program": formulation.label,
                "prog_alias": formulation.label,
                "prog_args": "",
            },
            "stats": {
                truth.label: _instance(formulation, truth.problem["hash"])
                for truth in scores.truths
            },
        }
        files[f"{name}.json"] = json.dumps(told, indent=2, ensure_ascii=False) + "\n"
    return files


def _instance(formulation: FormulationScore, problem: str) -> dict[str, Any]:
    """Return what mkplot is told; without a time it takes its own limit."""
    cell = formulation.cells.get(problem)
    if cell is None:
        return {"status": False, "outcome": "not run"}
    outcome = ", ".join(f"{name} {number}" for name, number in sorted(cell.counts.items()))
    told = {"status": cell.decided, "outcome": outcome}
    walls = [wall for wall in cell.walls if wall is not None]
    if cell.decided:
        told["rtime"] = cell.decision_time
    elif walls:
        told["rtime"] = max(walls)
    return told


def _file_name(label: str) -> str:
    return shortened(re.sub(r"[^\w.=-]+", "_", label, flags=re.ASCII).strip("._"), 100) or "_"
