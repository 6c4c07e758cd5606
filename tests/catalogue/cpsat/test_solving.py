"""How CP-SAT is run: seed, threads, limits, and what becomes of each of its verdicts."""

import time

import pytest
from ortools.sat.python import cp_model

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.cpsat.circuit import Circuit
from knightbench.catalogue.cpsat.positions import Positions
from knightbench.catalogue.cpsat.solving import CpSatFormulation
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import SPECS

ALL = pytest.mark.parametrize("formulation", [make(spec) for spec in SPECS], ids=str)


@ALL
def test_a_seed_decides_the_run(formulation):
    problem = Problem.from_board("5x6", closed=True)
    first, again = (ask(formulation, problem, Context(seed=5)) for _ in range(2))
    assert first.tour == again.tour
    counts, counts_again = dict(first.statistics), dict(again.statistics)
    work = counts.pop("deterministic_time")
    # Its last digits differ for the automaton.
    assert counts_again.pop("deterministic_time") == pytest.approx(work, rel=1e-3)
    assert counts == counts_again
    assert set(counts) == {"variables", "constraints", "solves", "cuts", "conflicts", "branches"}
    tours = {ask(formulation, problem, Context(seed=seed)).tour for seed in range(5)}
    assert len(tours) > 1


@ALL
def test_more_threads_find_a_tour_too(formulation):
    problem = Problem.from_board("4x5")
    check(problem, ask(formulation, problem, Context(threads=2)).tour)


def test_threads_and_seed_are_always_handed_on():
    for threads in (1, 3):
        context = Context(seed=8, threads=threads)
        parameters = Circuit().configured_solver(context).parameters
        assert parameters.num_workers == threads
        assert parameters.random_seed == context.solver_seed


@ALL
def test_a_deadline_that_has_passed_is_kept(formulation):
    answer = ask(formulation, Problem.from_board("8x8"), Context(deadline=time.monotonic()))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert answer.statistics["variables"] > 0


def test_stopped_without_a_deadline_is_no_time_limit(monkeypatch):
    def stopped(self, context):
        solver = cp_model.CpSolver()
        solver.parameters.max_deterministic_time = 0
        return solver

    monkeypatch.setattr(CpSatFormulation, "configured_solver", stopped)
    answer = ask(Positions(), Problem.from_board("8x8"), Context())
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "interrupted")


def test_a_model_that_cp_sat_refuses_is_an_error():
    class Broken(Circuit):
        def model(self, problem, firsts):
            model = super().model(problem, firsts)
            model.cp.new_int_var(-(2**62), 2**62, "too wide")
            return model

    with pytest.raises(RuntimeError, match="refuses the model: var #"):
        ask(Broken(), Problem.from_board("3x4"), Context())
