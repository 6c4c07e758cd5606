"""Results folders put together: the shards of an experiment, or its parts on several machines."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from knightbench.lab.store import LOGS, open_store, read_rows


def merge(folders: Sequence[Path], into: Path) -> list[str]:
    """Put the rows of results folders into a new one.

    A run that stands in several folders is one run made several times: its rows get successive
    attempts, in the order of the folders. Rows that are the same to the letter are one row.

    Parameters
    ----------
    folders : sequence of Path
        The folders to read.
    into : Path
        The folder to make.

    Returns
    -------
    list of str
        What does not agree, a sentence each: runs of one key must have one outcome and one
        effort; times may differ.

    Raises
    ------
    ValueError
        If a folder has no rows, or `into` has some.
    """
    if read_rows(into):
        raise ValueError(f"{into} has rows already; merge into a new folder")
    found: list[tuple[Path, dict[str, Any]]] = []
    for folder in folders:
        rows = read_rows(folder)
        if not rows:
            raise ValueError(f"{folder} has no rows")
        found += [(folder, row) for row in rows]
    attempts: dict[str, int] = {}
    written: set[str] = set()
    first: dict[str, tuple[Path, dict[str, Any]]] = {}
    disagreements = []
    with open_store(into) as store:
        for folder, row in found:
            text = json.dumps(row, sort_keys=True)
            if text in written:
                continue
            written.add(text)
            key = row["key"]
            attempts[key] = attempts.get(key, 0) + 1
            if row.get("log"):
                (into / LOGS).mkdir(exist_ok=True)
                log = f"{LOGS}/{key}-{attempts[key]}.txt"
                shutil.copyfile(folder / row["log"], into / log)
                row = {**row, "log": log}
            store.append({**row, "attempt": attempts[key]})
            home, other = first.setdefault(key, (folder, row))
            if home != folder and (why := _disagreement(other, row)):
                disagreements.append(
                    f"{row['formulation']} on {row['problem']['label']}, seed {row['seed']}: "
                    f"{why[0]} in {home}, {why[1]} in {folder}"
                )
    _merge_machines(folders, into)
    return disagreements


def _disagreement(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return how two rows of one key differ in outcome or effort, None where they agree.

    The effort of a run that a limit ended is how far it got, which is a matter of speed.
    """
    told = [f"{row['outcome']}" for row in (one, other)]
    if one["outcome"] == other["outcome"] in ("solved", "proved"):
        told = [
            f"{row['outcome']} with {row['effort']} {row['effort_unit']}" for row in (one, other)
        ]
    return None if told[0] == told[1] else (told[0], told[1])


def _merge_machines(folders: Sequence[Path], into: Path) -> None:
    """Write what is known of the machines: the one, or all of them."""
    machines = []
    for folder in folders:
        path = folder / "machine.json"
        if path.exists() and (told := json.loads(path.read_text())) not in machines:
            machines.append(told)
    homes = {(told.get("cpu"), told.get("cores")) for told in machines}
    if len(homes) == 1:
        merged = machines[0]
    else:
        merged = {"several machines": "times are not comparable", "merged from": machines}
    merged = {**merged, "merged": [str(folder) for folder in folders]}
    (into / "machine.json").write_text(json.dumps(merged, indent=2, ensure_ascii=False) + "\n")
