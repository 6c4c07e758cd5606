"""Certificates as they are told: a problem, an argument, and who made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from knightbench.formats.json import problem_to_json
from knightbench.problem import Problem
from knightbench.versions import versions

SCHEMA = "knightbench.certificate/1"

#: Plain values fit for JSON.
Certificate: TypeAlias = Mapping[str, Any]
#: The part of a certificate that says why; its ``kind`` says how it is to be checked.
Argument: TypeAlias = Mapping[str, Any]


def certificate(
    problem: Problem, argument: Argument, formulation: str | None = None
) -> Certificate:
    """Return the certificate that `problem` has no tour because of `argument`.

    Parameters
    ----------
    problem : Problem
    argument : mapping
        Plain values; see ``docs/certificates.md``.
    formulation : str, optional
        Which formulation made it, with parameters; None for a theorem or an argument of ours.
    """
    return {
        "schema": SCHEMA,
        "claim": "no tour",
        "problem": problem_to_json(problem),
        "formulation": formulation,
        "versions": versions(),
        "argument": argument,
    }
