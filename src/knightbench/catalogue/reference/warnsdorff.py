"""Backtracking ordered by Warnsdorff's rule: the first source program, and other ways with ties."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat

import numpy as np
from numpy.typing import NDArray

from knightbench.catalogue.reference import squirrel_cull
from knightbench.catalogue.reference.source_program import Search, SourceProgram
from knightbench.formulation import Context, parameter, register
from knightbench.problem import Problem

_TIES = ("source", "first", "last", "random", "pohl", "roth", "centre", "squirrel-cull")
_FARTHEST_FROM_CENTRE = ("roth", "centre")


@register
@dataclass(frozen=True)
class Warnsdorff(SourceProgram):
    """Depth-first search, candidates with the fewest onward moves first.

    State and cost as for plain backtracking. A call sorts its candidates by the number of free
    squares that each still reaches. Warnsdorff says that any of the fewest will do, which is not
    so; `ties` says which of them comes first:

    ``source``
        As the first source program's exchange sort leaves them, at a price of O(degree squared)
        a call: the first in the order of moves, then some other. The default; with it, faithful
        to the call to the program it restates.
    ``first``, ``last``
        The first in the order of moves, or the last.
    ``random``
        Any of them, by chance.
    ``pohl``
        The one whose free neighbours together reach the fewest free squares, then the first. At
        a price of O(degree cubed) a call.
    ``roth``, ``centre``
        The one farthest from the centre of the board, then the first: Roth's rule, by two names.
    ``squirrel-cull``
        The first in an order of moves that changes at certain squares, see `squirrel_cull`.

    With `backtrack` every path from the first square is tried, so that the search is complete
    whatever the ties. Without it, as the rule was meant, a walk ends at the first dead end. Then
    ``random`` starts over, `tries` times from each first square, and the others end.

    References
    ----------
    H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823.

    I. Pohl, *A method for finding Hamilton paths and knight's tours*, Communications of the ACM
    10(7), 446-449, 1967.

    A. Roth, *The problem of the knight*, as told in *Warnsdorff's rule II*,
    http://w1.859.telia.com/~u85905224/knight/bWarnsd.htm.

    D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square
    chessboards*, Oregon State University REU Program, 1996.
    """

    name = "warnsdorff"
    summary = "depth-first search, candidates with the fewest onward moves first"
    source = "El problema del recorrido del caballo de ajedrez - heuristicas (source program 1)"

    ties: str = parameter("source", "which of those with equally few onward moves is first", _TIES)
    backtrack: bool = parameter(True, "step back from dead ends, instead of giving up")
    tries: int = parameter(1000, "walks by ties=random without backtracking", minimum=1)

    @property
    def uses_seed(self) -> bool:  # type: ignore[override]  # a parameter decides it
        """Whether chance breaks ties."""
        return self.ties == "random"

    @property
    def exhaustive(self) -> bool:
        """Whether it steps back."""
        return self.backtrack

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse requests but a first square, and graphs of which the ties make no sense."""
        board = problem.board
        if self.ties in _FARTHEST_FROM_CENTRE and (
            board is None or board.wrap_rows or board.wrap_cols
        ):
            return f"ties={self.ties} needs a board with a centre"
        if self.ties == "squirrel-cull" and not squirrel_cull.serves(board):
            return "ties=squirrel-cull needs a square board without holes, and the knight's moves"
        return super().unsupported_reason(problem)

    def first_squares(self, problem: Problem) -> Iterable[int]:
        """Return the squares to search from; many times over where chance decides."""
        squares = super().first_squares(problem)
        if self.ties == "random" and not self.backtrack:
            return chain.from_iterable(repeat(squares, self.tries))
        return squares

    def search(self, problem: Problem, context: Context) -> Search:
        """Return the search that sorts its candidates by what they still reach."""
        from knightbench.catalogue.reference import _search_by_ties as by_ties
        from knightbench.catalogue.reference._kernel import search_by_remaining

        graph = problem.offsets, problem.targets, problem.closed, self.backtrack
        if self.ties == "source":
            return partial(search_by_remaining, *graph)
        kinds = {"pohl": by_ties.BY_SECOND_LEVEL, "random": by_ties.BY_CHANCE}
        return partial(
            by_ties.search_by_ties,
            *graph,
            kinds.get(self.ties, by_ties.BY_RANK),
            *self._ranks(problem),
            np.zeros(1, dtype=np.int64),
            context.rng,
        )

    def _ranks(self, problem: Problem) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the ranks of the arcs, and the squares at which they change."""
        board, targets = problem.board, problem.targets
        if self.ties == "squirrel-cull" and board is not None:
            return squirrel_cull.ranked_orders(problem, board)
        ranks = np.zeros(len(targets), dtype=np.int64)
        if self.ties == "last":
            ranks = -np.arange(len(targets))
        if self.ties in _FARTHEST_FROM_CENTRE and board is not None:
            places = np.array([board.position(square) for square in range(board.size)])
            from_centre = 2 * places - (board.rows - 1, board.cols - 1)
            ranks = -(from_centre**2).sum(axis=1)[targets]
        return ranks[None, :], np.full(1, -1, dtype=np.int64)
