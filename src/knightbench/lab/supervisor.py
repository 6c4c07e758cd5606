"""One process a run, ended from outside when its limits are reached.

Most solvers hold the interpreter lock and cannot be interrupted from within, so limits are kept
by another process: the supervisor. It runs any number of workers at once from one thread, through
a nursery (see `knightbench.lab.nursery`) that starts and reaps them.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Generic

from knightbench.lab import nursery, system
from knightbench.lab.cgroup import Cgroup
from knightbench.lab.interrupt import raise_if_asked_for
from knightbench.lab.reply import Reply
from knightbench.lab.request import Request
from knightbench.lab.watched import START_UP_LIMIT, Load, Tag, Watched

#: Seconds between two looks at what the workers use.
SECONDS_BETWEEN_LOOKS = 0.05


def supervise(
    requests: Iterable[tuple[Tag, Request]], jobs: int = 1, cores: list[list[int]] | None = None
) -> Generator[tuple[Tag, Reply], None, None]:
    """Run requests, up to `jobs` at once, and yield each with its reply as it ends.

    Parameters
    ----------
    requests : iterable of (tag, Request)
        Taken as workers come free. The tag is handed back beside the reply.
    jobs : int
        How many workers may run at the same time.
    cores : list of list of int, optional
        A set of cores for each of the `jobs`, to which its workers are confined.

    Raises
    ------
    RuntimeError
        On a system where limits cannot be kept.

    Notes
    -----
    Closing the generator, or an exception in it (an interrupt, say), ends every worker.
    """
    _refuse_unless_limits_can_be_kept()
    with contextlib.closing(_Supervisor[Tag](jobs, cores)) as supervisor:
        for tag, told in supervisor.events(iter(requests)):
            if isinstance(told, Reply):
                yield tag, told


def stream(request: Request) -> Generator[list[int] | Reply, None, None]:
    """Run one request that is for many tours, and yield each as it comes, and the reply at last.

    Nothing is checked. Worker and limits are looked after while this is asked for the next tour;
    a worker whose tours nobody takes waits, as soon as its line is full.

    Raises
    ------
    RuntimeError
        On a system where limits cannot be kept.
    """
    _refuse_unless_limits_can_be_kept()
    with contextlib.closing(_Supervisor[None](1, None)) as supervisor:
        for _tag, told in supervisor.events(iter([(None, request)])):
            yield told


def _refuse_unless_limits_can_be_kept() -> None:
    if not system.limits_can_be_kept():
        raise RuntimeError(
            f"runs need their limits kept from outside, which knightbench can do on Linux and "
            f"macOS; this is {sys.platform}"
        )


class _Supervisor(Generic[Tag]):
    def __init__(self, jobs: int, cores: list[list[int]] | None) -> None:
        self._cores = cores
        self._free_slots = list(range(jobs))
        self._running: dict[str, Watched[Tag]] = {}
        self._selector = selectors.DefaultSelector()
        self._nursery: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._next_look = 0.0
        self._cpu_of_the_dead = 0.0

    def events(
        self, waiting: Iterator[tuple[Tag, Request]]
    ) -> Iterator[tuple[Tag, Reply | list[int]]]:
        """Yield every request's tag with each tour that it streams, and with its reply."""
        more = True
        while True:
            raise_if_asked_for()
            while more and self._free_slots:
                try:
                    tag, request = next(waiting)
                except StopIteration:
                    more = False
                    break
                self._start(tag, request)
            if not self._running:
                return
            self._listen()
            if time.monotonic() >= self._next_look:
                for worker in self._running.values():
                    worker.measure()
                self._next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            for worker in list(self._running.values()):
                self._tend(worker)
                reply = self._bury(worker) if worker.status is not None else None
                while worker.found:
                    yield worker.tag, worker.found.popleft()
                if reply is not None:
                    yield worker.tag, reply

    def close(self) -> None:
        """End every worker, and the nursery."""
        for worker in self._running.values():
            worker.kill()
        self._dismiss_nursery()
        for key in list(self._selector.get_map().values()):
            self._hang_up(key)
        self._selector.close()
        for worker in self._running.values():
            if worker.cgroup is not None:
                worker.cgroup.remove()
        self._running.clear()

    def _start(self, tag: Tag, request: Request) -> None:
        slot = self._free_slots.pop(0)
        cores = self._cores[slot] if self._cores is not None else None
        worker = Watched(tag, request, uuid.uuid4().hex, slot, cores)
        self._running[worker.mark] = worker
        line, workers_line = os.pipe()
        output, workers_output = os.pipe()
        with tempfile.TemporaryFile() as order:
            pickle.dump(request.without_names(), order)
            order.seek(0)
            command = {
                "do": "start",
                "mark": worker.mark,
                "fork": request.forkable and system.LINUX,
                "spec": request.formulation,
                "cores": cores,
            }
            self._tell(command, [order.fileno(), workers_line, workers_output])
        os.close(workers_line)
        os.close(workers_output)
        self._selector.register(line, selectors.EVENT_READ, ("line", worker))
        self._selector.register(output, selectors.EVENT_READ, ("output", worker))

    def _listen(self) -> None:
        """Wait for something to happen, and take it in."""
        due = min(
            (worker.deadline for worker in self._running.values() if not worker.reaping),
            default=float("inf"),
        )
        patience = min(due, self._next_look) - time.monotonic()
        for key, _events in self._selector.select(max(0.0, patience)):
            what, worker = key.data
            if what == "nursery":
                self._hear_nursery()
            elif what == "exit":
                worker.exited = True
                self._hang_up(key)
            else:
                data = os.read(key.fd, 2**16)
                if not data:
                    self._hang_up(key)
                    if what == "line":
                        worker.hung_up = time.monotonic()
                elif what == "line":
                    self._hear(worker, data)
                else:
                    worker.overhear(data)

    def _hear(self, worker: Watched[Tag], data: bytes) -> None:
        worker.hear(data)
        if worker.ready is not None and worker.load is None:
            worker.load = Load.now(self._own_cpu())

    def _own_cpu(self) -> float:
        return self._cpu_of_the_dead + sum(worker.cpu for worker in self._running.values())

    def _tend(self, worker: Watched[Tag]) -> None:
        """Do what is due for a worker: nothing, the polite signal, the final one."""
        if worker.pid is None or worker.reaping:
            if worker.pid is None and time.monotonic() >= worker.deadline:
                self._lose_nursery(f"the nursery did not start it within {START_UP_LIMIT:g} s")
            return
        worker.judge()
        if worker.over is None:
            return
        if worker.over != "done" and not worker.exited:
            if not worker.politely:
                worker.send_polite_signal()
            if time.monotonic() < worker.deadline:
                return
        worker.kill()
        worker.reaping = True
        self._tell({"do": "reap", "mark": worker.mark, "pid": worker.pid}, [])

    def _bury(self, worker: Watched[Tag]) -> Reply:
        """Read a reaped worker's last words, and forget it."""
        for key in [k for k in self._selector.get_map().values() if k.data[1] is worker]:
            what = key.data[0]
            if what != "exit":
                os.set_blocking(key.fd, False)
                with contextlib.suppress(BlockingIOError):
                    while data := os.read(key.fd, 2**16):
                        worker.hear(data) if what == "line" else worker.overhear(data)
            self._hang_up(key)
        self._cpu_of_the_dead += max(worker.cpu, worker.reaped_cpu)
        del self._running[worker.mark]
        self._free_slots.append(worker.slot)
        self._free_slots.sort()
        reply = worker.reply(self._own_cpu())
        if worker.cgroup is not None:
            worker.cgroup.remove()
        return reply

    def _hang_up(self, key: selectors.SelectorKey) -> None:
        self._selector.unregister(key.fileobj)
        if isinstance(key.fileobj, int):
            os.close(key.fileobj)

    # The nursery.

    def _tell(self, command: dict[str, Any], descriptors: list[int]) -> None:
        if self._line is None:
            self._line = self._open_nursery()
        try:
            socket.send_fds(self._line, [json.dumps(command).encode()], descriptors)
        except OSError:
            self._lose_nursery("the nursery is gone")

    def _open_nursery(self) -> socket.socket:
        # Packets keep commands apart; only Linux has them with an end that is noticed.
        kind = socket.SOCK_SEQPACKET if system.LINUX else socket.SOCK_DGRAM
        ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
        with theirs:
            self._nursery = subprocess.Popen(
                [sys.executable, "-m", "knightbench.lab.nursery", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={**os.environ, **nursery.ONE_THREAD},
                start_new_session=True,
            )
        self._selector.register(ours, selectors.EVENT_READ, ("nursery", None))
        return ours

    def _hear_nursery(self) -> None:
        assert self._line is not None
        try:
            data = self._line.recv(2**16)
        except OSError:
            data = b""
        if not data:
            self._lose_nursery("the nursery is gone")
            return
        told = json.loads(data)
        worker = self._running.get(told["mark"])
        if worker is None:
            return
        if told["kind"] == "started":
            worker.pid = told["pid"]
            worker.cgroup = Cgroup.make(worker.mark)
            if worker.cgroup is not None and not worker.cgroup.add(told["pid"]):
                worker.cgroup.remove()
                worker.cgroup = None
            if hasattr(os, "pidfd_open"):
                with contextlib.suppress(OSError):
                    descriptor = os.pidfd_open(told["pid"])
                    self._selector.register(descriptor, selectors.EVENT_READ, ("exit", worker))
        elif told["kind"] == "failed":
            worker.last = {"kind": "error", "message": told["message"]}
            worker.answered = worker.over_since = time.monotonic()
            worker.status = 0
        else:
            worker.status, worker.reaped_cpu = told["status"], told["cpu"]

    def _lose_nursery(self, why: str) -> None:
        """Give up a nursery that is gone or stuck; its workers end with it."""
        for worker in self._running.values():
            worker.kill()
            worker.over_since = time.monotonic()
            worker.status = signal.SIGKILL
            if worker.answered is None:
                worker.last = {"message": why}
        self._dismiss_nursery()

    def _dismiss_nursery(self) -> None:
        if self._line is not None:
            self._selector.unregister(self._line)
            self._line.close()
            self._line = None
        if self._nursery is not None:
            self._nursery.kill()
            self._nursery.wait()
            self._nursery = None
