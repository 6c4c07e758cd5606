"""A circuit constraint over the moves, by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Decode
from knightbench.formulation import register
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver


@register
@dataclass(frozen=True)
class Circuit(CpSatFormulation):
    """One Boolean per move and direction; the true ones form a circuit through every square.

    An open tour is closed by a dummy node: it leads to every square that may be first, and every
    square that may be last leads to it. With n squares and m moves:

    Variables
        2m Booleans, one per arc. Open: n more for the first square and n for the last, or 1
        where it is asked for. Clues: n integers, the step of every square.
    Constraints
        One circuit over all arcs. For every required move, and for the closing move of a closed
        tour whose last square is asked for, one clause: an arc that makes it is true. Clues: for
        every arc between squares, that it leads to the next step if it is true; but not for the
        arcs to the first square of a closed tour, whose number is its degree d.
    Size
        Closed: 2m variables, 1 constraint. Open: 2m + 2n variables, 1 constraint. Clues bring n
        variables and 2m constraints, 2m - d where closed. Memory O(n + m).

    References
    ----------
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978 (circuits as a constraint).
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-circuit"
    summary = "CP-SAT: a circuit constraint over one Boolean per move and direction"
    source = "OR-tools CP-SAT, AddCircuit; Laurière 1978"

    def model(self, problem: Problem) -> tuple[CpModel, Decode]:
        """Return the model, and the function that follows its circuit."""
        from ortools.sat.python import cp_model

        size, origin = problem.size, problem.origin
        model = cp_model.CpModel()
        moves = {arc: model.new_bool_var("") for arc in problem.arcs()}
        arcs = dict(moves)
        if not problem.closed:
            dummy = size
            for first in range(size) if problem.start is None else (problem.start,):
                arcs[dummy, first] = model.new_bool_var("")
            for last in range(size) if problem.end is None else (problem.end,):
                arcs[last, dummy] = model.new_bool_var("")
        if arcs:
            model.add_circuit([(u, v, literal) for (u, v), literal in arcs.items()])
        # A circuit knows only the nodes that an arc names: any other square is out of reach.
        named = {node for arc in arcs for node in arc}
        if not named.issuperset(range(size)):
            model.add_bool_or([])

        wanted: list[tuple[Move, ...]] = [((u, v), (v, u)) for u, v in problem.required_edges]
        wanted += [((u, v),) for u, v in problem.required_arcs]
        if problem.closed and problem.end is not None:
            wanted.append(((problem.end, problem.steps[1]),))
        for choices in wanted:
            model.add_bool_or([moves[arc] for arc in choices if arc in moves])

        if problem.clues:
            settled = {square: step for step, square in problem.steps.items()}
            steps = [
                model.new_int_var(settled.get(square, 1), settled.get(square, size), "")
                for square in range(size)
            ]
            for (u, v), literal in moves.items():
                if not (problem.closed and v == origin):
                    model.add(steps[v] == steps[u] + 1).only_enforce_if(literal)

        def decode(solver: CpSolver) -> list[int]:
            following = {u: v for (u, v), literal in arcs.items() if solver.boolean_value(literal)}
            tour = [following[size] if origin is None else origin]
            while len(tour) < size:
                tour.append(following[tour[-1]])
            return tour

        return model, decode
