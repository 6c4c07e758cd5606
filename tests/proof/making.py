"""Certificates for tests, made without the lab."""

from __future__ import annotations

import copy
from typing import Any

from knightbench import Context, Problem, Status
from knightbench.formulation import ask, make
from knightbench.proof import certificate

#: Each way to a formula, and each kind of lemma.
SPECS = (
    "sat-cutset",
    "sat-cutset?cut=no",
    "sat-cutset?direction=none&two_cycles=no&encoding=seqcounter&merge=no",
    "sat-cegar",
    "sat-propagator",
    "sat-propagator?watch=cycles",
    "sat-propagator?watch=models",
    "sat-ordering",
    "sat-ordering?triangulation=full",
    "sat-binary-counter",
    "sat-binary-counter?counter=lfsr",
    "sat-chinese-remainder",
    "sat-chinese-remainder?moduli=2",
    "sat-positions",
    "sat-positions?encoding=totalizer&previous=yes",
)


def certified(problem: Problem, spec: str = "sat-cutset") -> dict[str, Any]:
    """The certificate that a formulation gives, free to be changed."""
    answer = ask(make(spec), problem, Context(certify=True))
    assert answer.status is Status.UNSATISFIABLE
    assert answer.certificate is not None, f"{spec} on {problem}"
    return copy.deepcopy(dict(answer.certificate))


def claimed(
    problem: Problem, argument: dict[str, Any], formulation: str | None = None
) -> dict[str, Any]:
    """A certificate with any argument, whatever it is worth."""
    return dict(certificate(problem, argument, formulation))
