"""Tours: the one judge of them, and their text.

>>> from knightbench.problem import Problem
>>> problem = Problem.from_board("3x4", start=(0, 0))
>>> tour = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4]
>>> check(problem, tour)
>>> print(numbered_board(problem, tour))
 1  4  7 10
12  9  2  5
 3  6 11  8
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knightbench.problem import Problem
from knightbench.special import offence


class InvalidTour(ValueError):
    """A sequence of squares that is not the tour asked for.

    Attributes
    ----------
    step : int
        The first offending step, counted from 1.
    """

    def __init__(self, step: int, what: str) -> None:
        super().__init__(f"step {step}: {what}")
        self.step = step


def check(problem: Problem, squares: Sequence[int]) -> None:
    """Raise unless `squares` is a tour that answers `problem`.

    Each square is visited once, every step is a move that may be made, a closed tour returns to
    its first square, and the first and last square, the clues and the required moves are as
    asked; so are symmetry, magic sums and the number of crossings. Conventions: a single square is
    an open tour; a closed tour has at least three squares.

    Parameters
    ----------
    problem : Problem
    squares : sequence of int
        The squares in order of visit.

    Raises
    ------
    InvalidTour
        Naming the first offending step. A tour that is too short offends at the step that is
        missing, a move that was required and never made at the last step, and so does a tour that
        is not as asked as a whole.

    Notes
    -----
    Linear in squares and moves, but for crossings (see `knightbench.crossings.meetings`). A closed
    tour may be written from any of its squares, except that a last square, clues and magic sums
    count from the first square of the problem.
    """
    size = problem.size
    steps = problem.steps
    counted = problem.end is not None or problem.clues or problem.magic is not None
    if problem.closed and problem.start is None and not counted:
        steps.pop(1, None)
    forbidden = set(problem.forbidden)

    def judge_move(step: int, u: int, v: int) -> None:
        if v not in problem.neighbours(u):
            kind = "forbidden" if (min(u, v), max(u, v)) in forbidden else "not a move"
            raise InvalidTour(step, f"{problem.name(u)} to {problem.name(v)} is {kind}")

    if size == 0:
        raise InvalidTour(1, "the graph is empty and has no tour")
    step_of: dict[int, int] = {}
    for step, square in enumerate(squares, start=1):
        if isinstance(square, bool) or not isinstance(square, (int, np.integer)):
            raise InvalidTour(step, f"{square!r} is not the number of a square")
        if not 0 <= square < size:
            raise InvalidTour(step, f"square {square} does not exist, squares are 0 to {size - 1}")
        if square in step_of:
            raise InvalidTour(
                step, f"{problem.name(square)} was visited already, at step {step_of[square]}"
            )
        if step > 1:
            judge_move(step, squares[step - 2], square)
        if steps.get(step, square) != square:
            raise InvalidTour(
                step, f"{problem.name(square)} stands where {problem.name(steps[step])} must be"
            )
        step_of[square] = step
    if len(squares) < size:
        raise InvalidTour(
            len(squares) + 1, f"missing: only {len(squares)} of {size} squares visited"
        )
    if problem.closed:
        if size < 3:
            raise InvalidTour(size, "a closed tour has at least three squares")
        judge_move(size, squares[-1], squares[0])

    def made(u: int, v: int) -> bool:
        gap = step_of[v] - step_of[u]
        return gap == 1 or (problem.closed and gap == 1 - size)

    for u, v in problem.required_edges:
        if not (made(u, v) or made(v, u)):
            raise InvalidTour(
                size, f"the required move {problem.name(u)} - {problem.name(v)} is never made"
            )
    for u, v in problem.required_arcs:
        if not made(u, v):
            raise InvalidTour(
                size, f"the required move {problem.name(u)} > {problem.name(v)} is never made"
            )
    if fault := offence(problem, squares):
        raise InvalidTour(size, fault)


def numbered_board(problem: Problem, squares: Sequence[int]) -> str:
    """Return the board with each square's step on it and ``.`` for a hole.

    For a graph that is no board, the nodes in order of visit.
    """
    if problem.board is None:
        return " -> ".join(str(problem.name(square)) for square in squares)
    width = len(str(problem.size))
    cells = [["." for _ in range(problem.board.cols)] for _ in range(problem.board.rows)]
    for step, square in enumerate(squares, start=1):
        row, col = problem.board.position(square)
        cells[row][col] = str(step)
    return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in cells)
