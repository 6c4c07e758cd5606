"""All models of a SAT formulation: each tour that is found is ruled out by a clause.

The solver goes on from there with all that it has learnt. The clause says that not all literals of
the tour are true, and another one says so of its reverse, where a tour and its reverse are one. No
other tour is lost. When the clauses cannot be satisfied any more, there are no more tours.

References
----------
K. L. McMillan, *Applying SAT methods in unbounded symbolic model checking*, CAV 2002 (blocking
clauses).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from knightbench.catalogue.sat.network import Clause, Network, encode
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Unfinished
from knightbench.problem import Problem
from knightbench.symmetry import Tour, standard

if TYPE_CHECKING:
    from pysat.solvers import Solver


def models(solver: Solver, name: str, context: Context) -> Iterator[list[int]]:
    """Yield a model again and again; whoever takes it adds clauses that rule it out.

    Raises
    ------
    Unfinished
        If the deadline has passed.
    """
    iterations = 0
    while True:
        satisfiable = search(solver, name, context)
        iterations += 1
        context.report(iterations=iterations, **counts(solver, name))
        if satisfiable is None or not context.remaining:
            raise Unfinished("time-limit")
        if not satisfiable:
            return
        yield solver.get_model()


def tours_by_arcs(
    problem: Problem,
    context: Context,
    *,
    solver: str,
    encoding: str,
    two_cycles: bool,
    direction: str,
    cut: bool,
) -> Iterator[Tour]:
    """Yield every tour by the model of degrees, subcycles ruled out as they appear.

    Parameters
    ----------
    problem : Problem
    context : Context
    solver : str
        The SAT solver, one of `INCREMENTAL_SOLVERS`.
    encoding, two_cycles, direction
        What the model is; see `encode`.
    cut : bool
        Whether a cycle is ruled out by the two clauses of its cut set, or by the clause that not
        all of its arcs are made.

    Notes
    -----
    Cycles are not joined by exchanging edges: that finds the same tours again and again.
    """
    from pysat.solvers import Solver

    from knightbench.catalogue._cycles import label_cycles

    with context.phase("build"):
        network = Network.of(problem)
        if network.dead_end(problem):
            return
        _, clauses = encode(problem, network, encoding, two_cycles, direction)
        labels = np.empty(network.vertices, dtype=np.int32)
        engine = Solver(name=solver, bootstrap_with=clauses)
    with context.phase("search"), engine:
        for model in models(engine, solver, context):
            mates = network.two_factor(model)
            cycles = label_cycles(mates, labels)
            if cycles > 1:
                refinement = (
                    network.cuts(labels, cycles) if cut else network.blocks(mates, labels, cycles)
                )
                if not all(refinement):
                    return
            else:
                cycle = _followed(mates[:, 0].tolist(), network.first)
                yield tuple(square for square in cycle if square < problem.size)
                ways = [cycle] if problem.directed else [cycle, cycle[::-1]]
                refinement = [clause for way in ways if (clause := _not_all(network, way))]
            for clause in refinement:
                engine.add_clause(clause)


def _followed(after: Sequence[int], first: int) -> list[int]:
    cycle = [first]
    while after[cycle[-1]] != first:
        cycle.append(after[cycle[-1]])
    return cycle


def _not_all(network: Network, cycle: Sequence[int]) -> Clause | None:
    """Return the clause that not all arcs of a cycle are made; None where there are not all."""
    arcs = [*pairwise(cycle), (cycle[-1], cycle[0])]
    if not all(arc in network.literals for arc in arcs):
        return None
    return [-network.literals[arc] for arc in arcs]


def tours_by_steps(
    problem: Problem,
    context: Context,
    solver: Solver,
    name: str,
    decode: Callable[[list[int]], Sequence[int]],
    literal: Callable[[int, int], int],
) -> Iterator[Tour]:
    """Yield every tour by a model of squares and steps.

    Parameters
    ----------
    problem : Problem
    context : Context
    solver : pysat.solvers.Solver
        It has the clauses.
    name : str
        Its name, one of `INCREMENTAL_SOLVERS`.
    decode : callable
        Returns the tour of a model.
    literal : callable
        Returns the literal that a square is a step of the tour, counted from 0.
    """
    for model in models(solver, name, context):
        tour = tuple(decode(model))
        yield tour
        ways = {tour}
        if not problem.directed:
            reverse = tour[::-1]
            # The first square of a closed tour is settled.
            ways.add(standard(problem, reverse, directed=True) if problem.closed else reverse)
        for way in sorted(ways):
            solver.add_clause([-literal(square, step) for step, square in enumerate(way)])
