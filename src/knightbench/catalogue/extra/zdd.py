"""All tours at once, in a zero-suppressed decision diagram, by Graphillion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knightbench.answer import Answer
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import Context, Formulation, register, unsupported_requests
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from graphillion import GraphSet

    from knightbench.board import IntArray


@register
@dataclass(frozen=True)
class DecisionDiagram(Formulation):
    """The set of all Hamiltonian cycles, as a decision diagram over the moves.

    An open tour is closed by a dummy node (see `knightbench.catalogue.extra.circuit`). With n
    squares and m moves:

    Variables
        One per edge, taken or not: m closed; m + n open, or m + 2 where both the first and the
        last square are asked for.
    Constraints
        Every node has two of the edges taken, and they are one cycle; required moves, and the
        edges that the first and the last square of the tour demand, are among them.
    Size
        The diagram is built from one edge to the next, a node for each state of the *frontier*,
        the squares of which some edges have been decided and some not: how those are paired by
        paths. For a frontier of f squares, up to (m + n) 2^O(f log f) nodes; about two rows and
        two columns of a board make its frontier. Memory is the limit: 6x6 is easy, 8x8 is not.

    Edges are ordered by their first square, squares by the order of Cuthill and McKee, which
    keeps the frontier small; the dummy is the last. The search does not stop at a tour: the
    statistic ``tours`` is how many there are. A tour and its reverse are one, unless what is
    asked of an open tour's first or last square tells them apart.

    The effort is the nodes of the finished diagram. There is nothing random in it. Threads are
    OpenMP's. The construction cannot be limited: the deadline is kept from outside alone.

    References
    ----------
    D. E. Knuth, *The Art of Computer Programming 4A*, 2011, section 7.1.4 (Simpath).
    J. Kawahara, T. Inoue, H. Iwashita, S. Minato, *Frontier-based search for enumerating all
    constrained subgraphs with compressed representation*, IEICE Transactions E100-A(9), 2017.
    T. Inoue, H. Iwashita, J. Kawahara, S. Minato, *Graphillion: software library for very large
    sets of labeled graphs*, International Journal on Software Tools for Technology Transfer 18,
    2016.
    E. Cuthill, J. McKee, *Reducing the bandwidth of sparse symmetric matrices*, ACM 1969.
    """

    name = "zdd"
    summary = "ZDD: the set of all tours in one decision diagram; counts them; by Graphillion"
    source = "Kawahara et al. 2017; Graphillion, GraphSet.cycles"
    family = "zdd"
    effort = "nodes"
    enumerates = True
    requires = ("graphillion", "scipy.sparse.csgraph")
    extra = "zdd"

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Its sets of moves know neither steps nor directions."""
        if problem.required_arcs:
            return "does not honour the direction of required moves"
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Build the diagram, count its sets and read one of them."""
        if problem.size == 1:  # with its dummy too small for a cycle
            return Answer.satisfied([0], tours=1, edges=0, nodes=0)
        with context.phase("build"):
            circuit, edges = _numbered(problem)
            if not _may_have_cycles(circuit, edges):
                return Answer.unsatisfiable(tours=0, edges=len(edges), nodes=0)
        with context.phase("search"):
            cycles = _cycles(circuit, edges, context)
            # The text of a diagram is a line for every node, of four words, and lines of one.
            counts = {
                "tours": int(cycles.len()),
                "edges": len(edges),
                "nodes": cycles.dumps().count(" ") // 3,
            }
        if not counts["tours"]:
            return Answer.unsatisfiable(None, **counts)
        with context.phase("decode"):
            return Answer.satisfied(self._tour(circuit, cycles.choice()), **counts)

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Build the diagram, and read every set in it."""
        if problem.size == 1:
            yield (0,)
            return
        with context.phase("build"):
            circuit, edges = _numbered(problem)
            if not _may_have_cycles(circuit, edges):
                return
        with context.phase("search"):
            cycles = _cycles(circuit, edges, context)
            context.report(tours=int(cycles.len()), nodes=cycles.dumps().count(" ") // 3)
        with context.phase("decode"):
            for chosen in cycles:
                yield tuple(self._tour(circuit, chosen))

    def _tour(self, circuit: Circuit, edges: list[Move]) -> list[int]:
        following = circuit.direct(_walk(edges))
        if following is None:
            raise RuntimeError(f"{self.name}: Graphillion's set is no cycle as asked for")
        return circuit.tour(following)


def _numbered(problem: Problem) -> tuple[Circuit, list[Move]]:
    """Return a problem as a circuit, numbered in the order of the frontier, and its edges."""
    order = frontier_order(problem)
    circuit = Circuit(problem, lambda size: [*order, *range(len(order), size)])
    return circuit, circuit.edges()


def _may_have_cycles(circuit: Circuit, edges: list[Move]) -> bool:
    """Return whether every node has an edge: Graphillion knows only those that an edge names."""
    named = {node for edge in edges for node in edge}
    return len(named) == circuit.size and all(circuit.wanted)


def _cycles(circuit: Circuit, edges: list[Move], context: Context) -> GraphSet:
    """Return the set of all Hamiltonian cycles with the wanted edges."""
    from graphillion import GraphSet

    GraphSet.omp_set_num_threads(context.threads)
    GraphSet.set_universe(edges, traversal="as-is")
    wanted = GraphSet({"include": circuit.wanted_edges()})
    return GraphSet.cycles(is_hamilton=True, graphset=wanted)


def frontier_order(problem: Problem) -> IntArray:
    """Return the place of each square in an order in which neighbours are close to each other."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    ones = np.ones(len(problem.targets), dtype=np.int8)
    matrix = csr_array((ones, problem.targets, problem.offsets), shape=(problem.size, problem.size))
    order = reverse_cuthill_mckee(matrix, symmetric_mode=True)
    places = np.empty(problem.size, dtype=np.int32)
    places[order] = np.arange(problem.size)
    return places


def _walk(edges: list[Move]) -> list[int]:
    """Return the nodes of a cycle in order, from the smallest to the smaller of its neighbours."""
    beside: dict[int, list[int]] = {}
    for u, v in sorted(edges):
        beside.setdefault(u, []).append(v)
        beside.setdefault(v, []).append(u)
    cycle = [min(beside)]
    while len(cycle) < len(beside):
        cycle.append(next(v for v in beside[cycle[-1]] if len(cycle) < 2 or v != cycle[-2]))
    return cycle
