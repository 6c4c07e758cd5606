"""Rows without nesting: one column for each value, its path joined by dots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from knightbench.lab.backing import Backings
from knightbench.lab.verdicts import Row, counting, judged
from knightbench.report.tables import to_csv


def flat_rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows flattened: ``row["time"]["total"]`` under ``time.total``; lists stay lists.

    What other rows refute is ``wrong``, as in a report. Two columns are added: ``backed``, what
    backs a proof, one of `knightbench.lab.backing.KINDS`; and ``counts``, whether the row counts,
    that is, whether it is the last attempt of its run, or its first wrong one.
    """
    known = judged(rows)
    backings = Backings(known)
    chosen = {id(row) for row in counting(known)}
    return [
        {
            **_flat(row),
            "backed": None if (backing := backings.of(row)) is None else backing.kind,
            "counts": id(row) in chosen,
        }
        for row in known
    ]


def _flat(nested: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in nested.items():
        if isinstance(value, Mapping):
            values |= _flat(value, f"{path}{key}.")
        else:
            values[path + key] = value
    return values


def runs_csv(rows: Sequence[Row]) -> str:
    """Return one line a row, unrounded; lists as JSON, an empty field where there is no value.

    Columns come in the order in which rows have them.
    """
    told = flat_rows(rows)
    head = list(dict.fromkeys(column for row in told for column in row))
    return to_csv(head, (_fields(row.get(column) for column in head) for row in told))


def _fields(values: Iterable[Any]) -> Iterable[object]:
    for value in values:
        yield json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value
