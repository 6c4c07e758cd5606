"""Ending a process with all its descendants, those that left its group or session included."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

#: The environment variable that marks a run's processes; descendants inherit it.
MARK = "KNIGHTBENCH_RUN"


def limits_can_be_kept() -> bool:
    """Return whether this system has what the supervisor needs to end a run."""
    return sys.platform in ("linux", "darwin")


def end(pid: int, mark: str) -> None:
    """Kill the process group `pid`, and every process that descends from it.

    Parameters
    ----------
    pid : int
        The leader of a session of its own.
    mark : str
        What its environment holds under `MARK`. It finds descendants whose parents are gone, on
        Linux; elsewhere those are found that are still in the tree or in the group.

    Notes
    -----
    A descendant may start another while it is looked for, so the search is repeated until it
    comes back empty.
    """
    for _ in range(20):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        found = _marked(mark) if sys.platform == "linux" else _tree(pid)
        if not found:
            return
        for descendant in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(descendant, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    """Return the living processes whose environment carries the mark."""
    entry = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        # A process may end, or belong to somebody else; a zombie's environment is empty.
        with contextlib.suppress(OSError):
            if entry in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _tree(pid: int) -> list[int]:
    """Return the descendants of `pid` and the members of its group, from ``ps``."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,pgid=,stat="], capture_output=True, text=True, check=True
    )
    children: dict[int, list[int]] = {}
    found = []
    for line in listing.stdout.splitlines():
        process, parent, group, state = line.split(maxsplit=3)
        if state.startswith("Z"):
            continue
        children.setdefault(int(parent), []).append(int(process))
        if int(group) == pid and int(process) != pid:
            found.append(int(process))
    open_ends = [pid]
    while open_ends:
        below = children.get(open_ends.pop(), [])
        found += below
        open_ends += below
    return sorted(set(found))
