"""The search of the three source programs, in two kernels.

The source programs are recursive: a call marks its square, lists the free squares one move
away, orders that list, and calls itself for each of them in turn. Here the recursion is a loop
over explicit stacks, so its depth is bound by memory alone; the calls and their order are those
of the recursion.

Both kernels take a graph in compressed sparse rows and return one of `FOUND`, `NOT_FOUND` and
`STOPPED` with the number of calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

FOUND, NOT_FOUND, STOPPED = 1, 0, -1


def compiled(function: Kernel) -> Kernel:
    """Compile with numba, kept on disk between runs."""
    kernel: Kernel = numba.njit(cache=True, nogil=True)(function)
    return kernel


@compiled
def search_in_order(
    offsets: IntArray,
    targets: IntArray,
    first: int,
    closed: bool,
    max_calls: int,
    tour: IntArray,
) -> tuple[int, int]:
    """Search depth-first for a tour from `first`, candidates in the order of the rows.

    Parameters
    ----------
    offsets, targets : array of int32
        The graph; candidates are tried in this order.
    first : int
        The first square.
    closed : bool
        Whether the last square must be a neighbour of the first.
    max_calls : int
        The search stops at the call after this many.
    tour : array of int32, shape (size,)
        Filled with the tour where one is found.

    Returns
    -------
    outcome, calls : int
        How it ended, and how often a square was entered.

    Notes
    -----
    Which squares are free is the same whenever the search is back at a step, so the next
    candidate is looked up when it is needed and no list is kept.
    """
    size = len(offsets) - 1
    free = np.ones(size, dtype=np.uint8)
    next_arc = np.empty(size, dtype=np.int32)
    calls = 0
    step = -1
    square = first
    while True:
        calls += 1
        if calls > max_calls:
            return STOPPED, calls
        step += 1
        tour[step] = square
        free[square] = 0
        arc = offsets[square]
        if step == size - 1:
            if not closed:
                return FOUND, calls
            for closing in range(offsets[square], offsets[square + 1]):
                if targets[closing] == first:
                    return FOUND, calls
        while True:
            end = offsets[square + 1]
            while arc < end and not free[targets[arc]]:
                arc += 1
            if arc < end:
                break
            free[square] = 1
            step -= 1
            if step < 0:
                return NOT_FOUND, calls
            square = tour[step]
            arc = next_arc[step]
        next_arc[step] = arc + 1
        square = targets[arc]


@compiled
def search_by_remaining(
    offsets: IntArray,
    targets: IntArray,
    first: int,
    closed: bool,
    max_calls: int,
    tour: IntArray,
) -> tuple[int, int]:
    """Search as `search_in_order` does, each list of candidates sorted by `sort_by_remaining`."""
    size = len(offsets) - 1
    widest = 0
    for square in range(size):
        widest = max(widest, offsets[square + 1] - offsets[square])
    free = np.ones(size, dtype=np.uint8)
    # What is left to try at a step: candidates[step, tried[step]:found[step]].
    candidates = np.empty((size, widest), dtype=np.int32)
    remaining = np.empty(widest, dtype=np.int32)
    found = np.zeros(size, dtype=np.int32)
    tried = np.zeros(size, dtype=np.int32)
    calls = 0
    step = -1
    square = first
    while True:
        calls += 1
        if calls > max_calls:
            return STOPPED, calls
        step += 1
        tour[step] = square
        free[square] = 0
        if step == size - 1:
            if not closed:
                return FOUND, calls
            for closing in range(offsets[square], offsets[square + 1]):
                if targets[closing] == first:
                    return FOUND, calls
        tried[step] = 0
        found[step] = 0
        for arc in range(offsets[square], offsets[square + 1]):
            if free[targets[arc]]:
                candidates[step, found[step]] = targets[arc]
                found[step] += 1
        sort_by_remaining(offsets, targets, free, candidates[step], remaining, found[step])
        while tried[step] == found[step]:
            free[tour[step]] = 1
            step -= 1
            if step < 0:
                return NOT_FOUND, calls
        square = candidates[step, tried[step]]
        tried[step] += 1


@compiled
def sort_by_remaining(
    offsets: IntArray,
    targets: IntArray,
    free: NDArray[np.uint8],
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
