"""Labels: what tables call a formulation, and the conditions it ran under."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from knightbench.lab.verdicts import Row


def labels(rows: Iterable[Row]) -> dict[str, str]:
    """Return what the formulation of each run is called in tables, by the key of the run.

    That is the formulation with its parameters. Where an experiment asks the same formulation
    the same question with the same seed under several conditions (with and without presolve,
    one thread and four, two limits, two versions of a solver), the conditions that differ are
    added in square brackets, so that no line of a table mixes them.
    """
    rows = list(rows)
    same_question: dict[tuple[Any, ...], list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        question = (row["formulation"], row["problem"]["hash"], row["seed"])
        same_question[question].append(_conditions(row))
    differing = {
        name
        for several in same_question.values()
        for name in {name for conditions in several for name in conditions}
        if len({conditions.get(name) for conditions in several}) > 1
    }

    def label(row: Row) -> str:
        told = [text for name, text in _conditions(row).items() if name in differing]
        return str(row["formulation"]) + (f" [{', '.join(told)}]" if told else "")

    return {row["key"]: label(row) for row in rows}


def _conditions(row: Row) -> dict[str, str]:
    """Return the conditions of a run by name, each as people write it."""
    return {
        "presolve": "presolve" if row["presolve"] else "no presolve",
        # Writing a proof down takes time; rows that were not asked for one do not say so.
        "certify": "certify" if row.get("certify") else "no certify",
        "threads": f"{row['threads']} thread" + "s" * (row["threads"] != 1),
        **{f"limit {name}": limit_text(name, row["limits"][name]) for name in row["limits"]},
        **{f"version {name}": f"{name} {version}" for name, version in row["versions"].items()},
    }


def limit_text(name: str, value: Any) -> str:
    """Return a limit as people write it: seconds, but gibibytes of memory."""
    if value is None:
        return f"no {name} limit"
    if name == "memory":
        return f"memory {value / 2**30:.3g} GiB"
    return f"{name} {value:g} s"
