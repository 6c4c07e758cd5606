"""Moves that no 2-factor makes, and moves that every 2-factor makes.

A cycle through all squares is a 2-factor: two moves at every square. Its fractional relaxation
is a choice of arcs such that every square is left and entered as often as it needs moves (each
move of a cycle stands for its two arcs). The choices are the flows of a network, so that one is
found by augmenting paths, and what all of them have in common is seen from one of them: an arc
may change sides only on a directed cycle of the residual graph, that is, within one of its
strongly connected parts. What is the same for an arc and its reverse is decided for the move.

This sees what no rule about single squares sees. On a board of four rows all moves from the
outer rows lead to the inner rows, so a closed tour must alternate, and every move between the
inner rows goes; what is left falls into two parts.

References
----------
J.-C. Régin, *Generalized arc consistency for global cardinality constraint*, AAAI 1996, 209-215.

S. Martello, *Algorithm 595: an enumerative algorithm for finding Hamiltonian circuits in a
directed graph*, ACM Transactions on Mathematical Software 9(1), 131-138, 1983 (its assignments
serve the same end in directed graphs).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knightbench.catalogue.graph.pruning_degrees import MovesLeft

if TYPE_CHECKING:
    import networkx as nx


class TwoFactor:
    """A fractional 2-factor of what is left, repaired from one state of a search to another.

    Parameters
    ----------
    left : MovesLeft
        The state; used moves are taken for granted, and only the others are chosen from.
    """

    def __init__(self, left: MovesLeft) -> None:
        self.left = left
        # The chosen arcs, from both ends; dicts without values are sets that keep an order.
        self._to: list[dict[int, None]] = [{} for _ in range(left.size)]
        self._from: list[dict[int, None]] = [{} for _ in range(left.size)]

    def prune(self) -> bool:
        """Use and drop what all 2-factors do; return False where there is none.

        Notes
        -----
        O(squares + moves), and once more for each arc that has to be chosen anew; the strongly
        connected parts are found by `networkx.strongly_connected_components`.
        """
        import networkx as nx

        if not self._repair():
            return False
        left = self.left
        undecided = [(u, v) for u, v in left.graph.edges if v not in left.used[u]]
        part: dict[int, int] = {}
        for number, nodes in enumerate(nx.strongly_connected_components(self._residual(undecided))):
            part.update(dict.fromkeys(nodes, number))
        for u, v in undecided:
            if part[u] == part[self._entered(v)]:
                continue
            if v not in self._to[u]:
                # It may be gone already, dropped for the sake of another.
                if left.graph.has_edge(u, v):
                    left.drop(u, v)
            elif not left.use(u, v):
                return False
        return True

    def _entered(self, node: int) -> int:
        """Return the residual graph's number for a node where it is entered."""
        return node + self.left.size

    def _residual(self, undecided: list[tuple[int, int]]) -> nx.DiGraph[int]:
        """Return the graph of changes: chosen arcs are taken back, the others are taken."""
        import networkx as nx

        residual: nx.DiGraph[int] = nx.DiGraph()
        for move in undecided:
            for u, v in (move, move[::-1]):
                if v in self._to[u]:
                    residual.add_edge(self._entered(v), u)
                else:
                    residual.add_edge(u, self._entered(v))
        return residual

    def _wanted(self, node: int) -> int:
        return self.left.need[node] - len(self.left.used[node])

    def _choose(self, u: int, v: int) -> None:
        self._to[u][v] = self._from[v][u] = None

    def _give_up(self, u: int, v: int) -> None:
        del self._to[u][v], self._from[v][u]

    def _repair(self) -> bool:
        """Make the choice one for the present state; return False where there is none."""
        graph, used = self.left.graph, self.left.used
        nodes = range(self.left.size)
        for u in nodes:
            for v in [v for v in self._to[u] if v in used[u] or not graph.has_edge(u, v)]:
                self._give_up(u, v)
        for node in nodes:
            while len(self._to[node]) > self._wanted(node):
                self._give_up(node, next(reversed(self._to[node])))
            while len(self._from[node]) > self._wanted(node):
                self._give_up(next(reversed(self._from[node])), node)
        return all(
            self._augment(node)
            for node in nodes
            for _ in range(self._wanted(node) - len(self._to[node]))
        )

    def _augment(self, source: int) -> bool:
        """Have one more arc leave `source`, by a shortest row of changes."""
        graph, used = self.left.graph, self.left.used
        entered_from: dict[int, int] = {}
        taken_back: dict[int, int | None] = {source: None}
        queue = [source]
        for u in queue:
            for v in graph.neighbors(u):
                if v in entered_from or v in self._to[u] or v in used[u]:
                    continue
                entered_from[v] = u
                if len(self._from[v]) < self._wanted(v):
                    self._change(v, entered_from, taken_back)
                    return True
                for w in self._from[v]:
                    if w not in taken_back:
                        taken_back[w] = v
                        queue.append(w)
        return False

    def _change(
        self, target: int, entered_from: dict[int, int], taken_back: dict[int, int | None]
    ) -> None:
        """Follow the row of changes that ends at `target` back to where it began."""
        v: int | None = target
        while v is not None:
            u = entered_from[v]
            self._choose(u, v)
            v = taken_back[u]
            if v is not None:
                self._give_up(u, v)
