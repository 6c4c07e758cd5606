"""The sequence of squares as a word that an automaton accepts, by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.catalogue.cpsat.steps import (
    model_of_steps,
    require_moves,
    squares_by_step,
    steps_of_required,
)
from knightbench.formulation import register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Automaton(CpSatFormulation):
    """One integer per step, whose value is the square there; an automaton accepts the moves.

    The automaton's states are the squares, the one that it is in being the last it has read, and
    an initial one from which it reads the first square. It ends in any square; closed, in a
    neighbour of the first square. With n squares, m moves, and f squares that may be first (n
    open, 1 where it is settled):

    Variables
        n integers, the square at every step: 0 to n - 1, or a settled square alone. For every
        square of a required move, one integer: its step.
    Constraints
        All n are different. One automaton with n + 1 states and 2m + f transitions reads them.
        Required moves as in `cpsat-positions`.
    Size
        n variables, 2 constraints, 2m + f transitions. r required moves of w squares bring w
        variables and w + r constraints. Memory O(n + m) as stated; CP-SAT unrolls the automaton
        into n layers, O(nm).

    References
    ----------
    G. Pesant, *A regular language membership constraint for finite sequences of variables*,
    CP 2004, LNCS 3258.
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-automaton"
    summary = "CP-SAT: the squares of all steps, all different, a word that the moves accept"
    source = "OR-tools CP-SAT, AddAutomaton; Pesant 2004"

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        cp = cp_model.CpModel()
        squares = squares_by_step(cp, problem, firsts)
        initial = problem.size
        transitions = [(initial, first, first) for first in firsts]
        transitions += [(u, v, v) for u, v in problem.arcs()]
        lasts = problem.neighbours(firsts[0]) if problem.closed else list(range(problem.size))
        if lasts:
            cp.add_automaton(squares, initial, lasts, transitions)
        else:  # CP-SAT takes no automaton that never accepts
            cp.add_bool_or([])
        require_moves(cp, problem, steps_of_required(cp, problem, squares))
        return model_of_steps(cp, squares)
