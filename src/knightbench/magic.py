"""Magic tours: the steps on a board as a magic square, or a magic rectangle.

The words are those of most of the literature and of MathWorld: *semi-magic* where the rows have
equal sums and the columns have equal sums, *magic* where the two long diagonals of a square board
have the sum of its rows too. Jelliss and Murray call the former magic, and the latter diagonally
magic.

References
----------
G. P. Jelliss, *Knight's Tour Notes 9: Magic Knight Tours*, 2019, mayhematics.com.
E. W. Weisstein, *Magic Tour*, MathWorld.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knightbench.board import Board


@dataclass(frozen=True)
class Sums:
    """The sums of the steps along the lines of a board.

    Attributes
    ----------
    rows, cols : tuple of int
        From the top, and from the left.
    diagonals : tuple of int
        The one from the top left, and the one from the top right; empty unless the board is
        square.
    """

    rows: tuple[int, ...]
    cols: tuple[int, ...]
    diagonals: tuple[int, ...]

    @classmethod
    def of(cls, board: Board, squares: Sequence[int]) -> Sums:
        """Return the sums of a tour, `squares` in order of visit, of a board without holes."""
        steps = np.empty(board.size, dtype=np.int64)
        steps[np.asarray(squares)] = np.arange(1, board.size + 1)
        grid = steps.reshape(board.rows, board.cols)
        square = board.rows == board.cols
        return cls(
            rows=tuple(grid.sum(axis=1).tolist()),
            cols=tuple(grid.sum(axis=0).tolist()),
            diagonals=(int(np.trace(grid)), int(np.trace(grid[:, ::-1]))) if square else (),
        )

    @property
    def kind(self) -> str | None:
        """``magic``, ``semi-magic`` or None."""
        if len(set(self.rows)) > 1 or len(set(self.cols)) > 1:
            return None
        return "magic" if set(self.diagonals) == set(self.rows) else "semi-magic"


def magic_numberings(board: Board, cycle: Sequence[int]) -> dict[int, str]:
    """Return the squares of a closed tour from which, counted in its direction, it is magic.

    The same tour counted from the square before and in the other direction has the complement of
    each step, so that it is magic as well.

    Returns
    -------
    dict
        First square to ``magic`` or ``semi-magic``, in order of visit.

    Notes
    -----
    Counted from the next square, every step is one less, but that of the square left behind, which
    goes from 1 to the last. So the sums of all numberings take O(squares (rows + cols)).
    """
    size = board.size
    sums = Sums.of(board, cycle)
    rows, cols = np.array(sums.rows), np.array(sums.cols)
    diagonals = np.array(sums.diagonals)
    found = {}
    for square in cycle:
        now = Sums(tuple(rows.tolist()), tuple(cols.tolist()), tuple(diagonals.tolist()))
        if now.kind is not None:
            found[square] = now.kind
        row, col = board.position(square)
        rows -= board.cols
        cols -= board.rows
        rows[row] += size
        cols[col] += size
        if len(diagonals):
            diagonals -= board.rows
            diagonals += size * np.array([row == col, row + col == board.cols - 1])
    return found
