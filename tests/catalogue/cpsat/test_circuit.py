"""The circuit: its size, the squares that it does not see, and what it is asked besides."""

import functools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat import models
from tests.catalogue.small_problems import assert_right, small_problems

size_of = functools.partial(models.size_of, "cpsat-circuit")


@pytest.mark.parametrize("board", ["3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    problem = Problem.from_board(board)
    n, m = problem.size, problem.moves
    assert size_of(problem) == (2 * m + 2 * n, 1)
    assert size_of(Problem.from_board(board, closed=True)) == (2 * m, 1)
    assert size_of(Problem.from_board(board, start=(0, 0))) == (2 * m + n + 1, 1)
    assert size_of(Problem.from_board(board, start=(0, 0), end=(2, 3))) == (2 * m + 2, 1)
    assert size_of(Problem.from_board(board, closed=True, end=(1, 2))) == (2 * m, 2)
    move = ((0, 0), (1, 2))
    assert size_of(Problem.from_board(board, require=[move])) == (2 * m + 2 * n, 2)
    assert size_of(Problem.from_board(board, require_arcs=[move])) == (2 * m + 2 * n, 2)


@pytest.mark.parametrize("board", ["3x4", "5x6"])
def test_only_clues_bring_the_steps_of_squares(board):
    clue = [((1, 2), 2)]
    problem = Problem.from_board(board, clues=clue)
    n, m = problem.size, problem.moves
    assert size_of(problem) == (2 * m + 3 * n, 1 + 2 * m)
    closed = Problem.from_board(board, closed=True, clues=clue)
    assert size_of(closed) == (2 * m + n, 1 + 2 * m - closed.degrees[0])


@pytest.mark.parametrize(
    ("edges", "asked"),
    [
        ([(0, 1)], {"start": 0, "end": 1}),
        ([(0, 1)], {"start": 2, "end": 2}),
        ([(0, 1)], {"start": 2}),
        ([(0, 1)], {}),
        ([], {}),
        ([], {"closed": True}),
        ([(0, 1), (1, 3), (3, 0)], {"closed": True}),
    ],
)
def test_a_square_that_no_arc_names_is_not_left_out(edges, asked):
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(3))
    answer = ask(make("cpsat-circuit"), Problem.from_graph(graph, **asked), Context())
    assert answer.status is Status.UNSATISFIABLE


def test_required_arcs_are_made_in_their_direction():
    arcs = [((6, 4), (7, 6)), ((0, 6), (2, 5))]
    for asked in ({"require_arcs": arcs}, {"require_arcs": [arcs[0], arcs[1][::-1]]}):
        problem = Problem.from_board("8x8", closed=True, **asked)
        check(problem, ask(make("cpsat-circuit"), problem, Context()).tour)


def test_clues_far_from_both_ends_are_kept():
    tour = ask(make("cpsat-circuit"), Problem.from_board("6x6"), Context(seed=3)).tour
    names = [divmod(square, 6) for square in tour]
    clues = [(names[step - 1], step) for step in (9, 18, 27)]
    problem = Problem.from_board("6x6", clues=clues)
    check(problem, ask(make("cpsat-circuit"), problem, Context()).tour)
    wrong = Problem.from_board("6x6", clues=[*clues, (names[20], 20)])
    # The square of step 21, asked for at step 20, has the other colour.
    assert ask(make("cpsat-circuit"), wrong, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("board", ["3x30", "12x12", "20x20"])
def test_closed_tours_of_large_boards(board):
    problem = Problem.from_board(board, closed=True)
    check(problem, ask(make("cpsat-circuit"), problem, Context()).tour)


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.integers(0, 99))
def test_agrees_with_brute_force(problem, seed):
    assert_right(make("cpsat-circuit"), problem, Context(seed=seed))
