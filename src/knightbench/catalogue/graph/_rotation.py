"""The rotations and extensions of a path, compiled."""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled


@compiled
def rotate_and_extend(
    offsets: IntArray,
    targets: IntArray,
    closed: bool,
    rotations: int,
    seed: int,
    path: IntArray,
    place: IntArray,
    length: int,
) -> tuple[int, int]:
    """Extend a path at its end where that is possible, else rotate it, up to a limit.

    Parameters
    ----------
    offsets, targets : array of int32
        The graph.
    closed : bool
        Whether the last square must be a neighbour of the first.
    rotations : int
        How many rotations to make at most.
    seed : int
        Of the random choices.
    path : array of int32, shape (size,)
        The path is its first `length` entries; changed in place.
    place : array of int32, shape (size,)
        Where each square stands in the path, -1 where it does not.
    length : int

    Returns
    -------
    length, rotations : int
        Of the path, and made; a path of all squares that is no tour yet has length - 1.
    """
    np.random.seed(seed)
    size = len(place)
    made = 0
    while True:
        end = path[length - 1]
        degree = offsets[end + 1] - offsets[end]
        # The free neighbour with the fewest free neighbours of its own, ties by chance.
        best, fewest, ties = -1, size, 0
        for arc in range(offsets[end], offsets[end + 1]):
            square = targets[arc]
            if place[square] >= 0:
                continue
            free = 0
            for onward in range(offsets[square], offsets[square + 1]):
                free += place[targets[onward]] < 0
            if free < fewest:
                best, fewest, ties = square, free, 1
            elif free == fewest:
                ties += 1
                if np.random.randint(ties) == 0:
                    best = square
        if best >= 0:
            path[length] = best
            place[best] = length
            length += 1
            continue
        if length == size:
            if not closed:
                return length, made
            for arc in range(offsets[end], offsets[end + 1]):
                if targets[arc] == path[0]:
                    return length, made
        if made == rotations or degree == 0:
            return length - (length == size), made
        # Rotate: the path comes to turn back at a neighbour of its end.
        pivot = place[targets[offsets[end] + np.random.randint(degree)]]
        low, high = pivot + 1, length - 1
        while low < high:
            path[low], path[high] = path[high], path[low]
            low += 1
            high -= 1
        for step in range(pivot + 1, length):
            place[path[step]] = step
        made += 1
