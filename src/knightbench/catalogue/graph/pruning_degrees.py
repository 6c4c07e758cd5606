"""Moves used and moves dropped: every square of a cycle has exactly two of its moves.

The state of a search for a Hamiltonian cycle that walks from an origin: the graph of the moves
that are left, which of them are used, and the path walked so far. Three rules are applied to a
fixed point, and each of them only states what every cycle that extends the state has in common:

- a square with as many moves left as it needs uses them all; with fewer, there is no cycle;
- a square that uses as many moves as it needs drops its others;
- used moves form *segments*; the move between the two ends of a segment that is not yet the
  whole cycle is dropped (it would close a cycle too early), and so is a move between two
  segments that both have to be left there, or both entered there.

References
----------
F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21(4),
576-580, 1974 (required and deleted edges).

S. Martello, *An enumerative algorithm for finding Hamiltonian circuits in a directed graph*,
ACM Transactions on Mathematical Software 9(1), 131-138, 1983.

W. Kocay, *An extension of the multi-path algorithm for finding Hamilton cycles*, Discrete
Mathematics 101, 171-188, 1992 (segments).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

#: How the walk passes a segment: it leaves at this end, or it enters at this end.
_LEAVE, _ENTER = 1, 2


class MovesLeft:
    """What is left of a Hamiltonian cycle problem after a walk from `origin`.

    Parameters
    ----------
    graph : networkx.Graph
        The moves; nodes are the whole numbers from 0, at least three. It is changed in place:
        it holds the moves that are neither dropped nor walked.
    origin : int
        The node at which the walk begins.

    Attributes
    ----------
    path : list of int
        The walk so far, from `origin`.
    need : list of int
        How many of its moves left each node must use: 2, 1 for an end of the walk, 0 inside it.
    degree : list of int
        How many moves each node has left, the used ones included.
    used : list of list of int
        The nodes that each node is joined to by a used move that is not walked yet.

    Notes
    -----
    Every change is written on a trail, so that `undo` is as cheap as what it takes back. The
    methods that return a bool return False where no cycle extends the state.
    """

    def __init__(self, graph: nx.Graph[int], origin: int) -> None:
        size: int = graph.number_of_nodes()
        self.graph = graph
        self.size = size
        self.origin = origin
        self.path = [origin]
        self.need = [2] * size
        self.degree = [len(graph[node]) for node in range(size)]
        self.used: list[list[int]] = [[] for _ in range(size)]
        # The other end of the segment that ends at a node; meaningless inside a segment.
        self._far = list(range(size))
        self._way = [0] * size
        self._moves_used = 0
        self._pending = list(range(size))
        self._trail: list[tuple[Any, ...]] = []

    @property
    def finished(self) -> bool:
        """Whether the walk is back at the origin, all nodes visited."""
        return not self.need[self.origin]

    def drop(self, u: int, v: int) -> None:
        """Drop the move between `u` and `v`."""
        self.graph.remove_edge(u, v)
        self.degree[u] -= 1
        self.degree[v] -= 1
        self._trail.append((self._undo_drop, u, v))
        self._pending += (u, v)

    def _undo_drop(self, u: int, v: int) -> None:
        self.graph.add_edge(u, v)
        self.degree[u] += 1
        self.degree[v] += 1

    def use(self, u: int, v: int) -> bool:
        """Use the move between `u` and `v`, and drop what it makes impossible at the ends."""
        if v in self.used[u]:
            return True
        if not self.graph.has_edge(u, v) or self._saturated(u) or self._saturated(v):
            return False
        far, way = self._far, self._way
        a, b = far[u], far[v]
        closing = a == v
        if closing and self._moves_used < self.size - 1:
            return False
        if way[u] and way[u] == way[v]:
            return False
        self.used[u].append(v)
        self.used[v].append(u)
        self._moves_used += 1
        self._trail.append((self._undo_use, u, v, a, b, way[a], way[b]))
        self._pending += (u, v)
        if closing:
            return True
        far[a], far[b] = b, a
        if way[u] == _LEAVE or way[v] == _ENTER:
            self._set_way(enter=a, leave=b)
        elif way[u] == _ENTER or way[v] == _LEAVE:
            self._set_way(enter=b, leave=a)
        if self._moves_used < self.size - 1 and self.graph.has_edge(a, b) and b not in self.used[a]:
            self.drop(a, b)
        return True

    def _undo_use(self, u: int, v: int, a: int, b: int, way_a: int, way_b: int) -> None:
        self.used[u].remove(v)
        self.used[v].remove(u)
        self._moves_used -= 1
        self._far[a], self._far[b] = u, v
        self._way[a], self._way[b] = way_a, way_b

    def use_arc(self, u: int, v: int) -> bool:
        """Use the move from `u` to `v`, in that direction."""
        if not self.use(u, v):
            return False
        before, end = u, v
        while end != u:
            onward = [node for node in self.used[end] if node != before]
            if not onward:
                return self._leave_at(end)
            before, end = end, onward[0]
        return True  # The cycle is whole; only a walk can tell its direction.

    def _leave_at(self, end: int) -> bool:
        """Have the walk leave a segment at `end`."""
        start = self._far[end]
        if self._way[end] == _ENTER:
            return False
        self._trail.append((self._undo_way, start, self._way[start], end, self._way[end]))
        self._set_way(enter=start, leave=end)
        return True

    def _undo_way(self, start: int, way_start: int, end: int, way_end: int) -> None:
        self._way[start], self._way[end] = way_start, way_end

    def _set_way(self, enter: int, leave: int) -> None:
        self._way[enter], self._way[leave] = _ENTER, _LEAVE
        for end in (enter, leave):
            way = self._way[end]
            for other in [w for w in self.graph.neighbors(end) if self._way[w] == way]:
                if other not in self.used[end]:
                    self.drop(end, other)

    def _saturated(self, node: int) -> bool:
        return len(self.used[node]) == self.need[node]

    def settle(self) -> bool:
        """Apply the rules until nothing changes."""
        pending, need, degree, used = self._pending, self.need, self.degree, self.used
        while pending:
            node = pending.pop()
            if degree[node] < need[node]:
                return False
            if degree[node] == len(used[node]):
                continue
            if len(used[node]) == need[node]:
                for other in list(self.graph.neighbors(node)):
                    if other not in used[node]:
                        self.drop(node, other)
            elif degree[node] == need[node]:
                for other in list(self.graph.neighbors(node)):
                    if not self.use(node, other):
                        return False
        return True

    def walk(self, node: int) -> None:
        """Walk from the end of the path along a used move; the state must be settled.

        What every square needs, uses and has left falls by the same one, so it stays settled.
        """
        here = self.path[-1]
        for end, other in ((here, node), (node, here)):
            self.used[end].remove(other)
            self.need[end] -= 1
            self.degree[end] -= 1
        self.graph.remove_edge(here, node)
        self.path.append(node)
        self._trail.append((self._undo_walk, here, node))

    def _undo_walk(self, here: int, node: int) -> None:
        self.path.pop()
        self.graph.add_edge(here, node)
        for end, other in ((here, node), (node, here)):
            self.used[end].append(other)
            self.need[end] += 1
            self.degree[end] += 1

    def mark(self) -> int:
        """Return the present state's mark, for `undo`."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Return to the state that was marked; it must have been settled."""
        self._pending.clear()
        while len(self._trail) > mark:
            restore, *arguments = self._trail.pop()
            restore(*arguments)
