"""The square at every step: its size, and what it is asked besides."""

import functools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat import models
from tests.catalogue.small_problems import assert_right, small_problems

size_of = functools.partial(models.size_of, "cpsat-positions")


@pytest.mark.parametrize("board", ["1x1", "3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    n = Problem.from_board(board).size
    assert size_of(Problem.from_board(board)) == (n, n)
    assert size_of(Problem.from_board(board, start=(0, 0))) == (n, n)
    assert size_of(Problem.from_board(board, closed=True)) == (n, n + 1)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("kind", ["require", "require_arcs"])
def test_required_moves_bring_what_is_stated(kind, closed):
    variables, constraints = size_of(Problem.from_board("3x4", closed=closed))
    two_moves_of_three_squares = [((0, 0), (1, 2)), ((1, 2), (2, 0))]
    problem = Problem.from_board("3x4", closed=closed, **{kind: two_moves_of_three_squares})
    assert size_of(problem) == (variables + 3, constraints + 3 + 2)


@pytest.mark.parametrize("board", ["1x1", "3x4", "5x6"])
def test_the_parameters_bring_what_is_stated(board):
    for closed in (False, True):
        problem = Problem.from_board(board, closed=closed)
        n = problem.size
        p = n if closed else n - 1
        element = models.size_of("cpsat-positions?moves=element", problem)
        # A board without moves has no arc that could be made.
        assert element == ((n + p, 2 * p + 1) if problem.moves else (n, p + 1))
        assert models.size_of("cpsat-positions?channel=inverse", problem) == (2 * n, p + 1 + n)
    edges = [((0, 0), (1, 2)), ((0, 1), (2, 2))]
    problem = Problem.from_board("3x4", require=edges[:1], require_arcs=edges[1:])
    assert models.size_of("cpsat-positions?channel=inverse", problem) == (24, 11 + 1 + 12 + 2)


def test_every_table_holds_every_arc():
    problem = Problem.from_board("3x4", closed=True)
    cp = models.stated("cpsat-positions", problem)
    tables = [len(one.table.values) // 2 for one in cp.proto.constraints if one.table.values]
    assert tables == [2 * problem.moves] * problem.size


def test_a_required_move_may_be_the_closing_one():
    # From (0, 0) of 3x10, the tour returns by (1, 2) or (2, 1), whichever it does not leave by.
    for last in ((1, 2), (2, 1)):
        problem = Problem.from_board("3x10", closed=True, require_arcs=[(last, (0, 0))])
        tour = ask(make("cpsat-positions"), problem, Context()).tour
        check(problem, tour)
        assert problem.name(tour[-1]) == last


def test_a_tour_of_the_chessboard():
    problem = Problem.from_board("8x8", closed=True, start=(3, 3))
    check(problem, ask(make("cpsat-positions"), problem, Context()).tour)


def test_proves_that_there_is_none():
    problem = Problem.from_board("5x5", closed=True)
    assert ask(make("cpsat-positions"), problem, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize(
    ("missing", "asked"),
    [
        ([(0, 4), (2, 3)], {"closed": True, "require": [(5, 0), (4, 1)], "forbid": [(0, 1)]}),
        ([(0, 2), (1, 5), (2, 5)], {"closed": True, "end": 4, "require": [(2, 4), (5, 3)]}),
    ],
)
def test_a_tour_that_presolve_loses_where_booleans_make_the_required_moves(missing, asked):
    graph = nx.complete_graph(6)
    graph.remove_edges_from(missing)
    assert_right(make("cpsat-positions"), Problem.from_graph(graph, **asked), Context())


@pytest.mark.parametrize("moves", ["table", "element"])
def test_a_tour_that_presolve_loses_where_the_channel_is_an_inverse_constraint(moves):
    board = Board(5, 2, moves=(1, 1), wrap_rows=True, wrap_cols=True)
    problem = Problem.from_board(board, start=(4, 1), end=(0, 0))
    formulation = make("cpsat-positions", moves=moves, channel="inverse")
    assert_right(formulation, problem, Context(seed=1))


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.integers(0, 99))
def test_agrees_with_brute_force(problem, seed):
    assert_right(make("cpsat-positions"), problem, Context(seed=seed))
