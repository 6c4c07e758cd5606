"""A Boolean for every square and step, by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.catalogue.cpsat.special import require_sums
from knightbench.catalogue.cpsat.steps import pairs_in_a_row
from knightbench.formulation import register
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver, IntVar, LinearExprT


@register
@dataclass(frozen=True)
class TimeMatrix(CpSatFormulation):
    """One Boolean per square and step: the tour is in that square then.

    With n squares, m moves and p pairs of steps in a row (n - 1 open; n closed, with the last
    step and the first):

    Variables
        n² Booleans. Those of a settled step have one value, and so have at the first step those
        of squares that may not be first.
    Constraints
        For every step, exactly one square; for every square, exactly one step. For every square
        and pair, one clause: in this square at this step, the tour is in a neighbour at the next.
        For every required move and step, one clause: in its first square at this step, the tour
        is in its second at the next, or at the step before where the move has no direction.
    Size
        n² variables, 2n + np constraints; the clauses of the moves have 2mp + np literals. r
        required moves bring rn constraints. Memory O(n² + nm).

    Magic sums bring one equation for every row, column and diagonal that is asked for, over n
    Booleans for each of its squares. They do not go with `strategy`, which takes the board away.

    References
    ----------
    S. Prestwich, *SAT problems with chains of dependent variables*, Discrete Applied Mathematics
    130(2), 2003 (the absolute encoding, here with exactly-one constraints).
    """

    name = "cpsat-time-matrix"
    summary = "CP-SAT: a Boolean per square and step, exactly one in each row and column"
    source = "OR-tools CP-SAT, AddExactlyOne; Prestwich 2003"
    one_solution_a_tour = True

    @property
    def honours(self) -> frozenset[str]:  # type: ignore[override]  # a parameter decides it
        """What is asked of a tour as a whole takes the board, and `strategy` renumbers it."""
        return frozenset({"magic"} if self.strategy == "none" else ())

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        size, settled = problem.size, problem.steps
        cp = cp_model.CpModel()

        def state(step: int, square: int) -> IntVar:
            possible = settled.get(step, square) == square and (step > 1 or square in firsts)
            return cp.new_int_var(int(settled.get(step) == square), int(possible), "")

        visited = [[state(step, square) for square in range(size)] for step in range(1, size + 1)]
        for squares in visited:
            cp.add_exactly_one(squares)
        for steps in zip(*visited, strict=True):
            cp.add_exactly_one(steps)
        pairs = pairs_in_a_row(problem)
        for square in range(size):
            neighbours = problem.neighbours(square)
            for here, there in pairs:
                following = [visited[there][other] for other in neighbours]
                cp.add_bool_or([~visited[here][square], *following])

        following_step, step_before = dict(pairs), {there: here for here, there in pairs}
        for moves, ways in (
            (problem.required_arcs, (following_step,)),
            (problem.required_edges, (following_step, step_before)),
        ):
            for u, v in moves:
                for step in range(size):
                    made = [visited[way[step]][v] for way in ways if step in way]
                    cp.add_bool_or([~visited[step][u], *made])

        if problem.magic is not None:
            require_sums(
                cp,
                problem,
                [
                    sum(step * one for step, one in enumerate(row))
                    for row in zip(*visited, strict=True)
                ],
            )

        def decode(solver: CpSolver) -> list[int]:
            return [
                next(square for square in range(size) if solver.boolean_value(squares[square]))
                for squares in visited
            ]

        def ends() -> tuple[LinearExprT, LinearExprT]:
            second, last = (
                sum(square * visited[step][square] for square in range(size)) for step in (1, -1)
            )
            return second, last

        return Model(
            cp,
            decode=decode,
            ends=ends,
            settled_by=lambda path: [(visited[k][square], 1) for k, square in enumerate(path)],
            search=(
                [one for squares in visited for one in squares],
                cp_model.CHOOSE_FIRST,
                cp_model.SELECT_MAX_VALUE,
            ),
        )
