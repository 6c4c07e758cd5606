"""Every problem as one: a Hamiltonian cycle that is walked from an origin.

An open tour becomes a cycle through one more node, the *hub*, which is next to every square; the
walk begins at the hub. A closed tour is walked from its first square. So a *position* of a node
is the number of moves from the origin to it, and what is asked of single steps is asked of
positions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from knightbench.problem import Problem

if TYPE_CHECKING:
    import networkx as nx


class CycleProblem:
    """A problem in the form of a cycle.

    Parameters
    ----------
    problem : Problem
        At least two squares where open, three where closed.

    Attributes
    ----------
    graph : networkx.Graph
        The squares, then the hub where there is one, and the moves.
    hub : int or None
        The node that closes an open tour.
    sign : list of int or None
        The colour of each square, -1 or 1, such that no move joins two of the same; None where
        there is no such colouring.
    node_at : dict of int to int
        The node at each position that is settled, by position. The origin has two, 0 and the
        number of nodes.
    position_of : dict of int to int
        The reverse; the origin's is the number of nodes.
    arcs : dict of (int, int) to None
        The moves that the walk makes in that direction, in order: the required ones, and those
        between settled positions next to each other.
    edges : tuple of (int, int)
        The moves that it makes in either direction.
    directed : bool
        Whether the reverse of a cycle that answers may not be one.

    Notes
    -----
    Where only the last square is asked for, the walk goes backwards, from there.
    """

    def __init__(self, problem: Problem) -> None:
        self.graph: nx.Graph[int] = problem.graph()
        self.sign = _signs(self.graph)
        self.hub = None if problem.closed else problem.size
        if self.hub is not None:
            self.graph.add_edges_from((self.hub, square) for square in range(problem.size))
        self.size: int = self.graph.number_of_nodes()

        first_position = 0 if problem.closed else 1
        settled = {step - 1 + first_position: square for step, square in problem.steps.items()}
        if self.hub is not None:
            settled[0] = self.hub
        settled[self.size] = settled[0]
        arcs = problem.required_arcs
        self._backwards = problem.end is not None and (problem.closed or problem.start is None)
        if self._backwards:
            settled = {self.size - position: node for position, node in settled.items()}
            arcs = tuple((v, u) for u, v in arcs)
        self.node_at = dict(sorted(settled.items()))
        self.position_of = {node: position for position, node in self.node_at.items()}
        self.origin = self.node_at[0]
        self._positions = list(self.node_at)
        adjacent = [(u, v) for (p, u), (q, v) in pairwise(self.node_at.items()) if q == p + 1]
        self.arcs = dict.fromkeys((*arcs, *adjacent))
        self.edges = problem.required_edges
        self.directed = self.has_clues or bool(self.arcs)

    @property
    def has_clues(self) -> bool:
        """Whether another position than the origin's is settled."""
        return len(self.node_at) > 2

    def next_settled(self, position: int) -> int:
        """Return the first position after this one at which the node is settled."""
        return self._positions[bisect_right(self._positions, position)]

    def allows(self, position: int, before: int, node: int) -> bool:
        """Return whether the walk may step from `before` to `node`, which is at `position`."""
        return (
            self.node_at.get(position, node) == node
            and self.position_of.get(node, position) == position
            and (node, before) not in self.arcs
        )

    def colours_fit(self, moves: int, u: int, v: int) -> bool:
        """Return whether the colours of two squares let them lie so many moves apart."""
        return self.sign is None or (self.sign[u] == self.sign[v]) == (moves % 2 == 0)

    def tour(self, walk: Sequence[int]) -> list[int]:
        """Return the tour of a walk through all nodes, from the origin."""
        nodes = list(walk)
        if self._backwards:
            nodes[1:] = nodes[:0:-1]
        return nodes if self.hub is None else nodes[1:]


def _signs(graph: nx.Graph[int]) -> list[int] | None:
    import networkx as nx

    try:
        colour = nx.bipartite.color(graph)
    except nx.NetworkXError:
        return None
    return [1 if colour[square] else -1 for square in range(len(colour))]
