"""One binary per arc, every square left once and entered once: the assignment part of a model."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from knightbench.answer import Answer
from knightbench.catalogue.mip.solving import (
    MipFormulation,
    answer_without_solution,
    counts,
    run,
    size,
)
from knightbench.formulation import Context
from knightbench.problem import Move, Problem
from knightbench.tour import InvalidTour, check

if TYPE_CHECKING:
    from ortools.math_opt.python.mathopt import LinearSum, SolveResult, Variable


class ArcModel:
    """A model whose solutions are disjoint directed cycles through all squares.

    An open tour is closed by a *hub*: it leads to every square that may be first, and every
    square that may be last leads to it.

    With n squares and m moves: 2m variables and 2n constraints where closed. Open, with f squares
    that may be first and l that may be last, n each or 1 where asked for: 2m + f + l variables and
    2n + 2 constraints. Every required move, and the closing move of a closed tour whose last
    square is asked for, brings one constraint.

    Attributes
    ----------
    model : mathopt.Model
        Without an objective: any solution will do.
    nodes : int
        The squares, and the hub after them.
    depot : int
        The node where steps begin: the hub, or the first square of a closed tour.
    depot_step : int
        Its step: 0 for a hub, else 1. The steps of all other nodes follow, up to n.
    arcs : dict of (int, int) to Variable
        For every arc, whether the tour makes it.
    """

    def __init__(self, problem: Problem) -> None:
        from ortools.math_opt.python import mathopt

        self.problem = problem
        self.model = mathopt.Model()
        squares = problem.size
        pairs = problem.arcs()
        if problem.origin is not None and problem.closed:
            self.nodes, self.depot, self.depot_step = squares, problem.origin, 1
        else:
            self.nodes, self.depot, self.depot_step = squares + 1, squares, 0
            firsts = range(squares) if problem.start is None else (problem.start,)
            lasts = range(squares) if problem.end is None else (problem.end,)
            pairs += [(self.depot, first) for first in firsts]
            pairs += [(last, self.depot) for last in lasts]
        self.arcs: dict[Move, Variable] = {pair: self.model.add_binary_variable() for pair in pairs}
        for leaving, entering in zip(*rows(self.nodes, self.arcs), strict=True):
            self.model.add_linear_constraint(leaving == 1)
            self.model.add_linear_constraint(entering == 1)
        wanted: list[tuple[Move, ...]] = [((u, v), (v, u)) for u, v in problem.required_edges]
        wanted += [((u, v),) for u, v in problem.required_arcs]
        if problem.closed and problem.end is not None:
            wanted.append(((problem.end, self.depot),))
        for choices in wanted:
            made = [self.arcs[arc] for arc in choices if arc in self.arcs]
            self.model.add_linear_constraint(mathopt.fast_sum(made) == 1)

    @cached_property
    def moves(self) -> dict[Move, list[Variable]]:
        """The variables of every move between nodes, smaller node first."""
        moves: dict[Move, list[Variable]] = {}
        for (u, v), variable in self.arcs.items():
            moves.setdefault((min(u, v), max(u, v)), []).append(variable)
        return moves

    def tour(self, result: SolveResult) -> list[int]:
        """Return the tour of a solution.

        Raises
        ------
        RuntimeError
            If the rounded solution is no tour that the problem asks for.
        """
        values = result.variable_values()
        following = {u: v for (u, v), variable in self.arcs.items() if values[variable] > 0.5}
        walk = [self.depot]
        while len(walk) < self.nodes:
            walk.append(following[walk[-1]])
        return checked(self.problem, walk if self.depot_step else walk[1:])


def rows(nodes: int, arcs: dict[Move, Variable]) -> tuple[list[LinearSum], list[LinearSum]]:
    """Return, for every node, the sums over the arcs that leave it and over those that enter."""
    from ortools.math_opt.python import mathopt

    leaving: list[list[Variable]] = [[] for _ in range(nodes)]
    entering: list[list[Variable]] = [[] for _ in range(nodes)]
    for (u, v), variable in arcs.items():
        leaving[u].append(variable)
        entering[v].append(variable)
    return list(map(mathopt.fast_sum, leaving)), list(map(mathopt.fast_sum, entering))


def checked(problem: Problem, squares: list[int]) -> list[int]:
    """Return `squares`, which must be a tour: rounding could have made it something else."""
    try:
        check(problem, squares)
    except InvalidTour as error:
        raise RuntimeError(f"the rounded solution is no tour: {error}") from error
    return squares


@dataclass(frozen=True)
class ArcFormulation(MipFormulation):
    """Arcs with something that orders them, so that one cycle is left; solved in one call."""

    @abstractmethod
    def order(self, arcs: ArcModel) -> None:
        """Add what forbids every cycle that avoids the depot, and settles clues."""

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Build the model, solve it and read the tour."""
        with context.phase("build"):
            arcs = ArcModel(problem)
            self.order(arcs)
        with context.phase("search"):
            result = run(arcs.model, self.solver, context)
        with context.phase("decode"):
            statistics = size(arcs.model) | counts(result)
            if result.has_primal_feasible_solution():
                return Answer.satisfied(arcs.tour(result), **statistics)
        return answer_without_solution(result, **statistics)
