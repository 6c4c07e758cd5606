"""Rows on disk: one JSON line a run, appended whole and synced, never rewritten."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROWS = "runs.jsonl"


class ResultsInUse(RuntimeError):
    """Another runner writes to the results folder."""


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a results folder, in the order in which the runs ended.

    A last line without its end is what a runner left that was killed while it wrote: that run
    never finished, and the line is no row.

    Raises
    ------
    ValueError
        If a whole line is no JSON object; the message names it.
    """
    path = folder / ROWS
    if not path.exists():
        return []
    rows = []
    *lines, _torn = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise ValueError(f"{path}, line {number}: this is no row of a run")
        rows.append(row)
    return rows


class Store:
    """A results folder that is open for new rows. Make one with `open_store`."""

    def __init__(self, rows: IO[bytes]) -> None:
        self._rows = rows

    def append(self, row: Mapping[str, Any]) -> None:
        """Write a row as one line, and wait until the disk has it."""
        self._rows.write(json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n")
        self._rows.flush()
        os.fsync(self._rows.fileno())

    def clear(self) -> None:
        """Discard every row."""
        self._rows.truncate(0)


@contextmanager
def open_store(folder: Path) -> Iterator[Store]:
    """Open a results folder for new rows; it is made where it does not exist.

    A torn last line is cut off first, so that the next row begins a line of its own.

    Raises
    ------
    ResultsInUse
        If another runner has it open.
    OSError
        If it cannot be made or written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ROWS).open("a+b") as rows:
        try:
            fcntl.flock(rows, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsInUse(f"another runner is writing to {folder}") from None
        rows.seek(0)
        rows.truncate(rows.read().rfind(b"\n") + 1)
        yield Store(rows)
