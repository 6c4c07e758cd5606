"""What the mixed integer programs share: how the solver is run and how its result is read."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from knightbench.answer import Answer, UnknownReason
from knightbench.formulation import Context, Formulation, parameter

if TYPE_CHECKING:
    from ortools.math_opt.python.mathopt import Model, SolveParameters, SolveResult


@dataclass(frozen=True)
class MipFormulation(Formulation):
    """A mixed integer program for a solver that OR-tools' MathOpt brings.

    The statistics hold the model's ``variables`` and ``constraints`` before presolve, the search's
    ``nodes`` of branch and bound and its ``simplex_iterations``. The effort is simplex iterations;
    it may be 0, where presolve or a heuristic of the solver settles the problem. A seed decides
    all of these where there is one thread; more threads may race each other, and promise nothing.
    HiGHS keeps the number of threads that it begins with for as long as the process lives.

    Notes
    -----
    These solvers compute in floating point: a binary counts as 0 or 1 within 1e-6, and a row as
    kept within about as much of its largest term. That loosens a model and never tightens it. So a
    solution is rounded, followed and held against the problem, and one that is no tour is an
    error, not an answer. A proof that there is none is the solver's, and no more exact than its
    arithmetic; it is taken from the status *infeasible* alone, not from any that shares doubts.
    """

    family: ClassVar[str] = "mip"
    effort: ClassVar[str] = "simplex_iterations"
    uses_seed: ClassVar[bool] = True
    requires: ClassVar[tuple[str, ...]] = ("ortools.math_opt.python.mathopt",)

    solver: str = parameter("highs", "the branch-and-bound solver", choices=("highs", "scip"))


#: Why a solver ended without an answer, by the name of MathOpt's `Limit`.
LIMITS: dict[str, UnknownReason] = {
    "TIME": "time-limit",
    "MEMORY": "memory-limit",
    "INTERRUPTED": "interrupted",
}


def run(model: Model, solver: str, context: Context) -> SolveResult:
    """Solve `model` in silence, under the seed, the threads and the deadline of `context`."""
    from ortools.math_opt.python import mathopt

    kind = {"highs": mathopt.SolverType.HIGHS, "scip": mathopt.SolverType.GSCIP}[solver]
    return mathopt.solve(model, kind, params=_parameters(solver, context))


#: How many threads HiGHS began with in this process, once it has.
_highs_threads: list[int] = []


def _parameters(solver: str, context: Context) -> SolveParameters:
    from ortools.math_opt.python import mathopt

    parameters = mathopt.SolveParameters(enable_output=False)
    if math.isfinite(context.deadline):
        parameters.time_limit = datetime.timedelta(seconds=context.remaining)
    if solver == "highs":
        if not _highs_threads:
            _highs_threads.append(context.threads)
        if _highs_threads[0] != context.threads:
            raise RuntimeError(
                f"HiGHS keeps the number of threads that it begins with, {_highs_threads[0]} in "
                f"this process, and was asked for {context.threads}: take another process"
            )
        # MathOpt hands HiGHS neither of these from the parameters that all solvers share.
        parameters.highs.int_options["threads"] = context.threads
        parameters.highs.int_options["random_seed"] = context.solver_seed
    else:
        parameters.threads = context.threads
        parameters.random_seed = context.solver_seed
    return parameters


def size(model: Model) -> dict[str, int]:
    """Return the numbers of variables and constraints of `model`."""
    return {
        "variables": sum(1 for _ in model.variables()),
        "constraints": sum(1 for _ in model.linear_constraints()),
    }


def counts(result: SolveResult) -> dict[str, int]:
    """Return the nodes and the simplex iterations of a search."""
    stats = result.solve_stats
    return {"nodes": stats.node_count, "simplex_iterations": stats.simplex_iterations}


def answer_without_solution(result: SolveResult, **statistics: int) -> Answer:
    """Return what a search that found no solution says of the problem.

    Raises
    ------
    RuntimeError
        If it ended neither by a proof nor by a limit: numerical trouble, or *infeasible or
        unbounded*.
    """
    from ortools.math_opt.python import mathopt

    termination = result.termination
    if termination.reason is mathopt.TerminationReason.INFEASIBLE:
        return Answer.unsatisfiable(None, **statistics)
    if termination.limit is not None and termination.limit.name in LIMITS:
        return Answer.unknown(LIMITS[termination.limit.name], **statistics)
    raise RuntimeError(f"the solver ended without an answer: {termination}")
