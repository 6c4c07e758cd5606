"""Plain backtracking: the second source program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from knightbench.catalogue.reference.source_program import Search, SourceProgram
from knightbench.formulation import Context, register
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

    def search(self, problem: Problem, context: Context) -> Search:
        """Return the search in the order of the rows: boards list moves in this program's order."""
        from knightbench.catalogue.reference._kernel import search_in_order

        return partial(search_in_order, problem.offsets, problem.targets, problem.closed)
