"""The moves by which Squirrel and Cull break the ties of Warnsdorff's rule on square boards.

The eight moves of the knight are numbered. Among squares that reach equally few, the one whose
move stands first in the order in force is taken; when the knight enters a certain square, the
next order comes into force. Which orders and which squares depends on the size of the board.

With this table Warnsdorff's rule, which never steps back, makes a tour from the corner on every
m x m board from m = 5 to 400 but one: it fails at m = 74.

References
----------
D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square chessboards*,
Oregon State University REU Program, 1996.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from knightbench.board import KNIGHT, Board, Position
from knightbench.problem import Problem

#: The moves by their numbers, 1 to 8.
NUMBERED = dict(
    enumerate(((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)), start=1)
)


def stages(m: int) -> list[tuple[str, Position | None]]:
    """Return the orders of moves on an m x m board, each with the square that ends it.

    Squares are counted from 1, as in the paper; the last order is never ended. On boards too
    small for it, a square may be off the board, and then it ends nothing.
    """
    half = m // 2
    table: dict[int, list[tuple[str, Position | None]]] = {
        0: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (7, m - 3)),
            ("21435678", None),
        ],
        1: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 6, half + 5)),
            ("32481765", None),
        ],
        2: [
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 15, 4)),
            ("52431678", (10, m - 2)),
            ("85647123", (5, half - 3)),
            ("15746823", None),
        ],
        3: [
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 10, 3)),
            ("61825437", (half + 1, m - 2)),
            ("71642538", None),
        ],
        4: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (10, m - 5)),
            ("86753421", (13, half + 1)),
            ("78563421", None),
        ],
        5: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 2, half - 2 if m % 16 == 5 else half - 6)),
            ("15234678", None),
        ],
        6: [
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 10, 1)),
            ("52431678", (10, m - 2)),
            ("85647123", (3, half + 4)),
            ("12453678", None),
        ],
        7: [
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 6, 3)),
            ("61825437", (half + 1, m - 2)),
            ("61357284", None),
        ],
    }
    return table[m % 8]


def serves(board: Board | None) -> bool:
    """Return whether the table is made for such a board: square, whole, the knight's."""
    return (
        board is not None
        and board.rows == board.cols
        and set(board.moves) == set(KNIGHT)
        and not (board.holes or board.wrap_rows or board.wrap_cols)
    )


def ranked_orders(problem: Problem, board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the table as arrays.

    Returns
    -------
    ranks : array of int64, shape (orders, number of arcs)
        The place of each arc's move in each order.
    switches : array of int64, shape (orders,)
        The square that ends each order; -1 where none does.
    """
    sources = np.repeat(np.arange(problem.size), problem.degrees)
    down = problem.targets // board.cols - sources // board.cols
    right = problem.targets % board.cols - sources % board.cols
    ranks, switches = [], []
    for order, last in stages(board.rows):
        place = np.zeros((5, 5), dtype=np.int64)
        for rank, number in enumerate(order):
            place[NUMBERED[int(number)]] = rank
        ranks.append(place[down, right])
        row, col = last or (0, 0)
        on_board = board.contains((row - 1, col - 1))
        switches.append(board.square((row - 1, col - 1)) if on_board else -1)
    return np.array(ranks), np.array(switches, dtype=np.int64)
