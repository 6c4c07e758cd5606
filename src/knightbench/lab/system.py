"""What is asked of the operating system: parents, children, limits, counts. Linux and macOS.

Everything here is about processes that belong to somebody else than the caller's solver, so every
function copes with a process that ends while it is looked at.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

LINUX = sys.platform == "linux"

# From linux/prctl.h.
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


def limits_can_be_kept() -> bool:
    """Return whether this system has what it takes to end a run from outside."""
    return sys.platform in ("linux", "darwin")


def end_with_the_parent() -> None:
    """Have the kernel kill this process when its parent ends, however that ends (Linux)."""
    if LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none leaves (Linux)."""
    if LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def children(pid: int) -> list[int]:
    """Return the living children of a process."""
    if LINUX:
        found: list[int] = []
        for thread in _listed(Path(f"/proc/{pid}/task")):
            with contextlib.suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
        return found
    return [child for child, parent, _group in _processes() if parent == pid]


def tree(pid: int) -> list[int]:
    """Return a process and its descendants, parents first; on macOS its group's members too."""
    if LINUX:
        found = [pid]
        for known in found:
            found += children(known)
        return found
    listing = _processes()
    found = [pid]
    for known in found:
        found += [child for child, parent, _group in listing if parent == known]
    return list(dict.fromkeys(found + [child for child, _parent, group in listing if group == pid]))


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    """Send a signal to a process that may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def kill_group(pid: int, number: int = signal.SIGKILL) -> None:
    """Send a signal to a process group that may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def kill_tree(pid: int) -> None:
    """Kill the descendants of a process, then the process itself.

    The process is stopped first, and adopts the orphans of its descendants (see `adopt_orphans`),
    so on Linux none gets away: the search is repeated until it finds no child.
    """
    kill(pid, signal.SIGSTOP)
    for _ in range(100):
        below = [p for p in tree(pid) if p != pid and not is_zombie(p)]
        if not below:
            break
        for descendant in below:
            kill(descendant)
    kill_group(pid)
    kill(pid)


def is_zombie(pid: int) -> bool:
    """Return whether a process has ended and waits to be reaped, or is gone."""
    if not LINUX:
        return not any(process == pid for process, _parent, _group in _processes())
    try:
        return _stat(pid)[0] in ("Z", "X")
    except OSError:
        return True


def usage(pids: Sequence[int]) -> tuple[int, float]:
    """Return the resident memory of processes in bytes, and their processor time in seconds.

    Pages that processes share are counted for each of them. The processor time holds that of
    children which they have waited for. On macOS both come from ``ps``.
    """
    if not LINUX:
        return _usage_from_ps(pids)
    memory, cpu = 0, 0.0
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            memory += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
            # Fields 14 to 17 of proc(5): user and system time, own and of awaited children.
            cpu += sum(map(int, _stat(pid)[11:15])) / _TICKS
    return memory, cpu


def forget_high_water_mark() -> None:
    """Have the kernel's record of this process's peak memory begin anew (Linux)."""
    if LINUX:
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")


def high_water_mark() -> int | None:
    """Return the peak resident memory of this process in bytes, None where it is not known."""
    if not LINUX:
        return None
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None


def threads(pid: int) -> int:
    """Return how many threads a process has (Linux)."""
    return len(_listed(Path(f"/proc/{pid}/task")))


def busy_seconds() -> tuple[float, float] | None:
    """Return the seconds that all processors together were busy and stolen since boot (Linux)."""
    if not LINUX:
        return None
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, fields[:8])
    return (user + nice + system + irq + softirq) / _TICKS, steal / _TICKS


def throttlings() -> int:
    """Return how often the processors were slowed because they were hot, where that is told."""
    count = 0
    for file in Path("/sys/devices/system/cpu").glob("cpu*/thermal_throttle/core_throttle_count"):
        with contextlib.suppress(OSError, ValueError):
            count += int(file.read_text())
    return count


def _stat(pid: int) -> list[str]:
    """Return the fields of ``/proc/PID/stat`` after the name, which may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _listed(folder: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        return list(folder.iterdir())
    return []


def _processes() -> list[tuple[int, int, int]]:
    """Return number, parent and group of every living process, from ``ps``."""
    listing = _ps("pid=,ppid=,pgid=,stat=")
    rows = (line.split(maxsplit=3) for line in listing.splitlines())
    return [(int(r[0]), int(r[1]), int(r[2])) for r in rows if not r[3].startswith("Z")]


def _usage_from_ps(pids: Sequence[int]) -> tuple[int, float]:
    memory, cpu = 0, 0.0
    for line in _ps("pid=,rss=,time=").splitlines():
        pid, kilobytes, clock = line.split()
        if int(pid) in pids:
            memory += int(kilobytes) * 1024
            days, _, rest = clock.rpartition("-")
            seconds = 0.0
            for part in rest.split(":"):
                seconds = seconds * 60 + float(part)
            cpu += int(days or 0) * 86400 + seconds
    return memory, cpu


def _ps(columns: str) -> str:
    command = ["ps", "-A", "-o", columns]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
