"""Counting Hamiltonian cycles by eliminating one vertex after another.

Take a cycle, and of its edges those that meet an eliminated vertex. They form paths; an eliminated
vertex has both its edges, and a vertex of the frontier is

* untouched: it has none of them;
* the end of a path: it has one, and what counts is which vertex the other end is;
* done: it has two.

This is the *state*. All ways to reach a state go on in the same ways, so it is enough to know how
many they are. A layer holds the states after some eliminations with their numbers of ways; to
eliminate the next vertex is to choose the edges that it lacks, among those to vertices that come
later. No choice may close a cycle, but the one that makes everything done. After the last vertex
one state is left, and its number of ways is the number of Hamiltonian cycles.

Each cycle is counted once: its choices at every vertex are its own edges.

To go through layers and states by hand::

    steps = elimination_steps(cycles)
    layer = first_layer(steps)
    for step in steps:
        layer = advance(step, layer)
    layer.counts.sum()

`knightbench.counting._states` has the kernels `successors`, which lists the states that follow on
one state with the edges chosen, and `decode`, which tells a state in plain form.

References
----------
D. E. Knuth, *The Art of Computer Programming 4A*, 2011, section 7.1.4 (Simpath).
I. Wegener, M. Löbbing, *The number of knight's tours equals 33,439,123,484,294 - counting with
binary decision diagrams*, Electronic Journal of Combinatorics 3, 1996: the method, and a number
that is not right.
B. D. McKay, *Knight's tours of an 8x8 chessboard*, TR-CS-97-03, Australian National University,
1997: the number that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.counting.orders import frontiers
from knightbench.counting.question import Cycles

Words = NDArray[np.uint64]
Flags = NDArray[np.bool_]

#: The widest frontier whose states have a code: see `knightbench.counting._states`.
WIDEST = 28


class FrontierTooWide(ValueError):
    """A frontier is so wide that its states have no code; none of them could be listed anyway."""


class MemoryLimitReached(RuntimeError):
    """Counting would take more memory than it may."""


class Step(NamedTuple):
    """The elimination of one vertex, as the kernels know it.

    Frontiers are written as *slots*, in the order of elimination. The vertex that is eliminated
    has slot `width` of the next frontier, one past its last.

    Attributes
    ----------
    vertex : int
        The vertex that is eliminated.
    width : int
        How many vertices the next frontier has.
    place : array of int32
        The slot in the next frontier of each slot in this one.
    later : array of int32
        The slots of the neighbours that are eliminated later.
    required : array of bool
        Which of the edges to `later` are required.
    room : array of int32, shape (width,)
        How many neighbours of each vertex of the next frontier are not eliminated by then.
    left : int
        How many vertices are not eliminated by then.
    """

    vertex: int
    width: int
    place: IntArray
    later: IntArray
    required: Flags
    room: IntArray
    left: int

    @property
    def most(self) -> int:
        """The most successors that a state can have."""
        later = len(self.later)
        return max(1, later, later * (later - 1) // 2)


@dataclass(frozen=True)
class Layer:
    """States, and in how many ways each is reached.

    Attributes
    ----------
    keys : array of uint64, shape (states, words)
        The codes of the states, all different; see `knightbench.counting._states`.
    counts : array of uint64, shape (states,)
        The numbers of ways, modulo `modulus`.
    modulus : int
        2**64, or a number below 2**63.
    """

    keys: Words
    counts: Words
    modulus: int = 1 << 64


@dataclass(frozen=True)
class Means:
    """What counting may use.

    Attributes
    ----------
    threads : int
        How many threads; more than one need a pool.
    states : int or None
        The most states of a layer.
    memory : int or None
        The most bytes that tables and layers may take together.
    pool : ThreadPoolExecutor or None
        The threads.
    """

    threads: int = 1
    states: int | None = None
    memory: int | None = None
    pool: ThreadPoolExecutor | None = None

    def each(self, work: Callable[[int], object]) -> None:
        """Call `work` with every number of a thread, each in its thread."""
        if self.pool is None:
            work(0)
        else:
            list(self.pool.map(work, range(self.threads)))

    def share(self, starts: NDArray[np.int64], work: Callable[[int, int], object]) -> None:
        """Call `work` with ranges of blocks, in all threads, until it was called for every block.

        Parameters
        ----------
        starts : array of int64, shape (blocks + 1,)
            Where each block begins among all numbers: its size tells how long it takes.
        work : callable
            Of a first block and a last, which is not in.
        """
        pieces = 1 if self.pool is None else 32 * self.threads
        # To look for a block takes about as long as some numbers of it.
        weights = starts + 8 * np.arange(len(starts))
        cuts = np.searchsorted(weights, np.linspace(0, weights[-1], pieces + 1))
        if self.pool is None:
            work(int(cuts[0]), int(cuts[-1]))
        else:
            list(self.pool.map(work, cuts[:-1].tolist(), cuts[1:].tolist()))


def elimination_steps(cycles: Cycles) -> list[Step]:
    """Return the eliminations of all vertices of a graph, in its order.

    Raises
    ------
    FrontierTooWide
        If a frontier has more than `WIDEST` vertices.
    """
    order = cycles.order
    rank = {vertex: place for place, vertex in enumerate(order)}
    check_width(cycles)
    before = frontiers(cycles.neighbours, order)
    steps = []
    for number, vertex in enumerate(order):
        after = before[number + 1]
        slot = {v: place for place, v in enumerate((*after, vertex))}
        later = [v for v in after if v in cycles.neighbours[vertex]]
        required = [(min(v, vertex), max(v, vertex)) in cycles.required for v in later]
        room = [sum(rank[u] > number for u in cycles.neighbours[v]) for v in after]
        steps.append(
            Step(
                vertex,
                len(after),
                np.array([slot[v] for v in before[number]], dtype=np.int32),
                np.array([slot[v] for v in later], dtype=np.int32),
                np.array(required, dtype=np.bool_),
                np.array(room, dtype=np.int32),
                len(order) - number - 1,
            )
        )
    return steps


def check_width(cycles: Cycles) -> None:
    """Raise FrontierTooWide if a frontier has more than `WIDEST` vertices."""
    widest = max(map(len, frontiers(cycles.neighbours, cycles.order)))
    if widest > WIDEST:
        raise FrontierTooWide(
            f"the frontier is up to {widest} squares wide; states are listed up to {WIDEST}"
        )


def first_layer(steps: list[Step], modulus: int = 1 << 64) -> Layer:
    """Return the layer before any elimination: the empty state, reached in one way."""
    words = 1 + (max(step.width for step in steps) > 16)
    return Layer(np.zeros((1, words), np.uint64), np.ones(1, np.uint64), modulus)


def advance(step: Step, layer: Layer, means: Means | None = None) -> Layer:
    """Return the layer after one more elimination.

    Complexity is O(states x later neighbours squared) at most, and one look into a hash table for
    each successor of a state. Tables are kept at most 5/8 full.

    Raises
    ------
    MemoryLimitReached
        If the layer would have more states, or take more memory, than `means` allow.
    """
    from knightbench.counting._hashed import advance_layer

    return advance_layer(step, layer, means or Means())


def layers(steps: list[Step], layer: Layer, means: Means | None = None) -> Iterator[Layer]:
    """Yield the layer after each of the steps, beginning with `layer` before the first."""
    for step in steps:
        layer = advance(step, layer, means)
        yield layer
