"""Whatever a formulation does, its run ends, is judged rightly, and leaves nothing behind."""

import contextlib
import os
import sys
import time
from pathlib import Path

import pytest

from knightbench import Board, Problem
from knightbench.formulation import Formulation, load_plugin, make
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run
from knightbench.lab.solve import solve_run
from knightbench.lab.supervisor import supervise

PLUGIN = Path(__file__).parent / "misbehaving.py"
# Five squares in a row: the order of their numbers is a tour.
LINE = Problem.from_board(Board(1, 5, moves=(0, 1)))


@pytest.fixture(autouse=True)
def plugin():
    load_plugin(PLUGIN)
    yield
    sys.modules["knightbench.formulation"]._registry.pop("misbehaving", None)
    sys.modules["knightbench.formulation"]._files.clear()


def misbehaving(how: str, note: Path | None = None) -> Formulation:
    return make("misbehaving", how=how, note=str(note or ""))


def ended(how: str, problem: Problem = LINE, limit: float = 20, note: Path | None = None) -> Result:
    return solve_run(Run(problem, misbehaving(how, note), limits=Limits(wall=limit)))


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


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
        ("exits", Outcome.CRASHED, "exit code 0 and no answer"),
        ("aborts", Outcome.CRASHED, "SIGABRT"),
        ("segfaults", Outcome.CRASHED, "SIGSEGV"),
        ("garbles", Outcome.CRASHED, "garbled"),
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
    assert 0.5 <= reply.time["search"] <= reply.total + 0.1


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


def test_a_theorem_refutes_a_false_claim():
    result = ended("claims-none-with-a-ground", Problem.from_board("8x8", closed=True))
    assert result.outcome is Outcome.WRONG
    assert "Schwenk" in (result.message or "")


def test_cpu_time_is_that_of_the_run():
    result = solve_run(Run(Problem.from_board("5x6", closed=True), make("backtracking")))
    assert result.reply is not None
    assert result.reply.cpu is not None
    assert result.reply.cpu >= result.reply.time["search"] * 0.5


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
