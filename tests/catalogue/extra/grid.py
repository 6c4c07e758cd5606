"""Formulations held against brute force, on what they serve."""

import dataclasses
import functools

from knightbench import Context, Problem, Status, check
from knightbench.formulation import Formulation, ask
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything


@functools.cache
def _problems() -> list[tuple[Problem, bool]]:
    return [(problem, has_tour(problem)) for problem in everything()]


def assert_right_on_the_grid(formulation: Formulation) -> None:
    """Fail unless a complete formulation is right on every problem of the grid that it serves."""
    formulation.prepare()
    asked = 0
    for problem, possible in _problems():
        if formulation.unsupported_reason(problem) is None:
            asked += 1
            answer = ask(formulation, problem, Context(seed=2))
            where = f"{formulation} on {problem}: {answer}"
            assert answer.status is (Status.SATISFIED if possible else Status.UNSATISFIABLE), where
            if answer.tour is not None:
                check(problem, answer.tour)
    assert asked >= 50


def without_clues(problem: Problem) -> Problem:
    return dataclasses.replace(problem, clues={})
