"""Every problem as one: a directed circuit through all nodes.

An open tour is closed by one more node, the *dummy*: it leads to every square that may be first,
and every square that may be last leads to it. A single square and the dummy make a circuit of two.

Several solvers take no seed, or take one that changes nothing; but all of them break ties by the
numbers of the nodes. So whoever makes a circuit numbers its nodes, mostly at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from knightbench.problem import Move, Problem


class Circuit:
    """A problem without clues in the form of a directed Hamiltonian circuit.

    Parameters
    ----------
    problem : Problem
        Its clues are not looked at.
    numbering : callable
        Is given the number of nodes and returns the node of each square in order, then that of
        the dummy where there is one: a permutation, such as ``context.rng.permutation`` draws.

    Attributes
    ----------
    size : int
        The number of nodes: n closed, n + 1 open, for n squares.
    root : int
        The node from which the tour is read: the dummy of an open tour, the first square of a
        closed one.
    arcs : tuple of (int, int)
        All arcs that a circuit may take: both directions of each of the m moves, and the arcs of
        the dummy: 2m closed; 2m + 2n open, where a first or a last square that is asked for
        leaves 1 in place of n.
    wanted : tuple of tuples of (int, int)
        Of each of these tuples, the circuit takes at least one arc. There is one for each
        required move, for the last square of a closed tour, and for each of the first and the
        last square of an open one. A tuple is empty where a closed tour cannot end where it is
        asked to.
    """

    def __init__(self, problem: Problem, numbering: Callable[[int], Iterable[int]]) -> None:
        squares, start, end = problem.size, problem.start, problem.end
        self.size = squares if problem.closed else squares + 1
        arcs = problem.arcs()
        wanted: list[tuple[Move, ...]] = [((u, v), (v, u)) for u, v in problem.required_edges]
        wanted += [((u, v),) for u, v in problem.required_arcs]
        if problem.closed:
            first = problem.steps[1]
            if end is not None:
                wanted.append(((end, first),) if first in problem.neighbours(end) else ())
            root = first
        else:
            root = squares
            arcs += [(root, s) for s in (range(squares) if start is None else (start,))]
            arcs += [(s, root) for s in (range(squares) if end is None else (end,))]
            wanted += [((root, s),) for s in (start,) if s is not None]
            wanted += [((s, root),) for s in (end,) if s is not None]

        self._node = [int(node) for node in numbering(self.size)]
        self._square = {node: square for square, node in enumerate(self._node)}
        self._closed = problem.closed
        self.root = self._node[root]
        self.arcs = tuple(sorted(map(self._renumbered, arcs)))
        self.wanted = tuple(tuple(map(self._renumbered, choices)) for choices in wanted)

    def _renumbered(self, arc: Move) -> Move:
        return self._node[arc[0]], self._node[arc[1]]

    def successors(self) -> list[list[int]]:
        """Return the nodes to which each node may lead, in order of their numbers."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for u, v in self.arcs:
            rows[u].append(v)
        return rows

    def edges(self) -> list[Move]:
        """Return the arcs without their directions, each once, smaller node first."""
        return sorted({(min(arc), max(arc)) for arc in self.arcs})

    def wanted_edges(self) -> list[Move]:
        """Return the edges of the wanted arcs, each once, smaller node first."""
        return sorted({(min(arc), max(arc)) for choices in self.wanted for arc in choices})

    def direct(self, cycle: Sequence[int]) -> dict[int, int] | None:
        """Return the successor of each node of a cycle, in the direction that is wanted.

        None where the cycle takes an arc that there is not, or lacks a wanted one, either way.
        """
        arcs = set(self.arcs)
        for nodes in (list(cycle), list(reversed(cycle))):
            following = dict(zip(nodes, nodes[1:] + nodes[:1], strict=True))
            taken = set(following.items())
            if taken <= arcs and all(not taken.isdisjoint(choices) for choices in self.wanted):
                return following
        return None

    def tour(self, following: Mapping[int, int]) -> list[int]:
        """Return the squares of the tour in which `following` leads from node to node."""
        nodes = [self.root]
        while len(nodes) < self.size:
            nodes.append(following[nodes[-1]])
        return [self._square[node] for node in (nodes if self._closed else nodes[1:])]
