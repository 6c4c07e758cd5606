"""The machine that figures belong to."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from knightbench.versions import versions


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def core_sets(jobs: int, threads: int) -> list[list[int]] | None:
    """Return a set of cores for each of `jobs`, None where there are not enough for all.

    Sets do not overlap, so that no run shares its cores with another.
    """
    if sys.platform != "linux":
        return None
    allowed = sorted(os.sched_getaffinity(0))
    if jobs * threads > len(allowed):
        return None
    return [allowed[job * threads : (job + 1) * threads] for job in range(jobs)]


def describe() -> dict[str, Any]:
    """Return what is known of this machine, as plain values; memory in bytes."""
    return {
        "cpu": _cpu(),
        "cores": cores(),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "versions": versions(),
    }


def home() -> dict[str, Any]:
    """Return what tells one machine's rows from another's."""
    return {"cpu": _cpu(), "cores": cores()}


def commit(folder: Path) -> str | None:
    """Return the git commit that `folder` stands at, ``-dirty`` added where it has changes."""

    def git(*arguments: str) -> str:
        told = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True
        )
        return told.stdout.strip()

    try:
        # Results are made by the run itself, and are no change to what is run.
        elsewhere = (":(top)", ":(top,exclude)results")
        changed = git("status", "--porcelain", "--untracked-files=no", "--", *elsewhere)
        return git("rev-parse", "HEAD") + ("-dirty" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def command() -> str:
    """Return the command line of this process, to run it again."""
    return shlex.join([Path(sys.executable).name, *sys.argv])


def measuring_method() -> str:
    """Return how the supervisor measures on this system."""
    if sys.platform == "linux":
        return "wall clock; processor time by wait4 or control group; memory by /proc; see each row"
    return "wall clock; processor time by wait4; memory by ps; see each row"


@cache
def _cpu() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
