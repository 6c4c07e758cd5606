"""What else is said of a problem: theorems, numbers of tours, ranks, symmetries, JSON."""

import json
from collections import Counter
from collections.abc import Callable

from knightbench import Problem, proof, theory
from knightbench.counting import FrontierTooWide, count, count_by_ends, count_by_start
from knightbench.counting.question import unsupported_reason
from knightbench.formats.json import problem_from_json, problem_to_json
from knightbench.formulation import UnsupportedProblem
from knightbench.sampling import Ranking
from knightbench.symmetry import Symmetries
from knightbench.theory.explanation import explain
from tests.fuzz.judging import Tours, classes, known_tours, reverse

#: Returns what is wrong, or None; raises UnsupportedProblem where nothing is said.
Judge = Callable[[Problem, Tours], str | None]


def theory_fault(problem: Problem, tours: Tours) -> str | None:
    for finding in theory.findings(problem):
        if finding.verdict is not bool(tours):
            return f"{finding.theorem} says {finding.verdict}, and there are {len(tours)} tours"
    certificate = proof.from_theory(problem)
    if certificate is None:
        return None
    if tours:
        return "a certificate of a problem that has tours"
    verdict = proof.check(json.loads(json.dumps(certificate)))
    return None if verdict.holds else f"its certificate does not hold: {verdict.what}"


def explanation_fault(problem: Problem, tours: Tours) -> str | None:
    verdict = explain(problem).verdict
    return None if verdict in (None, bool(tours)) else f"{verdict}, with {len(tours)} tours"


def journey_fault(problem: Problem, tours: Tours) -> str | None:
    again = problem_from_json(json.loads(json.dumps(problem_to_json(problem))))
    return None if known_tours(again) == tours else "another problem after JSON"


def direction_fault(problem: Problem, tours: Tours) -> str | None:
    """Whether a request tells a tour from its reverse, and none is said to where both are tours."""
    if problem.directed:
        return None
    closed = all(reverse(problem, tour) in tours for tour in tours)
    return None if closed else "is not directed, and a tour's reverse is none"


def count_fault(problem: Problem, tours: Tours) -> str | None:
    _refuse_uncountable(problem)
    for method in ("elimination", "meeting"):
        for directed, right in ((True, tours), (False, classes(problem, tours))):
            try:
                number = count(problem, directed=directed, method=method).number
            except FrontierTooWide as error:
                raise UnsupportedProblem(str(error)) from None
            except ValueError as error:
                if "no narrow cut" not in str(error):
                    raise
                continue
            if number != len(right):
                return f"{number} by {method}, directed {directed}; there are {len(right)}"
    return None


def ends_fault(problem: Problem, tours: Tours) -> str | None:
    _refuse_uncountable(problem)
    if problem.closed or problem.size > 9:
        raise UnsupportedProblem("ends are counted of open tours, and one pair after the other")
    starts = Counter(tour[0] for tour in tours)
    if Counter(count_by_start(problem)) != starts:
        return "the numbers by first square are wrong"
    ends = Counter((tour[0], tour[-1]) for tour in tours)
    return None if Counter(count_by_ends(problem)) == ends else "the numbers by ends are wrong"


def ranking_fault(problem: Problem, tours: Tours) -> str | None:
    _refuse_uncountable(problem)
    ranking = Ranking.of(problem)
    right = classes(problem, tours)
    if ranking.tours != len(right):
        return f"{ranking.tours} ranks, {len(right)} tours"
    if ranking.tours <= 200:
        drawn = [ranking.tour(rank) for rank in range(ranking.tours)]
        if not tours.issuperset(drawn) or classes(problem, frozenset(drawn)) != right:
            return "the ranks are not those of all tours"
    return None


def symmetry_fault(problem: Problem, tours: Tours) -> str | None:
    if problem.contradiction is not None:
        raise UnsupportedProblem("there is no tour")
    group = Symmetries.of(problem)
    for tour in sorted(tours)[:20]:
        images = group.images(tour)
        if not tours.issuperset(images):
            return f"the image of {tour} is no tour"
        if {group.canonical(image) for image in images} != {group.canonical(tour)}:
            return f"the images of {tour} are of several classes"
        if len(group.of_tour(tour)) * group.class_size(tour) != len(group.elements):
            return f"the class of {tour} has a wrong size"
    return None


def _refuse_uncountable(problem: Problem) -> None:
    if reason := unsupported_reason(problem):
        raise UnsupportedProblem(reason)


JUDGES: dict[str, Judge] = {
    "(theory)": theory_fault,
    "(explanation)": explanation_fault,
    "(direction)": direction_fault,
    "(number of tours)": count_fault,
    "(numbers by ends)": ends_fault,
    "(tours by rank)": ranking_fault,
    "(symmetries)": symmetry_fault,
    "(problem as JSON)": journey_fault,
}
