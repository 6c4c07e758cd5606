"""Degrees by CP-SAT; subcycles joined or cut off until one cycle is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.cpsat.arcs import Arcs
from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.formulation import parameter, register, unsupported_requests
from knightbench.problem import Move, Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar


@register
@dataclass(frozen=True)
class LazySubtours(CpSatFormulation):
    """One Boolean per move and direction; each square is left once and entered once.

    A solution is a set of cycles with a direction. If they are more than one, two clauses for
    each of them cut it off: some arc leaves its squares, some arc enters them. Then the model is
    solved anew, until there is one cycle or no solution. With n squares, m moves and N nodes:
    N = n, or n + 1 with the dummy node that closes an open tour as in `cpsat-circuit`:

    Variables
        2m Booleans, one per arc. Open: n more for the first square and n for the last, or 1
        where it is asked for.
    Constraints
        For every node, exactly one arc leaves it and exactly one enters it. For every move, at
        most one of its two arcs (also for the moves of the dummy node that have two: n, or 1
        where one end is asked for), if N > 2. For every required move, and for the closing move
        of a closed tour whose last square is asked for, one clause.
    Size
        Closed: 2m variables, 2n + m constraints. Open: 2m + 2n variables, 2N + m + n constraints,
        without the last n if n = 1. Each solution brings two cuts per cycle, two in all where
        there are two cycles. Memory O(n + m) without the cuts; a cut has at most 2m + 2n
        literals.

    With `merge`, the cycles are first joined by two-edge exchanges (see
    `knightbench.catalogue._cycles`) that leave alone what is required. If one cycle is left which
    runs as asked, it is the tour; otherwise those that are left are cut off, or the cycles as
    they were where one was left which runs the wrong way.

    Notes
    -----
    CP-SAT is not incremental: nothing that it learnt in one solve is known in the next. Clues
    are not honoured, for the model knows moves and not when they are made.

    References
    ----------
    G. Dantzig, R. Fulkerson, S. Johnson, *Solution of a large-scale traveling-salesman problem*,
    Journal of the Operations Research Society of America 2(4), 1954 (cuts as they are needed).
    """

    name = "cpsat-lazy-subtours"
    summary = "CP-SAT: degrees of one, solved again after each cut of the subcycles"
    source = "Dantzig, Fulkerson & Johnson 1954, on OR-tools CP-SAT"
    requires: ClassVar[tuple[str, ...]] = (*CpSatFormulation.requires, "numba")

    merge: bool = parameter(False, "join subcycles by exchanging two edges before cutting")

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        from knightbench.catalogue._cycles import warm_up

        warm_up()

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues: the model knows moves, and not when they are made."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model without any cut."""
        from ortools.sat.python import cp_model

        cp = cp_model.CpModel()
        arcs = Arcs.stated(cp, problem, firsts)
        literals = arcs.literals
        leaving: list[list[IntVar]] = [[] for _ in range(arcs.nodes)]
        entering: list[list[IntVar]] = [[] for _ in range(arcs.nodes)]
        for (u, v), literal in literals.items():
            leaving[u].append(literal)
            entering[v].append(literal)
        for choices in (*leaving, *entering):
            cp.add_exactly_one(choices)
        if arcs.nodes > 2:
            for (u, v), literal in literals.items():
                if u < v and (v, u) in literals:
                    cp.add_at_most_one([literal, literals[v, u]])
        joining = _Joining.of(arcs) if self.merge else None

        def decode(solver: CpSolver) -> list[int] | None:
            from knightbench.catalogue._cycles import label_cycles

            mates = np.empty((arcs.nodes, 2), dtype=np.int32)
            for u, v in arcs.made(solver):
                mates[u, 0] = v
                mates[v, 1] = u
            labels = np.empty(arcs.nodes, dtype=np.int32)
            if label_cycles(mates, labels) == 1:
                return arcs.follow(solver)
            if joining is not None and (tour := joining.joined(mates, labels)) is not None:
                return [square for square in tour if square < problem.size]
            _cut(cp, arcs, labels)
            return None

        return replace(arcs.model(cp), decode=decode)


def _cut(cp: CpModel, arcs: Arcs, labels: IntArray) -> None:
    """Add for each cycle that some arc leaves it, and that some arc enters it."""
    cycles = int(labels.max()) + 1
    # Leaving one of two cycles is entering the other.
    for cycle in range(cycles if cycles > 2 else 1):
        inside = (labels == cycle).tolist()
        leaving = [one for (u, v), one in arcs.literals.items() if inside[u] and not inside[v]]
        entering = [one for (u, v), one in arcs.literals.items() if inside[v] and not inside[u]]
        cp.add_bool_or(leaving)
        cp.add_bool_or(entering)


@dataclass(frozen=True)
class _Joining:
    """What the exchange of edges has to know: the graph, and what must stay as it is.

    Attributes
    ----------
    offsets, targets : array of int32
        The moves without directions, the dummy node's among them, in compressed sparse rows.
    directed : list of (int, int)
        What a tour must do in this direction.
    kept : list of (int, int)
        What a tour must do.
    root : int
        The node with which it is written.
    """

    offsets: IntArray
    targets: IntArray
    directed: list[Move]
    kept: list[Move]
    root: int

    @classmethod
    def of(cls, arcs: Arcs) -> _Joining:
        problem = arcs.problem
        both_ways = sorted({pair for u, v in arcs.literals for pair in ((u, v), (v, u))})
        offsets = np.zeros(arcs.nodes + 1, dtype=np.int32)
        np.cumsum(np.bincount([u for u, _ in both_ways], minlength=arcs.nodes), out=offsets[1:])
        directed = list(problem.required_arcs)
        if not problem.closed and problem.start is not None:
            directed.append((arcs.root, problem.start))
        if problem.end is not None:
            directed.append((problem.end, arcs.root))
        return cls(
            offsets,
            np.array([v for _, v in both_ways], dtype=np.int32),
            directed,
            [*directed, *problem.required_edges],
            arcs.root,
        )

    def joined(self, mates: IntArray, labels: IntArray) -> list[int] | None:
        """Return the cycle through all nodes, or None after relabelling those that are left.

        The labels stay as they are where one cycle is left that does not run as asked.
        """
        from knightbench.catalogue._cycles import (
            directed_walk,
            label_cycles,
            merge_cycles,
            protect,
        )

        result = mates.copy()
        cycles, exchanges = merge_cycles(
            self.offsets, self.targets, result, protect(mates, self.kept)
        )
        if exchanges == cycles - 1:
            return directed_walk(result, self.root, self.directed)
        label_cycles(result, labels)
        return None
