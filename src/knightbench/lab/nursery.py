"""The process from which workers are forked: warm, single-threaded, and no solver itself.

A Python process that has imported numpy and numba and compiled its kernels takes half a second to
make; a fork of one takes milliseconds. So the runner starts one nursery, and the nursery forks a
worker for each run. It imports and compiles what a formulation asks for (`Formulation.prepare`)
before it forks, and never solves anything. A formulation that does not declare itself `forkable`
gets a fresh interpreter in place of a fork.

The runner sends datagrams, each a JSON object, with the descriptors of a new worker attached; the
nursery answers with datagrams of its own:

=========================================  ==================================================
from the runner                            from the nursery
=========================================  ==================================================
``start`` (mark, fork, spec, cores)        ``started`` (mark, pid), or ``failed`` (mark, message)
``reap`` (mark, pid), a worker that ended   ``reaped`` (mark, status, cpu)
=========================================  ==================================================

A worker that has ended stays a zombie until the runner has it reaped, so that its number cannot
pass to a stranger while somebody may still signal it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from typing import Any

from knightbench.lab import system

#: The environment variable that tells whose worker a process is, for people who look.
MARK = "KNIGHTBENCH_RUN"

#: Libraries that start threads when they are imported are told not to.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
}


class Nursery:
    """The nursery's own loop."""

    def __init__(self, runner: socket.socket) -> None:
        self._runner = runner
        self._workers: set[int] = set()
        self._prepared: set[str] = set()

    def serve(self) -> None:
        """Serve the runner until it is gone."""
        parent = os.getppid()
        while True:
            ready, _, _ = select.select([self._runner], [], [], 1.0)
            if ready:
                # The order, the messages' line and the output: three descriptors at most.
                data, descriptors, _flags, _sender = socket.recv_fds(self._runner, 2**16, 3)
                if not data:
                    return
                self._obey(json.loads(data), descriptors)
            elif os.getppid() != parent:
                return
            self._bury_orphans()

    def _obey(self, command: dict[str, Any], descriptors: list[int]) -> None:
        if command["do"] == "start":
            try:
                pid = self._start(command, descriptors)
            except Exception as error:  # whatever a formulation's imports may raise
                self._say("failed", command, message=f"{type(error).__name__}: {error}")
            else:
                self._workers.add(pid)
                self._say("started", command, pid=pid)
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
        else:
            pid = command["pid"]
            _pid, status, usage = os.wait4(pid, 0)
            self._workers.discard(pid)
            self._say("reaped", command, status=status, cpu=usage.ru_utime + usage.ru_stime)

    def _say(self, kind: str, command: dict[str, Any], **content: Any) -> None:
        told = {"kind": kind, "mark": command["mark"], **content}
        with contextlib.suppress(BrokenPipeError, ConnectionError):
            self._runner.send(json.dumps(told).encode())

    def _start(self, command: dict[str, Any], descriptors: list[int]) -> int:
        if not command["fork"]:
            return _spawn(command, descriptors)
        from knightbench.formulation import make
        from knightbench.lab import settle

        if command["spec"] not in self._prepared:
            # A task without a formulation is to settle a claim.
            prepare = make(command["spec"]).prepare if command["spec"] else settle.prepare
            prepare()
            self._prepared.add(command["spec"])
        pid = os.fork()
        if pid == 0:
            self._become_a_worker(command, descriptors)
        return pid

    def _become_a_worker(self, command: dict[str, Any], descriptors: list[int]) -> None:
        """Turn this fork into a worker; it does not return."""
        # Whatever happens here must not run on in the nursery's loop.
        try:
            os.setsid()
            self._runner.close()
            order, line, output = descriptors
            os.dup2(order, 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.environ[MARK] = command["mark"]
            system.forget_high_water_mark()
            from knightbench.lab import worker

            worker.work(line, command["cores"])
        finally:
            os._exit(1)

    def _bury_orphans(self) -> None:
        """Kill and reap what descended from workers that are gone."""
        for pid in set(system.children(os.getpid())) - self._workers:
            system.kill_tree(pid)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _spawn(command: dict[str, Any], descriptors: list[int]) -> int:
    order, line, output = descriptors
    process = subprocess.Popen(
        [sys.executable, "-m", "knightbench.lab.worker", str(line), json.dumps(command["cores"])],
        stdin=order,
        stdout=output,
        stderr=output,
        pass_fds=[line],
        start_new_session=True,
        env={**os.environ, MARK: command["mark"]},
    )
    # It is reaped when the runner says so, and not by this object.
    process.returncode = 0
    return process.pid


def main() -> None:
    """Serve the runner whose socket is the descriptor given as the first argument."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # The runner decides when it is over: a terminal's interrupt reaches the whole group.
        signal.signal(number, signal.SIG_IGN)
    system.end_with_the_parent()
    system.adopt_orphans()
    with socket.socket(fileno=int(sys.argv[1])) as runner:
        Nursery(runner).serve()


if __name__ == "__main__":
    main()
