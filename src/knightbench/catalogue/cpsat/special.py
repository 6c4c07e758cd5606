"""What a tour is asked as a whole, stated for CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.arcs import Arcs
from knightbench.crossings import crossing_pairs
from knightbench.problem import Problem
from knightbench.turns import implied_arcs

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, LinearExprT


def require_symmetry(cp: CpModel, arcs: Arcs) -> None:
    """Add to `cp` that the turn takes the arcs made to arcs made: one clause for each arc."""
    literals = arcs.literals
    for arc, images in implied_arcs(arcs.problem, literals).items():
        cp.add_bool_or([~literals[arc], *(literals[image] for image in images)])


def limit_crossings(cp: CpModel, arcs: Arcs, most: int) -> None:
    """Add to `cp` that at most so many pairs of moves cross.

    One Boolean for each move, the sum of its two arcs; one for each pair of moves that cross, true
    exactly where both are made, by two constraints; and the sum of those.
    """
    problem, literals = arcs.problem, arcs.literals
    assert problem.board is not None
    edges = problem.edges()
    made = [cp.new_bool_var("") for _ in edges]
    for one, (u, v) in zip(made, edges, strict=True):
        cp.add(literals[u, v] + literals[v, u] == one)
    crossings = []
    for here, there in crossing_pairs(problem.board, edges):
        crossing = cp.new_bool_var("")
        cp.add_bool_or([~made[here], ~made[there], crossing])
        # No bound needs this direction, but without it a tour would be many solutions.
        cp.add_bool_and(made[here], made[there]).only_enforce_if(crossing)
        crossings.append(crossing)
    cp.add(sum(crossings) <= most)


def require_sums(cp: CpModel, problem: Problem, steps: list[LinearExprT]) -> None:
    """Add to `cp` that the steps of the squares, counted from 0, are semi-magic or magic.

    Their sums are known, since all steps together are: one linear equation for each row, each
    column, and each long diagonal where asked for.
    """
    board = problem.board
    assert board is not None
    grid = [steps[row * board.cols : (row + 1) * board.cols] for row in range(board.rows)]
    total = board.size * (board.size - 1) // 2
    lines = [(line, board.rows) for line in grid]
    lines += [(list(line), board.cols) for line in zip(*grid, strict=True)]
    if problem.magic == "magic":
        lines.append(([row[k] for k, row in enumerate(grid)], board.rows))
        lines.append(([row[-1 - k] for k, row in enumerate(grid)], board.rows))
    for line, parts in lines:
        if total % parts:
            cp.add_bool_or([])  # no sum of whole numbers is that
        else:
            cp.add(sum(line) == total // parts)
