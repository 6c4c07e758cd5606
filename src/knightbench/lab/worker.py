"""The process that a formulation runs in.

It is a fork of the nursery, or a fresh interpreter started as ``python -m knightbench.lab.worker
LINE CORES``. It reads one pickled `Request` from standard input, and writes JSON lines, its
messages, to the file descriptor LINE: ``ready`` once everything is imported and compiled,
``phase`` when a phase begins, ``effort`` with the formulation's progress, ``tour`` with each tour
where many were asked for, and one of ``answer``, ``unsupported`` and ``error`` at the end. It also
settles claims for the supervisor, who does not search.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import pickle
import signal
import sys
import time
import traceback
from typing import Any

from knightbench import theory
from knightbench.answer import Answer
from knightbench.formulation import (
    Context,
    Formulation,
    Unfinished,
    UnsupportedProblem,
    ask,
    ask_for_all,
    load_plugin,
    make,
)
from knightbench.lab import settle, system
from knightbench.lab.request import Request

#: Reports of effort that follow sooner are dropped, so that a busy reporter costs nothing.
SECONDS_BETWEEN_REPORTS = 0.2


class Messages:
    """The line to the supervisor."""

    def __init__(self, descriptor: int) -> None:
        # A solver's own child processes must not hold the line open.
        os.set_inheritable(descriptor, False)
        self._line = os.fdopen(descriptor, "wb", buffering=0)

    def send(self, kind: str, **content: Any) -> None:
        """Write one message, whole."""
        message = (
            json.dumps({"kind": kind, **content}, default=_plain, allow_nan=False).encode() + b"\n"
        )
        while message:
            message = message[self._line.write(message) :]


def _plain(value: Any) -> Any:
    """Return the plain number in a numpy scalar."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in an answer")


def answer(request: Request, messages: Messages) -> None:
    """Run a request and send what comes of it."""
    formulation = _prepared(request)
    context = _ready(request, messages)
    begun = time.perf_counter()
    if (reason := _presolved(request, context)) is not None:
        claim = Answer.unsatisfiable(reason, presolve=1)
    else:
        claim = ask(formulation, request.problem, context)
    total = time.perf_counter() - begun
    flush()
    messages.send(
        "answer",
        status=claim.status.value,
        tour=claim.tour,
        reason=claim.reason,
        statistics=dict(claim.statistics),
        time={**context.time, "total": total},
        peak_memory=system.high_water_mark(),
        # As a text within the text: whoever passes it on need not read it.
        certificate=None if claim.certificate is None else json.dumps(claim.certificate),
    )


def list_tours(request: Request, messages: Messages) -> None:
    """Send every tour, and at the end whether these were all."""
    formulation = _prepared(request)
    latest: dict[str, int | float] = {}
    context = _ready(request, messages, latest)
    begun = time.perf_counter()
    sent, unfinished = 0, None
    if _presolved(request, context) is None:
        try:
            for tour in ask_for_all(formulation, request.problem, context):
                messages.send("tour", tour=tour)
                sent += 1
        except Unfinished as end:
            unfinished = end.reason
    total = time.perf_counter() - begun
    flush()
    messages.send(
        "answer",
        tours=sent,
        unfinished=unfinished,
        statistics=latest,
        time={**context.time, "total": total},
        peak_memory=system.high_water_mark(),
    )


def _prepared(request: Request) -> Formulation:
    """Return the formulation of a request, with everything imported and compiled."""
    for plugin in request.plugins:
        load_plugin(plugin)
    formulation = make(request.formulation)
    formulation.prepare()
    if request.presolve:
        theory.prepare()
    return formulation


def _presolved(request: Request, context: Context) -> str | None:
    """Return the theorem by which there is no tour, where theorems are asked for and one does."""
    if not request.presolve:
        return None
    with context.phase("build"):
        finding = theory.impossible(request.problem)
    return None if finding is None else f"{finding.statement} ({finding.source})"


def _ready(
    request: Request, messages: Messages, latest: dict[str, int | float] | None = None
) -> Context:
    """Say that time begins, and return what the formulation is given.

    Parameters
    ----------
    request : Request
    messages : Messages
    latest : dict, optional
        Updated with every report of effort, sent or not.
    """
    last_report = -math.inf

    def report(**counts: int | float) -> None:
        nonlocal last_report
        if latest is not None:
            latest.update(counts)
        now = time.monotonic()
        if now - last_report >= SECONDS_BETWEEN_REPORTS:
            last_report = now
            messages.send("effort", statistics=counts)

    messages.send("ready")
    limit = math.inf if request.limits.wall is None else request.limits.wall
    context = Context(
        seed=request.seed,
        threads=request.threads,
        deadline=time.monotonic() + limit,
        report=report,
        on_phase=lambda phase: messages.send("phase", phase=phase, time=context.time),
        certify=request.certify,
    )
    return context


def look_into(request: Request, messages: Messages) -> None:
    """Find out by other means whether a claim that there is no tour holds, and send it."""
    settle.prepare()
    messages.send("ready")
    begun = time.perf_counter()
    if request.task == "check":
        found = settle.check_certificate(request.problem, request.certificate)
    else:
        found = settle.settle(request.problem)
    total = time.perf_counter() - begun
    flush()
    messages.send("answer", found=found, statistics={}, time={"total": total})


#: What a request may ask for.
TASKS = {"solve": answer, "list": list_tours, "settle": look_into, "check": look_into}


def work(line: int, cores: list[int] | None) -> None:
    """Serve the request on standard input, on `cores` alone; it does not return."""
    system.end_with_the_parent()
    # Orphans of its own children stay in its tree, where they are counted and ended.
    system.adopt_orphans()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if cores is not None and system.LINUX:
        os.sched_setaffinity(0, cores)
    messages = Messages(line)
    try:
        with open(0, "rb", closefd=False) as order:
            request = pickle.load(order)
        TASKS[request.task](request, messages)
    except UnsupportedProblem as refusal:
        messages.send("unsupported", message=str(refusal))
    except MemoryError as error:
        messages.send("error", message=f"out of memory: {error}", memory=True)
    except BaseException as error:  # whatever it was, the row must say it
        with contextlib.suppress(Exception):
            traceback.print_exc()
        flush()
        messages.send("error", message=f"{type(error).__name__}: {error}")
    # Some solvers' libraries crash or hang in their destructors; the answer is out, so leave.
    os._exit(0)


def flush() -> None:
    """Let out what was printed: after its last word a worker is ended without delay."""
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()


if __name__ == "__main__":
    work(int(sys.argv[1]), json.loads(sys.argv[2]))
