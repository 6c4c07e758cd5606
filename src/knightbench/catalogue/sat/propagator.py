"""A 2-factor by SAT, whose subcycles are ruled out inside of the solver."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.sat.chains import Chains
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
from knightbench.catalogue.sat.recording import Record, proving
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

#: PySAT documents propagators for this solver only.
SOLVER = "cadical195"


@register
@dataclass(frozen=True)
class UserPropagator(Formulation):
    """One literal per arc, one arc out and one in, and a propagator that keeps cycles from closing.

    Variables
        Those of `sat-cutset`: one for each arc, with a dummy vertex where the tour is open; for m
        moves and n squares, 2m closed and 2m + 2n open without a request. And the auxiliary
        variables of its *at most one*.
    Constraints
        Those of `sat-cutset` without any cut, as clauses. That there is one cycle is a propagator,
        which the solver tells of every arc that it assigns and takes back. What the propagator
        does is `watch`. ``chains``: where arcs form a path from a to b that misses a vertex, the
        arc from b to a is false, because of all arcs of the path; that clause is made only when
        the solver asks for the reason. ``cycles``: where arcs close a cycle that misses a vertex,
        the two clauses of its cut set are added, which are false at once. ``models``: as
        ``cycles``, when every arc is assigned. The other two look at every model as well.
    Size
        That of `sat-cutset`: 2m variables and 2n + s + m + d(d - 1)/2 clauses for a closed tour,
        where s is the sum of all degree x (degree - 1), and d the least degree. The propagator
        keeps five numbers for each vertex; an arc that is assigned or taken back
        costs O(1), a reason O(n), a cut O(m).

    The solver is CaDiCaL 1.9.5. What it learns from the propagator is learnt with all decisions
    standing, where `sat-cutset` starts again after every model. No cycles are joined. A model is
    the tour, for every model is checked for a second cycle.

    The effort is conflicts. The solver takes no seed and no more than one thread. It is called
    for `CONFLICTS_A_CALL` conflicts at a time, to report and to keep to the deadline.

    References
    ----------
    K. Fazekas, A. Niemetz, M. Preiner, M. Kirchweger, S. Szeider, A. Biere, *IPASIR-UP: User
    Propagators for CDCL*, SAT 2023, LIPIcs 271, 8.
    Y. Caseau, F. Laburthe, *Solving small TSPs with constraints*, ICLP 1997 (no path is closed
    early).
    R. Ohashi et al., *SAT-Based CEGAR Method for the Hamiltonian Cycle Problem Enhanced by Cut-Set
    Constraints*, SAT 2025, LIPIcs 341, 24 (cut sets).
    """

    name = "sat-propagator"
    summary = "degrees in SAT, and a propagator inside of the solver that keeps cycles from closing"
    source = "Fazekas et al., SAT 2023; Caseau and Laburthe, ICLP 1997"
    family = "sat"
    effort = "conflicts"
    certifies = True
    forkable = True
    requires = ("numba", "pysat.card", "pysat.formula", "pysat.solvers")

    watch: str = parameter(
        "chains",
        "when the propagator acts: before a chain closes, when it has, or at complete models",
        choices=("chains", "cycles", "models"),
    )
    encoding: str = parameter("mixed", ENCODING_MEANING, choices=ENCODINGS)
    two_cycles: bool = parameter(True, TWO_CYCLES_MEANING)
    direction: str = parameter("least-degree", DIRECTION_MEANING, choices=DIRECTIONS)

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        from knightbench.catalogue._cycles import warm_up

        warm_up()

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues: the model knows moves, and not when they are made."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def formula(self, problem: Problem) -> tuple[Network, list[Clause]]:
        """Return the network, and the clauses without what the propagator says."""
        return degrees(problem, self.encoding, self.two_cycles, self.direction)

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve with the propagator at work, and read the cycle."""
        from pysat.solvers import Solver

        from knightbench.catalogue._cycles import directed_walk, label_cycles

        kinds = ("variables", "clauses", "forbidden", "reasons", "cuts", "conflicts")
        statistics = dict.fromkeys(kinds, 0)
        record = Record.asked_for(context, SOLVER)

        def none(reason: str | None, solver: Solver | None) -> Answer:
            told = None if record is None else record.certificate(str(self), problem, solver)
            return Answer.unsatisfiable(reason, **statistics).certified(told)

        with context.phase("build"):
            network = Network.of(problem)
            if reason := network.dead_end(problem):
                return none(reason, None)
            variables, clauses = encode(
                problem, network, self.encoding, self.two_cycles, self.direction
            )
            statistics.update(variables=variables, clauses=len(clauses))
            chains = Chains(network, self.watch, label_cycles, record)
            solver = Solver(name=SOLVER, bootstrap_with=clauses, **proving(record))
            solver.connect_propagator(chains)
            for variable in range(1, len(network.arcs) + 1):
                solver.observe(variable)
        with solver:
            with context.phase("search"):
                if not context.remaining:
                    return Answer.unknown("time-limit", **statistics)
                satisfiable = search(solver, SOLVER, context)
                statistics.update(
                    counts(solver, SOLVER),
                    forbidden=chains.forbidden,
                    reasons=chains.reasons,
                    cuts=chains.cuts,
                )
                if chains.fault is not None:
                    raise chains.fault
                context.report(**statistics)
                if satisfiable is None:
                    return Answer.unknown("time-limit", **statistics)
                if not satisfiable:
                    return none(None, solver)
            with context.phase("decode"):
                mates = network.two_factor(solver.get_model())
                tour = directed_walk(mates, network.first, network.directed)
                assert tour is not None, "arcs with a direction are clauses"
                squares = [square for square in tour if square < problem.size]
        return Answer.satisfied(squares, **statistics)
