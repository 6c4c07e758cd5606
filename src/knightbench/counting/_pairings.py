"""Pairings of an even number of points, by rank, and what an edge does to them.

The ends of the paths of a state, in the order of their slots, are points 0, 1, ..., and the paths
pair them. The (points - 1)!! pairings are ranked by the partner of point 0, then by the partner of
the first point that is left, and so on::

    rank = b (points - 3)!! + rank of the others, where point 0 is paired with point b + 1

so that all pairings in which 0 has a certain partner stand together, in the order of the others.

An edge does one of three things to a pairing:

* `MOVE` i, j: the path that ends in point i ends elsewhere, and its end becomes point j;
* `JOIN` i, j: points i and j vanish, and their partners are paired; -1 where i and j are partners,
  as that closes a cycle;
* `ADD` i, j: two points come new, i and j, paired with each other.

Each is a map from ranks to ranks. For few points it is kept as a table, small enough to stay in the
processor's cache; for more, it is made of maps of fewer points.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting.elimination import Words
from knightbench.counting.orders import pairings

MOVE, JOIN, ADD = 0, 1, 2

#: `ADD` the other way round, from the pairings of more points to those of fewer: only within maps.
TAKE = 3

#: The most points that a frontier may have here; 19!! is the last below 2**32.
MOST_POINTS = 20

#: Up to how many points there are tables.
TABLED = 10

#: (2k - 1)!! by k.
PAIRINGS = np.array([pairings(2 * k) for k in range(MOST_POINTS // 2 + 1)], dtype=np.int64)

Where = NDArray[np.int64]


@compiled
def bits_below(bits: int, position: int) -> int:
    """Return how many of the lowest `position` bits are set."""
    bits &= (1 << position) - 1
    many = 0
    while bits:
        bits &= bits - 1
        many += 1
    return many


@compiled
def pairing_of(points: int, rank: int, partners: IntArray) -> None:
    """Write the pairing of a rank."""
    free = (1 << points) - 1
    for k in range(points // 2 - 1, -1, -1):
        first = 0
        while not free >> first & 1:
            first += 1
        digit = rank // PAIRINGS[k]
        rank -= digit * PAIRINGS[k]
        other = first
        for _ in range(digit + 1):
            other += 1
            while not free >> other & 1:
                other += 1
        free ^= 1 << first | 1 << other
        partners[first] = other
        partners[other] = first


@compiled
def rank_of(points: int, partners: IntArray) -> int:
    """Return the rank of a pairing."""
    free = (1 << points) - 1
    rank = 0
    first = 0
    for k in range(points // 2 - 1, -1, -1):
        while not free >> first & 1:
            first += 1
        other = int(partners[first])
        free ^= 1 << first
        rank += bits_below(free, other) * PAIRINGS[k]
        free ^= 1 << other
    return rank


@compiled
def image(
    kind: int, points: int, i: int, j: int, rank: int, partners: IntArray, after: IntArray
) -> int:
    """Return what becomes of a rank.

    Parameters
    ----------
    kind, i, j : int
        What is done; ``i < j``, but for `MOVE`.
    points : int
        How many points there are before.
    rank : int
        The pairing before.
    partners, after : array of int32, shape (at least points + 2,)
        Room to work.
    """
    pairing_of(points, rank, partners)
    if kind == MOVE:
        for point in range(points):
            after[_moved(point, i, j)] = _moved(partners[point], i, j)
        return rank_of(points, after)
    if kind == ADD:
        for point in range(points):
            after[_spread(point, i, j)] = _spread(partners[point], i, j)
        after[i] = j
        after[j] = i
        return rank_of(points + 2, after)
    a, b = partners[i], partners[j]
    if a == j:
        return -1
    partners[a] = b
    partners[b] = a
    for point in range(points):
        if point not in (i, j):
            other = partners[point]
            after[point - (point > i) - (point > j)] = other - (other > i) - (other > j)
    return rank_of(points - 2, after)


@compiled
def _moved(point: int, i: int, j: int) -> int:
    if point == i:
        return j
    point -= point > i
    return point + (point >= j)


@compiled
def _spread(point: int, i: int, j: int) -> int:
    point += point >= i
    return point + (point >= j)


@compiled
def apply(
    kind: int,
    points: int,
    i: int,
    j: int,
    before: Words,
    after: Words,
    where: Where,
    images: IntArray,
) -> None:
    """Add the numbers of all pairings of `points` points to those of what becomes of them.

    Where there is no table, the pairings with one partner p of point 0 are taken together: what
    becomes of them is a map of the pairings of the others, of two points less. They are parts of
    the two arrays that hang together, so that what is left to do is a stack of maps, each with the
    places where its parts begin. (Not a recursive function: numba does not cache those safely.)
    """
    if _at_once(kind, points, i, j, before, after, where, images):
        return
    stack = np.empty((MOST_POINTS * MOST_POINTS, 6), np.int64)
    stack[0] = (kind, points, i, j, 0, 0)
    waiting = 1
    while waiting:
        waiting -= 1
        kind, points, i, j, begin, end = stack[waiting]
        part = before[begin:]
        into = after[end:]
        if _at_once(kind, points, i, j, part, into, where, images):
            continue
        for p in range(1, points):
            # The numbers whose point 0 has partner p, of those before or of those to be.
            here = begin + (p - 1) * PAIRINGS[points // 2 - 1]
            there = end + (p - 1) * PAIRINGS[points // 2 - 1]
            if kind in (ADD, TAKE):
                q = _spread(p, i, j)
                other = (q - 1) * PAIRINGS[points // 2]
                a, b = _without(i, q), _without(j, q)
                if kind == ADD:
                    stack[waiting] = (ADD, points - 2, a, b, here, end + other)
                else:
                    stack[waiting] = (TAKE, points - 2, a, b, begin + other, there)
            elif kind == MOVE and i == 0:
                # The others stay as they are, and a pair is put in between.
                q = _moved(p, i, j)
                stack[waiting] = (ADD, points - 2, min(j, q), max(j, q), here, end)
            elif kind == MOVE and j == 0:
                # The other way round: those whose point i has the partner that p has been.
                q = p - 1 if p - 1 < i else p
                stack[waiting] = (TAKE, points - 2, min(i, q), max(i, q), begin, there)
            elif kind == MOVE:
                q = _moved(p, i, j)
                into_q = end + (q - 1) * PAIRINGS[points // 2 - 1]
                a, b = (0, 0) if p == i else (_without(i, p), _without(j, q))
                stack[waiting] = (MOVE, points - 2, a, b, here, into_q)
            elif i == 0:
                # The path from 0 to p is lengthened by the one from j, which now ends in p.
                if p == j:
                    continue
                stack[waiting] = (MOVE, points - 2, _without(j, p), p - 1 - (p > j), here, end)
            elif p in (i, j):
                # The partner of the other of the two is now that of 0.
                a = j - 2 if p == i else i - 1
                stack[waiting] = (MOVE, points - 2, a, 0, here, end)
            else:
                q = p - (p > i) - (p > j)
                into_q = end + (q - 1) * PAIRINGS[points // 2 - 2]
                a, b = _without(i, p), _without(j, p)
                stack[waiting] = (JOIN, points - 2, a, b, here, into_q)
            waiting += 1


@compiled
def _at_once(
    kind: int,
    points: int,
    i: int,
    j: int,
    before: Words,
    after: Words,
    where: Where,
    images: IntArray,
) -> bool:
    """Do a map that is plain or in a table, and return whether it is.

    The arrays begin where the map's parts begin, and may be longer.
    """
    many = PAIRINGS[points // 2]
    if kind == MOVE and i == j:
        for rank in range(many):
            after[rank] += before[rank]
        return True
    if kind == ADD and i == 0:
        for rank in range(many):
            after[(j - 1) * many + rank] += before[rank]
        return True
    if kind == TAKE and i == 0:
        for rank in range(many):
            after[rank] += before[(j - 1) * many + rank]
        return True
    table = where[ADD if kind == TAKE else kind, points // 2, i, j]
    if table < 0:
        return False
    row = images[table : table + many]
    if kind == TAKE:
        for rank in range(many):
            after[rank] += before[row[rank]]
    elif kind == JOIN:
        for rank in range(many):
            if row[rank] >= 0:
                after[row[rank]] += before[rank]
    else:
        for rank in range(many):
            after[row[rank]] += before[rank]
    return True


@compiled
def _without(point: int, partner: int) -> int:
    """Return which of the points but 0 and `partner` a point is, counted from 0."""
    return point - 1 - (partner < point)


@compiled
def _fill(kind: int, points: int, i: int, j: int, row: IntArray) -> None:
    partners = np.empty(points + 2, np.int32)
    room = np.empty(points + 2, np.int32)
    for rank in range(len(row)):
        row[rank] = image(kind, points, i, j, rank, partners, room)


@cache
def image_tables(points: int = TABLED) -> tuple[Where, IntArray]:
    """Return the tables of all maps between up to `points` points.

    Only maps between neighbouring points are worked out for each rank; the others follow on each
    other, as to move i to j is to move it to a neighbour of j and from there to j.

    Returns
    -------
    where : array of int64, shape (3, MOST_POINTS / 2 + 1, MOST_POINTS, MOST_POINTS)
        By kind, half the points before, i and j, the place in `images` at which the map begins, or
        -1 where it is not there.
    images : array of int32
        The maps, one after the other; 10 points take less than 1 MB.
    """
    maps = []
    for before in range(0, points + 1, 2):
        pairs = [(i, j) for i in range(before) for j in range(i + 1, before)]
        near = [(i, i + step) for step in (1, -1) for i in range(before) if 0 <= i + step < before]
        far = [(i, j) for i in range(before) for j in range(i + 2, before)]
        far += [(i, j) for i in range(before) for j in range(i - 2, -1, -1)]
        maps += [(MOVE, before, i, j) for i, j in near + far]
        maps += [(JOIN, before, i, j) for i, j in pairs]
    for before in range(0, points - 1, 2):
        maps += [(ADD, before, i, j) for i in range(before + 1) for j in range(i + 1, before + 2)]
    where = np.full((3, MOST_POINTS // 2 + 1, MOST_POINTS, MOST_POINTS), -1, np.int64)
    images = np.empty(sum(pairings(before) for _kind, before, _i, _j in maps), np.int32)

    def map_of(kind: int, before: int, i: int, j: int) -> IntArray:
        at = where[kind, before // 2, i, j]
        return images[at : at + pairings(before)]

    begin = 0
    for kind, before, i, j in maps:
        row = images[begin : begin + pairings(before)]
        where[kind, before // 2, i, j] = begin
        begin += len(row)
        if kind == MOVE and abs(i - j) > 1:
            nearer = j - 1 if i < j else j + 1
            row[:] = map_of(MOVE, before, nearer, j)[map_of(MOVE, before, i, nearer)]
        elif kind == JOIN and i > 0:
            # Once j is out of the way at the end, i to the front; then it is points 0 and last.
            row[:] = map_of(JOIN, before, 0, j)[map_of(MOVE, before, i, 0)]
        else:
            _fill(kind, before, i, j, row)
    return where, images
