"""A control group for a run, where the system lets us make one (Linux, cgroup version 2).

A control group holds every process of a run whatever it does: it counts their processor time
exactly, kills them at once, and knows their peak memory where the memory controller is on.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cgroup:
    """A control group that a run's processes are in."""

    path: Path

    @classmethod
    def make(cls, mark: str) -> Cgroup | None:
        """Return a new group below this process's own, or None where that is not allowed."""
        home = _own_group()
        if home is None:
            return None
        path = home / f"knightbench-{mark}"
        try:
            path.mkdir()
            if not (path / "cgroup.kill").exists():
                path.rmdir()
                return None
        except OSError:
            return None
        return cls(path)

    def add(self, pid: int) -> bool:
        """Move a process into the group; return whether that worked."""
        try:
            (self.path / "cgroup.procs").write_text(str(pid))
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """Kill every process in the group."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.kill").write_text("1")

    def cpu(self) -> float | None:
        """Return the processor time of all its processes, living or gone, in seconds."""
        with contextlib.suppress(OSError, ValueError):
            for line in (self.path / "cpu.stat").read_text().splitlines():
                name, value = line.split()
                if name == "usage_usec":
                    return int(value) / 1e6
        return None

    def peak_memory(self) -> int | None:
        """Return the peak memory in bytes, None where the memory controller is off."""
        with contextlib.suppress(OSError, ValueError):
            return int((self.path / "memory.peak").read_text())
        return None

    def remove(self) -> None:
        """Remove the group once its last process is gone."""
        for _ in range(50):
            with contextlib.suppress(FileNotFoundError):
                try:
                    self.path.rmdir()
                except OSError:
                    # Killed processes leave a moment after they are reaped.
                    time.sleep(0.002)
                    continue
            return


def _own_group() -> Path | None:
    """Return the folder of the version 2 group that this process is in, if there is one."""
    with contextlib.suppress(OSError):
        inside = next(
            (
                line.partition("::")[2]
                for line in Path("/proc/self/cgroup").read_text().splitlines()
                if line.startswith("0::")
            ),
            None,
        )
        mount = next(
            (
                line.split()[4]
                for line in Path("/proc/self/mountinfo").read_text().splitlines()
                if line.partition(" - ")[2].startswith("cgroup2 ")
            ),
            None,
        )
        if inside is not None and mount is not None:
            return Path(mount) / inside.lstrip("/")
    return None
