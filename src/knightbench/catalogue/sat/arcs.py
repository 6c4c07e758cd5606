"""A literal per arc, one arc out and one in, and an order by which there is one cycle only."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.catalogue.sat.network import Clause, Network, encode
from knightbench.catalogue.sat.recording import Record, proving
from knightbench.catalogue.sat.solvers import PROVING_SOLVERS
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Formulation, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    from pysat.solvers import Solver


@dataclass(frozen=True)
class ArcFormulation(Formulation):
    """The degrees of `sat-cutset`, and clauses of its own that number or order the vertices.

    A subclass has parameters `solver` and `encoding`. Vertices are the squares and, where the
    tour is open, a dummy vertex before its first square and after its last. The cycle begins at
    the network's *first* vertex: the dummy vertex, or the first square of a closed tour.
    """

    family = "sat"
    effort = "conflicts"
    forkable = True
    requires = ("pysat.card", "pysat.formula", "pysat.solvers")

    solver = ""
    encoding = ""

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues, unless a subclass knows at which step a square is."""
        return unsupported_requests(problem, "start", "end", "required moves")

    @property
    def certifies(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether the solver has proofs that can be checked."""
        return self.solver in PROVING_SOLVERS

    def formula(self, problem: Problem) -> tuple[Network, list[Clause]]:
        """Return the network, and the clauses before any cut."""
        network = Network.of(problem)
        if network.dead_end(problem):
            return network, [[]]
        return network, list(self.clauses(problem, network))

    def clauses(self, problem: Problem, network: Network) -> Iterator[Clause]:
        """Yield the clauses of the degrees and of the order."""
        # Clues give a tour its direction; of what else may do so, the network knows.
        direction = "none" if problem.clues else "least-degree"
        variables, clauses = encode(problem, network, self.encoding, direction=direction)
        yield from clauses
        yield from self.order(problem, network, variables + 1)

    @abstractmethod
    def order(self, problem: Problem, network: Network, unused: int) -> Iterator[Clause]:
        """Yield the clauses of the order; its variables are numbered from `unused`.

        Literal i + 1 says that the cycle makes arc i of the network.
        """

    def cuts(self, network: Network, labels: IntArray, cycles: int) -> list[Clause]:
        """Return clauses against a model of several cycles; none to give up."""
        raise AssertionError("the order let several cycles through")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Give the clauses to the solver, solve them and read the cycle."""
        from pysat.solvers import Solver

        record = Record.asked_for(context, self.solver)

        def none(reason: str, solver: Solver | None) -> Answer:
            told = None if record is None else record.certificate(str(self), problem, solver)
            return Answer.unsatisfiable(reason, **statistics).certified(told)

        statistics = dict.fromkeys(("variables", "clauses", "iterations", "cuts"), 0)
        with context.phase("build"):
            network = Network.of(problem)
            if reason := network.dead_end(problem):
                statistics["conflicts"] = 0
                return none(reason, None)
        with Solver(name=self.solver, **proving(record)) as solver:
            with context.phase("build"):
                count = 0
                for clause in self.clauses(problem, network):
                    solver.add_clause(clause)
                    count += 1
                statistics.update(variables=solver.nof_vars(), clauses=count)
            with context.phase("search"):
                while True:
                    # The search looks at the clock only where it is long.
                    if not context.remaining:
                        return Answer.unknown("time-limit", **statistics)
                    satisfiable = search(solver, self.solver, context)
                    statistics["iterations"] += 1
                    statistics |= counts(solver, self.solver)
                    context.report(**statistics)
                    if satisfiable is None:
                        return Answer.unknown("time-limit", **statistics)
                    if not satisfiable:
                        # Whatever the order, a tour would have been a model.
                        reason = "no choice of moves satisfies the clauses, and every tour would"
                        return none(reason, solver)
                    after = network.two_factor(solver.get_model())[:, 0]
                    labels, cycles = label(after)
                    if cycles == 1:
                        break
                    clauses = self.cuts(network, labels, cycles)
                    if not clauses:
                        return Answer.unknown("incomplete", **statistics)
                    if record is not None:
                        record.cuts(labels, clauses)
                    if not all(clauses):
                        reason = "no move leads from some part of the graph to the rest"
                        return none(reason, None)
                    solver.append_formula(clauses)
                    statistics["cuts"] += len(clauses)
        with context.phase("decode"):
            cycle = [network.first]
            while after[cycle[-1]] != network.first:
                cycle.append(int(after[cycle[-1]]))
        return Answer.satisfied((s for s in cycle if s < problem.size), **statistics)


def label(after: IntArray) -> tuple[IntArray, int]:
    """Return the number of each vertex's cycle, from 0, and how many cycles there are."""
    labels = np.full(len(after), -1, dtype=np.int32)
    cycles = 0
    for first in range(len(after)):
        vertex = first
        if labels[first] >= 0:
            continue
        while labels[vertex] < 0:
            labels[vertex] = cycles
            vertex = int(after[vertex])
        cycles += 1
    return labels, cycles
