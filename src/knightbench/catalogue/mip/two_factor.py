"""Two moves at every square: models whose solutions are cycles, but perhaps more than one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from knightbench.catalogue.mip.arcs import ArcModel, checked
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from ortools.math_opt.python.mathopt import Model, SolveResult, Variable


class TwoFactor(Protocol):
    """A model whose solutions are disjoint cycles through all nodes."""

    model: Model
    nodes: int

    @property
    def moves(self) -> Mapping[Move, Sequence[Variable]]:
        """The variables of every move between nodes: one, or one for each direction."""

    def tour(self, result: SolveResult) -> list[int]:
        """Return the tour of a solution that is one cycle."""


def two_factor(problem: Problem) -> TwoFactor:
    """Return the model of a problem: with arcs only where a required move has a direction.

    A single square, too, goes with arcs: it is joined to the hub there and back.
    """
    if problem.required_arcs or problem.size == 1:
        return ArcModel(problem)
    return MoveModel(problem)


class MoveModel:
    """One binary per move, two moves at every node; an open tour is closed by a hub."""

    def __init__(self, problem: Problem) -> None:
        from ortools.math_opt.python import mathopt

        self.problem = problem
        self.model = mathopt.Model()
        hub = problem.size
        if problem.closed:
            self.nodes, self._first = hub, problem.origin or 0
            links, asked = [], [(problem.end, self._first)]
        else:
            self.nodes, self._first = hub + 1, hub
            links = [(square, hub) for square in range(hub)]
            asked = [(problem.start, hub), (problem.end, hub)]
        self.moves: dict[Move, tuple[Variable]] = {
            move: (self.model.add_binary_variable(),) for move in problem.edges() + links
        }
        around: list[list[Variable]] = [[] for _ in range(self.nodes)]
        for (u, v), (made,) in self.moves.items():
            around[u].append(made)
            around[v].append(made)
        for choices in around:
            self.model.add_linear_constraint(mathopt.fast_sum(choices) == 2)
        wanted = [(min(u, v), max(u, v)) for u, v in asked if u is not None]
        for move in (*problem.required_edges, *wanted):
            made_or_absent = mathopt.fast_sum(self.moves.get(move, ()))
            self.model.add_linear_constraint(made_or_absent == 1)

    def tour(self, result: SolveResult) -> list[int]:
        """Return the tour of a solution that is one cycle, in the direction of its ends.

        Raises
        ------
        RuntimeError
            If the rounded solution is no tour that the problem asks for.
        """
        values = result.variable_values()
        mates: list[list[int]] = [[] for _ in range(self.nodes)]
        for (u, v), (made,) in self.moves.items():
            if values[made] > 0.5:
                mates[u].append(v)
                mates[v].append(u)
        walk = [self._first, mates[self._first][0]]
        while len(walk) < self.nodes:
            one, other = mates[walk[-1]]
            walk.append(other if one == walk[-2] else one)
        closed, start, end = self.problem.closed, self.problem.start, self.problem.end
        after = walk[1:]
        if (not closed and start not in (None, after[0])) or end not in (None, after[-1]):
            after.reverse()
        return checked(self.problem, [self._first, *after] if closed else after)
