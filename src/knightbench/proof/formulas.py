"""The formulas of SAT formulations, built anew from the problem."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.catalogue.sat.binary_counter import BinaryCounter
from knightbench.catalogue.sat.cegar import Cegar
from knightbench.catalogue.sat.chinese_remainder import ChineseRemainder
from knightbench.catalogue.sat.cutset import CutSet
from knightbench.catalogue.sat.network import Clause, Network
from knightbench.catalogue.sat.ordering import Ordering
from knightbench.catalogue.sat.positions import Positions
from knightbench.catalogue.sat.propagator import UserPropagator
from knightbench.formulation import make, refusal
from knightbench.problem import Problem
from knightbench.proof.verdict import NotACertificate, Refuted

#: Only theirs are known to be satisfied by every tour; a plug-in's could say anything.
CERTIFYING = (
    CutSet,
    Cegar,
    UserPropagator,
    Ordering,
    BinaryCounter,
    ChineseRemainder,
    Positions,
)


@dataclass(frozen=True)
class Formula:
    """What every tour of a problem satisfies, or its reverse.

    Attributes
    ----------
    network : Network or None
        The arcs that its first variables stand for; None where they stand for something else.
    clauses : list of list of int
    variables : int
        The largest variable.
    """

    network: Network | None
    clauses: list[Clause]
    variables: int


def formula_of(spec: str, problem: Problem) -> Formula:
    """Return the formula that a formulation begins with; nothing comes from a certificate.

    Parameters
    ----------
    spec : str
        The formulation with its parameters; one of `CERTIFYING`.
    problem : Problem

    Raises
    ------
    NotACertificate
        If there is no such formulation, or none whose proofs are checked.
    Refuted
        If the formulation does not serve the problem, so that tours need not satisfy its clauses.
    """
    known = {kind.name: kind for kind in CERTIFYING}
    name = spec.partition("?")[0]
    if name not in known:
        raise NotACertificate(
            f"{name!r} is none of the formulations with proofs: {', '.join(known)}"
        )
    try:
        formulation = make(spec)
    except ValueError as error:
        raise NotACertificate(str(error)) from None
    assert isinstance(formulation, CERTIFYING)
    if problem.contradiction is not None:
        raise Refuted(f"no formula is asked for the obvious: {problem.contradiction}")
    if reason := refusal(formulation, problem):
        raise Refuted(f"{name} {reason}, so its clauses say nothing of this problem")
    network, clauses = formulation.formula(problem)
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    return Formula(network, clauses, max(variables, 0 if network is None else len(network.arcs)))
