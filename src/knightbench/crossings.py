"""Where moves meet when they are drawn: straight lines between the middles of their squares.

Two moves *cross* where their lines have one point in common that is an end of neither. Three moves
through one point are three crossings. Two moves *touch* where an end of one lies on the other,
between its ends; they *overlap* where they share more than a point. Neither is a crossing, and
neither happens to a knight, whose move passes over the middle of no square. Moves that share a
square meet there, which is none of these.

>>> from knightbench.board import Board
>>> meetings(Board(3, 3), [(0, 5), (2, 3), (0, 7), (1, 8)])
Meetings(crossings=4, touches=0, overlaps=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightbench.board import Board

BoolArray = NDArray[np.bool_]
Points = NDArray[np.int64]


@dataclass(frozen=True)
class Meetings:
    """How many pairs of moves cross, touch and overlap."""

    crossings: int
    touches: int
    overlaps: int


def meetings(board: Board, moves: Iterable[tuple[int, int]]) -> Meetings:
    """Return how many pairs of `moves`, drawn on `board`, cross, touch and overlap.

    Parameters
    ----------
    board : Board
        One that does not wrap around: a move over its edge is no straight line.
    moves : iterable of (int, int)
        Pairs of squares, no move twice.

    Notes
    -----
    In whole numbers, so exact. Time O(m w) for m moves, at most w of which begin in the rows that
    one move spans: O(m^2) for any piece, O(rows cols^2) for one whose moves are short.
    """
    totals = np.zeros(3, dtype=np.int64)
    for _here, _others, kinds in _compared(board, np.array(list(moves), dtype=np.int64)):
        totals += kinds.sum(axis=1)
    return Meetings(*totals.tolist())


def crossing_pairs(board: Board, moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return which two of `moves` cross, as pairs of their indices, the smaller first."""
    pairs = [
        (min(here, other), max(here, other))
        for here, others, (crossing, _, _) in _compared(board, np.array(moves, dtype=np.int64))
        for other in others[crossing].tolist()
    ]
    return sorted(pairs)


def _compared(
    board: Board, moves: NDArray[np.int64]
) -> Iterator[tuple[int, NDArray[np.int64], BoolArray]]:
    """Yield each move, others that may meet it, and which cross, touch and overlap; pairs once."""
    if moves.size == 0:
        return
    ends: Points = np.array([board.position(square) for square in range(board.size)], np.int64)[
        moves
    ]
    top, bottom = ends[:, :, 0].min(axis=1), ends[:, :, 0].max(axis=1)
    order = np.argsort(top, kind="stable")
    # Of the moves that begin no higher, those below the lower end of this one are out of reach.
    reach = np.searchsorted(top[order], bottom[order], side="right")
    for place, here in enumerate(order.tolist()):
        others = order[place + 1 : reach[place]]
        if len(others):
            yield here, others, _kinds(ends[here], ends[others], board.cols)


def _kinds(here: Points, others: Points, cols: int) -> BoolArray:
    """Return which of `others`, shape (k, 2, 2), cross, touch and overlap `here`; shape (3, k)."""
    a, b = here
    c, d = others[:, 0], others[:, 1]
    sides = np.stack([_side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)])
    # On one line, this number orders points as they stand on it.
    along_a, along_b, along_c, along_d = (
        point[..., 0] * cols + point[..., 1] for point in (a, b, c, d)
    )
    low, high = np.minimum(along_a, along_b), np.maximum(along_a, along_b)
    lows, highs = np.minimum(along_c, along_d), np.maximum(along_c, along_d)
    in_line = (sides == 0).all(axis=0)
    within = np.stack(
        [
            (low < along_c) & (along_c < high),
            (low < along_d) & (along_d < high),
            (lows < along_a) & (along_a < highs),
            (lows < along_b) & (along_b < highs),
        ]
    )
    return np.stack(
        [
            (sides[0] * sides[1] < 0) & (sides[2] * sides[3] < 0),
            ~in_line & ((sides == 0) & within).any(axis=0),
            in_line & (np.maximum(low, lows) < np.minimum(high, highs)),
        ]
    )


def _side(p: Points, q: Points, r: Points) -> NDArray[np.int64]:
    """Return on which side of the line from `p` to `q` the point `r` is: its sign, 0 on it."""
    turned: NDArray[np.int64] = np.sign(
        (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1])
        - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
    )
    return turned
