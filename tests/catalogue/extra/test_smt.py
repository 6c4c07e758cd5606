"""Steps as numbers: the size of the model, the bits, and both kinds against brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid
from tests.catalogue.small_problems import assert_right, small_problems

z3 = pytest.importorskip("z3")

ENCODINGS = ["integer", "bitvector"]
smt = {encoding: make("smt", encoding=encoding) for encoding in ENCODINGS}


def equations(assertion):
    return z3.is_eq(assertion) + sum(map(equations, assertion.children()))


@pytest.mark.parametrize("board", ["3x4", "5x6", "4x4"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_model_is_as_large_as_stated(encoding, board):
    for asked, settled, required in (
        ({}, 0, 0),
        ({"start": (0, 0), "clues": [((1, 2), 4)]}, 2, 0),
        ({"closed": True, "end": (1, 2)}, 2, 0),
        ({"require": [((0, 0), (1, 2))], "require_arcs": [((0, 1), (2, 2))]}, 0, 2),
    ):
        problem = Problem.from_board(board, **asked)
        n, m = problem.size, problem.moves
        step = smt[encoding].steps(problem, z3.Context())
        model = list(smt[encoding].assertions(problem, step))
        assert len(step) == n
        assert len(model) == 3 * n + 1 + settled + required
        if not asked:
            # Each square may have the first step, and the last.
            assert sum(map(equations, model)) == 4 * m + 2 * n
        if encoding == "bitvector":
            assert {value.size() for value in step} == {n.bit_length()}


@pytest.mark.parametrize("size", [3, 4, 7, 8, 15, 16])
def test_no_step_follows_the_last_whatever_the_bits(size):
    """A path: as many squares as the bits can number, and one more or less."""
    names = list(range(size))
    rows = [[v for v in (u - 1, u + 1) if 0 <= v < size] for u in names]
    path = Problem.from_neighbours(names, rows, require_arcs=[(0, 1)])
    assert ask(smt["bitvector"], path, Context()).tour == tuple(names)
    turned = Problem.from_neighbours(names, rows, require_arcs=[(0, 1)], start=size - 1)
    assert ask(smt["bitvector"], turned, Context()).status is Status.UNSATISFIABLE


def test_boards_of_the_home():
    for board, closed in (("6x6", True), ("8x8", True), ("8x8", False)):
        problem = Problem.from_board(board, closed=closed)
        check(problem, ask(smt["integer"], problem, Context(seed=1)).tour)
    problem = Problem.from_board("5x5", closed=True)
    assert ask(smt["bitvector"], problem, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_deadline_that_has_passed_ends_the_search(encoding):
    answer = ask(smt[encoding], Problem.from_board("12x12", closed=True), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@pytest.mark.slow
def test_bit_vectors_are_right_on_the_grid():
    assert_right_on_the_grid(smt["bitvector"])


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.sampled_from(ENCODINGS), st.integers(0, 99))
def test_agrees_with_brute_force(problem, encoding, seed):
    assert_right(smt[encoding], problem, Context(seed=seed))
