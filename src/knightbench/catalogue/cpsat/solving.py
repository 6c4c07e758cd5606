"""What the CP-SAT formulations share: their options, and how the solver is run and read."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from knightbench.answer import Answer
from knightbench.catalogue.cpsat.greedy import greedy_path
from knightbench.catalogue.cpsat.numbering import by_degree, renumbered
from knightbench.catalogue.cpsat.symmetry import (
    first_squares,
    has_a_free_direction,
    representative_starts,
)
from knightbench.formulation import Context, Formulation, UnsupportedProblem, parameter
from knightbench.problem import Problem
from knightbench.symmetry import standard

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExprT


@dataclass(frozen=True)
class Model:
    """A model for CP-SAT, with what the options that all formulations share must know of it.

    Attributes
    ----------
    cp : CpModel
    decode : callable
        Reads the tour from a solver that solved the model; or returns None where the solution
        is no tour, after adding constraints to `cp` that exclude it.
    ends : callable
        Returns the squares at the second and the last step of a closed tour, as expressions.
    settled_by : callable
        Returns the variables that the first squares of a tour settle, and their values.
    search : tuple
        The variables to decide on, which of them to decide next and which value to try first,
        so that among the squares that may follow the one with the smallest number is tried.
    """

    cp: CpModel
    decode: Callable[[CpSolver], list[int] | None]
    ends: Callable[[], tuple[LinearExprT, LinearExprT]]
    settled_by: Callable[[list[int]], list[tuple[IntVar, int]]]
    search: tuple[list[IntVar], Any, Any]


@dataclass(frozen=True)
class CpSatFormulation(Formulation):
    """A model for CP-SAT, under options that all of them share.

    The statistics hold the model's ``variables`` and ``constraints`` before presolve; how often
    it was solved (``solves``: once, unless constraints are added between) and the ``cuts`` that
    were added; and the searches' ``conflicts``, ``branches`` and ``deterministic_time``, CP-SAT's
    own measure of work (presolve counted too). The effort is conflicts. The seed decides the
    order in which CP-SAT sees the variables, and its random choices. On one thread the same seed
    gives the same tour and the same counts (the deterministic time of `cpsat-automaton` may differ
    by some millionths); more threads race each other and promise neither.

    Options, none of them taken by default:

    - `symmetry` leaves out tours that mirror others. Where the requests leave the direction of a
      closed tour free, its second square has a smaller number than its last: one constraint. An
      open tour of a board without requests begins in one square of each orbit, see
      `representative_starts`.
    - `strategy` ``warnsdorff`` numbers the squares by their degrees inside the model and tells
      CP-SAT to decide in a fixed order, smallest numbers first. The degrees are those of the
      empty board; Warnsdorff's rule counts anew after each step.
    - `hint` ``warnsdorff`` hints at the path that Warnsdorff's rule finds from the first square,
      or the first that may be it, until it is stuck; see `greedy_path`. CP-SAT's presolve may
      break a symmetry against the hint, and then leaves it.
    - `linearization` is CP-SAT's parameter ``linearization_level``.
    """

    family: ClassVar[str] = "cpsat"
    effort: ClassVar[str] = "conflicts"
    uses_seed: ClassVar[bool] = True
    requires: ClassVar[tuple[str, ...]] = ("ortools.sat.python.cp_model",)

    symmetry: bool = parameter(False, "leave out tours that are reflections or reverses of others")
    strategy: str = parameter(
        "none",
        "how to search; warnsdorff: fixed, squares of fewest moves first",
        choices=("none", "warnsdorff"),
    )
    hint: str = parameter(
        "none",
        "where to begin; warnsdorff: with the path of Warnsdorff's rule",
        choices=("none", "warnsdorff"),
    )
    linearization: int = parameter(
        1, "how much of the model goes into the linear relaxation: 2 most", choices=(0, 1, 2)
    )

    #: Whether the variables of its model have one value for each tour, so that the solutions are
    #: the tours.
    one_solution_a_tour: ClassVar[bool] = False

    @property
    def enumerates(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether solutions are tours, and no tour is left out by symmetry."""
        return self.one_solution_a_tour and not self.symmetry

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour: CP-SAT finds all solutions, on one thread.

        Raises
        ------
        UnsupportedProblem
            If more than one thread is asked for.
        """
        from knightbench.catalogue.cpsat._enumerating import all_solutions

        if context.threads > 1:
            raise UnsupportedProblem(f"{self.name}: lists all tours on one thread only")
        with context.phase("build"):
            model = self.build(problem)
        with context.phase("search"):
            for tour in all_solutions(self, model, context):
                if tour == standard(problem, tour):
                    yield tour

    @abstractmethod
    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model of `problem` without options; only `firsts` may be first squares."""

    def build(self, problem: Problem) -> Model:
        """Return the model of `problem` under the options."""
        firsts = representative_starts(problem) if self.symmetry else first_squares(problem)
        if self.strategy == "none":
            return self._with_options(problem, firsts)
        order = by_degree(problem)
        number = {square: number for number, square in enumerate(order)}
        firsts = sorted(number[square] for square in firsts)
        model = self._with_options(renumbered(problem, order), firsts)
        model.cp.add_decision_strategy(*model.search)

        def decode(solver: CpSolver) -> list[int] | None:
            tour = model.decode(solver)
            return None if tour is None else [order[number] for number in tour]

        return replace(model, decode=decode)

    def _with_options(self, problem: Problem, firsts: list[int]) -> Model:
        model = self.model(problem, firsts)
        if self.symmetry and has_a_free_direction(problem):
            second, last = model.ends()
            model.cp.add(second < last)
        if self.hint == "warnsdorff":
            for variable, value in model.settled_by(greedy_path(problem, firsts[0])):
                model.cp.add_hint(variable, value)
        return model

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Build the model and solve it, again where constraints were added, to read the tour."""
        from ortools.sat.python import cp_model

        with context.phase("build"):
            model = self.build(problem)
            stated = len(model.cp.proto.constraints)
            counts: dict[str, int | float] = {
                "variables": len(model.cp.proto.variables),
                "constraints": stated,
            }
            counts |= dict.fromkeys(("solves", "cuts", "conflicts", "branches"), 0)
            counts["deterministic_time"] = 0.0
        while True:
            with context.phase("search"):
                solver = self.configured_solver(context)
                status = solver.solve(model.cp)
            counts["solves"] += 1
            counts["conflicts"] += solver.num_conflicts
            counts["branches"] += solver.num_branches
            counts["deterministic_time"] += solver.response_proto.deterministic_time
            context.report(**counts)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                break
            with context.phase("decode"):
                tour = model.decode(solver)
            if tour is not None:
                return Answer.satisfied(tour, **counts)
            counts["cuts"] = len(model.cp.proto.constraints) - stated
        if status == cp_model.INFEASIBLE:
            return Answer.unsatisfiable(None, **counts)
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"{self.name}: CP-SAT refuses the model: {model.cp.validate()}")
        limited = math.isfinite(context.deadline)
        return Answer.unknown("time-limit" if limited else "interrupted", **counts)

    def configured_solver(self, context: Context) -> CpSolver:
        """Return a CP-SAT solver under the options and under the limits of `context`."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.random_seed = context.solver_seed
        # Without this the seed changes nothing at all for some models on one thread.
        parameters.permute_variable_randomly = True
        # Left alone, CP-SAT takes a worker for every core.
        parameters.num_workers = context.threads
        parameters.linearization_level = self.linearization
        if self.strategy != "none":
            parameters.search_branching = cp_model.FIXED_SEARCH
        if math.isfinite(context.deadline):
            parameters.max_time_in_seconds = context.remaining
        return solver
