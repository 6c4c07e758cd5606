"""The graph of a problem as arcs between vertices, and degrees of one out and one in as clauses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from knightbench.board import IntArray
from knightbench.problem import Move, Problem
from knightbench.turns import implied_arcs

if TYPE_CHECKING:
    from pysat.formula import IDPool

#: The longest row of arcs that the encoding ``mixed`` writes pairwise: a knight's eight moves and
#: one to the dummy vertex.
PAIRWISE_UP_TO = 9

ENCODINGS = ("mixed", "pairwise", "seqcounter", "ladder", "bitwise", "kmtotalizer")
ENCODING_MEANING = (
    f"how at most one is encoded; mixed: pairwise up to {PAIRWISE_UP_TO} arcs, else seqcounter"
)

DIRECTIONS = ("least-degree", "none")
DIRECTION_MEANING = "at which vertex one of the two directions of every tour is ruled out"

TWO_CYCLES_MEANING = "rule out moves that are made in both directions from the start"

Clause = list[int]


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

    @cached_property
    def literals(self) -> dict[Move, int]:
        """The literal of every arc."""
        return {(u, v): number for number, (u, v) in enumerate(self.arcs.tolist(), start=1)}

    def dead_end(self, problem: Problem) -> str | None:
        """Return what makes a clause empty from the beginning, or None."""
        for column, verb in ((0, "leaves"), (1, "enters")):
            count = np.bincount(self.arcs[:, column], minlength=self.vertices)
            if not count.all():
                return f"no move {verb} {problem.name(int(np.argmin(count)))}"
        for u, v in self.directed:
            if (u, v) not in self.literals:
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

    def blocks(self, mates: IntArray, labels: IntArray, cycles: int) -> list[Clause]:
        """Return clauses against the cycles of a 2-factor: not all arcs of one, either way round.

        Parameters
        ----------
        mates : array of int32, shape (vertices, 2)
            For each vertex the vertex after and before it.
        labels : array of int32, shape (vertices,)
            The number of each vertex's cycle, from 0.
        cycles : int
            How many there are, at least two.
        """
        followed: list[list[Move]] = [[] for _ in range(cycles)]
        for u, (v, label) in enumerate(zip(mates[:, 0].tolist(), labels.tolist(), strict=True)):
            followed[label].append((u, v))
        clauses = []
        for cycle in followed:
            # A cycle of two is its own reverse.
            ways = [cycle] if len(cycle) == 2 else [cycle, [(v, u) for u, v in cycle]]
            clauses += [
                [-self.literals[arc] for arc in way]
                for way in ways
                if all(arc in self.literals for arc in way)
            ]
        return clauses


def degrees(
    problem: Problem, encoding: str, two_cycles: bool, direction: str
) -> tuple[Network, list[Clause]]:
    """Return the network of a problem, and its clauses by `encode`.

    They are one empty clause where there is a dead end.
    """
    network = Network.of(problem)
    if network.dead_end(problem):
        return network, [[]]
    return network, encode(problem, network, encoding, two_cycles, direction)[1]


def encode(
    problem: Problem,
    network: Network,
    encoding: str,
    two_cycles: bool = True,
    direction: str = "least-degree",
) -> tuple[int, list[Clause]]:
    """Return the number of variables and the clauses of the model without any cut.

    Parameters
    ----------
    problem : Problem
    network : Network
    encoding : str
        How at most one is encoded, one of `ENCODINGS`.
    two_cycles : bool, optional
        Whether moves in both directions are ruled out.
    direction : str, optional
        Where one of two directions is ruled out, one of `DIRECTIONS`.
    """
    from pysat.formula import IDPool

    literal = network.literals
    arcs = list(literal)
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
    if two_cycles and network.vertices > 2:
        clauses += [
            [-number, -literal[v, u]]
            for (u, v), number in literal.items()
            if u < v and (v, u) in literal
        ]
    clauses += [[literal[arc]] for arc in network.directed]
    clauses += [[literal[u, v], literal[v, u]] for u, v in problem.required_edges]
    if direction == "least-degree" and not network.directed:
        vertex = min(range(network.vertices), key=lambda v: len(leaving[v]))
        around = [arcs[number - 1][1] for number in leaving[vertex]]
        clauses += [
            [-literal[vertex, late], -literal[early, vertex]]
            for early, late in combinations(around, 2)
        ]
    if problem.symmetry is not None:
        clauses += [
            [-literal[arc], *(literal[image] for image in images)]
            for arc, images in implied_arcs(problem, arcs).items()
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
