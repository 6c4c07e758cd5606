"""A 2-factor whose moves are exchanged in pairs, by chance, until it is one cycle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.catalogue.graph.two_factor import NoTour, OddCycle, network_of, two_colours
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

#: About a tenth of a second on boards of a thousand squares.
_PROPOSALS_A_SLICE = 200_000


@register
@dataclass(frozen=True)
class SimulatedAnnealing(Formulation):
    """Anneal a 2-factor: two moves at every square, and as few cycles as chance allows.

    State
        A 2-factor of the graph, in which an open tour is closed by one or two dummy vertices,
        and moves that the requests settle always stay. The first comes from a random maximum
        flow; all of this is `knightbench.catalogue.graph.two_factor`'s.
    Neighbours
        Two moves u-v and x-y give way to u-x and v-y. A move u-v, a neighbour x of u and one of
        its two moves are drawn; what is no exchange is passed over.
    Energy
        The number of cycles, so that a tour has the energy 1. An exchange between two cycles
        joins them, and is made. One within a cycle either turns round a part of it, and is made
        too, or cuts that part out, and is made with the chance exp(-1 / T).
    Temperature
        T falls geometrically from `temperature` to `coldest` hundredths of a cycle, over `sweeps`
        proposals for each vertex. Then another flow begins another try.
    Size
        With n squares and m moves, memory O(n + m), and O(n) a proposal, to walk along a cycle.

    It says that there is no tour only where the flow has a proof: the graph falls apart, its
    colours do not allow a tour, or there is no 2-factor.

    References
    ----------
    S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, *Optimization by simulated annealing*, Science
    220(4598), 671-680, 1983.
    """

    name = "simulated-annealing"
    summary = "a 2-factor whose moves are exchanged by chance until it is one cycle"
    source = "Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing, 1983"
    family = "heuristic"
    complete = False
    uses_seed = True
    forkable = True
    effort = "proposals"
    requires = ("numba", "scipy.sparse", "scipy.sparse.csgraph")

    tries: int = parameter(50, "how many 2-factors are annealed", minimum=1)
    sweeps: int = parameter(500, "proposals for each vertex in a try", minimum=1)
    temperature: int = parameter(50, "at first, in hundredths of a cycle", minimum=1)
    coldest: int = parameter(10, "temperature at last, in hundredths of a cycle", minimum=1)

    def prepare(self) -> None:
        """Compile the annealing, or load it from disk."""
        super().prepare()
        self.solve(Problem.from_board("3x4"), Context())

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues, and a graph with an odd cycle."""
        if reason := unsupported_requests(problem, "start", "end", "required moves"):
            return reason
        try:
            two_colours(problem)
        except OddCycle as odd:
            return f"needs a bipartite graph: {odd}"
        return None

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Anneal; the statistics hold ``tries``, ``proposals`` and the last try's ``cycles``."""
        from knightbench.catalogue._cycles import directed_walk, label_cycles, protect
        from knightbench.catalogue.heuristic._annealing import anneal

        counts = dict.fromkeys(("tries", "proposals", "cycles"), 0)
        if problem.size == 1:
            return Answer.satisfied([0], **counts)
        with context.phase("build"):
            try:
                network = network_of(problem)
            except NoTour as proof:
                return Answer.unsatisfiable(str(proof), **counts)
            offsets, targets = network.rows()
            labels = np.empty(len(network.needs), dtype=np.int32)
            proposals = self.sweeps * len(labels)
            cooling = (self.coldest / self.temperature) ** (1 / proposals)
        with context.phase("search"):
            for _ in range(self.tries):
                mates = network.two_factor(context.rng)
                if mates is None:
                    return Answer.unsatisfiable("the graph has no 2-factor", **counts)
                stays = protect(mates, network.certain)
                counts["tries"] += 1
                counts["cycles"] = cycles = label_cycles(mates, labels)
                made = 0
                while cycles > 1 and made < proposals:
                    context.report(**counts)
                    if not context.remaining:
                        return Answer.unknown("time-limit", **counts)
                    cycles, proposed = anneal(
                        offsets,
                        targets,
                        mates,
                        stays,
                        cycles,
                        self.temperature / 100 * cooling**made,
                        cooling,
                        min(proposals - made, _PROPOSALS_A_SLICE),
                        context.rng,
                    )
                    made += proposed
                    counts["proposals"] += proposed
                    counts["cycles"] = cycles
                walk = (
                    directed_walk(mates, network.first, network.directed) if cycles == 1 else None
                )
                if walk is not None:
                    tour = [square for square in walk if square < problem.size]
                    return Answer.satisfied(tour, **counts)
        return Answer.unknown("incomplete", **counts)
