"""Whether a claim that there is no tour holds, found out without the formulation that made it.

A certificate that comes with the claim is checked. Theorems are asked in any case, since they take
no time to speak of; where none applies, an exhaustive count is tried. This is work, so it is done
in workers under limits of their own, and never in the supervisor's loop.
"""

from __future__ import annotations

import json
import time
from importlib import import_module
from typing import Any

from knightbench import proof, theory, tour
from knightbench.formats.json import problem_to_json
from knightbench.formulation import Context, UnsupportedProblem, ask, make
from knightbench.problem import Problem

#: Who checks certificates.
CHECKER = "knightbench.proof"

#: The most states that an exhaustive count may look at side by side.
MOST_STATES = 3_000_000

#: The formulation that counts where there are clues.
COUNTER_WITH_CLUES = "held-karp"


def prepare() -> None:
    """Import and compile what is needed."""
    theory.prepare()
    import_module("knightbench.proof.clauses")
    import_module("pysat.solvers")


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


def check_certificate(problem: Problem, certificate: str) -> dict[str, Any]:
    """Return whether a certificate shows that `problem` has no tour, as plain values.

    Parameters
    ----------
    problem : Problem
        What it is checked against, whatever it says of its problem itself.
    certificate : str
        As JSON.

    Returns
    -------
    dict
        Either ``certificate`` (the ``kind`` of its argument, how many ``steps`` were checked and
        how many of them are ``lemmas``, ``what`` it says in a sentence, its ``checker`` and the
        ``seconds`` that took), or ``refuted`` (a sentence).
    """
    told = {**json.loads(certificate), "problem": problem_to_json(problem)}
    try:
        verdict = proof.check(told)
    except proof.NotACertificate as error:
        return {"refuted": f"its certificate is none: {error}"}
    if not verdict.holds:
        return {"refuted": f"its certificate does not hold: {verdict.what}"}
    argument = told["argument"]
    return {
        "certificate": {
            "kind": argument["kind"],
            "steps": verdict.steps,
            "lemmas": len(argument.get("lemmas", ())),
            "what": verdict.what,
            "checker": CHECKER,
            "seconds": verdict.seconds,
        }
    }


def count(problem: Problem) -> dict[str, Any]:
    """Return what counting the tours of `problem` says; see `settle`."""
    # Not above: where a theorem speaks, nobody counts.
    from knightbench import counting

    begun = time.perf_counter()
    try:
        found = counting.count(problem, method="elimination", state_limit=MOST_STATES)
    except (counting.FrontierTooWide, counting.MemoryLimitReached) as limit:
        return {"unfinished": [f"no exhaustive count: {limit}"]}
    except ValueError:
        return _count_with_clues(problem)
    if found.number:
        return {"refuted": f"an exhaustive count found {found.number:,}"}
    return _counted("knightbench.counting", found.states, begun)


def _count_with_clues(problem: Problem) -> dict[str, Any]:
    begun = time.perf_counter()
    try:
        answer = ask(make(COUNTER_WITH_CLUES), problem, Context())
    except UnsupportedProblem as refusal:
        return {"unfinished": [f"no exhaustive count: {refusal}"]}
    if answer.tour is not None:
        tour.check(problem, answer.tour)
        return {"refuted": f"an exhaustive search found one: {list(answer.tour)}"}
    return _counted(COUNTER_WITH_CLUES, answer.statistics["states"], begun)


def _counted(method: str, states: int | float, begun: float) -> dict[str, Any]:
    seconds = time.perf_counter() - begun
    return {"exhaustive": {"method": method, "states": states, "seconds": seconds}}
