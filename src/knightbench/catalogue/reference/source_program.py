"""What the three source programs share: where they start, their cap on calls, their answer."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.formulation import Context, Formulation, parameter, unsupported_requests
from knightbench.problem import Problem

Search = Callable[[IntArray, IntArray, int, bool, int, IntArray], tuple[int, int]]

_NO_CAP = 2**63 - 1


@dataclass(frozen=True)
class SourceProgram(Formulation):
    """A depth-first search from the first square, counted in calls.

    Without a first square an open problem is searched from every square in order, a closed one
    from square 0 alone, since a closed tour visits it anyway.
    """

    family: ClassVar[str] = "reference"
    effort: ClassVar[str] = "calls"
    requires: ClassVar[tuple[str, ...]] = ("numba",)

    max_calls: int | None = parameter(None, "give up at the call after this many", minimum=0)

    @property
    def complete(self) -> bool:  # type: ignore[override]  # a parameter decides it
        """Whether there is no cap on the calls."""
        return self.max_calls is None

    @abstractmethod
    def rows(self, problem: Problem) -> tuple[IntArray, IntArray]:
        """Return the problem's moves in compressed sparse rows, in the program's own order."""

    @abstractmethod
    def kernel(self) -> Search:
        """Return the compiled search."""

    def prepare(self) -> None:
        """Compile the kernel, or load it from disk."""
        super().prepare()
        nothing = np.zeros(1, dtype=np.int32)
        self.kernel()(np.zeros(2, dtype=np.int32), nothing[:0], 0, False, 1, nothing)

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse whatever the source programs do not know: all requests but a first square."""
        return unsupported_requests(problem, "start")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Search; the statistics hold the number of ``calls`` over all first squares."""
        from knightbench.catalogue.reference.kernel import FOUND, STOPPED

        with context.phase("build"):
            offsets, targets = self.rows(problem)
            tour = np.empty(problem.size, dtype=np.int32)
        cap = _NO_CAP if self.max_calls is None else self.max_calls
        search = self.kernel()
        calls = 0
        with context.phase("search"):
            origin = problem.origin
            for first in range(problem.size) if origin is None else (origin,):
                outcome, made = search(offsets, targets, first, problem.closed, cap - calls, tour)
                calls += made
                if outcome == FOUND:
                    return Answer.satisfied(tour.tolist(), calls=calls)
                if outcome == STOPPED:
                    return Answer.unknown("incomplete", calls=calls)
                context.report(calls=calls)
        return Answer.unsatisfiable(calls=calls)
