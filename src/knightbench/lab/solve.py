"""One question asked of one formulation, under the same supervisor as an experiment."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Unpack

from knightbench.answer import Answer
from knightbench.board import Board
from knightbench.formulation import Formulation, UnsupportedProblem, make, refusal, serving
from knightbench.lab.certifying import certified
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run, judge
from knightbench.lab.supervisor import supervise
from knightbench.problem import Problem, Requests

if TYPE_CHECKING:
    import networkx as nx

DEFAULT_FORMULATION = "sat-cutset"

#: More than this no machine of today has cores; solvers fail on larger numbers in odd ways.
MOST_THREADS = 1024


class RunFailed(RuntimeError):
    """A formulation crashed, or what it claimed was wrong.

    Attributes
    ----------
    outcome : Outcome
        ``crashed`` or ``wrong``.
    """

    def __init__(self, outcome: Outcome, message: str) -> None:
        super().__init__(f"{outcome}: {message}")
        self.outcome = outcome


def solve_run(run: Run) -> Result:
    """Make one run and judge it.

    Raises
    ------
    KeyboardInterrupt
        When the user interrupts; the worker is ended first.
    """
    if reason := refusal(run.formulation, run.problem):
        others = ", ".join(serving(run.problem)) or "none"
        told = f"{run.formulation.name}: {reason}; who serves this problem: {others}"
        return Result(Outcome.UNSUPPORTED, message=told)
    with contextlib.closing(supervise([(run, run.request)])) as replies:
        _run, reply = next(replies)
    result = judge(run, reply)
    return certified(run, result) if run.certify else result


def solve(
    problem: Problem | Board | str | nx.Graph[Any],
    *,
    formulation: str | Formulation | type[Formulation] = DEFAULT_FORMULATION,
    time_limit: float | None = None,
    cpu_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    threads: int = 1,
    presolve: bool = False,
    certify: bool = False,
    **requests: Unpack[Requests],
) -> Answer:
    """Ask one formulation one question, in a process of its own, and check its answer.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A problem, or what one is made from; a string is a size such as ``"8x8"``.
    formulation : str, Formulation or its class, optional
        A name, or a name with parameters as in ``"sat-cutset?solver=glucose4"``.
    time_limit : float, optional
        Seconds of wall time from build to decode, kept from outside; none where left out.
    cpu_limit : float, optional
        Seconds of processor time of all its processes; none where left out.
    memory_limit : int, optional
        Bytes of resident memory of all its processes; none where left out.
    seed : int, optional
        For the formulation's random choices.
    threads : int, optional
        How many threads the solver may use.
    presolve : bool, optional
        Whether theorems and necessary conditions are tried first.
    certify : bool, optional
        Whether an UNSATISFIABLE answer is to have a `certificate`, by the formulation or by a
        theorem; it is None where neither has one. It has been checked; see `knightbench.proof`.
    **requests
        Where `problem` is no Problem yet: see `knightbench.problem.Requests`.

    Returns
    -------
    Answer
        A SATISFIED answer's tour has been checked. A limit reached is UNKNOWN.

    Raises
    ------
    ValueError
        If the problem, the formulation or a limit is not as it should be; an
        `UnsupportedProblem` where the formulation does not serve this problem.
    RunFailed
        If the formulation crashed, or what it claimed was wrong.

    Examples
    --------
    >>> answer = solve("5x6", closed=True, formulation="backtracking", time_limit=60)
    >>> answer.status, answer.statistics["calls"] > 0
    (<Status.SATISFIED: 'SATISFIED'>, True)
    """
    run = asked_run(
        problem,
        requests,
        formulation=formulation,
        limits=Limits(time_limit, cpu_limit, memory_limit),
        seed=seed,
        threads=threads,
        presolve=presolve,
        certify=certify,
    )
    result = solve_run(run)
    if result.outcome is Outcome.UNSUPPORTED:
        raise UnsupportedProblem(result.message)
    if result.answer is None or result.outcome is Outcome.WRONG:
        raise RunFailed(result.outcome, result.message or "")
    return result.answer


def asked_run(
    problem: Problem | Board | str | nx.Graph[Any],
    requests: Requests,
    *,
    formulation: str | Formulation | type[Formulation],
    limits: Limits,
    seed: int,
    threads: int,
    presolve: bool = False,
    certify: bool = False,
) -> Run:
    """Return the run that is asked for in the words of `solve`.

    Raises
    ------
    ValueError
        As `solve` does.
    """
    question = Problem.of(problem, **requests)
    check_terms(limits, threads, seed)
    if isinstance(formulation, Formulation):
        asked = formulation
    else:
        asked = make(formulation if isinstance(formulation, str) else formulation.name)
    return Run(
        question,
        asked,
        seed=seed,
        threads=threads,
        limits=limits,
        presolve=presolve,
        certify=certify,
    )


def check_terms(limits: Limits, threads: int, seed: int) -> None:
    """Raise ValueError unless a run's terms make sense."""
    for what, limit, unit in (
        ("time", limits.wall, "seconds"),
        ("CPU", limits.cpu, "seconds"),
        ("memory", limits.memory, "bytes"),
    ):
        if limit is not None and not 0 < limit < float("inf"):
            raise ValueError(f"{what} limit {limit:g}: it must be a number of {unit} above 0")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads {threads}: there must be at least 1, and at most {MOST_THREADS}")
    if seed < 0:
        raise ValueError(f"seed {seed}: it must not be below 0")
