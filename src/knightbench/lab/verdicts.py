"""Verdicts: what rows say once they are held against each other.

A tour in one row refutes every row that denies it. From what is left follow the truth about each
problem, as far as it is known, and the rows that count.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knightbench.lab.backing import Backing, Backings
from knightbench.lab.run import SCHEMA, Outcome

Row = Mapping[str, Any]

OUTCOMES = tuple(outcome.value for outcome in Outcome)

PHASES = ("build", "search", "decode", "total")

_REQUIRED = (
    *("schema", "key", "attempt", "experiment", "problem", "formulation", "name", "family"),
    *("complete", "uses_seed", "presolve", "seed", "threads", "limits", "outcome", "status"),
    # A peak of memory is not always there: not every system measures it.
    *("reason", "message", "tour", "time", "cpu", "effort", "effort_unit"),
    *("versions", "started"),
)
_REQUIRED_OF_A_BOARD = ("rows", "cols", "moves", "holes", "wrap_rows", "wrap_cols")
_REQUIRED_WITHIN = {
    "problem": (
        *("label", "size", "moves", "hash", "closed", "start", "end"),
        *("clues", "require", "require_arcs", "forbid"),
    ),
    "time": ("startup", *PHASES),
}


@dataclass(frozen=True)
class Truth:
    """What the rows say about one problem.

    Attributes
    ----------
    problem : mapping
        The problem, as in its rows.
    label : str
        Its label; with the beginning of its hash where two problems share a label.
    tours : int
        Runs that brought a tour, each tour checked by the lab. One of them is enough to know
        that a tour exists.
    proofs : int
        Formulations that said there is none, those that were wrong anywhere left out.
    backing : str or None
        What backs the best backed of those claims, one of `knightbench.lab.backing.KINDS`; None
        where there is none.
    """

    problem: Mapping[str, Any]
    label: str
    tours: int
    proofs: int
    backing: str | None

    @property
    def known(self) -> str:
        """``tour``, ``none`` or ``unknown``."""
        if self.tours:
            return "tour"
        return "none" if self.proofs else "unknown"


def check_rows(rows: Iterable[Row]) -> None:
    """Raise unless each row has what a report reads.

    Keys that are not known are welcome.

    Raises
    ------
    ValueError
        Naming the line of the row, counted from 1, and the key.
    """
    for line, row in enumerate(rows, start=1):
        for key in _REQUIRED:
            if key not in row:
                raise ValueError(f"line {line}: the key {key!r} is missing")
        for outer, inner in _REQUIRED_WITHIN.items():
            for key in inner:
                if not isinstance(row[outer], Mapping) or key not in row[outer]:
                    raise ValueError(f"line {line}: the key {key!r} of {outer!r} is missing")
        if "board" in row["problem"]:
            for key in _REQUIRED_OF_A_BOARD:
                if key not in row["problem"]["board"]:
                    raise ValueError(f"line {line}: the key {key!r} of the board is missing")
        if row["schema"] != SCHEMA:
            raise ValueError(f"line {line}: its schema is {row['schema']!r}, not {SCHEMA!r}")
        if row["outcome"] not in OUTCOMES:
            raise ValueError(
                f"line {line}: the outcome {row['outcome']!r} is none of {', '.join(OUTCOMES)}"
            )
        for phase in _REQUIRED_WITHIN["time"]:
            if not _is_measure(row["time"][phase]):
                raise ValueError(
                    f"line {line}: the time of {phase!r} is no number of seconds: "
                    f"{row['time'][phase]!r}"
                )
        for key in ("limits", "versions", "backing"):
            # Rows of older versions do not say how they are backed.
            if not isinstance(row.get(key, {}), Mapping):
                raise ValueError(f"line {line}: {key!r} is no object: {row[key]!r}")
        for name, limit in row["limits"].items():
            if limit is not None and not _is_measure(limit):
                raise ValueError(f"line {line}: the limit {name!r} is no number: {limit!r}")


def judged(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, with what other rows refute made ``wrong``.

    A checked tour in one row refutes every row that says of the same problem that there is none.
    That row's message then names the formulation that found the tour.
    """
    finders: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["outcome"] == "solved":
            finders[row["problem"]["hash"]].append(row["formulation"])

    def judge(row: Row) -> Row:
        found = finders[row["problem"]["hash"]]
        if row["outcome"] != "wrong" and _denies(row) and found:
            why = f"said that there is no tour; {min(found)} found one"
            return {**row, "outcome": "wrong", "message": why}
        return row

    return [judge(row) for row in rows]


def counting(rows: Iterable[Row]) -> list[Row]:
    """Return the one row of each run that counts: its first wrong attempt, or else its last."""
    chosen: dict[str, Row] = {}
    for row in rows:
        rival = chosen.get(row["key"])
        if rival is None or _outweighs(row, rival):
            chosen[row["key"]] = row
    return list(chosen.values())


def _outweighs(row: Row, rival: Row) -> bool:
    wrong, rival_wrong = row["outcome"] == "wrong", rival["outcome"] == "wrong"
    if wrong != rival_wrong:
        return bool(wrong)
    later = bool(row["attempt"] >= rival["attempt"])
    return not later if wrong else later


def derive_truths(rows: Sequence[Row]) -> list[Truth]:
    """Return what judged rows say about each problem, the smallest problem first.

    Every attempt is evidence: a tour does not vanish because a later attempt found none.
    """
    problems: dict[str, Mapping[str, Any]] = {}
    tours: Counter[str] = Counter()
    proofs: dict[str, set[str]] = defaultdict(set)
    best: dict[str, Backing] = {}
    backings = Backings(rows)
    unreliable = {row["formulation"] for row in rows if row["outcome"] == "wrong"}
    for row in rows:
        key = row["problem"]["hash"]
        problems.setdefault(key, row["problem"])
        if row["outcome"] == "solved":
            tours[key] += 1
        elif row["outcome"] == "proved" and row["formulation"] not in unreliable:
            proofs[key].add(row["formulation"])
            backing = backings.of(row)
            if backing is not None and (key not in best or backing.strength > best[key].strength):
                best[key] = backing
    sharing = Counter(str(problem["label"]) for problem in problems.values())

    def label(problem: Mapping[str, Any]) -> str:
        name = str(problem["label"])
        return name if sharing[name] == 1 else f"{name} [{problem['hash'][:8]}]"

    truths = [
        Truth(
            problem,
            label(problem),
            tours[key],
            len(proofs[key]),
            best[key].kind if key in best else None,
        )
        for key, problem in problems.items()
    ]
    return sorted(truths, key=lambda truth: (truth.problem["size"], truth.label))


def _denies(row: Row) -> bool:
    return bool(row["outcome"] == "proved" or row["status"] == "UNSATISFIABLE")


def _is_measure(value: Any) -> bool:
    """Return whether a value is a finite number of seconds or bytes, at least 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and value >= 0
