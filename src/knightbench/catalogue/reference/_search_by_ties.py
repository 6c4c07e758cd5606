"""Warnsdorff's rule with a choice of how ties are broken, as a compiled search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import (
    CALLS,
    FOUND,
    NOT_FOUND,
    PAUSED,
    SQUARE,
    STEP,
    Bytes,
    Walk,
    compiled,
    is_move,
)

# How ties are broken: by the rank of the arc, by the second level, or by chance.
BY_RANK, BY_SECOND_LEVEL, BY_CHANCE = 0, 1, 2


@compiled
def search_by_ties(
    offsets: IntArray,
    targets: IntArray,
    closed: bool,
    backtrack: bool,
    ties: int,
    ranks: NDArray[np.int64],
    switches: NDArray[np.int64],
    order: NDArray[np.int64],
    rng: np.random.Generator,
    walk: Walk,
    pause: int,
) -> int:
    """Search depth-first, the candidate that reaches the fewest free squares first.

    Parameters
    ----------
    offsets, targets, closed, backtrack, walk, pause
        As for `search_by_remaining`.
    ties : int
        One of the ways to break ties.
    ranks : array of int64, shape (orders, number of arcs)
        Arcs of lower rank come first, where ties are broken by rank.
    switches : array of int64, shape (orders,)
        The square at whose entry the next order of ranks comes into force; -1 for none.
    order : array of int64, shape (1,)
        Which order is in force.
    rng : numpy.random.Generator
        For chance.

    Returns
    -------
    int
        How it ended.

    Notes
    -----
    What is still equal then comes in the order of the rows.
    """
    size = len(offsets) - 1
    tour, free, tried, found, candidates = (
        walk.tour,
        walk.free,
        walk.tried,
        walk.found,
        walk.candidates,
    )
    keys = np.empty((candidates.shape[1], 2), dtype=np.float64)
    step, square, calls = walk.at[STEP], walk.at[SQUARE], walk.at[CALLS]
    outcome = PAUSED
    if step < 0:
        order[0] = 0
    while calls < pause:
        calls += 1
        step += 1
        tour[step] = square
        free[square] = 0
        if square == switches[order[0]]:
            order[0] += 1
        if step == size - 1 and (not closed or is_move(offsets, targets, square, tour[0])):
            outcome = FOUND
            break
        tried[step] = 0
        found[step] = 0
        for arc in range(offsets[square], offsets[square + 1]):
            candidate = targets[arc]
            if not free[candidate]:
                continue
            keys[found[step], 0] = 0
            for onward in range(offsets[candidate], offsets[candidate + 1]):
                keys[found[step], 0] += free[targets[onward]]
            if ties == BY_CHANCE:
                keys[found[step], 1] = rng.random()
            elif ties == BY_SECOND_LEVEL:
                keys[found[step], 1] = second_level(offsets, targets, free, candidate)
            else:
                keys[found[step], 1] = ranks[order[0], arc]
            candidates[step, found[step]] = candidate
            found[step] += 1
        sort_by_keys(candidates[step], keys, found[step])
        while step >= 0 and tried[step] == found[step]:
            free[tour[step]] = 1
            if order[0] > 0 and tour[step] == switches[order[0] - 1]:
                order[0] -= 1
            step = step - 1 if backtrack else -1
        if step < 0:
            outcome = NOT_FOUND
            break
        square = candidates[step, tried[step]]
        tried[step] += 1
    walk.at[STEP], walk.at[SQUARE], walk.at[CALLS] = step, square, calls
    return outcome


@compiled
def second_level(offsets: IntArray, targets: IntArray, free: Bytes, square: int) -> int:
    """Return how many free squares the free squares next to `square` reach, all together."""
    total = 0
    for arc in range(offsets[square], offsets[square + 1]):
        if free[targets[arc]]:
            for onward in range(offsets[targets[arc]], offsets[targets[arc] + 1]):
                total += free[targets[onward]]
    return total


@compiled
def sort_by_keys(candidates: IntArray, keys: NDArray[np.float64], found: int) -> None:
    """Sort candidates by their pairs of keys, by insertion: equal ones stay in order."""
    for i in range(1, found):
        candidate, first, second = candidates[i], keys[i, 0], keys[i, 1]
        j = i
        while j > 0 and (
            keys[j - 1, 0] > first or (keys[j - 1, 0] == first and keys[j - 1, 1] > second)
        ):
            candidates[j] = candidates[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        candidates[j], keys[j, 0], keys[j, 1] = candidate, first, second
