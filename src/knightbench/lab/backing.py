"""What backs the rows that say there is no tour.

Nobody marks their own work: such a claim is worth what somebody else can say for it. In the order
of how much that is:

``certificate``
    The formulation's own proof, checked step by step.
``theorem``
    A theorem, a necessary condition, or a convention of the laboratory, that says the same.
``exhaustive``
    A count of all tours by other means, which found none.
``cross-checked``
    Formulations of other names that say the same, and were never wrong in the experiment.
``unbacked``
    None of these: the claim alone.

The first three were found out when the run was made, and stand in its row. The fourth is a matter
of the rows together, and of rows alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

RECORDED = ("certificate", "theorem", "exhaustive")

#: From the strongest on.
KINDS = (*RECORDED, "cross-checked", "unbacked")


@dataclass(frozen=True)
class Backing:
    """What backs one row.

    Attributes
    ----------
    kind : str
        The strongest of `KINDS`.
    recorded : mapping
        All that was recorded in the row; see `knightbench.lab.settle`.
    others : int
        How many formulations of other names say the same.
    """

    kind: str
    recorded: Mapping[str, Any]
    others: int

    @property
    def strength(self) -> int:
        """The higher, the more it is worth."""
        return -KINDS.index(self.kind)


class Backings:
    """What backs the rows of an experiment.

    Parameters
    ----------
    rows : iterable of mapping
        All rows, judged: what others refute is ``wrong``.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        rows = list(rows)
        wrong = {row["name"] for row in rows if row["outcome"] == "wrong"}
        self._names: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            if row["outcome"] == "proved" and row["name"] not in wrong and not by_presolve(row):
                self._names[row["problem"]["hash"]].add(row["name"])

    def of(self, row: Mapping[str, Any]) -> Backing | None:
        """Return what backs a row; None where it is not ``proved``."""
        if row["outcome"] != "proved":
            return None
        # Rows of older versions have no such key.
        recorded = row.get("backing") or {}
        others = len(self._names.get(row["problem"]["hash"], set()) - {row["name"]})
        kind = next((kind for kind in RECORDED if kind in recorded), None)
        if kind is None:
            kind = "cross-checked" if others else "unbacked"
        return Backing(kind, recorded, others)


def by_presolve(row: Mapping[str, Any]) -> bool:
    """Return whether the answer is that of a theorem, and not of the formulation."""
    return bool(row["presolve"]) and "presolve" in row.get("statistics", {})
