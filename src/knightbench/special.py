"""What a problem may ask of its tour as a whole, judged: symmetry, magic sums, few crossings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from knightbench.crossings import meetings
from knightbench.magic import Sums
from knightbench.problem import Move, Problem


def moves_made(squares: Sequence[int], closed: bool) -> list[Move]:
    """Return the moves of a tour, smaller square first, the closing move with them."""
    made = [*pairwise(squares), (squares[-1], squares[0])] if closed else pairwise(squares)
    return [(u, v) if u < v else (v, u) for u, v in made]


def offence(problem: Problem, squares: Sequence[int]) -> str | None:
    """Return in what a tour, which is as asked otherwise, is not as asked as a whole; else None."""
    if not problem.special or problem.board is None:
        return None
    board = problem.board
    moves = moves_made(squares, problem.closed)
    if problem.symmetry is not None:
        made = set(moves)
        for u, v in moves:
            there = sorted((problem.turn[u], problem.turn[v]))
            if tuple(there) not in made:
                name = problem.name
                return (
                    f"the {problem.symmetry} takes the move {name(u)} - {name(v)} to "
                    f"{name(there[0])} - {name(there[1])}, which is never made"
                )
    if problem.magic is not None:
        sums = Sums.of(board, squares)
        for lines in (sums.rows, sums.cols):
            for number, total in enumerate(lines):
                if total != lines[0]:
                    what = "row" if lines is sums.rows else "column"
                    return f"{what} {number} adds up to {total}, and {what} 0 to {lines[0]}"
        if problem.magic == "magic" and sums.kind != "magic":
            left, right = sums.diagonals
            return f"the diagonals add up to {left} and {right}, and the rows to {sums.rows[0]}"
    if problem.max_crossings is not None:
        crossings = meetings(board, moves).crossings
        if crossings > problem.max_crossings:
            return f"{crossings} pairs of moves cross, more than {problem.max_crossings}"
    return None
