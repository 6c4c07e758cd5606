"""What is left out or put in place of the defaults is right on the whole conformance grid too."""

import pytest

from knightbench import Context, Status, check
from knightbench.formulation import ask, make
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything

PROBLEMS = [problem for problem in everything() if not problem.clues]
SPECS = [
    "sat-cutset?merge=no",
    "sat-cutset?cut=no",
    "sat-cutset?two_cycles=no",
    "sat-cutset?direction=none",
    "sat-cutset?phases=balanced",
    "sat-cutset?solver=glucose4&phases=balanced&merge=no",
    "sat-cegar?two_cycles=no",
    "sat-cegar?direction=none&phases=balanced",
    "sat-propagator?watch=cycles",
    "sat-propagator?watch=models",
    "sat-propagator?two_cycles=no&direction=none",
]


@pytest.mark.slow
def test_every_option_is_right_on_the_grid():
    truth = [has_tour(problem) for problem in PROBLEMS]
    for spec in SPECS:
        formulation = make(spec)
        formulation.prepare()
        for problem, tourable in zip(PROBLEMS, truth, strict=True):
            answer = ask(formulation, problem, Context(seed=1))
            where = f"{spec} on {problem}: {answer}"
            assert answer.status is (Status.SATISFIED if tourable else Status.UNSATISFIABLE), where
            if answer.tour is not None:
                check(problem, answer.tour)
