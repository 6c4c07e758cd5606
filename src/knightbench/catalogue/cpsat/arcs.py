"""A Boolean per arc: what models share that choose the moves of a tour and not its steps."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import Model
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExprT


@dataclass(frozen=True)
class Arcs:
    """One Boolean per move and direction, true where the tour makes that move so.

    An open tour is closed by a dummy node, whose number is that of the squares: it leads to every
    square that may be first, and every square that may be last leads to it.

    Attributes
    ----------
    literals : dict
        Arc to Boolean; the arcs between squares first.
    root : int
        The node that a tour, as a circuit, begins with: the dummy node, or the first square.
    nodes : int
        The squares, and the dummy node where there is one.
    """

    problem: Problem
    literals: dict[Move, IntVar]
    root: int
    nodes: int

    @classmethod
    def stated(cls, cp: CpModel, problem: Problem, firsts: list[int]) -> Arcs:
        """Add the Booleans to `cp`, and one clause for everything that a tour must make.

        That is: every required move, one way or the other or in its direction, and the closing
        move of a closed tour whose last square is asked for.
        """
        size = problem.size
        arcs = problem.arcs()
        if not problem.closed:
            arcs += [(size, first) for first in firsts]
            lasts = range(size) if problem.end is None else (problem.end,)
            arcs += [(last, size) for last in lasts]
        literals = {arc: cp.new_bool_var("") for arc in arcs}
        wanted: list[tuple[Move, ...]] = [((u, v), (v, u)) for u, v in problem.required_edges]
        wanted += [((u, v),) for u, v in problem.required_arcs]
        if problem.closed and problem.end is not None:
            wanted.append(((problem.end, firsts[0]),))
        for choices in wanted:
            cp.add_bool_or([literals[arc] for arc in choices if arc in literals])
        root = firsts[0] if problem.closed else size
        return cls(problem, literals, root, size + (not problem.closed))

    def made(self, solver: CpSolver) -> list[Move]:
        """Return the arcs that are true."""
        return [arc for arc, literal in self.literals.items() if solver.boolean_value(literal)]

    def follow(self, solver: CpSolver) -> list[int]:
        """Return the squares of the circuit of the true arcs, where they are one circuit."""
        following = dict(self.made(solver))
        tour = [self.root if self.problem.closed else following[self.root]]
        while len(tour) < self.problem.size:
            tour.append(following[tour[-1]])
        return tour

    def ends(self) -> tuple[LinearExprT, LinearExprT]:
        """Return the squares after and before the root, as sums over its arcs."""
        neighbours = self.problem.neighbours(self.root)
        return (
            sum(square * self.literals[self.root, square] for square in neighbours),
            sum(square * self.literals[square, self.root] for square in neighbours),
        )

    def settled_by(self, path: list[int]) -> list[tuple[IntVar, int]]:
        """Return the arcs that a tour which begins with `path` makes; one by one, all true."""
        circuit = path if self.problem.closed else [self.root, *path]
        if len(path) == self.problem.size:
            circuit = [*circuit, self.root]
        made = itertools.pairwise(circuit)
        return [(self.literals[arc], 1) for arc in made if arc in self.literals]

    def model(self, cp: CpModel) -> Model:
        """Return the model of these arcs whose solutions are circuits.

        It decides on arcs in the order of their squares, the dummy node's first.
        """
        from ortools.sat.python import cp_model

        ordered = sorted(self.literals, key=lambda arc: (arc[0] != self.problem.size, arc))
        return Model(
            cp,
            decode=self.follow,
            ends=self.ends,
            settled_by=self.settled_by,
            search=(
                [self.literals[arc] for arc in ordered],
                cp_model.CHOOSE_FIRST,
                cp_model.SELECT_MAX_VALUE,
            ),
        )
