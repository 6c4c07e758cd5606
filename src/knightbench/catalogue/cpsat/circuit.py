"""A circuit constraint over the moves, by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.catalogue.cpsat.arcs import Arcs
from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.catalogue.cpsat.special import limit_crossings, require_symmetry
from knightbench.formulation import register
from knightbench.problem import Problem


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

    Symmetry brings one clause for every arc, that its image is an arc of the tour too, in the
    direction that `knightbench.turns` says, or in either. A bound on crossings brings m
    Booleans and m equations for the moves, a Boolean and two constraints for every pair of moves
    that cross, and one inequality. Neither goes with `strategy`, which takes the board away.

    References
    ----------
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978 (circuits as a constraint).
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-circuit"
    summary = "CP-SAT: a circuit constraint over one Boolean per move and direction"
    source = "OR-tools CP-SAT, AddCircuit; Laurière 1978"
    one_solution_a_tour = True

    @property
    def honours(self) -> frozenset[str]:  # type: ignore[override]  # a parameter decides it
        """What is asked of a tour as a whole takes the board, and `strategy` renumbers it."""
        asked = {"symmetry", "max_crossings"} if self.strategy == "none" else ()
        return frozenset(asked)

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        cp = cp_model.CpModel()
        arcs = Arcs.stated(cp, problem, firsts)
        if arcs.literals:
            cp.add_circuit([(u, v, literal) for (u, v), literal in arcs.literals.items()])
        # A circuit knows only the nodes that an arc names: any other square is out of reach.
        named = {node for arc in arcs.literals for node in arc}
        if not named.issuperset(range(problem.size)):
            cp.add_bool_or([])

        if problem.clues:
            size = problem.size
            settled = {square: step for step, square in problem.steps.items()}
            steps = [
                cp.new_int_var(settled.get(square, 1), settled.get(square, size), "")
                for square in range(size)
            ]
            for u, v in problem.arcs():
                if not (problem.closed and v == problem.origin):
                    cp.add(steps[v] == steps[u] + 1).only_enforce_if(arcs.literals[u, v])
        if problem.symmetry is not None:
            require_symmetry(cp, arcs)
        if problem.max_crossings is not None:
            limit_crossings(cp, arcs, problem.max_crossings)
        return arcs.model(cp)
