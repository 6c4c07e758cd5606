"""All solutions of a CP-SAT model, one after the other.

CP-SAT calls back with each solution from within its search, so it runs in a thread of its own, and
waits where nobody takes what it has found.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from knightbench.formulation import Context, Unfinished
from knightbench.symmetry import Tour

if TYPE_CHECKING:
    from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model

#: How many tours may wait to be taken.
WAITING = 1_000


class _Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # untyped to mypy
    """Reads the tour of each solution, and puts it where it is taken from."""

    def __init__(self, model: Model, found: queue.Queue[Tour | None]) -> None:
        super().__init__()
        self._model = model
        self._found = found
        self.abandoned = False
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        # An exception would go no further than this call, and the solution would be lost.
        try:
            tour = self._model.decode(self)
            assert tour is not None, "a solution is a tour"
        except Exception as error:
            self.error = error
            self.stop_search()
            return
        while not self.abandoned:
            try:
                self._found.put(tuple(tour), timeout=0.1)
            except queue.Full:
                continue
            return
        self.stop_search()


def all_solutions(formulation: CpSatFormulation, model: Model, context: Context) -> Iterator[Tour]:
    """Yield the tour of every solution of a model.

    Raises
    ------
    Unfinished
        If the deadline has passed.
    """
    solver = formulation.configured_solver(context)
    solver.parameters.enumerate_all_solutions = True
    found: queue.Queue[Tour | None] = queue.Queue(WAITING)
    callback = _Callback(model, found)
    status = []

    def search() -> None:
        try:
            status.append(solver.solve(model.cp, callback))
        except Exception as error:  # whatever it is, it is raised where the tours are taken
            callback.error = error
        finally:
            found.put(None)

    # A daemon, so that it never keeps a process that has nothing else to do.
    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    try:
        while (tour := found.get()) is not None:
            yield tour
    finally:
        callback.abandoned = True
        while thread.is_alive():
            try:
                found.get(timeout=0.01)
            except queue.Empty:
                continue
    if callback.error is not None:
        raise callback.error
    context.report(conflicts=solver.num_conflicts, branches=solver.num_branches)
    if status[0] == cp_model.MODEL_INVALID:
        raise RuntimeError(f"{formulation.name}: CP-SAT refuses the model: {model.cp.validate()}")
    # Only the end of the search says that there are no more solutions: that of all of them is
    # optimal, and that of none infeasible.
    if status[0] not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise Unfinished("time-limit")
