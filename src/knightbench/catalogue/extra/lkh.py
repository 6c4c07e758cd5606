"""The tour as a shortest round trip, by the heuristic of Lin, Kernighan and Helsgaun."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Lkh(Formulation):
    """A travelling salesman for whom a move costs 1, a required one 0, and anything else 2.

    An open tour is closed by a dummy node (see `knightbench.catalogue.extra.circuit`): N = n + 1
    nodes for n squares, N = n where closed.

    Weights
        N x N: 0 for a required move, and for what leads to the asked first square of an open
        tour, from its last, and from the last of a closed one to its first; 1 for every other
        arc; 2 where there is none. Symmetric, unless a move is required in a direction.
    Size
        N² weights, which the library reads as text: memory O(n²).

    A round trip is a tour exactly where it takes all of the r weights of 0, and otherwise weights
    of 1: where its cost is N - r. LKH makes N trials a run; a run that ends in no tour is followed
    by another in which the nodes are numbered anew, at most `runs` in all. The effort is runs. A
    run can be neither limited nor watched, so that the deadline is looked at between runs. LKH
    uses one thread. Numbers are drawn by the seed, because the library's own seed is fixed.

    The library's licence allows non-commercial use only.

    References
    ----------
    S. Lin, B. W. Kernighan, *An effective heuristic algorithm for the traveling-salesman problem*,
    Operations Research 21(2), 1973.
    K. Helsgaun, *An effective implementation of the Lin-Kernighan traveling salesman heuristic*,
    European Journal of Operational Research 126(1), 2000.
    """

    name = "lkh"
    summary = "LKH: a round trip whose cost is least where it is a tour; Lin-Kernighan-Helsgaun"
    source = "Helsgaun 2000; LKH-3 through elkai"
    family = "heuristic"
    complete = False
    effort = "runs"
    uses_seed = True
    requires = ("elkai",)
    extra = "lkh"

    runs: int = parameter(10, "after how many runs without a tour it gives up", minimum=1)

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Clues are steps, of which this model knows none."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Run after run, give the weights to LKH and see whether its round trip is a tour."""
        import elkai

        if problem.size == 1:  # with its dummy too small for a round trip
            return Answer.satisfied([0], runs=0)
        for run in range(1, self.runs + 1):
            with context.phase("build"):
                circuit = Circuit(problem, context.rng.permutation)
                matrix = elkai.DistanceMatrix(_weights(circuit, bool(problem.required_arcs)))
            with context.phase("search"):
                # The first node stands at the end again.
                cycle = matrix.solve_tsp(runs=1)[:-1]
            with context.phase("decode"):
                following = circuit.direct(cycle)
                if following is not None:
                    return Answer.satisfied(circuit.tour(following), runs=run)
            context.report(runs=run)
            if not context.remaining:
                return Answer.unknown("time-limit", runs=run)
        return Answer.unknown("incomplete", runs=self.runs)


def _weights(circuit: Circuit, directed: bool) -> list[list[int]]:
    """Return the cost of leading from each node to each."""
    weights = [[2] * circuit.size for _ in range(circuit.size)]
    for u, v in circuit.arcs:
        weights[u][v] = 1
    for choices in circuit.wanted:
        for u, v in choices:
            weights[u][v] = 0
    if not directed:
        for u, row in enumerate(weights):
            for v in range(u):
                row[v] = weights[v][u] = min(row[v], weights[v][u])
    return weights
