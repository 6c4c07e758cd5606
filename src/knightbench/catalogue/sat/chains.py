"""Chains of arcs inside a SAT solver that assigns them, and the clauses against closing one early.

A propagator is called by the solver at every step of its search, through the interface IPASIR-UP.
Whatever it says must be a consequence of the problem, in whatever state the solver is. That holds
for the two kinds of clauses here: not all arcs of a cycle that misses a vertex are made; and a set
of vertices, but not all of them, is left by an arc and entered by one. So an arc of which the
propagator was not told costs a clause at most, and never a tour: `Chains.check_model` has the
last word on every model.

PySAT prints an exception that is raised inside of a call, and goes on as if the call had returned
nothing, which may well mean an empty clause. So exceptions are kept, and whoever started the
search must look at `Chains.fault` before believing it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.sat.network import Clause, Network
from knightbench.catalogue.sat.recording import Record
from knightbench.problem import Move

#: What labels the cycles of a 2-factor: `knightbench.catalogue._cycles.label_cycles`.
Labeller = Callable[[IntArray, IntArray], int]
Method = TypeVar("Method", bound=Callable[..., Any])


def recorded(method: Method) -> Method:
    """Keep an exception of a method as the propagator's `fault`, for PySAT swallows it."""

    @functools.wraps(method)
    def call(self: Chains, *arguments: Any) -> Any:
        try:
            return method(self, *arguments)
        except BaseException as fault:
            self.fault = self.fault or fault
            raise

    return cast(Method, call)


class Chains:
    """The chains of a network's arcs that a solver has made true, as a propagator of PySAT.

    A chain is a path of vertices, each after the first entered by an arc that is made; a vertex
    alone is a chain too. For each chain its two ends know each other, so that an arc joins two
    chains in constant time, and is taken back in constant time, last first.

    Parameters
    ----------
    network : Network
    watch : str
        What is looked at. ``models``: complete models only; each of their cycles is cut off.
        ``cycles``: every cycle as soon as it closes, while other vertices are still open; it is
        cut off. ``chains``: every chain as soon as it is longer; the arc from its last vertex to
        its first is ruled out, if some vertex is missing. The reason is told when it is asked for.
        What follows from that is told after the solver's next decision, or never where it was the
        last; so there may be a complete model of several cycles here too, which is cut off.
    label_cycles : callable
    record : Record, optional
        Is told of every clause that the solver is given.

    Attributes
    ----------
    cuts, forbidden, reasons : int
        Clauses of cut sets; closing arcs ruled out; how many of those had to be explained.
    fault : BaseException or None
        The first exception of a call. The solver's verdict is worth nothing then.
    """

    def __init__(
        self,
        network: Network,
        watch: str,
        label_cycles: Labeller,
        record: Record | None = None,
    ) -> None:
        self.network = network
        self.watch = watch
        self.label_cycles = label_cycles
        self.record = record
        # PySAT asks: whether only complete models are to be shown.
        self.is_lazy = watch == "models"
        self.cuts = self.forbidden = self.reasons = 0
        self.fault: BaseException | None = None
        self._arcs = list(network.literals)
        self._after = [-1] * network.vertices
        self._entered = [False] * network.vertices
        # The first holds at a chain's last vertex, the last and the length at its first vertex.
        # Elsewhere they are what they were, which is what taking arcs back lives on.
        self._first = list(range(network.vertices))
        self._last = list(range(network.vertices))
        self._length = [1] * network.vertices
        self._trail: list[int] = []
        self._levels: list[int] = []
        self._fixed: list[int] = []
        self._grown: list[Move] = []
        self._clauses: list[Clause] = []

    @recorded
    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Take note of an arc that is made."""
        if lit < 0 or self.watch == "models":
            return
        if fixed and self._levels:
            self._fixed.append(lit)
        self._make(lit)

    def _make(self, lit: int) -> None:
        """Join two chains by an arc, or close one."""
        u, v = self._arcs[lit - 1]
        # Told again as fixed; or at odds with an arc that is made, which the solver will notice.
        if self._after[u] >= 0 or self._entered[v]:
            return
        self._after[u], self._entered[v] = v, True
        self._trail.append(u)
        first, last = self._first[u], self._last[v]
        if first != v:
            self._first[last], self._last[first] = first, last
            self._length[first] += self._length[v]
        # An arc that closes a chain is itself ruled out: a conflict, with the chain as reason.
        if self.watch == "chains":
            self._grown.append((last, first))
        elif first == v and self._length[v] < self.network.vertices:
            self._cut_off(v)

    @recorded
    def on_new_level(self) -> None:
        """Remember where a level begins."""
        self._levels.append(len(self._trail))

    @recorded
    def on_backtrack(self, to: int) -> None:
        """Take back the arcs of all levels above `to`, last first."""
        if to >= len(self._levels):
            return
        kept = self._levels[to]
        del self._levels[to:]
        while len(self._trail) > kept:
            u = self._trail.pop()
            v, first = self._after[u], self._first[u]
            self._after[u], self._entered[v] = -1, False
            if first != v:
                last = self._last[v]
                self._first[last], self._last[first] = v, u
                self._length[first] -= self._length[v]
        # What is fixed stays, though it was told at a level that is gone, and is not told again.
        for lit in self._fixed:
            self._make(lit)
        if not self._levels:
            self._fixed.clear()

    @recorded
    def propagate(self) -> list[int]:
        """Return the literals that rule out the arcs which would close a chain early."""
        ruled_out = []
        for last, first in dict.fromkeys(self._grown):
            # A chain that has grown again is there again with its new ends, and one that was taken
            # back has none of them.
            if self._first[last] == first and self._length[first] < self.network.vertices:
                closing = self.network.literals.get((last, first))
                if closing is not None and self._after[last] in (-1, first):
                    ruled_out.append(-closing)
        self._grown.clear()
        self.forbidden += len(ruled_out)
        if self.record is not None and not self._levels:
            # What follows without a decision is never explained, but the proof counts on it.
            self.record.blocks(self.network, map(self._reason, ruled_out))
        return ruled_out

    @recorded
    def provide_reason(self, lit: int) -> Clause:
        """Return why an arc was ruled out: the arcs of the chain that it would close."""
        self.reasons += 1
        clause = self._reason(lit)
        if self.record is not None:
            self.record.blocks(self.network, [clause])
        return clause

    def _reason(self, lit: int) -> Clause:
        last, u = self._arcs[-lit - 1]
        clause = [lit]
        while u != last:
            v = self._after[u]
            # There is no such arc where the chain has been taken back: that would be a fault.
            clause.append(-self.network.literals[u, v])
            u = v
        return clause

    @recorded
    def check_model(self, model: Clause) -> bool:
        """Return whether a complete model has one cycle; cut its cycles off where it has more."""
        arcs = sorted((lit for lit in model if abs(lit) <= len(self._arcs)), key=abs)
        mates = self.network.two_factor(arcs)
        labels = np.empty(self.network.vertices, dtype=np.int32)
        cycles = self.label_cycles(mates, labels)
        if cycles == 1:
            return True
        self._add(labels, self.network.cuts(labels, cycles))
        return False

    def _cut_off(self, first: int) -> None:
        """Cut the cycle through a vertex off."""
        labels = np.zeros(self.network.vertices, dtype=np.int32)
        u, inside = self._after[first], [first]
        while u != first:
            inside.append(u)
            u = self._after[u]
        labels[inside] = 1
        self._add(labels, self.network.cuts(labels, 2))

    def _add(self, labels: IntArray, clauses: list[Clause]) -> None:
        self.cuts += len(clauses)
        if self.record is not None:
            self.record.cuts(labels, clauses)
        for clause in clauses:
            # PySAT takes an empty clause for none, unless it is recent: a contradiction instead.
            self._clauses += [clause] if clause else [[1], [-1]]

    def decide(self) -> int:
        """Leave decisions to the solver."""
        return 0

    def has_clause(self) -> bool:
        """Return whether a cut is to be added."""
        return bool(self._clauses)

    def add_clause(self) -> Clause:
        """Return the next cut, or an empty list where there is none."""
        return self._clauses.pop(0) if self._clauses else []
