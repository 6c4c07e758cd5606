"""From a problem to the cycles that are counted in its place.

Everything that `knightbench.counting` counts is a Hamiltonian cycle of an undirected graph of which
some edges are required:

* a closed tour is one as it stands;
* an open tour is closed by a *dummy*, a vertex next to every square, or next to the first and the
  last square where they are asked for;
* a direction that is asked for needs nothing where all of them lie on one chain of required moves:
  of a cycle and its reverse exactly one has it. Where they lie apart, every vertex v becomes a
  chain ``in - middle - out`` and every move from u to v an edge from the out of u to the in of v,
  so that each cycle with its direction is one cycle of the larger graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knightbench.problem import Move, Problem, unordered


@dataclass(frozen=True)
class Cycles:
    """The Hamiltonian cycles that stand for the tours of a problem.

    Attributes
    ----------
    neighbours : sequence of sets of int
        The graph, a row a vertex. There are at least three vertices.
    required : frozenset of (int, int)
        The edges that a cycle must contain, smaller vertex first.
    order : tuple of int
        The vertices in the order in which they are to be eliminated.
    dummy : int or None
        The vertex that closes open tours, where there is one. It is the last of the order.
    directions : int
        How many directed tours each cycle stands for: 2 where a tour and its reverse are both
        tours that were asked for, else 1.
    """

    neighbours: Sequence[set[int]]
    required: frozenset[Move]
    order: tuple[int, ...]
    dummy: int | None
    directions: int

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.neighbours)


def unsupported_reason(problem: Problem) -> str | None:
    """Return why the tours of `problem` cannot be counted, in a sentence, or None."""
    if problem.clues:
        return (
            "counting does not honour clues: its states do not know the steps of squares within a "
            "tour; ask for a start or an end"
        )
    if problem.special:
        return f"counting does not honour {' or '.join(problem.special)}"
    return None


def cycles_of(problem: Problem, order: Sequence[int]) -> Cycles | None:
    """Return the cycles that stand for the tours of `problem`; None where there cannot be any.

    Parameters
    ----------
    problem : Problem
        Of at least three squares where closed, two where open, without a contradiction.
    order : sequence of int
        The squares in the order in which they are to be eliminated.

    Raises
    ------
    ValueError
        If the problem cannot be counted; see `unsupported_reason`.
    """
    reason = unsupported_reason(problem)
    if reason is not None:
        raise ValueError(reason)
    size = problem.size
    neighbours = [set(problem.neighbours(square)) for square in range(size)]
    arcs = list(problem.required_arcs)
    dummy = None
    if problem.closed:
        if problem.end is not None:
            assert problem.origin is not None  # a closed tour has one
            if problem.end not in neighbours[problem.origin]:
                return None
            arcs.append((problem.end, problem.origin))
    else:
        dummy = size
        ends = [square for square in (problem.start, problem.end) if square is not None]
        near = set(ends) if len(ends) == 2 else set(range(size))
        for square in near:
            neighbours[square].add(dummy)
        neighbours.append(near)
        arcs += [(dummy, problem.start)] if problem.start is not None else []
        arcs += [(problem.end, dummy)] if problem.end is not None else []
        order = [*order, dummy]
    arcs = list(dict.fromkeys(arcs))
    edges = frozenset(unordered(*move) for move in (*problem.required_edges, *arcs))
    # Two moves out of a square or into it, or one move in both directions.
    if len(arcs) > min(
        len({u for u, _v in arcs}), len({v for _u, v in arcs}), len({unordered(*a) for a in arcs})
    ):
        return None
    cycles = Cycles(neighbours, edges, tuple(order), dummy, 1 if arcs else 2)
    return cycles if _on_one_chain(arcs) else _with_directions(cycles, arcs)


def _on_one_chain(arcs: Sequence[Move]) -> bool:
    """Return whether arcs, no two of them with one tail or one head, hang together."""
    starts = {u for u, _v in arcs} - {v for _u, v in arcs}
    if starts:
        return len(starts) == 1 and len(_chain(arcs, next(iter(starts)))) == len(arcs)
    return not arcs or len(_chain(arcs, arcs[0][0])) == len(arcs)


def _chain(arcs: Sequence[Move], first: int) -> list[Move]:
    after = dict(arcs)
    chain: list[Move] = []
    at = first
    while at in after and len(chain) < len(arcs) and (not chain or at != first):
        chain.append((at, after[at]))
        at = after[at]
    return chain


def _with_directions(cycles: Cycles, arcs: Sequence[Move]) -> Cycles:
    """Return the graph of three vertices for each whose cycles are the directed ones.

    A required move without a direction gets a vertex on its middle, which must be passed.
    """
    out_of, into = dict(arcs), {v: u for u, v in arcs}
    undirected = cycles.required - {unordered(*arc) for arc in arcs}
    neighbours: list[set[int]] = [set() for _ in range(3 * cycles.size)]
    required: set[Move] = set()

    def join(u: int, v: int) -> None:
        neighbours[u].add(v)
        neighbours[v].add(u)

    def may(u: int, v: int) -> bool:
        return out_of.get(u, v) == v and into.get(v, u) == u

    middles: dict[int, list[int]] = {}
    for v in range(cycles.size):
        join(3 * v, 3 * v + 1)
        join(3 * v + 1, 3 * v + 2)
    for u, row in enumerate(cycles.neighbours):
        for v in row:
            if may(u, v) and unordered(u, v) not in undirected:
                join(3 * u + 2, 3 * v)
                if out_of.get(u) == v:
                    required.add(unordered(3 * u + 2, 3 * v))
    for u, v in sorted(undirected):
        middle = len(neighbours)
        neighbours += [set(), set(), set()]
        # The middle is a vertex like any other: entered from either end, left to the other.
        join(middle, middle + 1)
        join(middle + 1, middle + 2)
        for a, b in ((u, v), (v, u)):
            if may(a, b):
                join(3 * a + 2, middle)
                join(middle + 2, 3 * b)
        middles.setdefault(u, []).append(middle)
    order = [
        vertex
        for v in cycles.order
        for first in (3 * v, *middles.get(v, ()))
        for vertex in (first, first + 1, first + 2)
    ]
    return Cycles(neighbours, frozenset(required), tuple(order), None, 1)
