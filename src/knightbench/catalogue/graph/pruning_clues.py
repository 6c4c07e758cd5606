"""Clues as windows: a move must fit between two squares whose steps are known.

Between two settled positions of a cycle, next to each other among those that are settled, it
makes exactly as many moves as they lie apart, over nodes whose positions are not settled. A move
from u to v fits there if the way to u, the move, and the way on from v together are no longer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from knightbench.catalogue.graph.cycle_problem import CycleProblem
from knightbench.catalogue.graph.pruning_degrees import MovesLeft

if TYPE_CHECKING:
    import networkx as nx

    from knightbench.problem import Move


def distances(cycle: CycleProblem, graph: nx.Graph[int], source: int, limit: int) -> dict[int, int]:
    """Return how many moves away each node is, at most `limit`, past no settled node."""
    found = {source: 0}
    ring = [source]
    for distance in range(1, limit + 1):
        following = []
        for node in ring:
            for other in graph.neighbors(node):
                if other not in found:
                    found[other] = distance
                    if other not in cycle.position_of:
                        following.append(other)
        ring = following
        if not ring:
            break
    return found


def moves_that_fit(cycle: CycleProblem) -> set[Move]:
    """Return the moves, each in the direction of the walk, that fit somewhere.

    Notes
    -----
    For each two settled positions, O(moves within reach).
    """
    graph, position_of = cycle.graph, cycle.position_of
    fitting: set[Move] = set()
    for (early, source), (late, target) in pairwise(cycle.node_at.items()):
        gap = late - early
        onward = distances(cycle, graph, target, gap - 1)
        for u, distance in distances(cycle, graph, source, gap - 1).items():
            if u in position_of and u != source:
                continue
            for v in graph.neighbors(u):
                if v in position_of and (v != target or (u == source and gap > 1)):
                    continue
                if distance + 1 + onward.get(v, gap) <= gap:
                    fitting.add((u, v))
    return fitting


def drop_what_fits_nowhere(cycle: CycleProblem, left: MovesLeft) -> bool:
    """Drop the moves that fit between no two clues; return False where the clues contradict.

    For use before the walk begins, while `left` still holds all moves.
    """
    squares = [(p, node) for p, node in cycle.node_at.items() if node != cycle.hub]
    for (early, u), (late, v) in pairwise(squares):
        if not cycle.colours_fit(late - early, u, v):
            return False
    fitting = moves_that_fit(cycle)
    for u, v in list(left.graph.edges):
        if (u, v) not in fitting and (v, u) not in fitting:
            left.drop(u, v)
    return True


def next_clue_is_in_reach(cycle: CycleProblem, left: MovesLeft) -> bool:
    """Return whether the walk may still come to the next clue at its step."""
    if len(left.path) == 1:
        return True
    position = len(left.path) - 1
    clue_position = cycle.next_settled(position)
    if clue_position == cycle.size:
        return True
    here, clue = left.path[-1], cycle.node_at[clue_position]
    gap = clue_position - position
    return cycle.colours_fit(gap, here, clue) and clue in distances(cycle, left.graph, here, gap)
