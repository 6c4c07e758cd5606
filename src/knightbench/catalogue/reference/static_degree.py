"""Backtracking ordered by degree on the empty board: the third source program."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from knightbench.board import IntArray, Offset
from knightbench.catalogue.reference.source_program import Search, SourceProgram
from knightbench.formulation import Context, register
from knightbench.problem import Problem, without_moves


def clockwise(offset: Offset) -> float:
    """Return an offset's angle, clockwise from the left: the third program's order of moves."""
    down, right = offset
    return math.atan2(down, right)


@register
@dataclass(frozen=True)
class StaticDegree(SourceProgram):
    """Depth-first search, candidates with the fewest moves on the empty board first.

    State and cost as for plain backtracking. A board's moves come clockwise from the left, then
    each row of candidates is sorted stably by degree, visited squares counted too; so the order
    never changes and is settled before the search. Faithful to the call to the program it
    restates.
    """

    name = "static-degree"
    summary = "depth-first search, candidates with the fewest moves on the empty board first"
    source = "骑士周游回溯算法 (source program 3)"

    def rows(self, problem: Problem) -> tuple[IntArray, IntArray]:
        """Return the rows, clockwise on a board, then by degree."""
        offsets, targets = problem.offsets, problem.targets
        if problem.board is not None:
            board = replace(problem.board, moves=tuple(sorted(problem.board.moves, key=clockwise)))
            offsets, targets = without_moves(*board.adjacency(), problem.forbidden)
        degrees = problem.degrees[targets]
        sources = np.repeat(np.arange(problem.size), problem.degrees)
        # lexsort is stable: by square, then by degree, then as they were.
        return offsets, targets[np.lexsort((degrees, sources))]

    def search(self, problem: Problem, context: Context) -> Search:
        """Return the search in the order of these rows."""
        from knightbench.catalogue.reference._kernel import search_in_order

        return partial(search_in_order, *self.rows(problem), problem.closed)
