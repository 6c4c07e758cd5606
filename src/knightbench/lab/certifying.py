"""A claim that there is no tour, with a certificate that was checked."""

from __future__ import annotations

import dataclasses

from knightbench.lab.run import Outcome, Result, Run
from knightbench.proof import Certificate, NotACertificate, check, from_theory


def certified(run: Run, result: Result) -> Result:
    """Return a judged result with a certificate, where its claim that there is no tour has one.

    A certificate that the formulation gave is checked. One that does not hold makes the run
    ``wrong``: like a tour that is none, it is evidence that was brought and is false, and a
    formulation that brings such has a fault, even if what it claims may be true. Where none was
    given, theorems are asked. Without either the claim stays ``proved``, and has no certificate.

    Checking takes time and is not part of the run.

    Raises
    ------
    RuntimeError
        If theory's own certificate does not hold, which is nobody's fault but ours.
    """
    answer = result.answer
    if result.outcome is not Outcome.PROVED or answer is None:
        return result
    given = answer.certificate
    told = from_theory(run.problem) if given is None else given
    fault = None if told is None else _fault(told)
    if fault is None:
        return dataclasses.replace(result, answer=answer.certified(told))
    if given is None:
        raise RuntimeError(f"a certificate by theory {fault}")
    message = f"said that there is no tour, but its certificate {fault}"
    return Result(Outcome.WRONG, answer.certified(None), message, result.reply)


def _fault(certificate: Certificate) -> str | None:
    """Return what is wrong with a certificate, or None."""
    try:
        verdict = check(certificate)
    except NotACertificate as error:
        return f"is none: {error}"
    return None if verdict.holds else f"does not hold: {verdict.what}"
