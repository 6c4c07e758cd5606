"""Results folders: the rows in one, and what was recorded of the machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knightbench.lab.store import read_rows
from knightbench.lab.verdicts import Row, check_rows


@dataclass(frozen=True)
class Results:
    """What a results folder holds.

    Attributes
    ----------
    folder : Path
    rows : list of mapping
        At least one, each as it should be.
    machine : dict or None
        What was recorded of the machine (``machine.json``), None if nothing was.
    """

    folder: Path
    rows: list[Row]
    machine: dict[str, Any] | None


def read_results(folder: Path) -> Results:
    """Return what a results folder holds.

    Raises
    ------
    ValueError
        If there are no rows, or a row or the record of the machine is not as it should be.
    """
    rows: list[Row] = [*read_rows(folder)]
    if not rows:
        raise ValueError(f"{folder} holds no runs yet")
    try:
        check_rows(rows)
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from error
    return Results(folder, rows, _read_machine(folder / "machine.json"))


def _read_machine(path: Path) -> dict[str, Any] | None:
    try:
        machine = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from None
    if not isinstance(machine, dict):
        raise ValueError(f"{path} holds no object")
    return machine
