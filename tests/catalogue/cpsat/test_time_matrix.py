"""The Boolean per square and step: its size, what is settled in it, and what it solves."""

import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import size_of, stated

NAME = "cpsat-time-matrix"


@pytest.mark.parametrize("board", ["1x1", "3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    for closed in (False, True):
        problem = Problem.from_board(board, closed=closed)
        n, m = problem.size, problem.moves
        p = n if closed else n - 1
        cp = stated(NAME, problem)
        assert size_of(NAME, problem) == (n * n, 2 * n + n * p)
        literals = sum(len(one.bool_or.literals) for one in cp.proto.constraints)
        assert literals == 2 * m * p + n * p


@pytest.mark.parametrize("kind", ["require", "require_arcs"])
def test_required_moves_bring_what_is_stated(kind):
    for closed in (False, True):
        variables, constraints = size_of(NAME, Problem.from_board("3x4", closed=closed))
        moves = {kind: [((0, 0), (1, 2)), ((1, 2), (2, 0))]}
        problem = Problem.from_board("3x4", closed=closed, **moves)
        assert size_of(NAME, problem) == (variables, constraints + 2 * 12)


def test_settled_squares_have_one_value():
    problem = Problem.from_board("3x4", start=(0, 1), clues=[((1, 1), 5)], end=(2, 3))
    cp = stated(NAME, problem)
    domains = [tuple(one.domain) for one in cp.proto.variables]
    for step, square in ((1, 1), (5, 5), (12, 11)):
        row = domains[12 * (step - 1) : 12 * step]
        assert row == [(1, 1) if other == square else (0, 0) for other in range(12)]
    assert domains.count((0, 1)) == 9 * 12


def test_a_tour_of_the_chessboard():
    problem = Problem.from_board("8x8", start=(3, 3), end=(0, 0))
    answer = ask(make(NAME), problem, Context())
    # Both squares are of one colour: 64 squares end on the other.
    assert answer.status is Status.UNSATISFIABLE
    problem = Problem.from_board("6x6", closed=True, start=(3, 3), require_arcs=[((0, 0), (1, 2))])
    check(problem, ask(make(NAME), problem, Context()).tour)
