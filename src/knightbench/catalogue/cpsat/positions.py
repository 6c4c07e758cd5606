"""The square at every step as an integer, by CP-SAT."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Decode
from knightbench.formulation import register
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver


@register
@dataclass(frozen=True)
class Positions(CpSatFormulation):
    """One integer per step, whose value is the square there; each pair in a row is a move.

    With n squares, m moves and p pairs of steps in a row (n - 1 open; n closed, with the last
    step and the first):

    Variables
        n integers, the square at every step: 0 to n - 1, or a settled square alone. A required
        move brings p Booleans for each direction that it may be made in: made at this pair.
    Constraints
        All n are different. For every pair, a table of the 2m arcs. A required move: each of its
        Booleans implies the square at either step of its pair, and one of them is true.
    Size
        n variables, p + 1 constraints, tables of 2mp rows in all. A required arc brings p
        variables and 2p + 1 constraints, a required move without a direction 2p and 4p + 1.
        Memory O(nm).

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
        pairs = list(itertools.pairwise(squares))
        if problem.closed:
            pairs.append((squares[-1], squares[0]))
        arcs = problem.arcs()
        for pair in pairs:
            model.add_allowed_assignments(pair, arcs)

        wanted: list[tuple[Move, ...]] = [((u, v), (v, u)) for u, v in problem.required_edges]
        wanted += [((u, v),) for u, v in problem.required_arcs]
        for choices in wanted:
            made = []
            for (u, v), (here, there) in itertools.product(choices, pairs):
                made.append(model.new_bool_var(""))
                model.add(here == u).only_enforce_if(made[-1])
                model.add(there == v).only_enforce_if(made[-1])
            model.add_bool_or(made)

        def decode(solver: CpSolver) -> list[int]:
            return [solver.value(square) for square in squares]

        return model, decode
