"""States as machine words, and what follows on a state.

The code of a state has four bits a slot, sixteen slots a word: 0 an untouched vertex, 1 one that
is done, and from 2 on a number for each path, which both its ends share. Paths are numbered in the
order of their first ends, so that a state has one code. Four bits name 14 paths, which is enough
for 28 slots. The code of all bits set is none of a state, as no number stands in 16 slots.

Within the kernels a state is an array `mates`: a slot itself where it is untouched, `DONE`, or
the slot of the other end of its path.
"""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting.elimination import Flags, Step, Words

DONE = -1


@compiled
def decode(place: IntArray, width: int, key: Words, mates: IntArray) -> None:
    """Write the state of a frontier as mates, its slots renamed.

    Parameters
    ----------
    place : array of int32
        The new name of each slot, below `width`; ``arange(width)`` to keep them.
    width : int
        How many names there are. A name that no slot has is an untouched vertex.
    key : array of uint64, shape (words,)
        The code of the state.
    mates : array of int32, shape (width,)
        Filled with the state.
    """
    first = np.full(16, -1, np.int32)
    for slot in range(width):
        mates[slot] = slot
    for old in range(len(place)):
        code = np.int64((key[old >> 4] >> np.uint64(4 * (old & 15))) & np.uint64(15))
        slot = place[old]
        if code == 1:
            mates[slot] = DONE
        elif code > 1:
            if first[code] < 0:
                first[code] = slot
            else:
                mates[slot] = first[code]
                mates[first[code]] = slot


@compiled
def encode(mates: IntArray, room: IntArray, key: Words) -> bool:
    """Write a state's code to `key`; return False where a vertex has too few neighbours left."""
    for word in range(len(key)):
        key[word] = 0
    names = np.empty(len(room), np.int64)
    paths = 1
    for slot in range(len(room)):
        mate = mates[slot]
        code = 0
        if mate == DONE:
            code = 1
        elif mate == slot:
            if room[slot] < 2:
                return False
        else:
            if room[slot] < 1:
                return False
            if mate > slot:
                paths += 1
                names[mate] = paths
                code = paths
            else:
                code = names[slot]
        key[slot >> 4] |= np.uint64(code) << np.uint64(4 * (slot & 15))
    return True


@compiled
def link(mates: IntArray, u: int, v: int, left: int) -> bool:
    """Add the edge u - v to a state; return False where it may not be.

    It may not where one of the two is done, or where it closes a cycle and anything but that
    cycle is left. A slot past the frontier is the vertex that is being eliminated.
    """
    a, b = mates[u], mates[v]
    if a == DONE or b == DONE:
        return False
    if a == v:
        mates[u] = DONE
        mates[v] = DONE
        done = 0
        for slot in range(len(mates) - 1):
            done += mates[slot] == DONE
        return done == left and mates[len(mates) - 1] == DONE
    # An untouched vertex is both ends of a path without edges.
    if a != u:
        mates[u] = DONE
    if b != v:
        mates[v] = DONE
    mates[a] = b
    mates[b] = a
    return True


@compiled
def successors(
    width: int,
    place: IntArray,
    later: IntArray,
    required: Flags,
    room: IntArray,
    left: int,
    key: Words,
    keys: Words,
    chosen: IntArray,
) -> int:
    """List the states that follow on a state when one vertex is eliminated.

    Parameters
    ----------
    width, place, later, required, room, left
        As in `knightbench.counting.elimination.Step`; see `of_step`.
    key : array of uint64, shape (words,)
        The code of the state.
    keys : array of uint64, shape (at least Step.most, words)
        Filled with the codes of those that follow, one for each choice.
    chosen : array of int32, shape (at least Step.most, 2)
        Filled with the choices: the slots, in the next frontier, to which the eliminated vertex
        gets an edge. -1 stands for no edge.

    Returns
    -------
    int
        How many there are. No two of them are the same state.
    """
    mates = np.empty(width + 1, np.int32)
    trial = np.empty(width + 1, np.int32)
    decode(place, width + 1, key, mates)
    vertex = width
    lacking = 0 if mates[vertex] == DONE else (2 if mates[vertex] == vertex else 1)
    needed = 0
    for number in range(len(later)):
        needed += required[number]
    found = 0
    if needed > lacking:
        return 0
    if lacking == 0:
        if encode(mates, room, keys[0]):
            chosen[0, 0] = chosen[0, 1] = -1
            found = 1
        return found
    for first in range(len(later)):
        for second in range(first + 1, len(later)) if lacking == 2 else range(-1, 0):
            held = np.int64(required[first]) + (np.int64(required[second]) if second >= 0 else 0)
            if held < needed:
                continue
            trial[:] = mates
            if not link(trial, vertex, later[first], left):
                continue
            if second >= 0 and not link(trial, vertex, later[second], left):
                continue
            if encode(trial, room, keys[found]):
                chosen[found, 0] = later[first]
                chosen[found, 1] = later[second] if second >= 0 else -1
                found += 1
    return found


def of_step(step: Step) -> tuple[int, IntArray, IntArray, Flags, IntArray, int]:
    """Return the first six arguments of `successors`."""
    return step.width, step.place, step.later, step.required, step.room, step.left
