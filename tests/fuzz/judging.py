"""What is wrong with what a formulation says of a problem whose tours are all known."""

import json

from knightbench import Answer, Context, InvalidTour, Problem, Status, check, proof
from knightbench.formulation import Formulation, UnsupportedProblem, ask, ask_for_all
from tests.conformance.brute_force import all_tours

#: Squares in order of visit, each tour written from its first square.
Tours = frozenset[tuple[int, ...]]


def known_tours(problem: Problem) -> Tours:
    return frozenset(all_tours(problem))


def classes(problem: Problem, tours: Tours) -> Tours:
    """One of each tour and its reverse, where no request tells them apart."""
    if problem.directed:
        return tours
    return frozenset(min(tour, reverse(problem, tour)) for tour in tours)


def reverse(problem: Problem, tour: tuple[int, ...]) -> tuple[int, ...]:
    return tour[:1] + tour[:0:-1] if problem.closed else tour[::-1]


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


def listing_fault(
    formulation: Formulation, problem: Problem, tours: Tours, seed: int, most: int = 100
) -> str | None:
    """What is wrong with all the tours that a formulation lists, or None.

    Raises
    ------
    UnsupportedProblem
        If it lists none of this problem, or there are more than `most`.
    """
    if len(tours) > most:
        raise UnsupportedProblem(f"{len(tours)} tours take too long")
    listed = list(ask_for_all(formulation, problem, Context(seed=seed)))
    if not tours.issuperset(listed):
        return "lists what is no tour"
    found = classes(problem, frozenset(listed))
    if len(found) < len(listed):
        return "lists a tour twice"
    missing = len(classes(problem, tours)) - len(found)
    return f"{missing} tours are missing" if missing else None
