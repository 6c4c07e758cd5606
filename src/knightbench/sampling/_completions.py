"""In how many ways the states of a layer are completed: kernels over layers and limbs.

A number of ways is written in *limbs*, machine words, the lowest first, so that none overflows.
The rows of a layer are found again by a table of open addresses: a power of two of places, each the
number of a row, or -1.
"""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting._hashed import hash_of
from knightbench.counting._states import successors
from knightbench.counting.elimination import Flags, Words


def places_for(states: int) -> IntArray:
    """Return the empty table for so many rows; at most 5/8 of its places will be taken."""
    return np.full(1 << max(4, (8 * states // 5).bit_length()), -1, np.int32)


@compiled
def fill(keys: Words, places: IntArray) -> None:
    """Put every row of `keys` into its table."""
    mask = len(places) - 1
    for row in range(len(keys)):
        at = np.int64(hash_of(keys[row])) & mask
        while places[at] >= 0:
            at = (at + 1) & mask
        places[at] = row


@compiled
def find(keys: Words, places: IntArray, key: Words) -> int:
    """Return the row of a key, or -1 where it has none."""
    mask = len(places) - 1
    at = np.int64(hash_of(key)) & mask
    while places[at] >= 0:
        row = places[at]
        same = True
        for word in range(len(key)):
            if keys[row, word] != key[word]:
                same = False
        if same:
            return int(row)
        at = (at + 1) & mask
    return -1


@compiled
def complete(
    width: int,
    place: IntArray,
    later: IntArray,
    required: Flags,
    room: IntArray,
    left: int,
    keys: Words,
    ways: Words,
    next_keys: Words,
    next_places: IntArray,
    next_ways: Words,
) -> None:
    """Fill in how many ways there are to complete each state: those of all that follow on it.

    Parameters
    ----------
    width, place, later, required, room, left
        The elimination; see `knightbench.counting._states.of_step`.
    keys : array of uint64, shape (states, words)
        The states before it.
    ways : array of uint64, shape (states, limbs)
        Filled.
    next_keys, next_places, next_ways : array
        The states after it, their table, and their numbers of ways. A state that is not there has
        no completion.
    """
    most = max(1, len(later), len(later) * (len(later) - 1) // 2)
    following = np.empty((most, keys.shape[1]), np.uint64)
    chosen = np.empty((most, 2), np.int32)
    ways[:] = 0
    for state in range(len(keys)):
        many = successors(width, place, later, required, room, left, keys[state], following, chosen)
        for number in range(many):
            row = find(next_keys, next_places, following[number])
            if row >= 0:
                add(ways[state], next_ways[row])


@compiled
def add(total: Words, number: Words) -> None:
    """Add a number to another of as many limbs, in place."""
    carry = np.uint64(0)
    for limb in range(len(total)):
        before = total[limb]
        part = before + number[limb]
        after = part + carry
        # At most one of the two sums overflows.
        carry = np.uint64((part < before) or (after < part))
        total[limb] = after
