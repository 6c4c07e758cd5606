"""LKH: what its round trips are taken for, requests among the weights, and its limits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import without_clues
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import has_tour

pytest.importorskip("elkai")


@pytest.mark.parametrize("board", ["3x4", "8x8", "12x12"])
def test_open_and_closed_boards(board):
    for closed in (False, board != "3x4"):
        problem = Problem.from_board(board, closed=closed)
        check(problem, ask(make("lkh"), problem, Context(seed=1)).tour)


def test_no_tour_is_no_proof():
    for runs in (1, 3):
        problem = Problem.from_board("5x5", closed=True)
        answer = ask(make("lkh", runs=runs), problem, Context())
        assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
        assert answer.statistics["runs"] == runs


def test_a_deadline_that_has_passed_ends_it_after_a_run():
    problem = Problem.from_board("5x5", closed=True)
    answer = ask(make("lkh"), problem, Context(deadline=0.0))
    assert (answer.reason, answer.statistics["runs"]) == ("time-limit", 1)


@pytest.mark.parametrize("key", ["require", "require_arcs"])
def test_required_moves_are_made(key):
    moves = [((6, 4), (7, 6)), ((0, 6), (2, 5))]
    problem = Problem.from_board("8x8", closed=True, end=(1, 2), **{key: moves})
    check(problem, ask(make("lkh"), problem, Context(seed=1)).tour)
    problem = Problem.from_board("6x6", start=(0, 0), end=(0, 1), **{key: [((2, 2), (4, 3))]})
    check(problem, ask(make("lkh"), problem, Context(seed=1)).tour)


def test_another_seed_is_another_run():
    problem = Problem.from_board("6x6")
    assert len({ask(make("lkh"), problem, Context(seed=seed)).tour for seed in range(4)}) > 1


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.integers(0, 99))
def test_finds_the_tours_of_small_graphs_and_claims_no_other(problem, seed):
    problem = without_clues(problem)
    answer = ask(make("lkh"), problem, Context(seed=seed))
    if has_tour(problem):
        assert answer.tour is not None
        check(problem, answer.tour)
    else:
        assert problem.contradiction or answer.reason == "incomplete"
