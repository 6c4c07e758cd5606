"""Plain backtracking: the second source program."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.board import IntArray
from knightbench.catalogue.reference.source_program import Search, SourceProgram
from knightbench.formulation import register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Backtracking(SourceProgram):
    """Depth-first search, candidates in the order of the board's moves.

    State: the path so far. A call enters a free square; it tries the free neighbours in move
    order and leaves the square when all have failed. Memory O(squares + moves); calls can be
    exponential in squares. Faithful to the call to the program it restates.
    """

    name = "backtracking"
    summary = "depth-first search, candidates in move order"
    source = "El problema del recorrido del caballo de ajedrez - backtracking (source program 2)"

    def rows(self, problem: Problem) -> tuple[IntArray, IntArray]:
        """Return the rows as they are: boards list their moves in this program's order."""
        return problem.offsets, problem.targets

    def kernel(self) -> Search:
        """Return the search in the order of the rows."""
        from knightbench.catalogue.reference.kernel import search_in_order

        return search_in_order
