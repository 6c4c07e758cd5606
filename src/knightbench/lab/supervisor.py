"""One process a run, ended from outside when its time is up.

Most solvers hold the interpreter lock and cannot be interrupted from within, so a limit is kept
by another process: the supervisor. It runs any number of workers at once from one thread.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from knightbench.lab import processes
from knightbench.lab.request import Request

#: Seconds that imports and compilation may take; they are not part of the run.
START_UP_LIMIT = 120.0

#: Seconds that a worker has to be gone after its last message.
FAREWELL = 1.0

#: Bytes of a worker's standard error that are kept, from its end.
STDERR_KEPT = 8192

#: Bytes of messages a worker may send; the tour of a 1000x1000 board takes 8 MB.
MESSAGES_LIMIT = 256 * 2**20

Tag = TypeVar("Tag")


@dataclass(frozen=True)
class Reply:
    """What became of a worker.

    Attributes
    ----------
    kind : str
        ``answer``, ``unsupported`` or ``error``, as the worker said; ``limit`` where its time was
        up, ``died`` where it ended without a word.
    message : mapping
        The worker's last message.
    startup, total : float
        Seconds until it was ready, and from then on.
    time : mapping
        Seconds by phase, as far as it got.
    phase : str or None
        The last phase it entered.
    statistics : mapping
        Its last report of effort, or the statistics of its answer.
    cpu : float or None
        Seconds of processor time of the worker and of the children it waited for.
    stderr : str
        The end of what it wrote to standard error.
    """

    kind: str
    message: Mapping[str, Any]
    startup: float
    total: float
    time: Mapping[str, float]
    phase: str | None
    statistics: Mapping[str, int | float]
    cpu: float | None
    stderr: str


@dataclass
class Worker(Generic[Tag]):
    """A worker that is running, and what is known of it so far."""

    tag: Tag
    request: Request
    process: subprocess.Popen[bytes]
    mark: str
    started: float
    ready: float | None = None
    answered: float | None = None
    phase: str | None = None
    phase_began: float = 0.0
    time: dict[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    last: Mapping[str, Any] = field(default_factory=dict)
    torn: list[bytes] = field(default_factory=list)
    received: int = 0
    hung_up: float | None = None
    stderr: bytes = b""
    exit: tuple[int, resource.struct_rusage] | None = None

    @property
    def deadline(self) -> float:
        """The `time.monotonic` at which it is ended."""
        if self.hung_up is not None:
            return self.hung_up + FAREWELL
        if self.ready is None:
            return self.started + START_UP_LIMIT
        limit = self.request.time_limit
        return float("inf") if limit is None else self.ready + limit

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
        elif kind == "effort":
            self.statistics = message["statistics"]
        else:
            self.answered, self.last = now, message

    def has_ended(self) -> bool:
        """Return whether the process is over; it is reaped then."""
        if self.exit is None:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.exit = (status, usage)
        return self.exit is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be waited for."""
        return (
            (self.answered is not None and self.hung_up is not None)
            or self.has_ended()
            or self.received > MESSAGES_LIMIT
            or time.monotonic() >= self.deadline
        )


def supervise(
    requests: Iterable[tuple[Tag, Request]], jobs: int = 1
) -> Generator[tuple[Tag, Reply], None, None]:
    """Run requests, up to `jobs` at once, and yield each with its reply as it ends.

    Parameters
    ----------
    requests : iterable of (tag, Request)
        Taken as workers come free. The tag is handed back beside the reply.
    jobs : int
        How many workers may run at the same time.

    Raises
    ------
    RuntimeError
        On a system where limits cannot be kept.

    Notes
    -----
    Closing the generator, or an exception in it (an interrupt, say), ends every worker.
    """
    if not processes.limits_can_be_kept():
        raise RuntimeError(
            f"runs need their limits kept from outside, which knightbench can do on Linux and "
            f"macOS; this is {sys.platform}"
        )
    waiting = iter(requests)
    running: list[Worker[Tag]] = []
    with selectors.DefaultSelector() as selector:
        try:
            more = True
            while more or running:
                while more and len(running) < jobs:
                    try:
                        tag, request = next(waiting)
                    except StopIteration:
                        more = False
                        break
                    running.append(_start(tag, request, selector))
                if running:
                    _listen(selector, running)
                for worker in list(running):
                    if worker.is_over:
                        running.remove(worker)
                        yield worker.tag, _finish(worker, selector)
        finally:
            for worker in running:
                _finish(worker, selector)


def _start(tag: Tag, request: Request, selector: selectors.BaseSelector) -> Worker[Tag]:
    line, workers_end = os.pipe()
    mark = uuid.uuid4().hex
    with tempfile.TemporaryFile() as order:
        pickle.dump(request.without_names(), order)
        order.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "knightbench.lab.worker", str(workers_end)],
            stdin=order,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=[workers_end],
            start_new_session=True,
            env={**os.environ, processes.MARK: mark},
        )
    os.close(workers_end)
    worker = Worker(tag, request, process, mark, started=time.monotonic())
    selector.register(line, selectors.EVENT_READ, ("line", worker))
    assert process.stderr is not None
    selector.register(process.stderr, selectors.EVENT_READ, ("stderr", worker))
    return worker


def _listen(selector: selectors.BaseSelector, running: list[Worker[Tag]]) -> None:
    """Wait for something to happen, and take it in."""
    now = time.monotonic()
    # The end of a process wakes nobody. Mostly its line is closed a moment before; where its
    # children hold the line open, a tenth of a second is soon enough.
    tick = 0.1 if all(worker.hung_up is None for worker in running) else 0.005
    patience = min([tick, *(worker.deadline - now for worker in running)])
    for key, _events in selector.select(max(0.0, patience)):
        what, worker = key.data
        data = os.read(key.fd, 2**16)
        if not data:
            selector.unregister(key.fileobj)
            _close(key.fileobj)
            if what == "line":
                worker.hung_up = time.monotonic()
        elif what == "line":
            worker.hear(data)
        else:
            worker.stderr = (worker.stderr + data)[-STDERR_KEPT:]


def _close(file: Any) -> None:
    os.close(file) if isinstance(file, int) else file.close()


def _finish(worker: Worker[Tag], selector: selectors.BaseSelector) -> Reply:
    """End what is left of a worker, read its last words and reap it."""
    ended = time.monotonic()
    by_itself = worker.has_ended()
    processes.end(worker.process.pid, worker.mark)
    for key in [key for key in selector.get_map().values() if key.data[1] is worker]:
        selector.unregister(key.fileobj)
        _drain(key.fd, worker, key.data[0])
        _close(key.fileobj)
    if worker.exit is None:
        worker.exit = os.wait4(worker.process.pid, 0)[1:]
    status, usage = worker.exit
    worker.process.returncode = os.waitstatus_to_exitcode(status)
    ready = worker.started if worker.ready is None else worker.ready
    phases = {"build": 0.0, "search": 0.0, "decode": 0.0, **worker.time}
    if worker.answered is not None:
        kind = worker.last["kind"]
    elif by_itself or worker.ready is None or worker.received > MESSAGES_LIMIT:
        kind = "died"
    else:
        kind = "limit"
    message = worker.last
    statistics = worker.statistics
    total = (ended if worker.answered is None else worker.answered) - ready
    if kind == "answer":
        statistics, phases = message["statistics"], message["time"]
        total = phases["total"]
    elif worker.phase is not None:
        phases[worker.phase] += ended - worker.phase_began
    if kind == "died":
        message = {"message": _last_words(worker)}
    return Reply(
        kind=kind,
        message=message,
        startup=ready - worker.started,
        total=total if worker.ready is not None else 0.0,
        time=phases,
        phase=worker.phase,
        statistics=statistics,
        cpu=usage.ru_utime + usage.ru_stime,
        stderr=worker.stderr.decode(errors="replace"),
    )


def _drain(descriptor: int, worker: Worker[Tag], what: str) -> None:
    """Read what a worker had written before it ended."""
    os.set_blocking(descriptor, False)
    with contextlib.suppress(BlockingIOError):
        while data := os.read(descriptor, 2**16):
            if what == "line":
                worker.hear(data)
            else:
                worker.stderr = (worker.stderr + data)[-STDERR_KEPT:]


def _last_words(worker: Worker[Tag]) -> str:
    """Return how a worker died that gave no answer."""
    code = worker.process.returncode
    if worker.received > MESSAGES_LIMIT:
        how = f"its answer is larger than {MESSAGES_LIMIT // 2**20} MiB"
    elif worker.ready is None and code == -signal.SIGKILL:
        how = f"it was not ready within {START_UP_LIMIT:g} s"
    elif code < 0:
        how = f"ended by signal {signal.Signals(-code).name}"
    else:
        how = f"ended with exit code {code} and no answer"
    return how
