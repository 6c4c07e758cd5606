"""Kernels of layers in blocks; see `knightbench.counting.blocks`.

A vector has two bits a slot, the vertex's degree so far: 0, 1 or 2.
"""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting._pairings import (
    ADD,
    JOIN,
    MOVE,
    PAIRINGS,
    Where,
    apply,
)
from knightbench.counting.blocks import BlockStep, Numbers
from knightbench.counting.elimination import Words

FREE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
ONES = np.uint64(0x5555_5555_5555_5555)

#: A slot past the last of any frontier.
ALL = 31


@compiled
def find(table: Words, vector: np.uint64) -> int:
    """Return where a vector stands in a hash table, or the free place where it belongs."""
    mixed = vector * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9)
    mask = len(table) - 1
    at = np.int64(mixed >> np.uint64(24)) & mask
    while table[at] != FREE and table[at] != vector:
        at = (at + 1) & mask
    return int(at)


@compiled
def fill_index(vectors: Words, table: Words, index: IntArray) -> None:
    """Put vectors and their numbers into an empty hash table."""
    for number in range(len(vectors)):
        at = find(table, vectors[number])
        table[at] = vectors[number]
        index[at] = number


@compiled
def ends_below(vector: np.uint64, slot: int) -> int:
    """Return how many of the slots below `slot`, at most 31, are ends of paths, of degree 1."""
    bits = vector & ONES & ((np.uint64(1) << np.uint64(2 * slot)) - np.uint64(1))
    many = 0
    while bits:
        bits &= bits - np.uint64(1)
        many += 1
    return many


@compiled
def degree(vector: np.uint64, slot: int) -> int:
    """Return the degree in a slot."""
    # numba's int() would leave it unsigned.
    return np.int64((vector >> np.uint64(2 * slot)) & np.uint64(3))  # type: ignore[return-value]


@compiled
def one(slot: int) -> np.uint64:
    """Return the vector of degree 1 in a slot, and 0 else."""
    return np.uint64(1) << np.uint64(2 * slot)


@compiled
def may_be(step: BlockStep, vector: np.uint64) -> bool:
    """Return whether a vector of the next frontier can lead to a cycle, as far as degrees tell."""
    balance = step.balance
    for slot in range(step.width):
        here = degree(vector, slot)
        if here < step.least[slot] or here > step.most[slot]:
            return False
        balance -= step.colours[slot] * here
    if step.two_coloured:
        slack = step.slack
        if step.dummy >= 0:
            slack -= degree(vector, step.dummy)
        return -slack <= balance <= slack
    return True


@compiled
def list_vectors(
    step: BlockStep, vectors: Words, begin: int, table: Words, listed: int
) -> tuple[int, int]:
    """Put the vectors that follow on those from `begin` on into a hash table until it is half full.

    Returns
    -------
    next, listed : int
        The first vector that was not gone through, and how many are in the table.
    """
    later = step.later
    for number in range(begin, len(vectors)):
        if listed + len(later) * len(later) + 1 > len(table) // 2:
            return number, listed
        source = vectors[number]
        base = np.uint64(0)
        for slot in range(step.width):
            if step.old[slot] >= 0:
                base |= np.uint64(degree(source, step.old[slot])) << np.uint64(2 * slot)
        fewest, most = 0, 2
        if step.eliminates:
            fewest = most = 2 - degree(source, 0)
        for edges in range(fewest, most + 1, 1 if step.eliminates else 2):
            for first in range(len(later)) if edges else range(-1, 0):
                for second in range(first + 1, len(later)) if edges == 2 else range(-1, 0):
                    if not _has_required(step, first, second):
                        continue
                    target = base
                    if first >= 0:
                        if degree(base, later[first]) == 2:
                            continue
                        target += one(later[first])
                    if second >= 0:
                        if degree(base, later[second]) == 2:
                            continue
                        target += one(later[second])
                    if may_be(step, target):
                        at = find(table, target)
                        if table[at] == FREE:
                            table[at] = target
                            listed += 1
    return len(vectors), listed


@compiled
def _has_required(step: BlockStep, first: int, second: int) -> bool:
    """Return whether every required edge is among the two chosen, -1 being none."""
    for number in range(len(step.later)):
        if step.required[number] and number not in (first, second):
            return False
    return True


@compiled
def rehash(table: Words, larger: Words) -> None:
    """Put all that is in a hash table into a larger empty one."""
    for at in range(len(table)):
        if table[at] != FREE:
            larger[find(larger, table[at])] = table[at]


@compiled
def sizes_of(vectors: Words, sizes: Numbers) -> None:
    """Write how many pairings the ends of each vector have. Ends come in pairs, so are even."""
    for number in range(len(vectors)):
        sizes[number] = PAIRINGS[ends_below(vectors[number], ALL) // 2]


@compiled
def map_of(
    step: BlockStep,
    source: np.uint64,
    before: np.uint64,
    target: np.uint64,
    first: int,
    second: int,
) -> tuple[int, int, int]:
    """Return what chosen edges do to the pairing: a kind of map, and its two points.

    Parameters
    ----------
    step : BlockStep
    source, target : uint64
        The degrees before the step and after it.
    before : uint64
        The degrees before it in the slots of after it.
    first, second : int
        Which of `step.later` get an edge, -1 being none.
    """
    if first < 0:
        return MOVE, 0, 0
    w = step.later[first]
    if second < 0:
        # The vertex is an end, and the first of all: its path goes on to w.
        if degree(before, w) == 0:
            return MOVE, 0, ends_below(target, w)
        return JOIN, 0, ends_below(source, step.old[w])
    x = step.later[second]
    if degree(before, w) == 0 and degree(before, x) == 0:
        return ADD, ends_below(target, w), ends_below(target, x)
    if degree(before, w) == 1 and degree(before, x) == 1:
        return JOIN, ends_below(source, step.old[w]), ends_below(source, step.old[x])
    if degree(before, w) == 0:
        return MOVE, ends_below(source, step.old[x]), ends_below(target, w)
    return MOVE, ends_below(source, step.old[w]), ends_below(target, x)


@compiled
def fill_blocks(
    step: BlockStep,
    table: Words,
    index: IntArray,
    starts: Numbers,
    values: Words,
    vectors: Words,
    new_starts: Numbers,
    new_values: Words,
    begin: int,
    end: int,
    where: Where,
    images: IntArray,
    modulus: np.uint64,
) -> None:
    """Fill the blocks of the next layer from number `begin` to `end` from those of this layer.

    Parameters
    ----------
    step : BlockStep
    table, index : array
        The hash table of this layer's vectors, and their numbers.
    starts, values : array
        This layer's blocks: the one of number b is ``values[starts[b]:starts[b + 1]]``.
    vectors, new_starts, new_values : array
        The next layer's.
    where, images : array
        As `knightbench.counting._pairings.image_tables` returns them.
    modulus : uint64
        0 for 2**64, else below 2**32. A number of the next layer is the sum of at most
        ``(1 + later)**2 * points`` of this one, which is far below 2**64 before it is reduced.
    """
    later = step.later
    for number in range(begin, end):
        target = vectors[number]
        after = new_values[new_starts[number] : new_starts[number + 1]]
        after[:] = 0
        for first in range(-1, len(later)):
            if first >= 0 and degree(target, later[first]) == 0:
                continue
            for second in range(-1, len(later)) if first >= 0 else range(-1, 0):
                if 0 <= second <= first or (second >= 0 and degree(target, later[second]) == 0):
                    continue
                edges = (first >= 0) + (second >= 0)
                if edges == 1 and not step.eliminates:
                    continue
                if not _has_required(step, first, second):
                    continue
                before = target
                if first >= 0:
                    before -= one(later[first])
                if second >= 0:
                    before -= one(later[second])
                source = np.uint64(2 - edges) if step.eliminates else np.uint64(0)
                known = True
                for slot in range(step.width):
                    here = degree(before, slot)
                    if step.old[slot] >= 0:
                        source |= np.uint64(here) << np.uint64(2 * step.old[slot])
                    elif here:
                        known = False
                at = find(table, source)
                if not known or table[at] == FREE:
                    continue
                block = index[at]
                came = values[starts[block] : starts[block + 1]]
                kind, i, j = map_of(step, source, before, target, first, second)
                apply(kind, ends_below(source, ALL), i, j, came, after, where, images)
        if modulus != np.uint64(0):
            for rank in range(len(after)):
                after[rank] %= modulus
