"""Meeting in the middle: two sides of a graph, and the cycles that they make together.

Let A and B be parts of the vertices without an edge between them, and M all the others. A cycle's
edges that meet A make paths that end in M and give each vertex of M a degree of 0, 1 or 2; so do
its other edges, those that meet B. Edges within M belong to either, half to each. The degrees add
up to 2 everywhere, and the two pairings of the ends, which are the same vertices on both sides,
make one cycle. So it is enough to know, for each of the two sides, in how many ways each state of M
comes about, and to go through the pairs of states that fit together. Either side has half the
vertices, and M is the same for both, so that the widest frontiers are never needed: on an 8x8 board
M is the two middle rows.

The states are gathered in blocks (`knightbench.counting.blocks`), and a block is joined with its
complement at the price of a few steps a state (`knightbench.counting._joining`).

Where both sides take too much memory, M's degrees are told in advance: for each way to fix how
much of the degree of some of its vertices comes from A, the sides hold only the states that fit.
These *shares* are independent of each other, and their numbers add up.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from knightbench.counting.blocks import (
    WIDEST,
    BlockLayer,
    Side,
)
from knightbench.counting.elimination import Means
from knightbench.counting.orders import frontiers, refined, states
from knightbench.counting.question import Cycles

#: How many cuts are looked at, the most even first.
MOST_CUTS = 100


@dataclass(frozen=True)
class Meeting:
    """A graph cut in two: the first `cut` vertices of its order on one side.

    Attributes
    ----------
    cycles : Cycles
        The graph, its order, and its required edges.
    cut : int
        How many vertices of the order are one side.
    refine : bool
        Whether each side's order may be changed within the side.
    """

    cycles: Cycles
    cut: int
    refine: bool = False

    @cached_property
    def middle(self) -> tuple[int, ...]:
        """The vertices that separate the two sides, in the order of elimination."""
        return frontiers(self.cycles.neighbours, self.cycles.order)[self.cut]

    def sides(self, share: Sequence[int] = ()) -> tuple[Side, Side]:
        """Return the two sides.

        Parameters
        ----------
        share : sequence of int
            How much of the degree of the first vertices of the middle comes from the first side.
        """
        cycles, middle = self.cycles, set(self.middle)
        first, second = self._orders
        inner = tuple(
            sorted((u, v) for u in middle for v in cycles.neighbours[u] & middle if u < v)
        )
        # Half the edges within the middle go to each side: neither becomes much the larger.
        ours, theirs = inner[::2], inner[1::2]
        near = {v: len(cycles.neighbours[v] & set(first)) for v in middle}
        far = {v: len(cycles.neighbours[v] & set(second)) for v in middle}
        here = {v: min(2, near[v] + sum(v in edge for edge in ours)) for v in middle}
        there = {v: min(2, far[v] + sum(v in edge for edge in theirs)) for v in middle}
        degrees = {v: (2 - there[v], here[v]) for v in middle}
        degrees |= {v: (d, d) for v, d in zip(self.middle, share, strict=False)}
        others = {v: (2 - most, 2 - least) for v, (least, most) in degrees.items()}

        def side(
            order: tuple[int, ...], edges: tuple[tuple[int, int], ...], bounds: object
        ) -> Side:
            assert isinstance(bounds, dict)
            return Side(
                cycles.neighbours,
                cycles.required,
                order,
                self.middle,
                edges,
                bounds,
                cycles.dummy,
                self.colours,
            )

        return side(first, ours, degrees), side(second, theirs, others)

    @cached_property
    def _orders(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The orders in which the two sides are eliminated, towards the middle."""
        order = self.cycles.order
        first = order[: self.cut]
        second = tuple(v for v in reversed(order[self.cut :]) if v not in self.middle)
        if self.refine:
            first = refined(self.cycles.neighbours, first, self.middle)
            second = refined(self.cycles.neighbours, second, self.middle)
        return first, second

    @cached_property
    def colours(self) -> dict[int, int] | None:
        """Colours +1 and -1 of the vertices but the dummy, no two neighbours alike; or None."""
        neighbours, dummy = self.cycles.neighbours, self.cycles.dummy
        colours: dict[int, int] = {}
        for root in range(len(neighbours)):
            if root == dummy or root in colours:
                continue
            colours[root] = 1
            waiting = [root]
            while waiting:
                vertex = waiting.pop()
                for other in neighbours[vertex] - {dummy}:
                    if other not in colours:
                        colours[other] = -colours[vertex]
                        waiting.append(other)
                    elif colours[other] == colours[vertex]:
                        return None
        return colours

    @cached_property
    def cost(self) -> int:
        """How many states there may be in all layers, about; joins counted by their steps."""
        first, second = self.sides()
        total = states(len(self.middle), min(len(first.order), len(second.order)))
        total *= len(self.middle)
        for side in (first, second):
            for gone, frontier in enumerate(side.frontiers):
                total += states(len(frontier), gone)
            total += states(len(self.middle), len(side.order)) * len(side.inner)
        return total

    @cached_property
    def width(self) -> int:
        """How many vertices the widest frontier has."""
        return max(side.width for side in self.sides())

    def shares(self, fixed: int) -> Iterator[tuple[int, ...]]:
        """Yield every way to share the degrees of the first `fixed` vertices of the middle."""
        first, _second = self.sides()
        ranges = [range(first.degrees[v][0], first.degrees[v][1] + 1) for v in self.middle[:fixed]]
        return itertools.product(*ranges)


def best_meeting(cycles: Cycles) -> Meeting | None:
    """Return a cut of a graph's order, or None where there is none.

    There is none where every frontier is too wide, or next to all that is left: both sides must
    have a vertex of their own, so that no cycle lies within one of them.

    Of the cuts that cost at most twice the least, by a bound, it is one with few edges within the
    middle, each of which makes more states of the middle; of those, the most even. Uneven ones are
    not looked at where there are others: in the middle of a long side far more of the bound is
    reached.
    """
    middles = frontiers(cycles.neighbours, cycles.order)
    narrow = [
        cut
        for cut in range(1, cycles.size)
        if len(middles[cut]) <= WIDEST and cut + len(middles[cut]) < cycles.size
    ]
    narrow.sort(key=lambda cut: abs(cycles.size - len(middles[cut]) - 2 * cut))
    meetings = (Meeting(cycles, cut) for cut in narrow[:MOST_CUTS])
    possible = [meeting for meeting in meetings if meeting.width <= WIDEST]
    if not possible:
        return None
    bound = 2 * min(meeting.cost for meeting in possible)
    cheap = (meeting for meeting in possible if meeting.cost <= bound)

    def uneven(meeting: Meeting) -> int:
        return abs(cycles.size - len(meeting.middle) - 2 * meeting.cut)

    def inner(meeting: Meeting) -> int:
        return sum(len(side.inner) for side in meeting.sides())

    return min(cheap, key=lambda m: (2 * uneven(m) > cycles.size, inner(m), uneven(m), m.cut))


def join_sides(a: BlockLayer, b: BlockLayer, width: int, means: Means, modulus: int) -> int:
    """Return how many cycles the states of two sides make together, modulo `modulus`.

    Complexity is O(states x width^2).
    """
    from knightbench.counting._joining import join_blocks, room_for
    from knightbench.counting._pairings import image_tables

    where, images = image_tables()
    table, index = b.index
    parts: list[int] = []
    rooms = threading.local()

    def join(begin: int, end: int) -> None:
        if not hasattr(rooms, "room"):
            rooms.room = np.empty(room_for(width), np.uint64)
        part = join_blocks(
            width,
            a.vectors,
            a.starts,
            a.values,
            table,
            index,
            b.starts,
            b.values,
            begin,
            end,
            rooms.room,
            where,
            images,
            np.uint64(modulus % (1 << 64)),
        )
        parts.append(int(part))

    means.share(a.starts, join)
    return sum(parts) % modulus
