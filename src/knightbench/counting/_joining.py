"""The kernel by which two sides are joined; see `knightbench.counting.meeting`."""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting._blocks import ALL, FREE, ends_below, find
from knightbench.counting._pairings import JOIN, MOST_POINTS, PAIRINGS, Where, apply
from knightbench.counting.blocks import Numbers
from knightbench.counting.elimination import Words


@compiled
def cycles_of_two(
    points: int,
    a: Words,
    b: Words,
    modulus: np.uint64,
    room: Words,
    where: Where,
    images: IntArray,
) -> np.uint64:
    """Return the sum of ``a[i] b[j]`` over all pairings i and j whose union is one cycle.

    Parameters
    ----------
    points : int
        How many points are paired, at least 2.
    a, b : array of uint64, shape ((points - 1)!!,)
        Numbers by rank, below the modulus.
    modulus : uint64
        0 for 2**64, else below 2**32.
    room : array of uint64
        Room to work, of the size of `room_for`.
    where, images : array
        As `knightbench.counting._pairings.image_tables` returns them.

    Notes
    -----
    Let j pair point 0 with point p. The union is one cycle if and only if that edge closes none in
    i, and what is left of i when 0 and p are joined makes one cycle with the rest of j. All j with
    the same p stand together, so that the numbers of i are gathered once for all of them. With n
    points that takes (n - 1)!! steps for each of n - 1 partners, and as many for two points less
    within each of them: (n - 1)!! (n / 2)^2 in all, where all pairs would be ((n - 1)!!)^2.
    """
    partners = np.zeros(MOST_POINTS, np.int64)
    a_begins = np.zeros(MOST_POINTS, np.int64)
    b_begins = np.zeros(MOST_POINTS, np.int64)
    total = np.uint64(0)
    # At each depth two points less are left; `partners` has the partner of 0 that is gone through.
    depth = 0
    while depth >= 0:
        left = points - 2 * depth
        ours = a if depth == 0 else room[a_begins[depth] : a_begins[depth] + PAIRINGS[left // 2]]
        theirs = b[b_begins[depth] : b_begins[depth] + PAIRINGS[left // 2]]
        if left <= 4:
            total = plus(total, _few(ours, theirs, modulus), modulus)
            depth -= 1
            continue
        partners[depth] += 1
        if partners[depth] == left:
            partners[depth] = 0
            depth -= 1
            continue
        rest = PAIRINGS[left // 2 - 1]
        begin = a_begins[depth] + (PAIRINGS[left // 2] if depth else 0)
        joined = room[begin : begin + rest]
        joined[:] = 0
        apply(JOIN, left, 0, partners[depth], ours, joined, where, images)
        if modulus != np.uint64(0):
            for rank in range(rest):
                joined[rank] %= modulus
        a_begins[depth + 1] = begin
        b_begins[depth + 1] = b_begins[depth] + (partners[depth] - 1) * rest
        depth += 1
    return total


@compiled
def _few(a: Words, b: Words, modulus: np.uint64) -> np.uint64:
    """Return what `cycles_of_two` does for two points, or four."""
    if len(a) == 1:
        return times(a[0], b[0], modulus)
    # Two pairings of four points make one cycle where they are not the same.
    total = times(a[0], plus(b[1], b[2], modulus), modulus)
    total = plus(total, times(a[1], plus(b[0], b[2], modulus), modulus), modulus)
    return plus(total, times(a[2], plus(b[0], b[1], modulus), modulus), modulus)


@compiled
def plus(a: np.uint64, b: np.uint64, modulus: np.uint64) -> np.uint64:
    """Return a sum; both parts are below the modulus, and 0 stands for 2**64."""
    return a + b if modulus == np.uint64(0) else (a + b) % modulus


@compiled
def times(a: np.uint64, b: np.uint64, modulus: np.uint64) -> np.uint64:
    """Return a product; both factors are below the modulus, and 0 stands for 2**64."""
    return a * b if modulus == np.uint64(0) else (a * b) % modulus


def room_for(points: int) -> int:
    """Return how much room `cycles_of_two` needs."""
    return int(sum(PAIRINGS[2 : points // 2])) + 1


@compiled
def join_blocks(
    width: int,
    vectors: Words,
    starts: Numbers,
    values: Words,
    table: Words,
    index: IntArray,
    other_starts: Numbers,
    other_values: Words,
    begin: int,
    end: int,
    room: Words,
    where: Where,
    images: IntArray,
    modulus: np.uint64,
) -> np.uint64:
    """Join blocks of one side, number `begin` to `end`, each with the other side's complement.

    Parameters
    ----------
    width : int
        How many slots there are.
    vectors, starts, values : array
        One side's blocks.
    table, index, other_starts, other_values : array
        The other's, with the hash table of its vectors.
    room, where, images, modulus
        As in `cycles_of_two`.
    """
    total = np.uint64(0)
    twos = np.uint64(0)
    for slot in range(width):
        twos |= np.uint64(2) << np.uint64(2 * slot)
    for number in range(begin, end):
        at = find(table, twos - vectors[number])
        if table[at] == FREE:
            continue
        points = ends_below(vectors[number], ALL)
        if points == 0:
            continue
        block = index[at]
        part = cycles_of_two(
            points,
            values[starts[number] : starts[number + 1]],
            other_values[other_starts[block] : other_starts[block + 1]],
            modulus,
            room,
            where,
            images,
        )
        total = plus(total, part, modulus)
    return total
