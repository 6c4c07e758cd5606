"""Every formulation on random problems, beside brute force; `experiments/fuzz.py` goes on."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import formulations
from knightbench.formulation import UnsupportedProblem, available, make
from tests.fuzz.claims import JUDGES
from tests.fuzz.judging import asked, fault, known_tours, listing_fault
from tests.fuzz.problems import random_problem, variant

#: Those that take a tenth of a second or more for a small problem.
SLOW = {"cpmpy", "lkh", "neural-network", "routing", "smt"}
RANDOMS = st.randoms(use_true_random=False)


@pytest.fixture(scope="module", autouse=True)
def compiled():
    for name, formulation in formulations().items():
        if available(formulation):
            make(name).prepare()


def assert_no_fault(rng: random.Random, names: set[str]) -> None:
    problem = random_problem(rng)
    tours = known_tours(problem)
    for name, judge in JUDGES.items():
        with contextlib.suppress(UnsupportedProblem):
            told = judge(problem, tours)
            assert told is None, f"{name} of {problem}, {problem.edges()}: {told}"
    for name in sorted(names):
        if not available(formulations()[name]):
            continue
        formulation = variant(rng, name)
        seed = rng.randrange(100)
        told = None
        with contextlib.suppress(UnsupportedProblem):
            told = fault(formulation, problem, tours, asked(formulation, problem, seed))
        assert told is None, f"{formulation} on {problem}, {problem.edges()}: {told}"
        if formulation.enumerates:
            with contextlib.suppress(UnsupportedProblem):
                told = listing_fault(formulation, problem, tours, seed, most=30)
            assert told is None, f"{formulation} lists {problem}, {problem.edges()}: {told}"


@given(RANDOMS)
@settings(max_examples=40, deadline=None)
def test_the_quick_ones_say_what_brute_force_says(rng):
    assert_no_fault(rng, set(formulations()) - SLOW)


@given(RANDOMS)
@settings(max_examples=5, deadline=None)
def test_the_slow_ones_say_what_brute_force_says(rng):
    assert_no_fault(rng, SLOW)


def test_the_problems_are_of_every_kind():
    problems = [random_problem(random.Random(number)) for number in range(300)]
    solvable = sum(bool(known_tours(problem)) for problem in problems)
    assert 75 < solvable < 225
    for kind in (
        lambda problem: problem.board is None,
        lambda problem: problem.board is not None and problem.board.holes,
        lambda problem: problem.board is not None and problem.board.wrap_rows,
        lambda problem: problem.closed,
        lambda problem: problem.start is not None,
        lambda problem: problem.end is not None,
        lambda problem: problem.clues,
        lambda problem: problem.required_edges,
        lambda problem: problem.required_arcs,
        lambda problem: problem.forbidden,
        lambda problem: problem.special,
        lambda problem: problem.contradiction,
        lambda problem: problem.size >= 12,
    ):
        assert sum(map(bool, map(kind, problems))) >= 10
