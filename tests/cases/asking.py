"""How the cases ask: every formulation in this process, or each in its own under a time limit."""

import contextlib
import functools
from collections.abc import Collection, Iterable, Mapping

from knightbench import Context, Problem, Status, check, formulations
from knightbench.formulation import Formulation, ask, available, make
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run, judge
from knightbench.lab.supervisor import supervise

#: These must decide what is put to them, whatever the machine is busy with.
STRONG = ("cpsat-circuit", "nx-search", "sat-cutset", "sat-propagator")
#: A quick pair of complete ones with nothing in common, for cases of many problems.
PAIR = ("nx-search", "sat-cutset")
#: These must decide boards of thousands of squares.
STRONG_ON_LARGE = ("sat-cutset", "two-factor")
#: Seconds that the strong ones have: far more than they need.
PATIENCE = 120.0
#: Bytes that a run may hold.
MEMORY = 1500 * 2**20
#: On more squares than this they take seconds to minutes, and are asked under a limit only.
LARGEST = {"nx-monomorphism": 12, "zdd": 25, "mip-mtz": 30}
KING = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def everyone() -> list[str]:
    """The names of all formulations whose modules are installed."""
    return [name for name, formulation in formulations().items() if available(formulation)]


@functools.cache
def prepared(spec: str) -> Formulation:
    formulation = make(spec)
    formulation.prepare()
    return formulation


def all_answer(problem: Problem, there_is_one: bool, specs: Iterable[str] | None = None) -> None:
    """Ask all formulations that serve a small problem, here and without a limit.

    Complete ones must decide it, and rightly; the others may give up, and must not be wrong.
    """
    asked = 0
    for spec in everyone() if specs is None else specs:
        formulation = prepared(spec)
        if formulation.unsupported_reason(problem) is not None:
            continue
        if problem.size > LARGEST.get(formulation.name, problem.size):
            continue
        asked += 1
        answer = ask(formulation, problem, Context(seed=1))
        where = f"{spec} on {problem}, moves {problem.edges()[:60]}: {answer}"
        if answer.tour is not None:
            check(problem, answer.tour)
            assert there_is_one, where
            assert problem.start in (None, answer.tour[0]), where
        elif answer.status is Status.UNSATISFIABLE:
            assert not there_is_one, where
        else:
            assert not formulation.complete, where
            assert answer.reason == "incomplete", where
    assert asked >= (len(STRONG) if specs is None else 1)


def under_limits(
    problems: Mapping[str, tuple[Problem, bool]],
    limit: float = 1.0,
    specs: Iterable[str] | None = None,
    strong: Collection[str] = STRONG,
) -> dict[tuple[str, str], Result]:
    """Run formulations on problems, each in a process of its own, and judge them.

    A formulation may be at a loss after `limit` seconds. None may be wrong or crash, and the
    strong ones, who have more time, must answer. `problems` maps labels to problems and whether
    there is a tour; returned are the results by label and formulation.
    """
    runs = [
        Run(problem, formulation, label, seed=1, limits=Limits(patience, memory=MEMORY))
        for label, (problem, _there_is_one) in problems.items()
        for spec in (everyone() if specs is None else specs)
        for formulation in [make(spec)]
        for patience in [PATIENCE if spec in strong else limit]
        if formulation.unsupported_reason(problem) is None
    ]
    results = {}
    # More runs at a time than cores: who waits for a limit of wall time needs none.
    with contextlib.closing(supervise(((run, run.request) for run in runs), jobs=6)) as replies:
        for run, reply in replies:
            result = results[run.label, str(run.formulation)] = judge(run, reply)
            where = f"{run.formulation} on {run.label}: {result.outcome} {result.message}"
            allowed = {Outcome.SOLVED if problems[run.label][1] else Outcome.PROVED}
            if str(run.formulation) not in strong:
                allowed |= {Outcome.TIMEOUT, Outcome.MEMOUT, Outcome.GAVE_UP}
            assert result.outcome in allowed, where
    assert len(results) == len(runs) >= len(problems)
    return results
