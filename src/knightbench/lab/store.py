"""Rows on disk: one JSON line a run, appended whole and synced, never rewritten."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROWS = "runs.jsonl"
LOGS = "logs"


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
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise ValueError(f"{path}, line {number}: this is no row of a run")
        rows.append(row)
    return rows


class Store:
    """A results folder that is open for new rows. Make one with `open_store`."""

    def __init__(self, folder: Path, descriptor: int) -> None:
        self._folder = folder
        self._descriptor = descriptor

    def append(self, row: Mapping[str, Any]) -> None:
        """Write a row as one line, and wait until the disk has it.

        Raises
        ------
        OSError
            If it cannot be written, on a full disk for instance; what was there stays whole.
        """
        # Half a surrogate pair, which UTF-8 has no form for, becomes JSON's own escape of it.
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        line = text.encode(errors="backslashreplace") + b"\n"
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
            os.fsync(self._descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, end)
            raise

    def keep_log(self, name: str, log: str) -> str:
        """Write what a run printed to a file of its own, and return its path in the folder."""
        path = Path(LOGS) / f"{name}.txt"
        (self._folder / LOGS).mkdir(exist_ok=True)
        (self._folder / path).write_text(log, encoding="utf-8", errors="replace")
        return str(path)

    def clear(self) -> None:
        """Discard every row."""
        os.ftruncate(self._descriptor, 0)


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
    descriptor = os.open(folder / ROWS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsInUse(f"another runner is writing to {folder}") from None
        whole = (folder / ROWS).read_bytes().rfind(b"\n") + 1
        os.ftruncate(descriptor, whole)
        yield Store(folder, descriptor)
    finally:
        os.close(descriptor)
