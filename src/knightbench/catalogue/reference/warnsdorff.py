"""Backtracking ordered by Warnsdorff's rule: the first source program."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.board import IntArray
from knightbench.catalogue.reference.source_program import Search, SourceProgram
from knightbench.formulation import register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Warnsdorff(SourceProgram):
    """Depth-first search, candidates with the fewest onward moves first.

    State and cost as for plain backtracking; each list of candidates goes through the program's
    exchange sort by the number of free squares that each candidate still reaches, at a price of
    O(degree squared) a call. Faithful to the call to the program it restates.

    References
    ----------
    H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823.
    """

    name = "warnsdorff"
    summary = "depth-first search, candidates with the fewest onward moves first"
    source = "El problema del recorrido del caballo de ajedrez - heuristicas (source program 1)"

    def rows(self, problem: Problem) -> tuple[IntArray, IntArray]:
        """Return the rows as they are: boards list their moves in this program's order."""
        return problem.offsets, problem.targets

    def kernel(self) -> Search:
        """Return the search that sorts its candidates by what they still reach."""
        from knightbench.catalogue.reference.kernel import search_by_remaining

        return search_by_remaining
