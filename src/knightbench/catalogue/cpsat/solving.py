"""What the CP-SAT formulations share: how the solver is run and how its response is read."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from knightbench.answer import Answer
from knightbench.formulation import Context, Formulation
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

Decode = Callable[["CpSolver"], list[int]]


@dataclass(frozen=True)
class CpSatFormulation(Formulation):
    """A model for CP-SAT, solved in one call.

    The statistics hold the model's ``variables`` and ``constraints`` before presolve, and the
    search's ``conflicts``, ``branches`` and ``deterministic_time``, CP-SAT's own measure of work
    (presolve counted too). The effort is conflicts. The seed decides the order in which CP-SAT
    sees the variables, and its random choices. On one thread the same seed gives the same tour
    and the same counts; more threads race each other and promise neither.
    """

    family: ClassVar[str] = "cpsat"
    effort: ClassVar[str] = "conflicts"
    uses_seed: ClassVar[bool] = True
    requires: ClassVar[tuple[str, ...]] = ("ortools.sat.python.cp_model",)

    @abstractmethod
    def model(self, problem: Problem) -> tuple[CpModel, Decode]:
        """Return the model, and the function that reads a tour from a solver that solved it."""

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Build the model, solve it and read the tour."""
        from ortools.sat.python import cp_model

        with context.phase("build"):
            model, decode = self.model(problem)
            solver = configured_solver(context)
        with context.phase("search"):
            status = solver.solve(model)
        with context.phase("decode"):
            counts = statistics(model, solver)
            if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return Answer.satisfied(decode(solver), **counts)
        if status == cp_model.INFEASIBLE:
            return Answer.unsatisfiable(None, **counts)
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"{self.name}: CP-SAT refuses the model: {model.validate()}")
        limited = math.isfinite(context.deadline)
        return Answer.unknown("time-limit" if limited else "interrupted", **counts)


def configured_solver(context: Context) -> CpSolver:
    """Return a CP-SAT solver under the seed, the threads and the deadline of `context`."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.random_seed = context.solver_seed
    # Without this the seed changes nothing at all for some models on one thread.
    solver.parameters.permute_variable_randomly = True
    # Left alone, CP-SAT takes a worker for every core.
    solver.parameters.num_workers = context.threads
    if math.isfinite(context.deadline):
        solver.parameters.max_time_in_seconds = context.remaining
    return solver


def statistics(model: CpModel, solver: CpSolver) -> dict[str, int | float]:
    """Return the size of `model` and the counts of `solver`'s last search."""
    return {
        "variables": len(model.proto.variables),
        "constraints": len(model.proto.constraints),
        "conflicts": solver.num_conflicts,
        "branches": solver.num_branches,
        "deterministic_time": solver.response_proto.deterministic_time,
    }
