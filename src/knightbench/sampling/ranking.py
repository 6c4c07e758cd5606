"""A number for every tour, and from the number the tour.

Tours are counted as cycles (see `knightbench.counting.question`), a vertex eliminated after the
other (`knightbench.counting.elimination`). Going back through the layers, the number of ways in
which a state can be completed is the sum of those of the states that follow on it; for the state
before the first elimination, it is the number of all tours. To make the tour with rank r of these,
go forward: the states that follow share the ranks among them, each as many as it has completions,
so r belongs to one of them and is a rank among its completions. The choices on the way are the
edges of the tour. All ranks together give every tour exactly once, so that a rank drawn evenly
gives a tour drawn evenly.

References
----------
A. Nijenhuis, H. S. Wilf, *Combinatorial Algorithms*, second edition, 1978, chapter 13 (ranking,
unranking and random selection by counts).
M. R. Jerrum, L. G. Valiant, V. V. Vazirani, *Random generation of combinatorial structures from a
uniform distribution*, Theoretical Computer Science 43, 169-188, 1986: whoever can count the
completions of what is begun can draw evenly.
D. E. Knuth, *The Art of Computer Programming 4A*, 2011, section 7.1.4 (Simpath, and random elements
of a family by the counts in its diagram).
S. Minato, *Zero-suppressed BDDs for set manipulation in combinatorial problems*, DAC 1993.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knightbench.board import IntArray
from knightbench.counting.bounds import bound
from knightbench.counting.counts import available_memory
from knightbench.counting.elimination import (
    Means,
    MemoryLimitReached,
    Step,
    Words,
    advance,
    elimination_steps,
    first_layer,
)
from knightbench.counting.orders import default_order, frontiers
from knightbench.counting.question import Cycles, cycles_of, unsupported_reason
from knightbench.problem import Move, Problem
from knightbench.symmetry import Tour, standard
from knightbench.tour import InvalidTour, check

#: How many states are completed in one call: an interrupt is noticed between two.
SLICE = 1 << 20


@dataclass(frozen=True)
class _Layer:
    """The states before an elimination that can be completed.

    Attributes
    ----------
    keys : array of uint64, shape (states, words)
    places : array of int32
        Where each is found; see `knightbench.sampling._completions`.
    ways : array of uint64, shape (states, limbs)
        In how many ways each can be completed.
    """

    keys: Words
    places: IntArray
    ways: Words

    @property
    def nbytes(self) -> int:
        return self.keys.nbytes + self.places.nbytes + self.ways.nbytes

    def completions(self, key: Words) -> int:
        """Return in how many ways a state can be completed; 0 where it is not here."""
        from knightbench.sampling._completions import find

        row = find(self.keys, self.places, key)
        return 0 if row < 0 else _number(self.ways[row])


@dataclass(frozen=True)
class Ranking:
    """The tours of a problem, numbered. Make one with `of`.

    Attributes
    ----------
    problem : Problem
    tours : int
        How many tours there are; a tour and its reverse are one, unless what is asked for tells
        them apart (see `Problem.directed`).
    states : int
        How many states are kept, over all layers.
    """

    problem: Problem
    tours: int
    states: int
    _cycles: Cycles | None
    _steps: tuple[Step, ...]
    _layers: tuple[_Layer, ...]

    @classmethod
    def of(cls, problem: Problem, memory_limit: int | None = None) -> Ranking:
        """Return the tours of a problem, numbered.

        Parameters
        ----------
        problem : Problem
            One that can be counted: without clues and without requests made of the tour as a whole.
        memory_limit : int, optional
            The most bytes of layers and tables. Without it, what the machine has at the time.

        Raises
        ------
        ValueError
            If the problem cannot be counted, or its frontier is too wide.
        MemoryLimitReached
            If the limit is reached.

        Notes
        -----
        With S states over all layers, at most d later neighbours of a vertex and numbers of b bits:
        time O(S d^2 b), memory O(S (b + frontier)), since all layers are kept; a count keeps two.
        A tour is made from its rank in O(squares d^2 b). For the number of states see
        `knightbench.counting.orders`.
        """
        if reason := unsupported_reason(problem):
            raise ValueError(reason)
        if problem.contradiction is not None:
            return cls(problem, 0, 0, None, (), ())
        if problem.size == 1:
            return cls(problem, 1, 0, None, (), ())
        cycles = cycles_of(problem, default_order(problem))
        if cycles is None or min(map(len, cycles.neighbours)) < 2:
            return cls(problem, 0, 0, None, (), ())
        steps = elimination_steps(cycles)
        memory = available_memory() if memory_limit is None else memory_limit
        layers = _completed(steps, _reached(steps, memory), bound(cycles), memory)
        return cls(
            problem,
            _number(layers[0].ways[0]) if len(layers[0].ways) else 0,
            sum(len(layer.keys) for layer in layers),
            cycles,
            tuple(steps),
            tuple(layers),
        )

    def tour(self, rank: int) -> Tour:
        """Return the tour with a rank from 0 to ``tours - 1``, in standard form.

        It has been checked.

        Raises
        ------
        IndexError
            If there is no such rank.
        """
        if not 0 <= rank < self.tours:
            raise IndexError(f"rank {rank}: there are {self.tours} tours, counted from 0")
        if self._cycles is None:
            tour: Tour = (0,)
            check(self.problem, tour)
            return tour
        return _tour(self.problem, _walked(self._cycles, self._edges(rank)))

    def _edges(self, rank: int) -> list[Move]:
        """Return the edges of the cycle with a rank."""
        from knightbench.counting._states import of_step, successors

        assert self._cycles is not None, "there are edges where there is a graph"
        after = frontiers(self._cycles.neighbours, self._cycles.order)[1:]
        key = self._layers[0].keys[0]
        edges: list[Move] = []
        for step, layer, slots in zip(self._steps, self._layers[1:], after, strict=True):
            following = np.empty((step.most, len(key)), np.uint64)
            chosen = np.empty((step.most, 2), np.int32)
            many = successors(*of_step(step), key, following, chosen)
            for number in range(many):
                ways = layer.completions(following[number])
                if rank < ways:
                    break
                rank -= ways
            else:
                raise AssertionError("the ranks of a state are those of what follows on it")
            key = following[number]
            edges += [(step.vertex, slots[slot]) for slot in chosen[number].tolist() if slot >= 0]
        return edges


def _number(limbs: Words) -> int:
    """Return the number that limbs write, the lowest first."""
    return int.from_bytes(limbs.astype("<u8").tobytes(), "little")


def _reached(steps: Sequence[Step], memory: int | None) -> list[Words]:
    """Return the states before each elimination, and after the last."""
    layer = first_layer(list(steps))
    reached = [layer.keys]
    for step in steps:
        kept = sum(keys.nbytes for keys in reached)
        left = None if memory is None else max(0, memory - kept)
        layer = advance(step, layer, Means(memory=left))
        reached.append(layer.keys)
    return reached


def _completed(
    steps: Sequence[Step], reached: list[Words], most: int, memory: int | None
) -> list[_Layer]:
    """Return the layers with the numbers of ways in which states can be completed.

    Parameters
    ----------
    steps : sequence of Step
    reached : list of array
        The states; emptied.
    most : int
        No number is greater: each completion of a state that is reached belongs to a cycle of its
        own.
    memory : int or None
    """
    from knightbench.counting._states import of_step
    from knightbench.sampling._completions import complete

    limbs = max(1, -(-most.bit_length() // 64))
    last = reached.pop()
    layers = [_found_again(last, np.eye(1, limbs, dtype=np.uint64).repeat(len(last), axis=0))]
    for step in reversed(steps):
        keys = reached.pop()
        ways = np.empty((len(keys), limbs), np.uint64)
        after = layers[-1]
        taken = sum(layer.nbytes for layer in layers) + sum(array.nbytes for array in reached)
        # What can be completed stands beside what was reached, with its table.
        taken += 3 * (keys.nbytes + ways.nbytes)
        if memory is not None and taken > memory:
            raise MemoryLimitReached(
                f"{len(keys):,} states of a layer, and all layers after it, take more memory than "
                "they may"
            )
        for begin in range(0, len(keys), SLICE):
            part = slice(begin, begin + SLICE)
            complete(*of_step(step), keys[part], ways[part], after.keys, after.places, after.ways)
        alive = ways.any(axis=1)
        layers.append(_found_again(keys[alive], ways[alive]))
    return layers[::-1]


def _found_again(keys: Words, ways: Words) -> _Layer:
    from knightbench.sampling._completions import fill, places_for

    places = places_for(len(keys))
    fill(keys, places)
    return _Layer(keys, places, ways)


def _walked(cycles: Cycles, edges: Sequence[Move]) -> list[int]:
    """Return the vertices of a cycle, from the first of the order."""
    beside: dict[int, list[int]] = {vertex: [] for vertex in range(cycles.size)}
    for u, v in edges:
        beside[u].append(v)
        beside[v].append(u)
    cycle = [cycles.order[0]]
    before = -1
    while len(cycle) < cycles.size:
        here = cycle[-1]
        onward = next(vertex for vertex in beside[here] if vertex != before)
        before = here
        cycle.append(onward)
    return cycle


def _tour(problem: Problem, cycle: list[int]) -> Tour:
    """Return the tour that a cycle stands for, in standard form and checked."""
    size = problem.size
    vertices = size + (not problem.closed)
    if len(cycle) > vertices:
        # Each vertex is a chain of three, passed from the first to the last of them; what comes
        # after all those stands on the middle of a move.
        place = cycle.index(1)
        if cycle[place - 1] != 0:
            cycle.reverse()
        cycle = [node // 3 for node in cycle if node % 3 == 1 and node < 3 * vertices]
    first = size if not problem.closed else problem.origin
    assert first is not None, "a closed problem that has a tour has a first square"
    place = cycle.index(first)
    cycle = cycle[place:] + cycle[:place]
    ways = [cycle, cycle[:1] + cycle[:0:-1]]
    if not problem.closed:
        ways = [way[1:] for way in ways]
    # Where what is asked for tells a cycle from its reverse, one of the two is a tour.
    for way in ways:
        try:
            check(problem, way)
        except InvalidTour:
            continue
        return standard(problem, way)
    raise RuntimeError(f"a cycle that was counted is no tour either way: {cycle}")
