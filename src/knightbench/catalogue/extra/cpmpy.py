"""The successor of every square, under the circuit constraint of the modelling library CPMpy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knightbench.answer import Answer
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    import cpmpy


@register
@dataclass(frozen=True)
class Cpmpy(Formulation):
    """One integer per node, the node that follows; together they are one circuit.

    An open tour is closed by a dummy node (see `knightbench.catalogue.extra.circuit`). With n
    squares and m moves there are N nodes and A arcs: closed N = n and A = 2m; open N = n + 1 and
    A = 2m + 2n, where a first or a last square that is asked for leaves 1 in place of n.

    Variables
        N integers, from 0 to N - 1.
    Constraints
        One circuit. For every node, that its successor is among those to which an arc leads, A
        values in all. For every required move, for the last square of a closed tour, and for each
        of the first and the last square of an open one, a disjunction: an arc that makes it is
        taken.
    Size
        N variables and N + 1 constraints, one more for every request. A solver that has no
        circuit gets its decomposition by CPMpy: N more integers, the nodes in order, with one all
        different and N elements.

    The same model serves every solver; one that is not the default needs its own package. Named
    are those on which it was tried; PySAT, for one, cannot take it without one package more. The
    seed numbers the nodes, and is OR-tools' own besides; threads too are told OR-tools alone, the
    others run as they are. The effort is conflicts, of which CPMpy tells those of OR-tools only.

    References
    ----------
    T. Guns, *Increasing modeling language convenience with a universal n-dimensional array, CPpy
    as Python-embedded example*, ModRef 2019.
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978 (circuits as a constraint).
    """

    name = "cpmpy"
    summary = "CPMpy: the successor of every square, one circuit, for any of its solvers"
    source = "Guns, ModRef 2019; CPMpy, Circuit"
    family = "cp"
    effort = "conflicts"
    uses_seed = True
    requires = ("cpmpy",)
    extra = "cpmpy"

    solver: str = parameter(
        "ortools",
        "the solver, by CPMpy's name",
        choices=("choco", "ortools", "z3"),
    )

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Clues are steps, of which this model knows none."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def prepare(self) -> None:
        """Import CPMpy and see that it finds the solver."""
        super().prepare()
        import cpmpy

        if self.solver not in cpmpy.SolverLookup.supported(subsolvers=False):
            raise ModuleNotFoundError(
                f"{self.name}: its solver {self.solver} is not installed: "
                f"pip install cpmpy[{self.solver}]"
            )

    def model(self, circuit: Circuit) -> tuple[cpmpy.Model, Any]:
        """Return the model and the array of its variables."""
        import cpmpy

        successors = cpmpy.intvar(0, circuit.size - 1, shape=circuit.size)
        model = cpmpy.Model(cpmpy.Circuit(successors))
        for node, row in enumerate(circuit.successors()):
            model += cpmpy.InDomain(successors[node], row)
        for choices in circuit.wanted:
            model += cpmpy.any([successors[u] == v for u, v in choices])
        return model, successors

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Build the model, hand it to the solver and follow the circuit."""
        import cpmpy
        from cpmpy.solvers.solver_interface import ExitStatus

        with context.phase("build"):
            circuit = Circuit(problem, context.rng.permutation)
            counts = {"variables": circuit.size, "constraints": circuit.size + 1}
            counts["constraints"] += len(circuit.wanted)
            if not all(circuit.successors()) or not all(circuit.wanted):
                return Answer.unsatisfiable(None, **counts, conflicts=0)
            model, successors = self.model(circuit)
            solver = cpmpy.SolverLookup.get(self.solver, model)
            options: dict[str, Any] = {}
            if self.solver == "ortools":
                options["num_workers"] = context.threads
                options["random_seed"] = context.solver_seed
        with context.phase("search"):
            if math.isfinite(context.deadline):
                options["time_limit"] = max(context.remaining, 0.001)
            solved = solver.solve(**options)
        with context.phase("decode"):
            if self.solver == "ortools":
                counts["conflicts"] = solver.ort_solver.num_conflicts
            if solved:
                following = dict(enumerate(successors.value().tolist()))
                return Answer.satisfied(circuit.tour(following), **counts)
        status = solver.status().exitstatus
        if status == ExitStatus.UNSATISFIABLE:
            return Answer.unsatisfiable(None, **counts)
        if status == ExitStatus.UNKNOWN:
            limited = math.isfinite(context.deadline)
            return Answer.unknown("time-limit" if limited else "interrupted", **counts)
        raise RuntimeError(f"{self.name}: {self.solver} ended with {status}")
