"""What is wrong with what somebody says of a problem whose tours are all known."""

import json

from knightbench import Answer, Context, InvalidTour, Problem, Status, check, proof, theory
from knightbench.formats.json import problem_from_json, problem_to_json
from knightbench.formulation import Formulation, ask
from tests.conformance.brute_force import all_tours

#: Squares in order of visit, each tour written from its first square.
Tours = frozenset[tuple[int, ...]]


def known_tours(problem: Problem) -> Tours:
    return frozenset(all_tours(problem))


def asked(formulation: Formulation, problem: Problem, seed: int) -> Answer:
    """The answer of a formulation, with a certificate from those that can give one."""
    return ask(formulation, problem, Context(seed=seed, certify=True))


def fault(formulation: Formulation, problem: Problem, tours: Tours, answer: Answer) -> str | None:
    """What is wrong with an answer, or None."""
    if answer.status is Status.SATISFIED:
        assert answer.tour is not None
        if answer.tour not in tours:
            return f"{answer.tour} is none of {len(tours)} tours"
        try:
            check(problem, answer.tour)
        except InvalidTour as error:
            return f"check refuses a tour: {error}"
        return None
    if answer.status is Status.UNKNOWN:
        if formulation.complete or answer.reason != "incomplete":
            return f"gives up: {answer.reason}"
        return None
    if tours:
        return f"says that there is no tour, and there are {len(tours)}"
    if not formulation.complete and not answer.reason:
        return "is incomplete, and says without a ground that there is no tour"
    if answer.certificate is not None:
        # As whoever reads it from a file has it.
        verdict = proof.check(json.loads(json.dumps(answer.certificate)))
        if not verdict.holds:
            return f"its certificate does not hold: {verdict.what}"
    elif formulation.certifies and problem.contradiction is None:
        return "gives no certificate"
    return None


def theory_fault(problem: Problem, tours: Tours) -> str | None:
    """What is wrong with what theorems say of a problem, or None."""
    for finding in theory.findings(problem):
        if finding.verdict is not bool(tours):
            return f"{finding.theorem} says {finding.verdict}, and there are {len(tours)} tours"
    certificate = proof.from_theory(problem)
    if certificate is not None:
        verdict = proof.check(json.loads(json.dumps(certificate)))
        if not verdict.holds:
            return f"a theorem's certificate does not hold: {verdict.what}"
        if tours:
            return "a certificate of a problem that has tours"
    return None


def journey_fault(problem: Problem, tours: Tours) -> str | None:
    """What a problem loses on its way through JSON, or None."""
    again = problem_from_json(json.loads(json.dumps(problem_to_json(problem))))
    return None if known_tours(again) == tours else "another problem after JSON"
