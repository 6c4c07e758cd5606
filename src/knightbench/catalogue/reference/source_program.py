"""What the three source programs share: where they start, their cap on calls, their answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from knightbench.answer import Answer
from knightbench.formulation import Context, Formulation, parameter, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    from knightbench.catalogue.reference._kernel import Walk

#: Goes on with a walk until a number of calls is reached, and returns how it ended.
Search = Callable[["Walk", int], int]

#: Between two looks at the clock: about a tenth of a second of the slowest search on a board.
CALLS_A_SLICE = 1_000_000


@dataclass(frozen=True)
class SourceProgram(Formulation):
    """A depth-first search from the first square, counted in calls.

    Without a first square an open problem is searched from every square in order, a closed one
    from square 0 alone, since a closed tour visits it anyway.
    """

    family: ClassVar[str] = "reference"
    forkable: ClassVar[bool] = True
    effort: ClassVar[str] = "calls"
    requires: ClassVar[tuple[str, ...]] = ("numba",)

    max_calls: int | None = parameter(None, "give up at the call after this many", minimum=0)

    @property
    def exhaustive(self) -> bool:
        """Whether every path is tried before the search ends by itself."""
        return True

    @property
    def complete(self) -> bool:  # type: ignore[override]  # a parameter decides it
        """Whether the search is exhaustive, and there is no cap on its calls."""
        return self.exhaustive and self.max_calls is None

    @abstractmethod
    def search(self, problem: Problem, context: Context) -> Search:
        """Return the compiled search of this problem, moves in the program's own order."""

    def first_squares(self, problem: Problem) -> Iterable[int]:
        """Return the squares to search from, one after the other."""
        return range(problem.size) if problem.origin is None else (problem.origin,)

    def prepare(self) -> None:
        """Compile the kernel, or load it from disk."""
        super().prepare()
        self.solve(Problem.from_board("1x1"), Context())

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse whatever the source programs do not know: all requests but a first square."""
        return unsupported_requests(problem, "start")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Search; the statistics hold the number of ``calls`` over all first squares."""
        from knightbench.catalogue.reference._kernel import CALLS, FOUND, PAUSED, Walk

        with context.phase("build"):
            search = self.search(problem, context)
            walk = Walk.of(problem.offsets)
        with context.phase("search"):
            for first in self.first_squares(problem):
                walk.begin(first)
                outcome = PAUSED
                while outcome == PAUSED:
                    calls = int(walk.at[CALLS])
                    if calls == self.max_calls:
                        return Answer.unknown("incomplete", calls=calls + 1)
                    context.report(calls=calls)
                    if not context.remaining:
                        return Answer.unknown("time-limit", calls=calls)
                    pause = calls + CALLS_A_SLICE
                    if self.max_calls is not None:
                        pause = min(pause, self.max_calls)
                    outcome = search(walk, pause)
                if outcome == FOUND:
                    return Answer.satisfied(walk.tour.tolist(), calls=int(walk.at[CALLS]))
        calls = int(walk.at[CALLS])
        if not self.exhaustive:
            return Answer.unknown("incomplete", calls=calls)
        within_cap = None if self.complete else "every path was tried before the cap was reached"
        return Answer.unsatisfiable(within_cap, calls=calls)
