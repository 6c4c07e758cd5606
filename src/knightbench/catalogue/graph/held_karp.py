"""Dynamic programming over sets of squares: exact, and it counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightbench.answer import Answer
from knightbench.formulation import (
    Context,
    Formulation,
    Unfinished,
    register,
    unsupported_requests,
)
from knightbench.problem import Problem
from knightbench.symmetry import standard

LARGEST = 24
_END_BITS = 5

States = NDArray[np.int64]


@register
@dataclass(frozen=True)
class HeldKarp(Formulation):
    """All paths at once, told apart only by the set they visit and the square they end on.

    State (S, v): the set S of the squares visited, and the square v of S visited last; its
    value, the number of paths that begin as asked and lead there. Layer k holds the states with k
    squares; each leads to the states (S + w, w) for the moves v - w out of S. A clue keeps the
    states of its layer that end on its square. In the last layer the end, and for a closed tour
    the move to the first square, are looked at. A tour is read backwards through the layers.

    Size: at most n 2^(n-1) states, of which only those that can be reached are kept, 16 bytes
    each. Time O(states x degree). Limited to 24 squares.

    The statistics hold the number of ``tours``: a tour and its reverse are one, unless an end, a
    first square of an open tour or a clue gives it a direction. It is left out where it exceeds
    2^63.

    References
    ----------
    R. Bellman, "Dynamic programming treatment of the travelling salesman problem", Journal of
    the ACM 9(1), 61-63, 1962.
    M. Held, R. M. Karp, "A dynamic programming approach to sequencing problems", Journal of the
    Society for Industrial and Applied Mathematics 10(1), 196-210, 1962.
    """

    name = "held-karp"
    summary = f"dynamic programming over sets of squares, up to {LARGEST} squares; counts too"
    source = "Bellman, 1962; Held and Karp, 1962"
    family = "graph"
    effort = "states"
    forkable = True
    enumerates = True

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse larger problems, and required moves: a state does not know how it was reached."""
        if problem.size > LARGEST:
            return f"takes at most {LARGEST} squares, and this problem has {problem.size}"
        return unsupported_requests(problem, "start", "end", "clues")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Fill the layers, count, and read one tour."""
        filled = _Filled.of(problem, context)
        statistics = {"states": filled.states}
        if not filled.finished:
            return Answer.unknown("time-limit", **statistics)
        if filled.exact:
            statistics["tours"] = int(filled.counts.sum()) // (2 if _reversible(problem) else 1)
        if len(filled.layers[-1]) == 0:
            return Answer.unsatisfiable(None, **statistics)
        with context.phase("decode"):
            return Answer.satisfied(next(filled.tours()), **statistics)

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Fill the layers, and read every tour."""
        filled = _Filled.of(problem, context)
        if not filled.finished:
            raise Unfinished("time-limit")
        with context.phase("decode"):
            for tour in filled.tours():
                if tour == standard(problem, tour):
                    yield tour


@dataclass
class _Filled:
    """The layers of a problem.

    Attributes
    ----------
    layers : list of array of int64
        The states of 1 square, of 2, ...; of the last, those that are ends of tours.
    counts : array of int64
        In how many ways each of the last is reached.
    exact : bool
        Whether these numbers fit 63 bits.
    states : int
        How many there were in all layers.
    finished : bool
        Whether the last layer was reached before the deadline.
    """

    problem: Problem
    layers: list[States]
    counts: NDArray[np.int64]
    exact: bool = True
    states: int = 0
    finished: bool = True

    @classmethod
    def of(cls, problem: Problem, context: Context) -> _Filled:
        with context.phase("build"):
            steps = problem.steps
            origin = problem.origin
            firsts = range(problem.size) if origin is None else (origin,)
            keys = np.array([(1 << s) << _END_BITS | s for s in firsts], dtype=np.int64)
            counts = np.ones(len(keys), dtype=np.int64)
            filled = cls(problem, [_only(keys, steps.get(1))], counts, states=len(keys))
        with context.phase("search"):
            for step in range(2, problem.size + 1):
                if not context.remaining:
                    filled.finished = False
                    return filled
                keys, counts, fits = _next_layer(problem, keys, counts)
                filled.exact = filled.exact and fits
                wanted = _ends_on(keys, steps.get(step))
                keys, counts = keys[wanted], counts[wanted]
                filled.layers.append(keys)
                filled.states += len(keys)
                context.report(states=filled.states)
            if problem.closed:
                assert origin is not None, "a closed problem that is asked has a square"
                closing = np.isin(keys & 31, problem.neighbours(origin))
                filled.layers[-1], counts = keys[closing], counts[closing]
            filled.counts = counts
        return filled

    def tours(self) -> Iterator[tuple[int, ...]]:
        """Yield every way through the layers; each state has one at least."""
        for key in self.layers[-1].tolist():
            yield from self._back_from(len(self.layers) - 1, key, (key & 31,))

    def _back_from(self, depth: int, key: int, rest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield every tour that ends with `rest`, which `key` of that layer begins."""
        if depth == 0:
            yield rest
            return
        layer = self.layers[depth - 1]
        visited = (key >> _END_BITS) & ~(1 << rest[0])
        for before in self.problem.neighbours(rest[0]):
            candidate = visited << _END_BITS | before
            place = int(np.searchsorted(layer, candidate))
            if place < len(layer) and layer[place] == candidate:
                yield from self._back_from(depth - 1, candidate, (before, *rest))


def _only(keys: States, square: int | None) -> States:
    return keys[_ends_on(keys, square)]


def _ends_on(keys: States, square: int | None) -> NDArray[np.bool_]:
    """Return which states end on `square`; all do where it is None."""
    if square is None:
        return np.ones(len(keys), dtype=np.bool_)
    ends: NDArray[np.bool_] = (keys & 31) == square
    return ends


def _next_layer(
    problem: Problem, keys: States, counts: NDArray[np.int64]
) -> tuple[States, NDArray[np.int64], bool]:
    """Return the states one move on, sorted, their counts, and whether these fit 63 bits."""
    sets, ends = keys >> _END_BITS, keys & 31
    reached, paths = [], []
    for square in range(problem.size):
        here = ends == square
        for target in problem.neighbours(square):
            onward = here & ((sets >> target) & 1 == 0)
            reached.append(((sets[onward] | 1 << target) << _END_BITS) | target)
            paths.append(counts[onward])
    every = np.concatenate(reached) if reached else np.empty(0, dtype=np.int64)
    merged, where = np.unique(every, return_inverse=True)
    carried = np.concatenate(paths) if paths else np.empty(0, dtype=np.int64)
    totals = np.zeros(len(merged), dtype=np.int64)
    np.add.at(totals, where, carried)
    # Sums of positive numbers in floating point tell an overflow of the integers.
    about = np.bincount(where, weights=carried, minlength=len(merged))
    return merged, totals, bool((about < 2.0**62).all()) and float(about.sum()) < 2.0**62


def _reversible(problem: Problem) -> bool:
    """Return whether the reverse of a tour is counted as another state's path too."""
    if problem.end is not None or problem.clues or problem.size == 1:
        return False
    return problem.closed or problem.start is None
