"""Choco's circuit: its size, the ways of filtering, and brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid, without_clues
from tests.catalogue.small_problems import assert_right, small_problems

pytest.importorskip("pychoco")

FILTERINGS = ["LIGHT", "FIRST", "RD", "ALL"]


@pytest.mark.parametrize("board", ["3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    def size_of(**asked):
        told = ask(make("choco"), Problem.from_board(board, **asked), Context()).statistics
        return told["variables"], told["values"]

    problem = Problem.from_board(board)
    n, m = problem.size, problem.moves
    assert size_of() == (n + 1, 2 * m + 2 * n)
    assert size_of(start=(0, 0)) == (n + 1, 2 * m + n + 1)
    assert size_of(closed=True) == (n, 2 * m)


@pytest.mark.parametrize("filtering", FILTERINGS)
def test_large_boards_and_hopeless_ones(filtering):
    choco = make("choco", filtering=filtering)
    for board in ("3x10", "8x8"):
        problem = Problem.from_board(board, closed=True)
        check(problem, ask(choco, problem, Context()).tour)
    hopeless = Problem.from_board("5x5", start=(0, 1))
    assert ask(choco, hopeless, Context()).status is Status.UNSATISFIABLE


def test_required_moves_are_made_either_way():
    moves = [((6, 4), (7, 6)), ((0, 6), (2, 5))]
    for asked in ({"require": moves}, {"require_arcs": [moves[0], moves[1][::-1]]}):
        problem = Problem.from_board("8x8", closed=True, **asked)
        check(problem, ask(make("choco"), problem, Context()).tour)


def test_another_seed_is_another_run():
    problem = Problem.from_board("8x8")
    assert len({ask(make("choco"), problem, Context(seed=seed)).tour for seed in range(4)}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("filtering", ["LIGHT", "ALL"])
def test_other_filterings_are_right_on_the_grid(filtering):
    assert_right_on_the_grid(make("choco", filtering=filtering))


@settings(max_examples=200, deadline=None)
@given(small_problems(), st.sampled_from(FILTERINGS), st.integers(0, 99))
def test_agrees_with_brute_force(problem, filtering, seed):
    choco = make("choco", filtering=filtering)
    assert_right(choco, without_clues(problem), Context(seed=seed))


def test_a_deadline_that_has_passed_ends_the_search():
    answer = ask(make("choco"), Problem.from_board("20x20"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
