"""The square at every step as an integer, by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.catalogue.cpsat.special import require_sums
from knightbench.catalogue.cpsat.steps import (
    model_of_steps,
    pairs_in_a_row,
    require_moves,
    squares_by_step,
    steps_of_required,
)
from knightbench.formulation import parameter, register
from knightbench.problem import Problem


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

    With `moves` ``element``, p more integers, the arc made at every pair, numbered as in the
    lists of neighbours one after the other. Instead of each table, two element constraints: the
    square at this step is the arc's tail, the square at the next its head. p + n variables,
    2p + 1 constraints with 4mp numbers.

    With `channel` ``inverse``, n more integers, the step of every square, and for every square
    an element constraint, which makes the two permutations inverse: the square at its step is this
    square. Required moves use these: r constraints. CP-SAT's own inverse constraint would be one
    in place of n; but with it its presolve (9.15.6755) calls one in some hundred small problems
    infeasible that have a tour.

    Magic sums need the steps of the squares, so they bring this channel themselves where it is not
    asked for; and one equation for every row, column and diagonal. They do not go with `strategy`,
    which takes the board away.

    References
    ----------
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978.
    B. M. Smith, *Modelling*, in: Handbook of Constraint Programming, 2006 (permutations with
    both viewpoints).
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-positions"
    summary = "CP-SAT: the square at every step, all different, each pair in a row a move"
    source = "OR-tools CP-SAT, AddAllDifferent and AddAllowedAssignments; Laurière 1978"
    one_solution_a_tour = True

    moves: str = parameter(
        "table",
        "how a pair in a row is a move; element: through the arc made there",
        choices=("table", "element"),
    )
    channel: str = parameter(
        "none",
        "what stands beside the squares of the steps; inverse: the steps of the squares",
        choices=("none", "inverse"),
    )

    @property
    def honours(self) -> frozenset[str]:  # type: ignore[override]  # a parameter decides it
        """What is asked of a tour as a whole takes the board, and `strategy` renumbers it."""
        return frozenset({"magic"} if self.strategy == "none" else ())

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        cp = cp_model.CpModel()
        squares = squares_by_step(cp, problem, firsts)
        arcs = problem.arcs()
        for here, there in pairs_in_a_row(problem):
            if self.moves == "table" or not arcs:
                cp.add_allowed_assignments((squares[here], squares[there]), arcs)
                continue
            arc = cp.new_int_var(0, len(arcs) - 1, "")
            cp.add_element(arc, [u for u, _ in arcs], squares[here])
            cp.add_element(arc, [v for _, v in arcs], squares[there])

        if self.channel == "inverse" or problem.magic is not None:
            steps = [cp.new_int_var(0, problem.size - 1, "") for _ in squares]
            for square, step in enumerate(steps):
                cp.add_element(step, squares, square)
            require_moves(cp, problem, dict(enumerate(steps)))
            if problem.magic is not None:
                require_sums(cp, problem, steps)
        else:
            require_moves(cp, problem, steps_of_required(cp, problem, squares))
        return model_of_steps(cp, squares)
