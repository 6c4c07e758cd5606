"""Whether a claim that there is no tour holds, found out without the formulation that made it.

Theorems come first, since they take no time to speak of; where none applies, an exhaustive count
is tried, within limits. This is work, so it is done in a worker under limits of its own, and never
in the supervisor's loop.
"""

from __future__ import annotations

import time
from typing import Any

from knightbench import theory
from knightbench.formulation import Context, UnsupportedProblem, ask, make
from knightbench.problem import Problem
from knightbench.tour import check

#: The formulation that counts.
COUNTER = "held-karp"


def prepare() -> None:
    """Import and compile what is needed."""
    theory.prepare()
    make(COUNTER).prepare()


def settle(problem: Problem) -> dict[str, Any]:
    """Return what is known of the claim that `problem` has no tour, as plain values.

    Returns
    -------
    dict
        One of ``theorem`` (its ``name``, ``statement``, ``source`` and ``seconds``), ``exhaustive``
        (the ``method`` that counted no tour, its ``states`` and ``seconds``), ``refuted`` (a
        sentence) where tours were counted, and ``unfinished`` (sentences: why nothing is known).
    """
    begun = time.perf_counter()
    finding = theory.impossible(problem)
    if finding is not None:
        return {
            "theorem": {
                "name": finding.theorem,
                "statement": finding.statement,
                "source": finding.source,
                "seconds": time.perf_counter() - begun,
            }
        }
    return count(problem)


def count(problem: Problem) -> dict[str, Any]:
    """Return what counting the tours of `problem` says; see `settle`."""
    begun = time.perf_counter()
    try:
        answer = ask(make(COUNTER), problem, Context())
    except UnsupportedProblem as refusal:
        return {"unfinished": [f"no exhaustive count: {refusal}"]}
    if answer.tour is not None:
        check(problem, answer.tour)
        return {"refuted": f"an exhaustive search found a tour: {list(answer.tour)}"}
    return {
        "exhaustive": {
            "method": COUNTER,
            "states": answer.statistics["states"],
            "seconds": time.perf_counter() - begun,
        }
    }
