"""How the solvers of PySAT are run and how their counts are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knightbench.catalogue.sat.solvers import UNCOUNTED, UNLIMITED_SOLVERS
from knightbench.formulation import Context

if TYPE_CHECKING:
    from pysat.solvers import Solver

#: Between two looks at the clock. A solver that is called again restarts, and some simplify, so
#: the number is part of the method: it is the same whatever the deadline.
CONFLICTS_A_CALL = 5_000


def search(solver: Solver, name: str, context: Context) -> bool | None:
    """Return whether the clauses can be satisfied, or None where the deadline has passed.

    Parameters
    ----------
    solver : pysat.solvers.Solver
    name : str
        Its name, one of `SOLVERS`.
    context : Context
        Is told the conflicts so far, every `CONFLICTS_A_CALL` of them.
    """
    if name in UNLIMITED_SOLVERS:
        return bool(solver.solve())
    while True:
        solver.conf_budget(CONFLICTS_A_CALL)
        satisfied: bool | None = solver.solve_limited()
        if satisfied is not None:
            return satisfied
        context.report(**counts(solver, name))
        if not context.remaining:
            return None


def counts(solver: Solver, name: str) -> dict[str, int]:
    """Return the conflicts, decisions and propagations so far, those that the solver counts."""
    counted = {"conflicts", "decisions", "propagations"} - UNCOUNTED.get(name, set())
    if not counted:
        return {}
    return {key: value for key, value in solver.accum_stats().items() if key in counted}
