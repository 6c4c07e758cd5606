"""Solving a model of degrees again and again, its subcycles joined, cut off or blocked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.catalogue.sat.enumerating import tours_by_arcs
from knightbench.catalogue.sat.network import (
    DIRECTION_MEANING,
    DIRECTIONS,
    ENCODING_MEANING,
    ENCODINGS,
    TWO_CYCLES_MEANING,
    Clause,
    Network,
    degrees,
    encode,
)
from knightbench.catalogue.sat.phases import balanced
from knightbench.catalogue.sat.recording import Record, proving
from knightbench.catalogue.sat.solvers import (
    INCREMENTAL_SOLVERS,
    PROVING_SOLVERS,
    UNPHASED_SOLVERS,
)
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Formulation, parameter, unsupported_requests
from knightbench.problem import Problem


@dataclass(frozen=True)
class RefinedFormulation(Formulation):
    """The parameters of a model of degrees that is refined, and what it refuses."""

    family = "sat"
    effort = "conflicts"
    forkable = True
    enumerates = True
    honours = frozenset({"symmetry"})
    #: How a subcycle is ruled out where all tours are listed: by its cut set, or by its arcs.
    cut = False
    requires = ("numba", "pysat.card", "pysat.formula", "pysat.solvers")

    solver: str = parameter(
        "cadical195", "the SAT solver, by PySAT's name", choices=INCREMENTAL_SOLVERS
    )
    encoding: str = parameter("mixed", ENCODING_MEANING, choices=ENCODINGS)
    two_cycles: bool = parameter(True, TWO_CYCLES_MEANING)
    direction: str = parameter("least-degree", DIRECTION_MEANING, choices=DIRECTIONS)
    phases: str = parameter(
        "none",
        "which value of an arc the solver tries first; balanced: moves of walks by Warnsdorff's "
        "rule, that leave and enter each vertex once",
        choices=("none", "balanced"),
    )

    @property
    def certifies(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether the solver has proofs that can be checked."""
        return self.solver in PROVING_SOLVERS

    def formula(self, problem: Problem) -> tuple[Network, list[Clause]]:
        """Return the network, and the clauses of the model without any cut."""
        return degrees(problem, self.encoding, self.two_cycles, self.direction)

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour; cycles are not joined, and every solver's own phases are kept."""
        return tours_by_arcs(
            problem,
            context,
            solver=self.solver,
            encoding=self.encoding,
            two_cycles=self.two_cycles,
            direction=self.direction,
            cut=self.cut,
        )

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        from knightbench.catalogue._cycles import warm_up

        warm_up()

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues: the model knows moves, and not when they are made."""
        if self.phases != "none" and self.solver in UNPHASED_SOLVERS:
            return f"{self.solver} takes no phases"
        return unsupported_requests(problem, "start", "end", "required moves")


def refine(
    problem: Problem,
    context: Context,
    *,
    solver: str,
    encoding: str,
    two_cycles: bool,
    direction: str,
    phases: str,
    merge: bool,
    cut: bool,
    formulation: str,
) -> Answer:
    """Return the answer of a model of degrees that is refined until one cycle is left.

    Parameters
    ----------
    problem : Problem
    context : Context
    solver : str
        The SAT solver, one of `INCREMENTAL_SOLVERS`.
    encoding, two_cycles, direction
        What the model is; see `encode`.
    phases : str
        How the solver begins: ``none`` leaves it to the solver, else see `balanced`.
    merge : bool
        Whether cycles are joined before they are ruled out; never where symmetry is asked for.
    cut : bool
        Whether a cycle is ruled out by the two clauses of its cut set, or by the clause that not
        all of its arcs are made.
    formulation : str
        Who asks, with parameters, as a certificate says it.
    """
    from pysat.solvers import Solver

    from knightbench.catalogue._cycles import directed_walk, label_cycles, merge_cycles, protect

    statistics = dict.fromkeys(("variables", "clauses", "iterations", "cuts", "conflicts"), 0)
    record = Record.asked_for(context, solver)

    def none(reason: str | None, engine: Solver | None) -> Answer:
        told = None if record is None else record.certificate(formulation, problem, engine)
        return Answer.unsatisfiable(reason, **statistics).certified(told)

    with context.phase("build"):
        network = Network.of(problem)
        if reason := network.dead_end(problem):
            return none(reason, None)
        variables, clauses = encode(problem, network, encoding, two_cycles, direction)
        statistics.update(variables=variables, clauses=len(clauses))
        offsets, targets = network.rows()
        labels = np.empty(network.vertices, dtype=np.int32)
        engine = Solver(name=solver, bootstrap_with=clauses, **proving(record))
        if phases == "balanced":
            engine.set_phases(balanced(network))
    with context.phase("search"), engine:
        tour = None
        while tour is None:
            # The search looks at the clock only where it is long.
            if not context.remaining:
                return Answer.unknown("time-limit", **statistics)
            satisfiable = search(engine, solver, context)
            statistics["iterations"] += 1
            statistics |= counts(engine, solver)
            context.report(**statistics)
            if satisfiable is None:
                return Answer.unknown("time-limit", **statistics)
            if not satisfiable:
                return none(None, engine)
            mates = network.two_factor(engine.get_model())
            cycles = label_cycles(mates, labels)
            # An exchange need not be the image of another, so it may spoil a symmetry.
            if merge and cycles > 1 and problem.symmetry is None:
                joined = mates.copy()
                kept = protect(mates, (*problem.required_edges, *network.directed))
                _, exchanges = merge_cycles(offsets, targets, joined, kept)
                # One cycle that runs the wrong way leaves the labels of the cycles before. A
                # block needs them too, for it speaks of arcs that the model makes.
                if exchanges == cycles - 1:
                    tour = directed_walk(joined, network.first, network.directed)
                elif cut:
                    cycles = label_cycles(joined, labels)
            elif cycles == 1:
                tour = directed_walk(mates, network.first, network.directed)
            if tour is None:
                refinement = (
                    network.cuts(labels, cycles) if cut else network.blocks(mates, labels, cycles)
                )
                if record is not None:
                    if cut:
                        record.cuts(labels, refinement)
                    else:
                        record.blocks(network, refinement)
                for clause in refinement:
                    if not clause:
                        reason = "no move leads from some part of the graph to the rest"
                        return none(reason, None)
                    engine.add_clause(clause)
                    statistics["cuts"] += 1
    with context.phase("decode"):
        squares = [square for square in tour if square < problem.size]
    return Answer.satisfied(squares, **statistics)
