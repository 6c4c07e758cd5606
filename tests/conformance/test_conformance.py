"""Every registered formulation against brute force on every small problem."""

import pytest

from knightbench import Context, Problem, Status, check, formulations
from knightbench.formulation import ask, available, describe, make, refusal
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything, special

PROBLEMS = [*everything(), *special()]
# Formulations that need minutes to refute 25 squares by their nature: plain enumeration in Python.
LARGEST = {"nx-monomorphism": 20}
# Formulations that serve few boards of the grid: those that are cut into blocks of 4x4.
FEWEST = {"cpsat-quartes": 5}
NAMES = list(formulations())


@pytest.fixture(scope="session")
def truth() -> dict[Problem, bool]:
    return {problem: has_tour(problem) for problem in PROBLEMS}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_is_never_wrong_and_never_gives_up(name: str, truth: dict[Problem, bool]) -> None:
    if not available(formulations()[name]):
        pytest.skip(f"{name} needs the extra {formulations()[name].extra}")
    formulation = make(name)
    formulation.prepare()
    asked = 0
    for problem in PROBLEMS:
        if refusal(formulation, problem) is not None:
            continue
        if problem.size > LARGEST.get(name, problem.size):
            continue
        asked += 1
        answer = ask(formulation, problem, Context(seed=1))
        where = f"{name} on {problem}: {answer}"
        if answer.status is Status.SATISFIED:
            assert answer.tour is not None, where
            check(problem, answer.tour)
        elif answer.status is Status.UNSATISFIABLE:
            assert not truth[problem], where
        else:
            assert not formulation.complete, where
            assert answer.reason == "incomplete", where
    assert asked >= FEWEST.get(name, 50), "a formulation must serve a good part of the grid"


@pytest.mark.parametrize("name", NAMES)
def test_says_what_it_is(name: str) -> None:
    told = describe(formulations()[name])
    assert told["name"] == name
    assert told["summary"]
    assert told["source"]
    assert told["effort"]
    assert told["family"]
    assert all(parameter["meaning"] for parameter in told["parameters"])
    assert (formulations()[name].__doc__ or "").strip(), "the docstring states the model"


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_effort(name: str) -> None:
    if not available(formulations()[name]):
        pytest.skip(f"{name} needs the extra {formulations()[name].extra}")
    formulation = make(name)
    problem = Problem.from_board("5x6")
    if formulation.unsupported_reason(problem):
        pytest.skip("does not serve a plain board")
    formulation.prepare()
    first, second = (ask(formulation, problem, Context(seed=7)) for _ in range(2))
    assert first.statistics[formulation.effort] == second.statistics[formulation.effort]
    assert first.tour == second.tour
