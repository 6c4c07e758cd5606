"""Unit propagation by another solver than those that prove."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

from knightbench.catalogue.sat.network import Clause

#: Its proofs are never checked, since it keeps none; and it does not search here.
CHECKER = "minisat22"


class Propagator:
    """Clauses, and what follows from them by unit propagation alone.

    Parameters
    ----------
    clauses : iterable of list of int
    variables : int
        The largest variable that may occur.

    Attributes
    ----------
    contradictory : bool
        Whether unit propagation from the clauses alone ends in an empty clause.
    """

    def __init__(self, clauses: Iterable[Clause], variables: int) -> None:
        from pysat.solvers import Solver

        self.variables = variables
        self.contradictory = False
        self._solver = Solver(name=CHECKER)
        for clause in clauses:
            self.add(clause)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._solver.delete()

    def implies(self, clause: Sequence[int]) -> bool:
        """Return whether propagating the negation of every literal of `clause` ends in conflict."""
        return self.contradictory or not self._solver.propagate([-lit for lit in clause])[0]

    def add(self, clause: Clause) -> None:
        """Add a clause, which the caller knows to hold."""
        if not clause:
            self.contradictory = True
        if self.contradictory:
            return
        self._solver.add_clause(clause)
        self.contradictory = not self._solver.propagate([])[0]
