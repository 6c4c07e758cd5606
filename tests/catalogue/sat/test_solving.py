"""What is said of each PySAT solver, tried."""

import time

import pytest
from pysat.solvers import Solver

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat import solving
from knightbench.catalogue.sat.solvers import (
    INCREMENTAL_SOLVERS,
    SOLVERS,
    UNCOUNTED,
    UNLIMITED_SOLVERS,
)
from knightbench.formulation import ask, make

LIMITED_SOLVERS = [name for name in SOLVERS if name not in UNLIMITED_SOLVERS]
COUNTS = {"conflicts", "decisions", "propagations"}


def pigeons(holes):
    """Clauses that put one pigeon more than there are holes into them."""
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    yield from at
    for hole in range(holes):
        for pigeon in range(holes + 1):
            for other in range(pigeon):
                yield [-at[pigeon][hole], -at[other][hole]]


@pytest.mark.parametrize("name", INCREMENTAL_SOLVERS)
def test_takes_clauses_between_calls(name):
    with Solver(name=name, bootstrap_with=[[1, 2, 3]]) as solver:
        models = set()
        while solving.search(solver, name, Context()):
            models.add(tuple(solver.get_model()))
            solver.add_clause([-literal for literal in solver.get_model()])
        assert len(models) == 7


@pytest.mark.parametrize("name", SOLVERS)
def test_counts_what_it_is_said_to_count(name):
    with Solver(name=name, bootstrap_with=pigeons(6)) as solver:
        assert solving.search(solver, name, Context()) is False
        counted = solving.counts(solver, name)
    assert set(counted) == COUNTS - UNCOUNTED.get(name, set())
    assert all(counted.values())


@pytest.mark.parametrize("name", LIMITED_SOLVERS)
def test_reports_and_keeps_to_the_deadline(name, monkeypatch):
    monkeypatch.setattr(solving, "CONFLICTS_A_CALL", 10)
    reports = []
    context = Context(deadline=time.monotonic(), report=lambda **counts: reports.append(counts))
    with Solver(name=name, bootstrap_with=pigeons(9)) as solver:
        assert solving.search(solver, name, context) is None
    assert len(reports) == 1
    assert reports[0]["conflicts"] >= 10


@pytest.mark.parametrize("name", LIMITED_SOLVERS)
def test_goes_on_where_it_was_stopped(name, monkeypatch):
    monkeypatch.setattr(solving, "CONFLICTS_A_CALL", 10)
    reports = []
    context = Context(report=lambda **counts: reports.append(counts["conflicts"]))
    with Solver(name=name, bootstrap_with=pigeons(6)) as solver:
        assert solving.search(solver, name, context) is False
    assert len(reports) > 1
    assert reports == sorted(reports)
    problem = Problem.from_board("5x6", closed=True)
    answer = ask(make("sat-positions", solver=name), problem, Context())
    check(problem, answer.tour)


def test_a_formulation_past_its_deadline_says_so(monkeypatch):
    monkeypatch.setattr(solving, "CONFLICTS_A_CALL", 1)
    context = Context(deadline=time.monotonic())
    answer = ask(make("sat-positions"), Problem.from_board("8x8"), context)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert answer.statistics["conflicts"] >= 1
