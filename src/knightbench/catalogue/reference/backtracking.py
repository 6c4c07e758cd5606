"""Plain backtracking: the second source program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from knightbench.catalogue.reference.source_program import CALLS_A_SLICE, Search, SourceProgram
from knightbench.formulation import Context, Unfinished, register
from knightbench.problem import Problem
from knightbench.symmetry import standard


@register
@dataclass(frozen=True)
class Backtracking(SourceProgram):
    """Depth-first search, candidates in the order of the board's moves.

    State: the path so far. A call enters a free square; it tries the free neighbours in move
    order and leaves the square when all have failed. Memory O(squares + moves); calls can be
    exponential in squares. Faithful to the call to the program it restates.

    It lists all tours by going on as if each that it finds were a dead end. A tour and its
    reverse are found both.
    """

    name = "backtracking"
    summary = "depth-first search, candidates in move order"
    source = "El problema del recorrido del caballo de ajedrez - backtracking (source program 2)"

    def search(self, problem: Problem, context: Context) -> Search:
        """Return the search in the order of the rows: boards list moves in this program's order."""
        from knightbench.catalogue.reference._kernel import search_in_order

        return partial(search_in_order, problem.offsets, problem.targets, problem.closed)

    @property
    def enumerates(self) -> bool:  # type: ignore[override]  # a parameter decides it
        """Whether there is no cap on its calls."""
        return self.max_calls is None

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        list(self.tours(Problem.from_board("1x1"), Context()))

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour in the order of the search."""
        from knightbench.catalogue.reference._kernel import CALLS, FOUND, NOT_FOUND, Walk, go_on

        with context.phase("build"):
            search = self.search(problem, context)
            walk = Walk.of(problem.offsets)
        with context.phase("search"):
            for first in self.first_squares(problem):
                walk.begin(first)
                while (outcome := search(walk, int(walk.at[CALLS]) + CALLS_A_SLICE)) != NOT_FOUND:
                    context.report(calls=int(walk.at[CALLS]))
                    if not context.remaining:
                        raise Unfinished("time-limit")
                    if outcome == FOUND:
                        tour = tuple(walk.tour.tolist())
                        if tour == standard(problem, tour):
                            yield tour
                        if not go_on(problem.offsets, problem.targets, walk):
                            break
        context.report(calls=int(walk.at[CALLS]))
