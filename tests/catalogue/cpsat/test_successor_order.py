"""The successors and their order: the size, what requests leave in the domains, what it solves."""

import networkx as nx
import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import size_of, stated

NAME = "cpsat-successor-order"


def domains_of(problem):
    """The values that each node's successor may take."""
    nodes = problem.size + (not problem.closed)
    cp = stated(NAME, problem)
    ranges = [list(one.domain) for one in cp.proto.variables][:nodes]
    return [
        [k for low, high in zip(ends[::2], ends[1::2], strict=True) for k in range(low, high + 1)]
        for ends in ranges
    ]


@pytest.mark.parametrize("board", ["1x1", "3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    n = Problem.from_board(board).size
    assert size_of(NAME, Problem.from_board(board)) == (3 * (n + 1), 2 * (n + 1) + 1)
    assert size_of(NAME, Problem.from_board(board, start=(0, 0))) == (3 * n + 3, 2 * n + 3)
    if n > 1:
        assert size_of(NAME, Problem.from_board(board, closed=True)) == (3 * n, 2 * n + 1)


def test_required_moves_bring_what_is_stated():
    move = ((0, 0), (1, 2))
    assert size_of(NAME, Problem.from_board("3x4", require=[move])) == (39, 28)
    assert size_of(NAME, Problem.from_board("3x4", require_arcs=[move])) == (39, 27)


def test_the_domains_hold_the_arcs():
    problem = Problem.from_board("5x6")
    assert sum(map(len, domains_of(problem))) == 2 * problem.moves + 2 * 30
    problem = Problem.from_board("5x6", closed=True)
    assert sum(map(len, domains_of(problem))) == 2 * problem.moves


def test_requests_leave_what_they_ask_for():
    arc = ((0, 1), (2, 2))
    problem = Problem.from_board("3x4", start=(0, 0), end=(2, 3), require_arcs=[arc])
    domains = domains_of(problem)
    assert domains[12] == [0]
    assert domains[11] == [12]
    assert domains[1] == [10]
    assert all(12 not in domain for domain in domains[:11])
    closed = domains_of(Problem.from_board("3x10", closed=True, end=(1, 2)))
    assert [square for square, domain in enumerate(closed) if 0 in domain] == [12]
    assert closed[12] == [0]


def test_a_last_square_that_does_not_lead_to_the_first():
    ring = nx.cycle_graph(6)
    problem = Problem.from_graph(ring, closed=True, end=3)
    assert ask(make(NAME), problem, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("board", ["8x8", "10x10"])
def test_closed_tours(board):
    problem = Problem.from_board(board, closed=True, start=(3, 3))
    check(problem, ask(make(NAME), problem, Context()).tour)
