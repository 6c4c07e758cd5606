"""Layers in blocks: all pairings of the ends that go with the same degrees, side by side.

The degrees of a frontier after an elimination depend on the degrees before and on the edges chosen,
and on nothing else. So a layer is kept as a list of *vectors* of degrees, and for each of them a
block of (ends - 1)!! numbers, one for each pairing of the vertices of degree 1, by rank. An edge
takes a whole block to another by a map of ranks, which is the same for all vectors that have the
ends in the same order; see `knightbench.counting._pairings`.

Against a hash table of states this takes 8 bytes a state, not 16 to 40, and instead of a look into
memory at random for each state there is one for each block. It does well where most pairings occur,
as they do where edges cross. Where few occur, as in planar graphs with a wide frontier,
`knightbench.counting.elimination` does better.

A side of a graph may be eliminated up to a set of vertices that are kept: see
`knightbench.counting.meeting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.counting.elimination import Flags, Means, MemoryLimitReached, Words
from knightbench.counting.orders import frontiers
from knightbench.problem import Move, unordered

Numbers = NDArray[np.int64]

#: The widest frontier in blocks: of all ends it has 19!! pairings.
WIDEST = 20


class BlockStep(NamedTuple):
    """The elimination of a vertex, or the choice of one edge between vertices that are kept.

    Attributes
    ----------
    eliminates : bool
        Whether a vertex is eliminated. It is slot 0 of the frontier before.
    fresh : bool
        Whether that vertex comes new, and has to be given its slot first.
    width : int
        How many slots the next frontier has.
    old : array of int32, shape (width,)
        The slot before of each slot, -1 where the vertex comes new.
    later : array of int32
        The slots of the neighbours that are eliminated later; or the two ends of the edge.
    required : array of bool
        Which of the edges to `later` are required; of an edge between kept vertices, both or none.
    least, most : array of int32, shape (width,)
        Which degrees of each vertex can still become what they must be.
    colours : array of int32, shape (width,)
        Where the graph without its dummy has two colours, +1 for one and -1 for the other, 0 for
        the dummy.
    balance : int
        How many edges the vertices of colour +1 that are not eliminated would need in all, less
        those of the other colour, were none of them there yet.
    slack : int
        The edges of the dummy, 2, or 0 where there is none: those that are left bound the balance.
    dummy : int
        The slot of the dummy, or -1.
    two_coloured : bool
        Whether the graph has two colours.
    """

    eliminates: bool
    fresh: bool
    width: int
    old: IntArray
    later: IntArray
    required: Flags
    least: IntArray
    most: IntArray
    colours: IntArray
    balance: int
    slack: int
    dummy: int
    two_coloured: bool


@dataclass(frozen=True)
class Side:
    """A part of a graph that is eliminated, up to the vertices that are kept.

    Attributes
    ----------
    neighbours : sequence of sets of int
        The whole graph.
    required : set of (int, int)
        The edges that a cycle must contain, smaller vertex first.
    order : tuple of int
        The vertices that are eliminated, in their order.
    kept : tuple of int
        The vertices that are not. They are all that the part has an edge to.
    inner : tuple of (int, int)
        The edges between kept vertices that belong to this part.
    degrees : mapping of int to (int, int)
        The least and the most degree that each kept vertex is to have in this part.
    dummy : int or None
        The vertex that closes open tours.
    colours : mapping of int to int, or None
        The colours +1 and -1 of the vertices but the dummy, where two are enough.
    """

    neighbours: Sequence[set[int]]
    required: frozenset[Move]
    order: tuple[int, ...]
    kept: tuple[int, ...]
    inner: tuple[Move, ...]
    degrees: Mapping[int, tuple[int, int]]
    dummy: int | None
    colours: Mapping[int, int] | None

    @cached_property
    def frontiers(self) -> list[tuple[int, ...]]:
        """The frontier before each elimination and after the last."""
        return frontiers(self.neighbours, self.order, self.kept)

    def __len__(self) -> int:
        """Return how many steps there are."""
        return len(self.order) + len(self.inner)

    @property
    def width(self) -> int:
        """How many vertices the widest frontier has, together with the one that is eliminated."""
        pairs = zip(self.order, self.frontiers, strict=False)
        return max([len(self.kept), *(len({v, *frontier}) for v, frontier in pairs)])

    def steps(self) -> Iterator[BlockStep]:
        """Yield all steps: the eliminations, then the edges between kept vertices."""
        gone: set[int] = set()
        within = {*self.order, *self.kept}
        for number, vertex in enumerate(self.order):
            before, after = self.frontiers[number], self.frontiers[number + 1]
            gone.add(vertex)
            fresh = vertex not in before
            slot = {v: place for place, v in enumerate((vertex, *before) if fresh else before)}
            later = [v for v in after if v in self.neighbours[vertex]]
            required = [unordered(v, vertex) in self.required for v in later]
            room = {v: len(self.neighbours[v] & within - gone - _kept_of(self, v)) for v in after}
            # The last step takes in what is kept and was not near; an edge inside comes after.
            for v in self.kept:
                if v in room:
                    room[v] += sum(v in edge for edge in self.inner)
            yield self._step(True, fresh, slot, after, later, required, gone, room)
        slot = {v: place for place, v in enumerate(self.kept)}
        for number, edge in enumerate(self.inner):
            room = {v: sum(v in other for other in self.inner[number + 1 :]) for v in self.kept}
            required = [edge in self.required] * 2
            ends = sorted(edge, key=slot.__getitem__)
            yield self._step(False, False, slot, self.kept, ends, required, gone, room)

    def _step(
        self,
        eliminates: bool,
        fresh: bool,
        before: Mapping[int, int],
        after: Sequence[int],
        later: Sequence[int],
        required: Sequence[bool],
        gone: set[int],
        room: Mapping[int, int],
    ) -> BlockStep:
        slot = {v: place for place, v in enumerate(after)}
        bounds = [self.degrees.get(v, (2, 2)) for v in after]
        colours = self.colours or {}
        left = [v for v in range(len(self.neighbours)) if v not in gone]
        return BlockStep(
            eliminates,
            fresh,
            len(after),
            np.array([before.get(v, -1) for v in after], np.int32),
            np.array([slot[v] for v in later], np.int32),
            np.array(required, np.bool_),
            np.array([b[0] - room[v] for v, b in zip(after, bounds, strict=True)], np.int32),
            np.array([most for _least, most in bounds], np.int32),
            np.array([colours.get(v, 0) for v in after], np.int32),
            2 * sum(colours.get(v, 0) for v in left),
            0 if self.dummy is None or self.dummy in gone else 2,
            -1 if self.dummy is None else slot.get(self.dummy, -1),
            self.colours is not None and self.dummy not in gone,
        )


def _kept_of(side: Side, vertex: int) -> set[int]:
    """Return the kept vertices, where `vertex` is one: edges between them are told apart."""
    return set(side.kept) if vertex in side.kept else set()


@dataclass(frozen=True)
class BlockLayer:
    """Vectors of degrees, and for each the numbers of ways of all pairings of its ends.

    Attributes
    ----------
    vectors : array of uint64, shape (blocks,)
        The degrees, two bits a slot, in ascending order.
    starts : array of int64, shape (blocks + 1,)
        Where each block begins.
    values : array of uint64, shape (states,)
        The numbers of ways, modulo the modulus.
    """

    vectors: Words
    starts: Numbers
    values: Words
    _index: tuple[Words, IntArray] | None = field(default=None, init=False)

    @property
    def index(self) -> tuple[Words, IntArray]:
        """A hash table of the vectors, and their numbers."""
        from knightbench.counting._blocks import FREE, fill_index

        if self._index is None:
            size = 1 << (2 * len(self.vectors) | 1).bit_length()
            table, index = np.full(size, FREE, np.uint64), np.empty(size, np.int32)
            fill_index(self.vectors, table, index)
            object.__setattr__(self, "_index", (table, index))
        assert self._index is not None
        return self._index

    @property
    def nbytes(self) -> int:
        """How many bytes it takes, its hash table among them."""
        return self.values.nbytes + len(self.vectors) * (8 + 8 + 2 * 12)


def first_blocks() -> BlockLayer:
    """Return the layer before the first step: no slots, one way."""
    return BlockLayer(np.zeros(1, np.uint64), np.array([0, 1], np.int64), np.ones(1, np.uint64))


def advance_blocks(step: BlockStep, layer: BlockLayer, means: Means, modulus: int) -> BlockLayer:
    """Return the layer after a step.

    Parameters
    ----------
    step : BlockStep
    layer : BlockLayer
    means : Means
    modulus : int
        2**64, or a number below 2**32.

    Raises
    ------
    MemoryLimitReached
        If the layer would have more states, or take more memory, than `means` allow.
    """
    from knightbench.counting._blocks import fill_blocks
    from knightbench.counting._pairings import image_tables

    if step.fresh:
        layer = BlockLayer(layer.vectors << np.uint64(2), layer.starts, layer.values)
    vectors, starts = _next_vectors(step, layer)
    states = int(starts[-1])
    if means.states is not None and states > means.states:
        raise MemoryLimitReached(f"a layer has more than {means.states:,} states")
    needed = layer.nbytes + 8 * states + len(vectors) * 40
    if means.memory is not None and needed > means.memory:
        raise MemoryLimitReached(f"two layers take {needed >> 20:,} MB")
    values = np.empty(states, np.uint64)
    where, images = image_tables()
    table, index = layer.index

    def fill(begin: int, end: int) -> None:
        fill_blocks(
            step,
            table,
            index,
            layer.starts,
            layer.values,
            vectors,
            starts,
            values,
            begin,
            end,
            where,
            images,
            np.uint64(modulus % (1 << 64)),
        )

    means.share(starts, fill)
    return BlockLayer(vectors, starts, values)


def _next_vectors(step: BlockStep, layer: BlockLayer) -> tuple[Words, Numbers]:
    """Return the vectors that follow on those of a layer, and where their blocks begin."""
    from knightbench.counting._blocks import FREE, list_vectors, rehash, sizes_of

    size = max(256, 1 << (4 * len(layer.vectors) + 2 * len(step.later) ** 2).bit_length())
    table = np.full(size, FREE, np.uint64)
    begin = listed = 0
    while True:
        begin, listed = list_vectors(step, layer.vectors, begin, table, listed)
        if begin == len(layer.vectors):
            break
        larger = np.full(2 * len(table), FREE, np.uint64)
        rehash(table, larger)
        table = larger
    vectors = np.sort(table[table != FREE])
    starts = np.zeros(len(vectors) + 1, np.int64)
    sizes_of(vectors, starts[1:])
    np.cumsum(starts, out=starts)
    return vectors, starts
