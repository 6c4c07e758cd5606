"""In which order the vertices are eliminated, and what is open at each step.

The *frontier* after some vertices were eliminated is the set of those that were not and have a
neighbour among them. The work of counting grows like (frontier)^(frontier/2), so that the order
decides about everything.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from functools import cache

from knightbench.problem import Problem


def default_order(problem: Problem) -> tuple[int, ...]:
    """Return the cheapest of a few orders of elimination, by `cost`.

    They are: a board's squares along its short side, and along its long side; the order of Cuthill
    and McKee, reversed and not; and the greedy order in which each square is the one that
    makes the frontier the smallest. The number of tours does not depend on it.

    Complexity is O(squares^2 x moves of a square).

    References
    ----------
    E. Cuthill, J. McKee, *Reducing the bandwidth of sparse symmetric matrices*, ACM 1969.
    """
    neighbours = [set(problem.neighbours(square)) for square in range(problem.size)]
    orders: list[tuple[int, ...]] = []
    if problem.board is not None:
        place = problem.board.position
        squares = range(problem.size)
        orders.append(tuple(sorted(squares, key=lambda s: place(s)[::-1])))
        orders.append(tuple(squares))
    first = min(range(problem.size), key=lambda s: (len(neighbours[s]), s), default=0)
    breadth = _breadth_first(neighbours, first)
    orders.append(breadth)
    orders.append(_breadth_first(neighbours, breadth[-1])[::-1])
    orders.append(greedy_order(neighbours, first))
    return min(orders, key=lambda order: cost(neighbours, order))


def check_order(problem: Problem, order: Sequence[int]) -> tuple[int, ...]:
    """Return `order`, refused where it is no order of the problem's squares.

    Raises
    ------
    ValueError
        If a square is missing, stands twice or does not exist.
    """
    if sorted(order) != list(range(problem.size)):
        raise ValueError(f"an order has each of the squares 0 to {problem.size - 1} once")
    return tuple(order)


def frontiers(
    neighbours: Sequence[set[int]], order: Sequence[int], kept: Sequence[int] = ()
) -> list[tuple[int, ...]]:
    """Return the frontier before each elimination and after the last; shape (steps + 1,).

    Vertices come in the order in which they will be eliminated, then those of `kept`, which are
    never eliminated. The last frontier holds all that is kept, near or not.
    """
    rank = {vertex: place for place, vertex in enumerate([*order, *kept])}
    open_: set[int] = set()
    found: list[tuple[int, ...]] = [()]
    for vertex in order:
        open_.discard(vertex)
        open_ |= {other for other in neighbours[vertex] if rank.get(other, -1) > rank[vertex]}
        found.append(tuple(sorted(open_, key=rank.__getitem__)))
    if kept:
        found[-1] = tuple(kept)
    return found


def cost(neighbours: Sequence[set[int]], order: Sequence[int]) -> int:
    """Return how many states there may be over all frontiers of an order."""
    return sum(states(len(frontier)) for frontier in frontiers(neighbours, order))


@cache
def states(width: int) -> int:
    """Return how many states a frontier of so many vertices has at most.

    Some of the vertices are the ends of paths, paired in any way, and each of the others is
    untouched or done: the sum over k of ``C(width, 2k) (2k - 1)!! 2^(width - 2k)``.
    """
    return sum(
        math.comb(width, 2 * k) * pairings(2 * k) << (width - 2 * k) for k in range(width // 2 + 1)
    )


@cache
def pairings(points: int) -> int:
    """Return in how many ways an even number of points falls into pairs: (points - 1)!!."""
    return math.prod(range(1, points, 2))


def greedy_order(neighbours: Sequence[set[int]], first: int) -> tuple[int, ...]:
    """Return the order in which each vertex adds the fewest to the frontier.

    Among equals, one that has been in the frontier longest; where there is no frontier, `first`
    or else the vertex of the fewest neighbours.
    """
    left = set(range(len(neighbours)))
    entered: dict[int, int] = {}
    order: list[int] = []
    while left:
        if entered:
            vertex = min(
                entered,
                key=lambda v: (len((neighbours[v] & left) - entered.keys()), entered[v], v),
            )
        else:
            vertex = first if first in left else min(left, key=lambda v: (len(neighbours[v]), v))
        left.discard(vertex)
        entered.pop(vertex, None)
        for other in sorted(neighbours[vertex] & left):
            entered.setdefault(other, len(order))
        order.append(vertex)
    return tuple(order)


def _breadth_first(neighbours: Sequence[set[int]], first: int) -> tuple[int, ...]:
    """Return the order of Cuthill and McKee: breadth-first, small degrees first."""
    order: list[int] = []
    seen: set[int] = set()
    for root in (first, *range(len(neighbours))):
        if root in seen:
            continue
        seen.add(root)
        waiting = [(0, 0, root)]
        arrivals = 1
        while waiting:
            depth, _arrival, vertex = heapq.heappop(waiting)
            order.append(vertex)
            for other in sorted(neighbours[vertex] - seen, key=lambda v: (len(neighbours[v]), v)):
                seen.add(other)
                heapq.heappush(waiting, (depth + 1, arrivals, other))
                arrivals += 1
    return tuple(order)
