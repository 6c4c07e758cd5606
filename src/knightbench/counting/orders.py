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

#: Up to which width of a frontier its states are told closely: wider ones only have to lose.
WIDEST_TOLD = 64

#: Among how many vertices that are next in an order the best is looked for.
WINDOWS = (1, 4, 8, 16, 24, 32)


def default_order(problem: Problem) -> tuple[int, ...]:
    """Return the cheapest of a few orders of elimination, by `cost`: `base_orders`, `refined`.

    The number of tours does not depend on it.
    """
    neighbours = [set(problem.neighbours(square)) for square in range(problem.size)]
    orders = [refined(neighbours, order) for order in base_orders(problem)]
    return min(orders, key=lambda order: cost(neighbours, order))


def base_orders(problem: Problem) -> list[tuple[int, ...]]:
    """Return orders that sweep over the graph.

    They are a board's squares column by column and row by row, and the order of Cuthill and McKee
    from a square of few moves and from the one that it meets last.

    References
    ----------
    E. Cuthill, J. McKee, *Reducing the bandwidth of sparse symmetric matrices*, ACM 1969.
    """
    neighbours = [set(problem.neighbours(square)) for square in range(problem.size)]
    orders: list[tuple[int, ...]] = []
    if problem.board is not None:
        place = problem.board.position
        orders.append(tuple(sorted(range(problem.size), key=lambda s: place(s)[::-1])))
        orders.append(tuple(range(problem.size)))
    first = min(range(problem.size), key=lambda s: (len(neighbours[s]), s), default=0)
    breadth = _breadth_first(neighbours, first)
    orders += [breadth, _breadth_first(neighbours, breadth[-1])]
    return list(dict.fromkeys(orders))


def refined(
    neighbours: Sequence[set[int]], order: Sequence[int], kept: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return an order near to the one given, and cheaper where there is one.

    Of the vertices that are next in the order, a *window* of them, the one is taken that adds the
    fewest to the frontier; the cheapest over a few sizes of the window is returned. On a board of
    8 rows it is the difference between frontiers of 17 and of 16 squares.

    Parameters
    ----------
    neighbours : sequence of sets of int
    order : sequence of int
    kept : sequence of int, optional
        Vertices that are never eliminated.
    """
    orders = [_windowed(neighbours, order, kept, window) for window in WINDOWS]
    return min(orders, key=lambda order: cost(neighbours, order, kept))


def _windowed(
    neighbours: Sequence[set[int]], order: Sequence[int], kept: Sequence[int], window: int
) -> tuple[int, ...]:
    waiting = list(order)
    left = {*order, *kept}
    open_: set[int] = set()
    found = []
    while waiting:
        vertex = min(
            waiting[:window], key=lambda v: len((neighbours[v] & left) - open_) - (v in open_)
        )
        waiting.remove(vertex)
        left.discard(vertex)
        open_ |= neighbours[vertex]
        open_ &= left
        found.append(vertex)
    return tuple(found)


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


def cost(neighbours: Sequence[set[int]], order: Sequence[int], kept: Sequence[int] = ()) -> int:
    """Return how many states there may be over all frontiers of an order."""
    return sum(
        states(len(frontier), min(gone, len(frontier)))
        for gone, frontier in enumerate(frontiers(neighbours, order, kept))
    )


@cache
def states(width: int, gone: int) -> int:
    """Return how many states a frontier of so many vertices has at most.

    Some of the vertices are the ends of paths, paired in any way, and of the others some are done
    and some untouched. Where k is the number of paths and j that of vertices done, the sum of
    ``C(width, 2k) (2k - 1)!! C(width - 2k, j)``. At most two edges come from each of `gone`
    vertices that were eliminated, so that ``k + j <= gone``. For frontiers that nobody can count
    over, a simpler number that is not less.
    """
    if width > WIDEST_TOLD:
        power: int = 3**width
        return power * pairings(2 * (width // 2))
    return sum(
        math.comb(width, 2 * k) * pairings(2 * k) * math.comb(width - 2 * k, j)
        for k in range(min(gone, width // 2) + 1)
        for j in range(min(gone - k, width - 2 * k) + 1)
    )


@cache
def pairings(points: int) -> int:
    """Return in how many ways an even number of points falls into pairs: (points - 1)!!."""
    return math.prod(range(1, points, 2))


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
