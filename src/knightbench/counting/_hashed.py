"""A layer after another in hash tables.

The states of a layer are gone through in slices. For a slice, every thread lists what follows on
its share of the states, sorted by the thread that owns it: the owner is a part of the state's hash.
Then every thread puts what it owns into its own table. No two threads ever write to one place, and
the result does not depend on how many there are, but for the order of states.
"""

from __future__ import annotations

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.counting._states import of_step, successors
from knightbench.counting.elimination import (
    Flags,
    Layer,
    Means,
    MemoryLimitReached,
    Step,
    Words,
)

FREE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
SMALLEST_TABLE = 1 << 8
SLICE = 1 << 20


def advance_layer(step: Step, layer: Layer, means: Means) -> Layer:
    """Return the layer after one more elimination; see `knightbench.counting.elimination`."""
    threads, words = means.threads, layer.keys.shape[1]
    states = len(layer.keys)
    share = max(1, min(states // threads + 1, SLICE // step.most))
    room = share * step.most
    keys = np.empty((threads, threads, room, words), np.uint64)
    counts = np.empty((threads, threads, room), np.uint64)
    found = np.zeros((threads, threads), np.int64)
    tables = [Table(words) for _ in range(threads)]
    modulus = np.uint64(layer.modulus % (1 << 64))

    for begin in range(0, states, share * threads):

        def expand(thread: int, begin: int = begin) -> None:
            first = begin + thread * share
            expand_states(
                *of_step(step),
                layer.keys[first : first + share],
                layer.counts[first : first + share],
                keys[thread],
                counts[thread],
                found[thread],
            )

        def collect(thread: int) -> None:
            for source in range(threads):
                many = found[source, thread]
                tables[thread].add(
                    keys[source, thread, :many], counts[source, thread, :many], modulus
                )

        means.each(expand)
        means.each(collect)
        in_tables = sum(table.states for table in tables)
        taken = sum(table.nbytes for table in tables) + layer.keys.nbytes + layer.counts.nbytes
        taken += keys.nbytes + counts.nbytes
        if means.states is not None and in_tables > means.states:
            raise MemoryLimitReached(f"a layer has more than {means.states:,} states")
        # A table that grows is there twice, and the finished layer stands beside it.
        if means.memory is not None and 2 * taken > means.memory:
            raise MemoryLimitReached(f"{in_tables:,} states take more memory than they may")
    parts = [table.compacted() for table in tables]
    return Layer(
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        layer.modulus,
    )


class Table:
    """An open-addressing hash table from codes of states to numbers of ways."""

    def __init__(self, words: int) -> None:
        self.states = 0
        self._keys, self._counts = _empty(SMALLEST_TABLE, words)

    @property
    def nbytes(self) -> int:
        """How many bytes it takes."""
        return self._keys.nbytes + self._counts.nbytes

    def add(self, keys: Words, counts: Words, modulus: np.uint64) -> None:
        """Add numbers of ways to states; the table grows as it must."""
        begin = 0
        while True:
            begin, self.states = insert(
                self._keys, self._counts, self.states, keys, counts, begin, modulus
            )
            if begin == len(keys):
                return
            larger = _empty(2 * len(self._keys), self._keys.shape[1])
            rehash(self._keys, self._counts, *larger)
            self._keys, self._counts = larger

    def compacted(self) -> tuple[Words, Words]:
        """Return the states and their numbers of ways, and forget them."""
        taken = self._keys[:, 0] != FREE
        found = self._keys[taken], self._counts[taken]
        self._keys, self._counts = _empty(0, self._keys.shape[1])
        return found


def _empty(size: int, words: int) -> tuple[Words, Words]:
    return np.full((size, words), FREE, np.uint64), np.zeros(size, np.uint64)


@compiled
def hash_of(key: Words) -> np.uint64:
    """Return a hash of a state's code, its upper and lower bits alike well mixed."""
    mixed = np.uint64(0)
    for word in range(len(key)):
        # The finalizer of splitmix64, by D. Lea, G. L. Steele and C. H. Flood, 2014.
        mixed = (mixed ^ key[word]) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return mixed


@compiled
def expand_states(
    width: int,
    place: IntArray,
    later: IntArray,
    required: Flags,
    room: IntArray,
    left: int,
    sources: Words,
    ways: Words,
    keys: Words,
    counts: Words,
    found: IntArray,
) -> None:
    """List what follows on each of the sources, sorted by its owner."""
    most = max(1, len(later), len(later) * (len(later) - 1) // 2)
    following = np.empty((most, sources.shape[1]), np.uint64)
    chosen = np.empty((most, 2), np.int32)
    owners = np.uint64(len(found))
    found[:] = 0
    for source in range(len(sources)):
        many = successors(
            width, place, later, required, room, left, sources[source], following, chosen
        )
        for number in range(many):
            owner = np.int64((hash_of(following[number]) >> np.uint64(40)) % owners)
            at = found[owner]
            keys[owner, at] = following[number]
            counts[owner, at] = ways[source]
            found[owner] = at + 1


@compiled
def insert(
    table: Words,
    totals: Words,
    states: int,
    keys: Words,
    counts: Words,
    begin: int,
    modulus: np.uint64,
) -> tuple[int, int]:
    """Add the keys from `begin` on, until all are in or the table is 5/8 full.

    Returns
    -------
    next, states : int
        The first key that was not added, and how many states the table holds.
    """
    mask = len(table) - 1
    full = len(table) // 8 * 5
    for number in range(begin, len(keys)):
        if states >= full:
            return number, states
        at = _place(table, keys[number], mask)
        if table[at, 0] == FREE:
            table[at] = keys[number]
            states += 1
        total = totals[at] + counts[number]
        # Both are below the modulus; one of 2**64 comes as 0, and is what words do anyway.
        if modulus != np.uint64(0) and total >= modulus:
            total -= modulus
        totals[at] = total
    return len(keys), states


@compiled
def rehash(table: Words, totals: Words, larger: Words, larger_totals: Words) -> None:
    """Put everything in a table into a larger empty one."""
    mask = len(larger) - 1
    for old in range(len(table)):
        if table[old, 0] != FREE:
            at = _place(larger, table[old], mask)
            larger[at] = table[old]
            larger_totals[at] = totals[old]


@compiled
def _place(table: Words, key: Words, mask: int) -> int:
    """Return where a key stands in a table, or the free place where it belongs."""
    at = np.int64(hash_of(key)) & mask
    while table[at, 0] != FREE:
        same = True
        for word in range(len(key)):
            if table[at, word] != key[word]:
                same = False
        if same:
            break
        at = (at + 1) & mask
    return int(at)
