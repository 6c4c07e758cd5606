"""An integer per step: what models share that choose the square at every step."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import Model
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


def squares_by_step(cp: CpModel, problem: Problem, firsts: list[int]) -> list[IntVar]:
    """Add the square at every step to `cp`, all of them different; a settled one has one value."""
    from ortools.sat.python.cp_model import Domain

    last = problem.size - 1
    settled = problem.steps
    squares = [cp.new_int_var_from_domain(Domain.from_values(firsts), "")]
    squares += [
        cp.new_int_var(settled.get(step, 0), settled.get(step, last), "")
        for step in range(2, problem.size + 1)
    ]
    cp.add_all_different(squares)
    return squares


def pairs_in_a_row(problem: Problem) -> list[tuple[int, int]]:
    """Return each two steps in a row, counted from 0; closed, the last and the first too."""
    pairs = list(itertools.pairwise(range(problem.size)))
    return [*pairs, (problem.size - 1, 0)] if problem.closed else pairs


def steps_of_required(cp: CpModel, problem: Problem, squares: list[IntVar]) -> dict[int, IntVar]:
    """Add the step of every square of a required move to `cp`: the square there is this one."""
    step_of: dict[int, IntVar] = {}
    for square in itertools.chain(*problem.required_edges, *problem.required_arcs):
        if square not in step_of:
            step_of[square] = cp.new_int_var(0, problem.size - 1, "")
            cp.add_element(step_of[square], squares, square)
    return step_of


def require_moves(cp: CpModel, problem: Problem, step_of: dict[int, IntVar]) -> None:
    """Add to `cp` for each required move that the steps of its squares are a pair in a row."""
    # A Boolean for every pair, that the move is made there, would say the same; but with it
    # the presolve of CP-SAT (9.10 and 9.15) calls some problems infeasible that have a tour.
    pairs = pairs_in_a_row(problem)
    both_ways = [*pairs, *((there, here) for here, there in pairs)]
    for moves, allowed in ((problem.required_edges, both_ways), (problem.required_arcs, pairs)):
        for u, v in moves:
            cp.add_allowed_assignments((step_of[u], step_of[v]), allowed)


def model_of_steps(cp: CpModel, squares: list[IntVar]) -> Model:
    """Return the model whose tour is read off `squares`; it decides on them step by step."""
    from ortools.sat.python import cp_model

    return Model(
        cp,
        decode=lambda solver: [solver.value(square) for square in squares],
        ends=lambda: (squares[1], squares[-1]),
        settled_by=lambda path: list(zip(squares, path, strict=False)),
        search=(squares, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE),
    )
