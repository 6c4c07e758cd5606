"""Boards: squares, moves, holes and wrap-around.

A board is a grid of ``rows`` x ``cols`` cells. A cell that exists is a *square*; squares are
numbered row-major from 0, holes skipped. A piece moves by *offsets* ``(row change, column
change)``; the knight is the (1, 2)-leaper.

>>> board = Board(3, 4)
>>> board.size, board.position(5)
(12, (1, 1))
>>> sorted(board.graph()[(0, 0)])
[(1, 2), (2, 1)]
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import networkx as nx

Position = tuple[int, int]
Offset = tuple[int, int]
IntArray = NDArray[np.int32]


def leaper(a: int, b: int) -> tuple[Offset, ...]:
    """Return the offsets of the (a, b)-leaper, in the order of moves of the source programs.

    Parameters
    ----------
    a, b : int
        The two distances of a move, in squares. Their order and signs do not matter.

    Returns
    -------
    tuple of (int, int)
        Eight offsets; four where ``a == b`` or one of the two is 0.

    Raises
    ------
    ValueError
        If both are 0: such a piece stays where it is.

    Examples
    --------
    >>> leaper(1, 2)[:4]
    ((-2, -1), (-2, 1), (-1, -2), (-1, 2))
    >>> leaper(0, 1)
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    """
    near, far = sorted((abs(a), abs(b)))
    if far == 0:
        raise ValueError("moves 0,0: a move must leave its square; the knight is 1,2")
    offsets = (
        *((-far, -near), (-far, near), (-near, -far), (-near, far)),
        *((far, -near), (far, near), (near, -far), (near, far)),
    )
    return tuple(dict.fromkeys(offsets))


KNIGHT = leaper(1, 2)


@dataclass(frozen=True)
class Board:
    """A board and the moves of the piece on it.

    Parameters
    ----------
    rows, cols : int
        Its size, at least 1 x 1.
    moves : (int, int) or iterable of (int, int), optional
        A leaper ``(a, b)``, or a set of offsets closed under negation. The knight by default.
        Neighbours are listed in the order of the offsets.
    holes : iterable of (int, int), optional
        The cells that do not exist.
    wrap_rows, wrap_cols : bool, optional
        Whether a move off the top enters at the bottom (`wrap_rows`), or one off the left edge
        enters at the right (`wrap_cols`): a cylinder with one of them, a torus with both.

    Raises
    ------
    ValueError
        If a size is below 1, a hole is off the board, or the offsets hold ``(0, 0)`` or are not
        closed under negation.
    """

    rows: int
    cols: int
    moves: tuple[Offset, ...] = KNIGHT
    holes: frozenset[Position] = frozenset()
    wrap_rows: bool = False
    wrap_cols: bool = False

    def __post_init__(self) -> None:
        if {type(self.rows), type(self.cols)} != {int}:
            raise ValueError(f"board {self.rows!r} x {self.cols!r}: sizes are whole numbers")
        if self.rows < 1 or self.cols < 1:
            raise ValueError(
                f"board {self.rows}x{self.cols}: rows and columns must be at least 1, as in 8x8"
            )
        object.__setattr__(self, "moves", _offsets(self.moves))
        object.__setattr__(self, "holes", frozenset((int(r), int(c)) for r, c in self.holes))
        for hole in sorted(self.holes):
            if not self.contains(hole):
                raise ValueError(f"hole {hole} is off the {self.rows}x{self.cols} board")

    @classmethod
    def parse(cls, size: str) -> Board:
        """Return the full board of a size string such as ``8x8``: rows, then columns.

        Raises
        ------
        ValueError
            If `size` is anything else than two positive whole numbers with an ``x`` between.
        """
        match = re.fullmatch(r"\s*(\d{1,9})\s*[xX×]\s*(\d{1,9})\s*", size, flags=re.ASCII)
        if match is None or int(match[1]) < 1 or int(match[2]) < 1:
            raise ValueError(
                f"board size {size!r}: write rows x columns, both at least 1, as in 8x8"
            )
        return cls(int(match[1]), int(match[2]))

    @property
    def size(self) -> int:
        """The number of squares."""
        return self.rows * self.cols - len(self.holes)

    def contains(self, position: Position) -> bool:
        """Return whether `position` lies within the rows and columns, hole or not."""
        return 0 <= position[0] < self.rows and 0 <= position[1] < self.cols

    def square(self, position: Position) -> int:
        """Return the number of the square at ``(row, col)``.

        Raises
        ------
        ValueError
            If there is no such square.
        """
        row, col = position
        if not self.contains((row, col)):
            raise ValueError(
                f"({row}, {col}) is off the board: rows are 0 to {self.rows - 1}, "
                f"columns 0 to {self.cols - 1}"
            )
        if (row, col) in self.holes:
            raise ValueError(f"({row}, {col}) is a hole")
        if not self.holes:
            return row * self.cols + col
        return int(self._numbers[row, col])

    def position(self, square: int) -> Position:
        """Return the ``(row, col)`` of a square.

        Raises
        ------
        ValueError
            If there is no such square.
        """
        if not 0 <= square < self.size:
            raise ValueError(f"square {square} does not exist: squares are 0 to {self.size - 1}")
        if not self.holes:
            return divmod(square, self.cols)
        row, col = self._positions[square]
        return int(row), int(col)

    def chess_name(self, square: int) -> str:
        """Return the chess name of a square; ``a1`` is at the bottom left.

        Columns past ``z`` go on with ``aa``, ``ab`` and so on.
        """
        row, col = self.position(square)
        letters = ""
        col += 1
        while col:
            col, rest = divmod(col - 1, 26)
            letters = chr(ord("a") + rest) + letters
        return f"{letters}{self.rows - row}"

    def parse_position(self, text: str) -> Position:
        """Return the ``(row, col)`` of a cell written ``row,col`` or as a chess name.

        Raises
        ------
        ValueError
            If `text` is neither.
        """
        if pair := re.fullmatch(r"\s*\(?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)?\s*", text, re.ASCII):
            return int(pair[1]), int(pair[2])
        if name := re.fullmatch(r"\s*([a-z]{1,6})(\d{1,9})\s*", text, re.ASCII):
            col = 0
            for letter in name[1]:
                col = col * 26 + ord(letter) - ord("a") + 1
            return self.rows - int(name[2]), col - 1
        raise ValueError(
            f"square {text!r}: write row,col counted from 0, as in 0,0, or a chess name, as in a1"
        )

    def adjacency(self) -> tuple[IntArray, IntArray]:
        """Return the board's graph in compressed sparse rows.

        Returns
        -------
        offsets : array of int32, shape (size + 1,)
        targets : array of int32, shape (number of arcs,)
            The neighbours of square ``s`` are ``targets[offsets[s]:offsets[s + 1]]``, in the
            order of `moves`. A move onto its own square and a second move onto the same square
            (both possible by wrap-around only) are left out.

        Raises
        ------
        MemoryError
            If the graph would take more than a quarter of the machine's memory.

        Notes
        -----
        Time and memory are proportional to squares x moves.
        """
        _refuse_if_too_large(self)
        rows = self._positions[:, 0]
        cols = self._positions[:, 1]
        reached = np.full((self.size, len(self.moves)), -1, dtype=np.int32)
        for column, (down, right) in enumerate(self.moves):
            row, col = rows + down, cols + right
            if self.wrap_rows:
                row %= self.rows
            if self.wrap_cols:
                col %= self.cols
            inside = (row >= 0) & (row < self.rows) & (col >= 0) & (col < self.cols)
            reached[inside, column] = self._numbers[row[inside], col[inside]]
        if self.wrap_rows or self.wrap_cols:
            reached[reached == np.arange(self.size, dtype=np.int32)[:, None]] = -1
            for column in range(1, len(self.moves)):
                again = (reached[:, :column] == reached[:, column, None]).any(axis=1)
                reached[again, column] = -1
        exists = reached >= 0
        offsets = np.zeros(self.size + 1, dtype=np.int32)
        np.cumsum(exists.sum(axis=1), out=offsets[1:])
        return offsets, reached[exists]

    def graph(self) -> nx.Graph[Position]:
        """Return the board's graph as a `networkx.Graph` whose nodes are ``(row, col)``."""
        import networkx as nx

        graph: nx.Graph[Position] = nx.Graph()
        positions = [self.position(square) for square in range(self.size)]
        graph.add_nodes_from(positions)
        offsets, targets = self.adjacency()
        for square, position in enumerate(positions):
            for target in targets[offsets[square] : offsets[square + 1]]:
                graph.add_edge(position, positions[target])
        return graph

    def turned(self, *, quarter: bool) -> tuple[int, ...]:
        """Return where each square goes when the board is turned about its middle.

        Parameters
        ----------
        quarter : bool
            Whether by one right angle, clockwise; else by two.

        Raises
        ------
        ValueError
            If the turned board does not cover its own squares.
        """
        if quarter and self.rows != self.cols:
            raise ValueError(
                f"quarter-turn: a {self.rows}x{self.cols} board does not cover itself when it is "
                "turned by a right angle; only square boards do"
            )
        rows, cols = self._positions[:, 0], self._positions[:, 1]
        there = (
            (cols, self.rows - 1 - rows)
            if quarter
            else (self.rows - 1 - rows, self.cols - 1 - cols)
        )
        squares = self._numbers[there]
        if (squares < 0).any():
            square = self.position(int(np.argmin(squares)))
            raise ValueError(f"{square} comes to lie on a hole when the board is turned")
        return tuple(squares.tolist())

    @cached_property
    def _numbers(self) -> IntArray:
        """The number of each cell's square, -1 for a hole; shape (rows, cols)."""
        numbers = np.zeros((self.rows, self.cols), dtype=np.int32)
        for hole in self.holes:
            numbers[hole] = -1
        numbers[numbers == 0] = np.arange(self.size, dtype=np.int32)
        return numbers

    @cached_property
    def _positions(self) -> IntArray:
        """Row and column of each square; shape (size, 2)."""
        return np.argwhere(self._numbers >= 0).astype(np.int32)

    def __str__(self) -> str:
        parts = [f"{self.rows}x{self.cols}"]
        if self.moves != KNIGHT:
            parts.append("moves " + ";".join(f"{down},{right}" for down, right in self.moves))
        if self.holes:
            parts.append(f"{len(self.holes)} hole" + "s" * (len(self.holes) > 1))
        if self.wrap_rows or self.wrap_cols:
            wrapped = {(True, True): "both", (True, False): "rows", (False, True): "cols"}
            parts.append(f"wrap {wrapped[self.wrap_rows, self.wrap_cols]}")
        return ", ".join(parts)


def _offsets(moves: Offset | Iterable[Offset]) -> tuple[Offset, ...]:
    """Return the offsets that `moves` stands for; a pair of numbers is a leaper."""
    entries = tuple(cast("Iterable[Offset]", moves))
    if len(entries) == 2 and all(isinstance(entry, int) for entry in entries):
        return leaper(*cast(Offset, entries))
    offsets = tuple(dict.fromkeys((int(down), int(right)) for down, right in entries))
    for down, right in offsets:
        if (down, right) == (0, 0):
            raise ValueError("moves 0,0: a move must leave its square; the knight is 1,2")
        if (-down, -right) not in offsets:
            raise ValueError(
                f"moves: ({down}, {right}) is there but its way back ({-down}, {-right}) is not; "
                "the moves must be closed under negation"
            )
    return offsets


def _refuse_if_too_large(board: Board) -> None:
    # Measured at the peak of `adjacency`: the table of moves, its mask and the targets take
    # 9 bytes an arc, positions and the temporaries of one offset about 60 bytes a square.
    needed = board.size * (60 + 9 * len(board.moves))
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    arcs = board.size * len(board.moves)
    if needed > physical // 4 or arcs > np.iinfo(np.int32).max:
        raise MemoryError(
            f"board {board.rows}x{board.cols}: its graph alone would need about "
            f"{needed / 2**30:,.1f} GiB of memory; this machine has {physical / 2**30:,.1f} GiB, "
            "of which a board may take a quarter"
        )
