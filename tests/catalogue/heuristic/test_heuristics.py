"""What holds for every heuristic: tours for most seeds, an end without luck, no false claim."""

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import has_tour

NAMES = ("ant-colony", "neural-network", "simulated-annealing", "routing")
#: With little patience, for many small problems.
QUICK = {
    "ant-colony": {"cycles": 20, "colonies": 2},
    "neural-network": {"tries": 20, "rounds": 50},
    "simulated-annealing": {"tries": 3, "sweeps": 20},
    "routing": {"solutions": 20},
}


def prepared(name, **parameters):
    formulation = make(name, **parameters)
    formulation.prepare()
    return formulation


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", ["6x6", "8x8"])
def test_every_seed_leads_to_a_tour_of_its_own(name, size, closed):
    formulation = prepared(name)
    problem = Problem.from_board(size, closed=closed)
    tours = set()
    for seed in range(5):
        answer = ask(formulation, problem, Context(seed=seed))
        check(problem, answer.tour)
        tours.add(answer.tour)
    assert len(tours) > 1
    again = ask(formulation, problem, Context(seed=4))
    assert (again.tour, again.statistics) == (answer.tour, answer.statistics)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "requests",
    [
        {"start": (2, 3)},
        {"end": (2, 3)},
        {"start": (0, 1), "end": (5, 5)},
        {"closed": True, "start": (2, 3)},
        {"closed": True, "end": (1, 2)},
        {"closed": True, "start": (0, 1), "end": (2, 2)},
    ],
)
def test_the_first_and_the_last_square_are_as_asked(name, requests):
    problem = Problem.from_board("6x6", **requests)
    answer = ask(prepared(name), problem, Context(seed=1))
    check(problem, answer.tour)
    assert problem.origin in (None, answer.tour[0])


@pytest.mark.parametrize("name", ["neural-network", "simulated-annealing"])
def test_required_moves_are_made_in_their_direction(name):
    arcs = [((0, 0), (1, 2)), ((5, 5), (4, 3))]
    for turned in (arcs, [arcs[0], arcs[1][::-1]], [arcs[0][::-1], arcs[1]]):
        for closed in (False, True):
            problem = Problem.from_board(
                "6x6", closed=closed, require_arcs=turned, require=[((2, 2), (3, 4))]
            )
            check(problem, ask(prepared(name), problem, Context(seed=1)).tour)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_tour_it_ends_by_itself_and_claims_nothing(name):
    # Nothing but the cut through its middle columns shows that 4x6 has no closed tour.
    answer = ask(prepared(name), Problem.from_board("4x6", closed=True), Context(seed=1))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
    assert answer.statistics[make(name).effort] > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_deadline_ends_it(name):
    formulation = prepared(name, **dict.fromkeys(QUICK[name], 10**9))
    problem = Problem.from_board("4x6", closed=True)
    context = Context(deadline=time.monotonic() + 0.3)
    answer = ask(formulation, problem, context)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert context.time["search"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_it_reports_what_its_answer_counts(name):
    reports = []
    context = Context(seed=1, report=lambda **counts: reports.append(counts))
    answer = ask(prepared(name), Problem.from_board("8x8", closed=True), context)
    assert reports
    assert set(reports[-1]) == set(answer.statistics)
    effort = make(name).effort
    assert reports[-1][effort] <= answer.statistics[effort]


@given(small_problems(), st.sampled_from(NAMES), st.integers(0, 9))
def test_no_claim_is_false(problem, name, seed):
    formulation = make(name, **QUICK[name])
    if formulation.unsupported_reason(problem):
        return
    answer = ask(formulation, problem, Context(seed=seed))
    if answer.tour is not None:
        check(problem, answer.tour)
        assert problem.origin in (None, answer.tour[0])
    elif answer.status is Status.UNSATISFIABLE:
        assert answer.reason
        assert not has_tour(problem)
    else:
        assert answer.reason == "incomplete"


@given(small_problems(largest=6), st.sampled_from(NAMES))
def test_what_is_small_and_has_a_tour_is_mostly_solved(problem, name):
    if make(name).unsupported_reason(problem) or problem.contradiction or not has_tour(problem):
        return
    formulation = make(name)
    assert any(ask(formulation, problem, Context(seed=seed)).tour is not None for seed in range(3))


@pytest.mark.parametrize("name", NAMES)
def test_clues_are_refused(name):
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert "clues" in make(name).unsupported_reason(problem)


def test_no_deadline_is_no_limit_of_time():
    assert math.isinf(Context().remaining)
