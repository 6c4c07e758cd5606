"""The search of the three source programs, in two kernels.

The source programs are recursive: a call marks its square, lists the free squares one move
away, orders that list, and calls itself for each of them in turn. Here the recursion is a loop
over explicit stacks, so its depth is bound by memory alone; the calls and their order are those
of the recursion.

A kernel takes a graph in compressed sparse rows and a `Walk`, and returns `FOUND`, `NOT_FOUND` or
`PAUSED`. All that it knows is in the walk, so that a search which paused at a number of calls is
taken up by the next call of the kernel as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
Bytes = NDArray[np.uint8]

FOUND, NOT_FOUND, PAUSED = 1, 0, -1

# What is where in `Walk.at`.
STEP, SQUARE, CALLS = 0, 1, 2


def compiled(function: Kernel) -> Kernel:
    """Compile with numba, kept on disk between runs."""
    return cast(Kernel, numba.njit(cache=True, nogil=True)(function))


class Walk(NamedTuple):
    """Where a search stands.

    Attributes
    ----------
    at : array of int64, shape (3,)
        The last step that was made, counted from 0 and -1 before the first; the square that is
        entered next; the number of calls.
    tour : array of int32, shape (size,)
        The square of each step so far; the whole tour where one was found.
    free : array of uint8, shape (size,)
        Which squares are free.
    tried : array of int32, shape (size,)
        How much of a step's candidates was tried.
    found : array of int32, shape (size,)
        How many candidates a step has, where they are kept.
    candidates : array of int32, shape (size, most moves of a square)
        The candidates of a step in the order in which they are tried, where they are kept.
    """

    at: NDArray[np.int64]
    tour: IntArray
    free: Bytes
    tried: IntArray
    found: IntArray
    candidates: IntArray

    @classmethod
    def of(cls, offsets: IntArray) -> Walk:
        """Return a walk in a graph with these rows; `begin` sets it on its first square."""
        size = len(offsets) - 1
        widest = int(np.diff(offsets).max())
        tour, tried, found = np.empty((3, size), dtype=np.int32)
        candidates = np.empty((size, widest), dtype=np.int32)
        return cls(np.zeros(3, np.int64), tour, np.empty(size, np.uint8), tried, found, candidates)

    def begin(self, first: int) -> None:
        """Set the walk before its first square; calls go on being counted."""
        self.at[STEP], self.at[SQUARE] = -1, first
        self.free[:] = 1


@compiled
def search_in_order(
    offsets: IntArray, targets: IntArray, closed: bool, walk: Walk, pause: int
) -> int:
    """Search depth-first for a tour from the walk's first square, in the order of the rows.

    Parameters
    ----------
    offsets, targets : array of int32
        The graph; candidates are tried in this order.
    closed : bool
        Whether the last square must be a neighbour of the first.
    walk : Walk
        Where the search stands; filled with the tour where one is found.
    pause : int
        The search pauses when it has made this many calls and would make another.

    Returns
    -------
    int
        How it ended.

    Notes
    -----
    Which squares are free is the same whenever the search is back at a step, so the next
    candidate is looked up when it is needed and no list is kept.
    """
    size = len(offsets) - 1
    tour, free, next_arc = walk.tour, walk.free, walk.tried
    step, square, calls = walk.at[STEP], walk.at[SQUARE], walk.at[CALLS]
    outcome = PAUSED
    while calls < pause:
        calls += 1
        step += 1
        tour[step] = square
        free[square] = 0
        arc = offsets[square]
        if step == size - 1 and (not closed or is_move(offsets, targets, square, tour[0])):
            outcome = FOUND
            break
        while True:
            end = offsets[square + 1]
            while arc < end and not free[targets[arc]]:
                arc += 1
            if arc < end:
                break
            free[square] = 1
            step -= 1
            if step < 0:
                break
            square = tour[step]
            arc = next_arc[step]
        if step < 0:
            outcome = NOT_FOUND
            break
        next_arc[step] = arc + 1
        square = targets[arc]
    walk.at[STEP], walk.at[SQUARE], walk.at[CALLS] = step, square, calls
    return outcome


@compiled
def go_on(offsets: IntArray, targets: IntArray, walk: Walk) -> bool:
    """Make a walk of `search_in_order` that found a tour enter what it would have tried next.

    Returns
    -------
    bool
        False where everything was tried.
    """
    step = walk.at[STEP]
    while step > 0:
        walk.free[walk.tour[step]] = 1
        step -= 1
        end = offsets[walk.tour[step] + 1]
        for arc in range(walk.tried[step], end):
            if walk.free[targets[arc]]:
                walk.tried[step] = arc + 1
                walk.at[STEP], walk.at[SQUARE] = step, targets[arc]
                return True
    return False


@compiled
def search_by_remaining(
    offsets: IntArray, targets: IntArray, closed: bool, backtrack: bool, walk: Walk, pause: int
) -> int:
    """Search as `search_in_order` does, each list of candidates sorted by `sort_by_remaining`.

    Without `backtrack` the search ends at the first square without a candidate.
    """
    size = len(offsets) - 1
    tour, free, tried, found, candidates = (
        walk.tour,
        walk.free,
        walk.tried,
        walk.found,
        walk.candidates,
    )
    remaining = np.empty(candidates.shape[1], dtype=np.int32)
    step, square, calls = walk.at[STEP], walk.at[SQUARE], walk.at[CALLS]
    outcome = PAUSED
    while calls < pause:
        calls += 1
        step += 1
        tour[step] = square
        free[square] = 0
        if step == size - 1 and (not closed or is_move(offsets, targets, square, tour[0])):
            outcome = FOUND
            break
        tried[step] = 0
        found[step] = 0
        for arc in range(offsets[square], offsets[square + 1]):
            if free[targets[arc]]:
                candidates[step, found[step]] = targets[arc]
                found[step] += 1
        sort_by_remaining(offsets, targets, free, candidates[step], remaining, found[step])
        while step >= 0 and tried[step] == found[step]:
            free[tour[step]] = 1
            step = step - 1 if backtrack else -1
        if step < 0:
            outcome = NOT_FOUND
            break
        square = candidates[step, tried[step]]
        tried[step] += 1
    walk.at[STEP], walk.at[SQUARE], walk.at[CALLS] = step, square, calls
    return outcome


@compiled
def is_move(offsets: IntArray, targets: IntArray, square: int, other: int) -> bool:
    """Return whether a move joins two squares."""
    return bool((targets[offsets[square] : offsets[square + 1]] == other).any())


@compiled
def sort_by_remaining(
    offsets: IntArray,
    targets: IntArray,
    free: Bytes,
    candidates: IntArray,
    remaining: IntArray,
    found: int,
) -> None:
    """Sort candidates by the free squares they reach, exchanging as the first program does.

    Each pair of places i < j is compared and exchanged where j reaches fewer. This is not
    stable, and its order among equals decides which tour is found.
    """
    for i in range(found):
        remaining[i] = 0
        for arc in range(offsets[candidates[i]], offsets[candidates[i] + 1]):
            remaining[i] += free[targets[arc]]
    for i in range(found):
        for j in range(i + 1, found):
            if remaining[j] < remaining[i]:
                candidates[i], candidates[j] = candidates[j], candidates[i]
                remaining[i], remaining[j] = remaining[j], remaining[i]
