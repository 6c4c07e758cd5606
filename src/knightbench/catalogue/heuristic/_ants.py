"""The ants of `ant-colony`, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled, is_move

FloatArray = NDArray[np.float64]


@compiled
def send_ants(
    offsets: IntArray,
    targets: IntArray,
    closed: bool,
    firsts: IntArray,
    last: int,
    kept: float,
    pheromone: FloatArray,
    rng: np.random.Generator,
    cycles: int,
    tour: IntArray,
) -> tuple[bool, int, int]:
    """Send an ant from each of the first squares, cycle by cycle, until one makes a tour.

    Parameters
    ----------
    offsets, targets : array of int32
        The graph, in compressed sparse rows.
    closed : bool
        Whether an ant must end next to its first square.
    firsts : array of int32
        Where each ant begins.
    last : int
        The square where a tour must end; -1 for any.
    kept : float
        The share of the pheromone that does not evaporate in a cycle.
    pheromone : array of float64, shape (number of arcs,)
        What lies on each arc; changed in place.
    rng : numpy.random.Generator
        For the ants' choices.
    cycles : int
        How many cycles to make at most.
    tour : array of int32, shape (size,)
        Filled with the tour where one is found.

    Returns
    -------
    found, cycles, ants : bool, int, int
        Whether there is a tour, the number of cycles that were begun, and of ants that were sent.
    """
    size = len(offsets) - 1
    free = np.empty(size, dtype=np.uint8)
    arcs = np.empty(size, dtype=np.int32)
    left = np.empty(len(targets), dtype=np.float64)
    ants = 0
    for cycle in range(1, cycles + 1):
        left[:] = 0.0
        for first in firsts:
            ants += 1
            free[:] = 1
            free[first] = 0
            tour[0] = square = first
            moves = 0
            while True:
                arc = _choose(offsets, targets, free, pheromone, square, rng)
                if arc < 0:
                    break
                arcs[moves] = arc
                moves += 1
                tour[moves] = square = targets[arc]
                free[square] = 0
            if (
                moves == size - 1
                and (last < 0 or square == last)
                and (not closed or is_move(offsets, targets, square, first))
            ):
                return True, cycle, ants
            for move in range(moves):
                left[arcs[move]] += (moves - move) / (size - 1 - move)
        pheromone *= kept
        pheromone += left
    return False, cycles, ants


@compiled
def _choose(
    offsets: IntArray,
    targets: IntArray,
    free: NDArray[np.uint8],
    pheromone: FloatArray,
    square: int,
    rng: np.random.Generator,
) -> int:
    """Return an arc to a free square, as likely as it has pheromone; -1 where there is none."""
    total = 0.0
    chosen = -1
    for arc in range(offsets[square], offsets[square + 1]):
        if free[targets[arc]]:
            total += pheromone[arc]
            chosen = arc
    if chosen < 0:
        return chosen
    drawn = rng.random() * total
    for arc in range(offsets[square], offsets[square + 1]):
        if free[targets[arc]]:
            drawn -= pheromone[arc]
            if drawn < 0:
                return arc
    # Rounding, or nothing left on any of them.
    return chosen
