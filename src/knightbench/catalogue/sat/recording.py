"""What a SAT solver is told and what it derives, kept for a certificate that there is no tour.

Nothing is kept where no certificate is asked for. What is kept, `knightbench.proof.clauses` checks:
the formula is not in it, since the checker builds it anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from knightbench.board import IntArray
from knightbench.catalogue.sat.network import Clause, Network
from knightbench.catalogue.sat.solvers import PROVING_SOLVERS
from knightbench.formulation import Context
from knightbench.problem import Problem

if TYPE_CHECKING:
    from pysat.solvers import Solver

#: Characters of a proof that is kept. Larger ones would not pass from a worker to the lab.
LARGEST_PROOF = 200 * 2**20


@dataclass
class Record:
    """The clauses beside the formula, each with its ground, and the solver's proof.

    Attributes
    ----------
    lemmas : list of mapping
        In the order in which the solver was told, as they stand in the certificate.
    """

    lemmas: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def asked_for(cls, context: Context, solver: str) -> Record | None:
        """Return a record where one is asked for and the solver has proofs to be kept."""
        return cls() if context.certify and solver in PROVING_SOLVERS else None

    def cuts(self, labels: IntArray, clauses: Sequence[Clause]) -> None:
        """Keep the clauses of `Network.cuts`: a cycle is left, and entered, one after the other."""
        for number, clause in enumerate(clauses):
            cycle, side = divmod(number, 2)
            inside = np.flatnonzero(labels == cycle).tolist()
            self.lemmas.append({"set": inside, "is": ("left", "entered")[side], "clause": clause})

    def blocks(self, network: Network, clauses: Iterable[Clause]) -> None:
        """Keep the clauses of `Network.blocks`: not all arcs of a cycle are made."""
        for clause in clauses:
            inside = sorted(network.arcs[[-literal - 1 for literal in clause], 0].tolist())
            self.lemmas.append({"set": inside, "is": "no cycle", "clause": clause})

    def certificate(
        self, formulation: str, problem: Problem, solver: Solver | None
    ) -> dict[str, Any] | None:
        """Return the certificate, or None where it is larger than `LARGEST_PROOF`.

        Parameters
        ----------
        formulation : str
            With its parameters.
        problem : Problem
        solver : pysat.solvers.Solver or None
            It has ended without a model, and is asked for its proof; None where it was not run,
            since a clause is empty.
        """
        from knightbench.proof.telling import certificate

        proof = [] if solver is None else solver.get_proof()
        # What is deleted may stay for a checker that only propagates.
        steps = [step for step in proof if not step.startswith("d")]
        if sum(map(len, steps)) > LARGEST_PROOF:
            return None
        argument = {"kind": "clauses", "lemmas": self.lemmas, "steps": steps}
        return dict(certificate(problem, argument, formulation))


def proving(record: Record | None) -> dict[str, bool]:
    """Return the options with which a solver of PySAT keeps its proof; none without a record."""
    return {} if record is None else {"with_proof": True}
