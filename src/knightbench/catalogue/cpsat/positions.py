"""The square at every step as an integer, by CP-SAT."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Decode
from knightbench.formulation import register
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar


@register
@dataclass(frozen=True)
class Positions(CpSatFormulation):
    """One integer per step, whose value is the square there; each pair in a row is a move.

    With n squares, m moves and p pairs of steps in a row (n - 1 open; n closed, with the last
    step and the first):

    Variables
        n integers, the square at every step: 0 to n - 1, or a settled square alone. For every
        square of a required move, one integer: its step.
    Constraints
        All n are different. For every pair, a table of the 2m arcs. For every square of a
        required move, an element constraint: the square at its step is this square. For every
        required move, a table of the pairs for the steps of its two squares, p rows, or both
        ways round, 2p rows, where the move has no direction.
    Size
        n variables, p + 1 constraints, 2mp rows of tables. r required moves of w squares bring w
        variables and w + r constraints. Memory O(nm).

    References
    ----------
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978.
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-positions"
    summary = "CP-SAT: the square at every step, all different, each pair in a row a move"
    source = "OR-tools CP-SAT, AddAllDifferent and AddAllowedAssignments; Laurière 1978"

    def model(self, problem: Problem) -> tuple[CpModel, Decode]:
        """Return the model, and the function that reads the squares off its variables."""
        from ortools.sat.python import cp_model

        size, settled = problem.size, problem.steps
        model = cp_model.CpModel()
        squares = [
            model.new_int_var(settled.get(step, 0), settled.get(step, size - 1), "")
            for step in range(1, size + 1)
        ]
        model.add_all_different(squares)
        pairs = list(itertools.pairwise(range(size)))
        if problem.closed:
            pairs.append((size - 1, 0))
        arcs = problem.arcs()
        for here, there in pairs:
            model.add_allowed_assignments((squares[here], squares[there]), arcs)

        # A Boolean for every pair, that the move is made there, would say the same; but with it
        # the presolve of CP-SAT (9.10 and 9.15) calls some problems infeasible that have a tour.
        step_of: dict[int, IntVar] = {}
        for square in itertools.chain(*problem.required_edges, *problem.required_arcs):
            if square not in step_of:
                step_of[square] = model.new_int_var(0, size - 1, "")
                model.add_element(step_of[square], squares, square)
        both_ways = [*pairs, *((there, here) for here, there in pairs)]
        for moves, allowed in ((problem.required_edges, both_ways), (problem.required_arcs, pairs)):
            for u, v in moves:
                model.add_allowed_assignments((step_of[u], step_of[v]), allowed)

        def decode(solver: CpSolver) -> list[int]:
            return [solver.value(square) for square in squares]

        return model, decode
