"""Whatever a formulation does, its run ends, is judged rightly, and leaves nothing behind."""

import contextlib
import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knightbench import Problem, formulations
from knightbench.formulation import Formulation, available, load_plugin, make
from knightbench.lab import system
from knightbench.lab.nursery import ONE_THREAD
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run
from knightbench.lab.solve import solve_run
from knightbench.lab.supervisor import supervise

PLUGIN = Path(__file__).parents[2] / "experiments" / "misbehaving.py"
# Five squares in a row: the order of their numbers is a tour. Of a graph no theorem says so, which
# would refute the claims below that are to pass.
LINE = Problem.from_neighbours(range(5), [[1], [0, 2], [1, 3], [2, 4], [3]])


@pytest.fixture(autouse=True)
def plugin():
    load_plugin(PLUGIN)


def misbehaving(how: str, note: Path | None = None) -> Formulation:
    return make("misbehaving", how=how, note=str(note or ""))


def ended(how: str, problem: Problem = LINE, limit: float = 20, note: Path | None = None) -> Result:
    return solve_run(Run(problem, misbehaving(how, note), limits=Limits(wall=limit)))


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return -1


@pytest.mark.parametrize(
    ("how", "outcome", "message"),
    [
        ("answers", Outcome.SOLVED, None),
        ("chatters", Outcome.SOLVED, None),
        ("gives-up", Outcome.GAVE_UP, None),
        ("claims-none", Outcome.WRONG, "names no ground"),
        ("claims-none-with-a-ground", Outcome.PROVED, None),
        ("too-short", Outcome.WRONG, "step 5: missing"),
        ("outside", Outcome.WRONG, "step 1: square 5 does not exist"),
        ("raises", Outcome.CRASHED, "RuntimeError: red"),
        ("returns-nothing", Outcome.CRASHED, "AttributeError"),
        ("returns-an-object", Outcome.CRASHED, "TypeError"),
        ("counts-nothing", Outcome.CRASHED, "ValueError"),
        ("speaks-in-halves", Outcome.PROVED, None),
        ("exits", Outcome.CRASHED, "exit code 0 and no answer"),
        ("aborts", Outcome.CRASHED, "SIGABRT"),
        ("segfaults", Outcome.CRASHED, "SIGSEGV"),
        ("garbles", Outcome.CRASHED, "garbled"),
        ("answers-hugely", Outcome.SOLVED, None),
    ],
)
def test_outcomes(how, outcome, message):
    result = ended(how)
    assert result.outcome is outcome, result.message
    assert (message is None) == (result.message is None)
    assert message is None or message in (result.message or "")


@pytest.mark.parametrize("how", ["hangs", "ignores-signals-and-hangs"])
def test_a_run_ends_at_its_limit_whatever_it_does(how):
    begun = time.monotonic()
    result = ended(how, limit=0.5)
    assert result.outcome is Outcome.TIMEOUT
    assert time.monotonic() - begun < 10
    reply = result.reply
    assert reply is not None
    assert (reply.phase, reply.statistics) == ("search", {"steps": 41})
    assert reply.total >= 0.5
    # The phase began a moment after the run, as soon as its message arrived.
    assert 0 < reply.time["search"] <= reply.total


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are found by their mark in /proc")
@pytest.mark.parametrize(
    ("how", "outcome"),
    [("leaves-children", Outcome.TIMEOUT), ("leaves-children-and-answers", Outcome.SOLVED)],
)
def test_descendants_are_ended_too(how, outcome, tmp_path):
    note = tmp_path / "pids"
    assert ended(how, limit=8, note=note).outcome is outcome
    pids = [int(pid) for pid in note.read_text().split()]
    assert pids
    # Killed is not gone at once: the system takes a moment to tear a process down.
    patience = time.monotonic() + 5
    while any(map(alive, pids)) and time.monotonic() < patience:
        time.sleep(0.01)
    assert not [pid for pid in pids if alive(pid)]


def test_memory_of_the_whole_tree_is_limited():
    limits = Limits(wall=30, memory=200 * 2**20)
    result = solve_run(Run(LINE, misbehaving("grows"), limits=limits))
    assert result.outcome is Outcome.MEMOUT
    assert result.answer is not None
    assert result.answer.reason == "memory-limit"
    assert result.reply is not None
    assert 200 * 2**20 < (result.reply.peak_memory or 0) < 400 * 2**20
    assert "samples" in result.reply.measured["memory"]


def test_processor_time_of_the_whole_tree_is_limited():
    begun = time.monotonic()
    limits = Limits(wall=60, cpu=2)
    result = solve_run(Run(LINE, misbehaving("burns-in-children"), limits=limits))
    assert result.outcome is Outcome.TIMEOUT
    assert time.monotonic() - begun < 50
    assert result.reply is not None
    assert (result.reply.cpu or 0) > 1.5


@pytest.mark.skipif(not system.LINUX, reason="counts processes in /proc")
def test_a_brood_of_processes_is_ended():
    before = set(Path("/proc").glob("[0-9]*"))
    assert ended("breeds", limit=1.5).outcome is Outcome.TIMEOUT
    patience = time.monotonic() + 5

    def brood() -> list[Path]:
        return [
            folder
            for folder in set(Path("/proc").glob("[0-9]*")) - before
            if alive(int(folder.name)) and parent(int(folder.name)) in (1, os.getpid())
        ]

    while brood() and time.monotonic() < patience:
        time.sleep(0.02)
    assert not brood()


def test_an_answer_that_is_too_large_is_a_crash(monkeypatch):
    monkeypatch.setattr("knightbench.lab.watched.MESSAGES_LIMIT", 2**20)
    result = ended("answers-hugely")
    assert result.outcome is Outcome.CRASHED
    assert "larger than 1 MiB" in (result.message or "")


def test_a_clock_that_jumps_changes_nothing(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert ended("answers").outcome is Outcome.SOLVED
    assert ended("hangs", limit=0.5).outcome is Outcome.TIMEOUT


def test_an_interrupt_of_the_caller_ends_the_run():
    requests = iter([(0, Run(LINE, misbehaving("hangs")).request)])
    with contextlib.closing(supervise(requests)) as replies:
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 1.5)
        with pytest.raises(KeyboardInterrupt):
            next(replies)
    children = system.children(os.getpid())
    assert not [pid for pid in children if alive(pid)]


FORKABLE = [name for name, f in formulations().items() if f.forkable and available(f)]


@pytest.mark.skipif(not system.LINUX, reason="counts threads in /proc")
@pytest.mark.parametrize("name", FORKABLE)
def test_what_is_forkable_prepares_without_starting_threads(name):
    code = (
        "import os, sys; from knightbench.formulation import make;"
        f"make({name!r}).prepare(); sys.stdout.write(str(len(os.listdir('/proc/self/task'))))"
    )
    environment = {**os.environ, **ONE_THREAD}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment
    )
    assert ran.stdout == "1", ran.stderr


def test_forked_and_fresh_workers_give_the_same_answer():
    run = Run(Problem.from_board("5x5", start=(0, 0)), make("backtracking"))
    assert run.request.forkable
    forked, fresh = (
        reply
        for _tag, reply in supervise(
            iter([(0, run.request), (1, dataclasses.replace(run.request, forkable=False))])
        )
    )
    assert forked.message["tour"] == fresh.message["tour"]
    assert forked.statistics == fresh.statistics
    assert 0 < (forked.peak_memory or 0) < 2**30


def test_workers_are_confined_to_their_cores():
    allowed = sorted(os.sched_getaffinity(0))[:1] if system.LINUX else None
    run = Run(LINE, misbehaving("answers"))
    cores = [allowed] if allowed else None
    ((_tag, reply),) = supervise(iter([(0, run.request)]), cores=cores)
    assert (reply.kind, reply.cores) == ("answer", allowed)


def test_a_theorem_refutes_a_false_claim():
    result = ended("claims-none-with-a-ground", Problem.from_board("8x8", closed=True))
    assert result.outcome is Outcome.WRONG
    assert "Schwenk" in (result.message or "")


def test_cpu_time_is_that_of_the_run():
    result = solve_run(Run(Problem.from_board("5x6", closed=True), make("backtracking")))
    assert result.reply is not None
    assert result.reply.cpu is not None
    # Twenty-one million calls: far more than a tick of the clock, on any machine of today.
    assert result.reply.statistics["calls"] == 21_629_714
    assert result.reply.cpu > 0.05
    assert result.reply.measured["cpu"].startswith(("wait4: exact", "cgroup: exact"))


def test_many_at_once_each_get_their_own_reply():
    hows = ["answers", "raises", "exits", "gives-up"] * 3
    requests = [((i, how), Run(LINE, misbehaving(how)).request) for i, how in enumerate(hows)]
    kinds = {"answers": "answer", "gives-up": "answer", "raises": "error", "exits": "died"}
    replies = dict(supervise(iter(requests), jobs=4))
    assert {tag: reply.kind for tag, reply in replies.items()} == {
        (i, how): kinds[how] for i, how in enumerate(hows)
    }


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_closing_early_ends_every_worker():
    requests = [(i, Run(LINE, misbehaving("hangs")).request) for i in range(2)]
    first = (0, Run(LINE, misbehaving("answers")).request)
    replies = supervise(iter([first, *requests]), jobs=3)
    next(replies)
    replies.close()
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    assert not [pid for pid in children if alive(int(pid))]
