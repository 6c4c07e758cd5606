"""One model for many solvers: its size, and every installed solver against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid, without_clues
from tests.catalogue.small_problems import assert_right, small_problems

cpmpy = pytest.importorskip("cpmpy")

SOLVERS = [
    name
    for name in ("choco", "ortools", "z3")
    if name in cpmpy.SolverLookup.supported(subsolvers=False)
]


@pytest.mark.parametrize("board", ["3x4", "5x6"])
def test_the_model_is_as_large_as_stated(board):
    for asked, requests in (
        ({}, 0),
        ({"closed": True}, 0),
        ({"start": (0, 0)}, 1),
        ({"closed": True, "end": (1, 2), "require": [((0, 1), (2, 2))]}, 2),
    ):
        problem = Problem.from_board(board, **asked)
        circuit = Circuit(problem, np.arange)
        nodes = problem.size + (not problem.closed)
        model, successors = make("cpmpy").model(circuit)
        assert len(successors) == nodes
        assert len(model.constraints) == nodes + 1 + requests
        told = ask(make("cpmpy"), problem, Context()).statistics
        assert (told["variables"], told["constraints"]) == (nodes, nodes + 1 + requests)


@pytest.mark.parametrize("solver", SOLVERS)
def test_boards_with_and_without_tours(solver):
    formulation = make("cpmpy", solver=solver)
    formulation.prepare()
    for board, asked in (("3x4", {}), ("4x5", {"start": (0, 0)}), ("5x5", {"end": (2, 2)})):
        problem = Problem.from_board(board, **asked)
        check(problem, ask(formulation, problem, Context(seed=1)).tour)
    hopeless = Problem.from_board("5x5", closed=True)
    assert ask(formulation, hopeless, Context()).status is Status.UNSATISFIABLE


def test_a_solver_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(cpmpy.SolverLookup, "supported", lambda **_options: ["ortools"])
    with pytest.raises(ModuleNotFoundError, match=r"pip install cpmpy\[z3\]"):
        make("cpmpy", solver="z3").prepare()


@pytest.mark.slow
@pytest.mark.parametrize("solver", [name for name in SOLVERS if name == "choco"])
def test_another_solver_is_right_on_the_grid(solver):
    assert_right_on_the_grid(make("cpmpy", solver=solver))


@settings(max_examples=100, deadline=None)
@given(small_problems(), st.sampled_from(SOLVERS), st.integers(0, 99))
def test_agrees_with_brute_force(problem, solver, seed):
    assert_right(make("cpmpy", solver=solver), without_clues(problem), Context(seed=seed))


def test_a_deadline_that_has_passed_ends_the_search():
    answer = ask(make("cpmpy"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
