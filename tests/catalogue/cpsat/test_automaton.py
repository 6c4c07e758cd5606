"""The automaton: its size, where it begins and ends, and what it solves."""

import networkx as nx
import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import size_of, stated

NAME = "cpsat-automaton"


def automaton_of(problem):
    """The first state, the last states, and the labels of the transitions."""
    cp = stated(NAME, problem)
    for one in cp.proto.constraints:
        if len(one.automaton.exprs):
            labels = list(one.automaton.transition_label)
            return one.automaton.starting_state, list(one.automaton.final_states), labels
    raise AssertionError("the model has no automaton")


@pytest.mark.parametrize("board", ["1x1", "3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    problem = Problem.from_board(board)
    n, m = problem.size, problem.moves
    assert size_of(NAME, problem) == (n, 2)
    assert len(automaton_of(problem)[2]) == 2 * m + n
    start = Problem.from_board(board, start=(0, 0))
    assert size_of(NAME, start) == (n, 2)
    assert len(automaton_of(start)[2]) == 2 * m + 1


def test_required_moves_bring_what_is_stated():
    moves = [((0, 0), (1, 2)), ((1, 2), (2, 0))]
    for kind in ("require", "require_arcs"):
        assert size_of(NAME, Problem.from_board("3x4", **{kind: moves})) == (12 + 3, 2 + 3 + 2)


def test_a_closed_tour_ends_beside_its_first_square():
    problem = Problem.from_board("5x6", closed=True, start=(2, 2))
    assert size_of(NAME, problem) == (30, 2)
    assert automaton_of(problem)[:2] == (30, problem.neighbours(14))
    check(problem, ask(make(NAME), problem, Context()).tour)


def test_no_square_beside_the_first():
    graph = nx.Graph([(1, 2), (2, 3), (3, 1)])
    graph.add_node(0)
    for start in (0, 1):
        problem = Problem.from_graph(graph, closed=True, start=start)
        assert ask(make(NAME), problem, Context()).status is Status.UNSATISFIABLE


def test_proves_that_there_is_none():
    problem = Problem.from_board("5x5", closed=True)
    assert ask(make(NAME), problem, Context()).status is Status.UNSATISFIABLE
