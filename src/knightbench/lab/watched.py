"""A worker as the supervisor knows it: what it has said, what it uses, how it ends."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from knightbench.lab import machine, system
from knightbench.lab.cgroup import Cgroup
from knightbench.lab.reply import Reply
from knightbench.lab.request import Request

#: Seconds that imports and compilation may take; they are not part of the run.
START_UP_LIMIT = 120.0

#: Seconds that a worker has to be gone after its line is closed, or after the polite signal.
FAREWELL = 1.0
GRACE = 0.2

#: Bytes of a worker's output that are kept, from its end.
LOG_KEPT = 16 * 1024

#: Bytes of messages a worker may send; the tour of a 1000x1000 board takes 8 MB.
MESSAGES_LIMIT = 256 * 2**20

#: Cores that others must use before a run's row mentions it.
DISTURBANCE = 0.25

Tag = TypeVar("Tag")


@dataclass
class Load:
    """The machine's busy, stolen and own seconds at a moment, and how often it was throttled."""

    at: float
    busy: float
    stolen: float
    own: float
    throttlings: int

    @classmethod
    def now(cls, own: float) -> Load:
        """Return the load so far, `own` being the supervised workers' processor time."""
        busy, stolen = system.busy_seconds() or (0.0, 0.0)
        return cls(time.monotonic(), busy, stolen, own, system.throttlings())

    def disturbances_until(self, later: Load) -> tuple[str, ...]:
        """Return what disturbed the time between two moments."""
        elapsed = later.at - self.at
        # Shorter runs than this are within the ticks that the system counts in.
        if elapsed < 0.5 or not system.LINUX:
            return ()
        others = ((later.busy - self.busy) - (later.own - self.own)) / elapsed
        stolen = (later.stolen - self.stolen) / elapsed
        found = []
        if others > DISTURBANCE:
            found.append(f"other processes used {others:.1f} cores")
        if stolen > DISTURBANCE:
            found.append(f"the host took {stolen:.1f} cores away")
        if later.throttlings > self.throttlings:
            found.append("the processor was throttled")
        return tuple(found)


@dataclass
class Watched(Generic[Tag]):
    """A worker from its start to its burial."""

    tag: Tag
    request: Request
    mark: str
    slot: int
    cores: list[int] | None
    started: float = field(default_factory=time.monotonic)
    pid: int | None = None
    cgroup: Cgroup | None = None
    # What it has said.
    ready: float | None = None
    answered: float | None = None
    phase: str | None = None
    phase_began: float = 0.0
    time: dict[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    last: Mapping[str, Any] = field(default_factory=dict)
    found: deque[list[int]] = field(default_factory=deque)
    torn: list[bytes] = field(default_factory=list)
    received: int = 0
    hung_up: float | None = None
    log: bytes = b""
    # What it uses.
    cpu: float = 0.0
    memory: int = 0
    peak: int = 0
    processes: int = 1
    load: Load | None = None
    # How it ends.
    exited: bool = False
    over: str | None = None
    over_since: float = 0.0
    politely: bool = False
    reaping: bool = False
    status: int | None = None
    reaped_cpu: float = 0.0

    def hear(self, data: bytes) -> None:
        """Take in what arrived on the line, message by message."""
        self.received += len(data)
        self.torn.append(data)
        if b"\n" not in data:
            return
        *lines, rest = b"".join(self.torn).split(b"\n")
        self.torn = [rest]
        now = time.monotonic()
        for line in lines:
            if self.answered is not None:
                return
            try:
                self._take(json.loads(line), now)
            except (ValueError, KeyError, TypeError) as error:
                # Code that writes to any descriptor it finds can garble the line.
                self.answered = now
                self.last = {"kind": "error", "message": f"its messages are garbled: {error}"}

    def _take(self, message: Mapping[str, Any], now: float) -> None:
        kind = message["kind"]
        if kind == "ready":
            self.ready = now
        elif kind == "phase":
            self.phase, self.phase_began, self.time = message["phase"], now, message["time"]
        elif kind == "tour":
            self.found.append(message["tour"])
            # There may be any number of these; none of them is long.
            self.received = 0
        elif kind == "effort":
            self.statistics = message["statistics"]
        else:
            self.answered, self.last = now, message

    def overhear(self, data: bytes) -> None:
        """Keep the end of what it prints."""
        self.log = (self.log + data)[-LOG_KEPT:]

    def measure(self) -> None:
        """Look at what it and its descendants use now."""
        if self.pid is None or self.exited:
            return
        pids = system.tree(self.pid)
        self.memory, cpu = system.usage(pids)
        self.processes = max(self.processes, len(pids))
        if self.cgroup is not None:
            cpu = max(cpu, self.cgroup.cpu() or 0.0)
        self.cpu = max(self.cpu, cpu)
        self.peak = max(self.peak, self.memory)

    @property
    def deadline(self) -> float:
        """The `time.monotonic` at which something is due, whatever it says until then."""
        if self.over is not None:
            return self.over_since + GRACE
        if self.hung_up is not None:
            return self.hung_up + FAREWELL
        if self.ready is None:
            return self.started + START_UP_LIMIT
        wall = self.request.limits.wall
        return float("inf") if wall is None else self.ready + wall

    def judge(self) -> None:
        """Settle whether it is over, and why: ``wall``, ``cpu``, ``memory`` or ``done``."""
        limits = self.request.limits
        now = time.monotonic()
        if self.over is not None:
            return
        if self.exited or self.answered is not None or self.received > MESSAGES_LIMIT:
            self.over = "done"
        elif limits.memory is not None and self.memory > limits.memory:
            self.over = "memory"
        elif self.ready is not None and limits.cpu is not None and self.cpu > limits.cpu:
            self.over = "cpu"
        elif now >= self.deadline:
            self.over = "wall" if self.ready is not None and self.hung_up is None else "done"
        self.over_since = now

    def send_polite_signal(self) -> None:
        """Ask its whole group to end."""
        self.politely = True
        if self.pid is not None:
            system.kill(self.pid, signal.SIGTERM)
            system.kill_group(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """End it with all its descendants."""
        self.measure()
        if self.cgroup is not None:
            self.cgroup.kill()
        if self.pid is not None:
            system.kill_tree(self.pid)

    def reply(self, own_cpu: float) -> Reply:
        """Return what became of it, once it is reaped."""
        ended = self.over_since
        ready = self.started if self.ready is None else self.ready
        phases = {"build": 0.0, "search": 0.0, "decode": 0.0, **self.time}
        statistics = self.statistics
        message = self.last
        total = 0.0 if self.ready is None else ended - ready
        if self.answered is not None:
            kind = str(message["kind"])
        elif self.over in ("wall", "cpu", "memory"):
            kind = self.over
        else:
            kind, message = "died", {"message": self._how_it_died()}
        if kind == "answer":
            statistics, phases = message["statistics"], message["time"]
            total = phases["total"]
        elif self.phase is not None:
            phases[self.phase] += ended - self.phase_began
        cpu, cpu_by = self._cpu()
        peak, memory_by = self._peak_memory()
        disturbed = self.load.disturbances_until(Load.now(own_cpu)) if self.load else ()
        return Reply(
            kind=kind,
            message=message,
            startup=ready - self.started,
            total=total,
            time=phases,
            phase=self.phase,
            statistics=statistics,
            cpu=cpu,
            peak_memory=peak,
            measured={"cpu": cpu_by, "memory": memory_by},
            machine=machine.home(),
            cores=self.cores,
            warnings=disturbed,
            log=self.log.decode(errors="replace"),
        )

    def _cpu(self) -> tuple[float, str]:
        """Return its processor time, and the method that measured it with what that promises."""
        if self.cgroup is not None and (whole := self.cgroup.cpu() or 0.0) >= self.reaped_cpu:
            return whole, "cgroup: exact, all its processes"
        if self.processes > 1:
            sampled = max(self.reaped_cpu, self.cpu)
            return sampled, "samples of the process tree: a lower bound"
        return self.reaped_cpu, "wait4: exact, the one process"

    def _peak_memory(self) -> tuple[int | None, str]:
        if self.cgroup is not None and (peak := self.cgroup.peak_memory()) is not None:
            return peak, "cgroup: exact, all its processes"
        mark = self.last.get("peak_memory")
        if isinstance(mark, int) and self.processes == 1:
            return mark, "high-water mark: exact, the one process, its libraries included"
        if isinstance(mark, int):
            return max(mark, self.peak), "samples of the process tree: a lower bound"
        return self.peak or None, "samples of the process tree: a lower bound"

    def _how_it_died(self) -> str:
        if self.last.get("message"):
            return str(self.last["message"])
        if self.received > MESSAGES_LIMIT:
            return f"its answer is larger than {MESSAGES_LIMIT // 2**20} MiB"
        if not self.exited and self.ready is None and self.hung_up is None:
            return f"it was not ready within {START_UP_LIMIT:g} s"
        code = os.waitstatus_to_exitcode(self.status or 0)
        if code < 0:
            return f"ended by signal {signal.Signals(-code).name}"
        return f"ended with exit code {code} and no answer"
