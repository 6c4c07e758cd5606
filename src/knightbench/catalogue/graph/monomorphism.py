"""The tour as a subgraph: networkx matches a path or a cycle into the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from knightbench.answer import Answer
from knightbench.formulation import Context, Formulation, register, unsupported_requests
from knightbench.problem import Problem


class _OutOfTime(Exception):
    """The deadline has passed within the matching."""


@register
@dataclass(frozen=True)
class NxMonomorphism(Formulation):
    """Find the path, or the cycle, of n vertices in the graph of n squares, by VF2.

    A monomorphism from the pattern (vertices 1 to n, k next to k + 1, and n next to 1 for a
    closed tour) into the graph is a tour: pattern vertex k goes to the square of step k. First
    and last square and clues say which square a pattern vertex may go to. VF2 grows a partial
    match pair by pair, and looks ahead at how many unmatched neighbours both sides have.

    Size: n pattern vertices and n - 1 or n edges against n squares and m moves; memory
    O(n + m); time can be exponential in n. The effort counts pairs of a pattern vertex and a
    square that were tried.

    References
    ----------
    L. P. Cordella, P. Foggia, C. Sansone, M. Vento, "A (sub)graph isomorphism algorithm for
    matching large graphs", IEEE Transactions on Pattern Analysis and Machine Intelligence
    26(10), 1367-1372, 2004.
    """

    name = "nx-monomorphism"
    summary = "the path or cycle graph matched into the graph by VF2"
    source = "Cordella, Foggia, Sansone and Vento, 2004, in networkx"
    family = "graph"
    effort = "pairs"
    forkable = True
    requires = ("networkx", "networkx.algorithms.isomorphism")

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse required moves: the pattern does not name the squares it goes to."""
        return unsupported_requests(problem, "start", "end", "clues")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Match the pattern."""
        import networkx as nx
        from networkx.algorithms.isomorphism import GraphMatcher

        pairs = 0

        def may_go(square: dict[str, Any], step: dict[str, Any]) -> bool:
            nonlocal pairs
            pairs += 1
            if pairs % 1024 == 0:
                context.report(pairs=pairs)
                if not context.remaining:
                    raise _OutOfTime
            return step["only"] is None or step["only"] == square["square"]

        with context.phase("build"):
            graph = problem.graph()
            nx.set_node_attributes(graph, {s: s for s in range(problem.size)}, "square")
            # A cycle of one or two vertices does not come here; a path of one has no edge.
            make = nx.cycle_graph if problem.closed else nx.path_graph
            pattern = make(range(1, problem.size + 1))
            only = {step: problem.steps.get(step) for step in pattern}
            nx.set_node_attributes(pattern, only, "only")
            matcher = GraphMatcher(graph, pattern, node_match=may_go)
        with context.phase("search"):
            try:
                found = matcher.subgraph_is_monomorphic()
            except _OutOfTime:
                return Answer.unknown("time-limit", pairs=pairs)
        if not found:
            return Answer.unsatisfiable(None, pairs=pairs)
        with context.phase("decode"):
            square_of = {step: square for square, step in matcher.mapping.items()}
            tour = [square_of[step] for step in pattern]
        return Answer.satisfied(tour, pairs=pairs)
