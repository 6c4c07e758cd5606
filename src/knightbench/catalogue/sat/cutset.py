"""A 2-factor by SAT, its subcycles joined or cut off until one cycle is left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.catalogue.sat.solvers import INCREMENTAL_SOLVERS
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from pysat.formula import IDPool

#: The longest row of arcs that the encoding ``mixed`` writes pairwise: a knight's eight moves and
#: one to the dummy vertex.
PAIRWISE_UP_TO = 9

Clause = list[int]


@register
@dataclass(frozen=True)
class CutSet(Formulation):
    """One literal per arc, one arc out and one in, and two clauses for each subcycle that appears.

    An open tour is made a closed one by a dummy vertex before its first square and after its
    last. It has an arc to every square, or only to the first that is asked for, and one from
    every square, or only from the last that is asked for. With n squares and m moves:

    Variables
        One for each arc: the tour makes that move in that direction. Closed 2m; open 2m + 2n,
        with one end asked for 2m + n + 1, with both 2m + 2.
    Constraints
        Every vertex is left by exactly one arc and entered by exactly one. No move is made in
        both directions (where there are more than two vertices). What is asked for with a
        direction, an end or a required arc, is made so; a required move is made in one or the
        other. Where nothing has a direction, every tour would be there twice; so at the first
        vertex of least degree, the square after is to come before the square before, in the
        order of the moves.
    Size
        Two clauses *at least one* for every vertex. Two *at most one*: d(d - 1)/2 clauses for
        d arcs, pairwise. At the dummy vertex that would be quadratic in n, so `encoding` is
        ``mixed`` by default: from 10 arcs it is a sequential counter with d - 1 more variables
        and 3d - 4 clauses. One clause for every two arcs in opposite directions; one for every
        required move and every end that is asked for; d(d - 1)/2 for the direction at the vertex
        of least degree d. So a closed tour has 2m variables and 2n + s + m + d(d - 1)/2 clauses,
        where s, the sum of all degree x (degree - 1), is at most 14m for a knight.

    A model is a 2-factor with a direction. Its cycles are joined by two-edge exchanges (see
    `knightbench.catalogue.cycles`), which leave alone what is required. If one cycle is left and
    it runs as asked, it is the tour. Else each cycle is a set of vertices that the model does
    not leave, and two clauses cut the model off: some arc leaves the set, and some arc enters
    it. The solver goes on from there with all that it has learnt. The answer is *none* where
    the clauses cannot be satisfied, and where one of them has no arc to offer.

    The cuts are those of the cycles after joining, which are fewer and larger; if joining leaves
    one cycle that runs the wrong way, they are those of the cycles before. The two clauses of a
    set follow from each other by counting, but not by unit propagation.

    The effort is conflicts. The solvers take no seed, and none more than one thread.

    References
    ----------
    R. Ohashi, T. Soh, D. Le Berre, H. Nabeshima, M. Banbara, K. Inoue, N. Tamura, *SAT-Based
    CEGAR Method for the Hamiltonian Cycle Problem Enhanced by Cut-Set Constraints*, SAT 2025,
    LIPIcs 341, 24. The exchange of edges before cutting is not theirs.
    C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005
    (sequential counter).
    """

    name = "sat-cutset"
    summary = "degrees in SAT, subcycles joined by exchanging edges or cut off by their cut sets"
    source = "Ohashi et al., SAT 2025, with two-edge exchange"
    family = "sat"
    effort = "conflicts"
    forkable = True
    requires = ("numba", "pysat.card", "pysat.formula", "pysat.solvers")

    solver: str = parameter(
        "cadical195", "the SAT solver, by PySAT's name", choices=INCREMENTAL_SOLVERS
    )
    merge: bool = parameter(True, "join subcycles by exchanging two edges before cutting")
    encoding: str = parameter(
        "mixed",
        f"how at most one is encoded; mixed: pairwise up to {PAIRWISE_UP_TO} arcs, else seqcounter",
        choices=("mixed", "pairwise", "seqcounter", "ladder", "bitwise", "kmtotalizer"),
    )

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        from knightbench.catalogue.cycles import warm_up

        warm_up()

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues: the model knows moves, and not when they are made."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve, join and cut until one cycle is left."""
        from pysat.solvers import Solver

        from knightbench.catalogue.cycles import (
            directed_walk,
            label_cycles,
            merge_cycles,
            protect,
        )

        statistics = dict.fromkeys(("variables", "clauses", "iterations", "cuts", "conflicts"), 0)
        with context.phase("build"):
            network = Network.of(problem)
            if reason := network.dead_end(problem):
                return Answer.unsatisfiable(reason, **statistics)
            variables, clauses = encode(problem, network, self.encoding)
            statistics.update(variables=variables, clauses=len(clauses))
            offsets, targets = network.rows()
            labels = np.empty(network.vertices, dtype=np.int32)
            solver = Solver(name=self.solver, bootstrap_with=clauses)
        with context.phase("search"), solver:
            tour = None
            while tour is None:
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
                    return Answer.unsatisfiable(None, **statistics)
                mates = network.two_factor(solver.get_model())
                cycles = label_cycles(mates, labels)
                if self.merge and cycles > 1:
                    joined = mates.copy()
                    kept = protect(mates, (*problem.required_edges, *network.directed))
                    _, exchanges = merge_cycles(offsets, targets, joined, kept)
                    # One cycle that runs the wrong way leaves the labels of the cycles before.
                    if exchanges == cycles - 1:
                        tour = directed_walk(joined, network.first, network.directed)
                    else:
                        cycles = label_cycles(joined, labels)
                elif cycles == 1:
                    tour = directed_walk(mates, network.first, network.directed)
                if tour is None:
                    for clause in network.cuts(labels, cycles):
                        if not clause:
                            reason = "no move leads from some part of the graph to the rest"
                            return Answer.unsatisfiable(reason, **statistics)
                        solver.add_clause(clause)
                        statistics["cuts"] += 1
        with context.phase("decode"):
            squares = [square for square in tour if square < problem.size]
        return Answer.satisfied(squares, **statistics)


@dataclass(frozen=True)
class Network:
    """The graph of a problem, with the dummy vertex of an open tour, in which to find a cycle.

    Attributes
    ----------
    vertices : int
        The squares, and after them the dummy vertex.
    first : int
        The vertex with which the cycle is written: the dummy vertex, or the first square.
    arcs : array of int32, shape (arcs, 2)
        Arc i is literal i + 1.
    directed : tuple of (int, int)
        What the cycle must do in this direction. Empty where the reverse of a tour is a tour.
    """

    vertices: int
    first: int
    arcs: IntArray
    directed: tuple[Move, ...]

    @classmethod
    def of(cls, problem: Problem) -> Network:
        """Return the network of a problem."""
        size, start, end = problem.size, problem.start, problem.end
        arcs = problem.arcs()
        directed = list(problem.required_arcs)
        if problem.closed:
            first = problem.origin
            assert first is not None, "a closed problem that is asked has a square"
            if end is not None:
                directed.append((end, first))
        else:
            first = size
            arcs += [(first, s) for s in (range(size) if start is None else (start,))]
            arcs += [(s, first) for s in (range(size) if end is None else (end,))]
            if start is not None:
                directed.append((first, start))
            if end is not None:
                directed.append((end, first))
        return cls(
            vertices=size + (not problem.closed),
            first=first,
            arcs=np.array(arcs, dtype=np.int32).reshape(-1, 2),
            directed=tuple(directed),
        )

    def dead_end(self, problem: Problem) -> str | None:
        """Return what makes a clause empty from the beginning, or None."""
        for column, verb in ((0, "leaves"), (1, "enters")):
            count = np.bincount(self.arcs[:, column], minlength=self.vertices)
            if not count.all():
                return f"no move {verb} {problem.name(int(np.argmin(count)))}"
        present = set(map(tuple, self.arcs.tolist()))
        for u, v in self.directed:
            if (u, v) not in present:
                return f"{problem.name(u)} to {problem.name(v)} is not a move"
        return None

    def rows(self) -> tuple[IntArray, IntArray]:
        """Return the network without directions, in compressed sparse rows."""
        both = np.unique(np.concatenate((self.arcs, self.arcs[:, ::-1])), axis=0)
        offsets = np.zeros(self.vertices + 1, dtype=np.int32)
        np.cumsum(np.bincount(both[:, 0], minlength=self.vertices), out=offsets[1:])
        return offsets, both[:, 1].copy()

    def two_factor(self, model: list[int]) -> IntArray:
        """Return the 2-factor of a model: for each vertex the vertex after and before it."""
        made = self.arcs[np.array(model[: len(self.arcs)]) > 0]
        mates = np.empty((self.vertices, 2), dtype=np.int32)
        mates[made[:, 0], 0] = made[:, 1]
        mates[made[:, 1], 1] = made[:, 0]
        return mates

    def cuts(self, labels: IntArray, cycles: int) -> list[Clause]:
        """Return the cut clauses of the cycles: each is left by an arc and entered by one."""
        tail, head = labels[self.arcs[:, 0]], labels[self.arcs[:, 1]]
        crossing = tail != head
        # Leaving one of two cycles is entering the other.
        return [
            (np.flatnonzero(crossing & (side == cycle)) + 1).tolist()
            for cycle in range(cycles if cycles > 2 else 1)
            for side in (tail, head)
        ]


def encode(problem: Problem, network: Network, encoding: str) -> tuple[int, list[Clause]]:
    """Return the number of variables and the clauses of the model without any cut."""
    from pysat.formula import IDPool

    arcs: list[Move] = list(map(tuple, network.arcs.tolist()))
    literal = {arc: number for number, arc in enumerate(arcs, start=1)}
    leaving: list[Clause] = [[] for _ in range(network.vertices)]
    entering: list[Clause] = [[] for _ in range(network.vertices)]
    for (u, v), number in literal.items():
        leaving[u].append(number)
        entering[v].append(number)

    clauses: list[Clause] = []
    pool = IDPool(start_from=len(arcs) + 1)
    for row in (*leaving, *entering):
        clauses.append(row)
        clauses += at_most_one(row, encoding, pool)
    if network.vertices > 2:
        clauses += [
            [-number, -literal[v, u]]
            for (u, v), number in literal.items()
            if u < v and (v, u) in literal
        ]
    clauses += [[literal[arc]] for arc in network.directed]
    clauses += [[literal[u, v], literal[v, u]] for u, v in problem.required_edges]
    if not network.directed:
        vertex = min(range(network.vertices), key=lambda v: len(leaving[v]))
        around = [arcs[number - 1][1] for number in leaving[vertex]]
        clauses += [
            [-literal[vertex, late], -literal[early, vertex]]
            for early, late in combinations(around, 2)
        ]
    return max(pool.top, len(arcs)), clauses


def at_most_one(literals: Clause, encoding: str, pool: IDPool) -> list[Clause]:
    """Return clauses that let at most one of `literals` be true."""
    from pysat.card import CardEnc, EncType

    if encoding == "mixed":
        encoding = "pairwise" if len(literals) <= PAIRWISE_UP_TO else "seqcounter"
    if encoding == "pairwise" or len(literals) == 1:
        return [[-one, -other] for one, other in combinations(literals, 2)]
    kind = getattr(EncType, encoding)
    clauses: list[Clause] = CardEnc.atmost(literals, 1, vpool=pool, encoding=kind).clauses
    return clauses
