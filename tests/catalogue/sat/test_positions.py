"""The square at every step: its size under each encoding, every solver, and what it is asked."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import ask, make
from tests.catalogue.small_problems import assert_right, small_problems

ENCODINGS = ("pairwise", "seqcounter", "ladder", "totalizer", "kmtotalizer")


def exactly_one(encoding, n):
    """Auxiliary variables and clauses of one exactly-one, as the docstring has them."""
    if n < 3:
        return 0, n
    log = math.ceil(math.log2(n))
    b = n * log - 2**log + n
    return {
        "pairwise": (0, n * (n - 1) // 2 + 1),
        "seqcounter": (n - 1, 3 * n - 3),
        "ladder": (n + 1, 4 * n + 1),
        "totalizer": (b, n * (n - 1) // 2 + b + 2),
        "kmtotalizer": (2 * n - 2, 4 * n - 3),
    }[encoding]


def size_of(encoding, problem):
    """Variables and clauses, counted one by one."""
    clauses = list(make("sat-positions", encoding=encoding).clauses(problem))
    used = {abs(literal) for clause in clauses for literal in clause}
    assert used == set(range(1, max(used) + 1))
    return len(used), len(clauses)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("board", ["1x1", "1x2", "1x3", "3x3", "3x4", "4x4", "5x5", "3x11"])
def test_the_model_is_as_large_as_stated(encoding, board):
    problem = Problem.from_board(board)
    n = problem.size
    a, c = exactly_one(encoding, n)
    variables, clauses = n * n + 2 * n * a, 2 * n * c + (n - 1) * n
    assert size_of(encoding, problem) == (variables, clauses)
    started = Problem.from_board(board, start=(0, 0))
    assert size_of(encoding, started) == (variables, clauses + 1)
    if n >= 3:
        closed = Problem.from_board(board, closed=True)
        assert size_of(encoding, closed) == (variables, clauses + n + 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", ["require", "require_arcs"])
def test_a_required_move_brings_n_clauses(encoding, kind):
    for closed in (False, True):
        plain = Problem.from_board("3x4", closed=closed)
        required = Problem.from_board("3x4", closed=closed, **{kind: [((0, 0), (1, 2))]})
        variables, clauses = size_of(encoding, plain)
        assert size_of(encoding, required) == (variables, clauses + plain.size)


@pytest.mark.parametrize("closed", [False, True])
def test_the_clauses_of_moves_hold_the_literals_stated(closed):
    problem = Problem.from_board("3x4", closed=closed)
    n, m = problem.size, problem.moves
    p = n if closed else n - 1
    pairwise = make("sat-positions", encoding="pairwise").clauses(problem)
    moves = [c for c in pairwise if c[0] < 0 and any(literal > 0 for literal in c)]
    assert (len(moves), sum(map(len, moves))) == (p * n, p * n + 2 * m * p)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_solver_under_every_encoding(solver, encoding):
    formulation = make("sat-positions", solver=solver, encoding=encoding)
    for board, closed in (("1x1", False), ("3x4", False), ("3x10", True)):
        problem = Problem.from_board(board, closed=closed)
        answer = ask(formulation, problem, Context())
        assert answer.tour is not None
        check(problem, answer.tour)
    none = Problem.from_board("3x3")
    assert ask(formulation, none, Context()).status is Status.UNSATISFIABLE
    none = Problem.from_board("4x5", closed=True)
    answer = ask(formulation, none, Context())
    assert answer.status is Status.UNSATISFIABLE
    a, c = exactly_one(encoding, 20)
    assert answer.statistics["variables"] == 400 + 40 * a
    assert answer.statistics["clauses"] == 40 * c + 400 + 1


@pytest.mark.parametrize("board", ["5x6", "5x5"])
def test_the_same_run_twice(board):
    problem = Problem.from_board(board)
    first, again = (ask(make("sat-positions"), problem, Context(seed=s)) for s in (1, 2))
    assert first == again


def test_required_moves_of_the_chessboard():
    arcs = [((6, 4), (7, 6)), ((0, 6), (2, 5))]
    problem = Problem.from_board("8x8", closed=True, require_arcs=arcs)
    check(problem, ask(make("sat-positions"), problem, Context()).tour)


def test_a_required_move_may_be_the_closing_one():
    for last in ((1, 2), (2, 1)):
        problem = Problem.from_board("3x10", closed=True, require_arcs=[(last, (0, 0))])
        tour = ask(make("sat-positions"), problem, Context()).tour
        check(problem, tour)
        assert problem.name(tour[-1]) == last


@settings(max_examples=200, deadline=None)
@given(small_problems(), st.sampled_from(ENCODINGS), st.sampled_from(SOLVERS))
def test_agrees_with_brute_force(problem, encoding, solver):
    assert_right(make("sat-positions", encoding=encoding, solver=solver), problem, Context())
