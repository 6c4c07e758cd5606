"""The one judge of certificates."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from knightbench.formats.json import problem_from_json, problem_to_json
from knightbench.problem import Problem
from knightbench.proof import colours, cut, theorems
from knightbench.proof.reading import part
from knightbench.proof.telling import SCHEMA, Certificate
from knightbench.proof.verdict import NotACertificate, Refuted, Verdict

#: What a problem in JSON says of itself; a problem that was changed without them is noticed.
SAYS_OF_ITSELF = ("hash", "size", "moves")


def check(certificate: Certificate) -> Verdict:
    """Return whether a certificate shows that its problem has no tour.

    Nothing of the solver that made it is used, and nothing is kept from one call to the next.

    Parameters
    ----------
    certificate : mapping
        Plain values, as `read_certificate` reads them.

    Raises
    ------
    NotACertificate
        If it is none: something is missing, or not of its kind.

    Notes
    -----
    Colours and cuts take linear time, theorems a second for a 100 x 100 board, and a proof what
    propagation takes, often longer than the solver took to find it.
    """
    begun = time.perf_counter()
    problem = problem_of(certificate)
    argument = part(certificate, "argument", dict)
    steps = 1
    try:
        _check_header(problem, certificate)
        kind = part(argument, "kind", str)
        if kind == theorems.KIND:
            what = theorems.check_theorem(problem, argument)
        elif kind == cut.KIND:
            what = cut.check_cut(problem, argument)
        elif kind == colours.KIND:
            what = colours.check_colours(problem, argument)
        elif kind == "clauses":
            # Loads what the clauses are made with.
            from knightbench.proof.clauses import check_clauses

            formulation = part(certificate, "formulation", str)
            what, steps = check_clauses(problem, argument, formulation)
        else:
            raise NotACertificate(f"there is no kind of argument {kind!r}")
    except Refuted as refuted:
        taken = time.perf_counter() - begun
        return Verdict(False, str(refuted), refuted.step, refuted.step, taken)
    return Verdict(True, what, steps, None, time.perf_counter() - begun)


def problem_of(certificate: Certificate) -> Problem:
    """Return the problem that a certificate is about.

    Raises
    ------
    NotACertificate
        If that cannot be read.
    """
    # A caller may have it from anywhere.
    told: Any = certificate
    if not isinstance(told, Mapping):
        raise NotACertificate(f"a certificate is an object, and this is {type(told).__name__}")
    schema: Any = told.get("schema")
    if schema != SCHEMA:
        raise NotACertificate(f"its schema is {schema!r}; a certificate's is {SCHEMA!r}")
    try:
        return problem_from_json(part(certificate, "problem", dict))
    except ValueError as error:
        raise NotACertificate(f"its problem cannot be read: {error}") from None


def _check_header(problem: Problem, certificate: Certificate) -> None:
    claim = part(certificate, "claim", str)
    if claim != "no tour":
        raise NotACertificate(f"it claims {claim!r}; a certificate claims 'no tour'")
    told, anew = certificate["problem"], problem_to_json(problem)
    for key in SAYS_OF_ITSELF:
        if told.get(key) != anew[key]:
            raise Refuted(f"the problem was changed: its {key} is {anew[key]}, not {told.get(key)}")
