"""The square at every step: its size under each encoding, every solver, and what it is asked."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat.positions import ENCODINGS, NATIVE_SOLVERS
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid
from tests.catalogue.small_problems import assert_right, small_problems

CHOICES = [
    (encoding, solver)
    for encoding in ENCODINGS
    for solver in (NATIVE_SOLVERS if encoding == "native" else SOLVERS)
]
MODULO_TOTALIZER = {
    3: (6, 12),
    9: (26, 58),
    12: (41, 97),
    16: (56, 143),
    20: (69, 176),
    25: (91, 250),
    33: (120, 350),
    36: (138, 425),
    64: (280, 991),
    100: (458, 1801),
}


def solver_for(encoding):
    return NATIVE_SOLVERS[0] if encoding == "native" else "glucose4"


def exactly_one(encoding, n):
    """Auxiliary variables and clauses of one exactly-one, as the docstring has them."""
    if encoding == "native":
        return 0, 2
    if n < 3:
        return 0, n
    log = math.ceil(math.log2(n))
    b = n * log - 2**log + n
    even = n + n % 2
    comparators = (log * log - log + 4) * 2**log // 4 - 1
    padded = int(n < 2**log)
    return {
        "pairwise": (0, n * (n - 1) // 2 + 1),
        "seqcounter": (n - 1, 3 * n - 3),
        "ladder": (n + 1, 4 * n + 1),
        "bitwise": (log, n * log + 1),
        "sortnetwrk": (2 * comparators + padded, 3 * comparators + 2 + padded),
        "cardnetwrk": (4 * even - 6 + n % 2, 6 * even - 7 + n % 2),
        "mtotalizer": MODULO_TOTALIZER.get(n),
        "totalizer": (b, n * (n - 1) // 2 + b + 2),
        "kmtotalizer": (2 * n - 2, 4 * n - 3),
    }[encoding]


def size_of(encoding, problem, **parameters):
    """Variables and clauses, counted one by one; the solver's own at-most-ones among them."""
    formulation = make(
        "sat-positions", encoding=encoding, solver=solver_for(encoding), **parameters
    )
    clauses = list(formulation.clauses(problem))
    used = {abs(literal) for clause in clauses for literal in clause}
    assert used == set(range(1, max(used) + 1))
    return len(used), len(clauses) + 2 * problem.size * (encoding == "native")


@pytest.mark.parametrize("encoding", [e for e in ENCODINGS if e != "native"])
def test_an_exactly_one_is_as_large_as_stated(encoding):
    from pysat.card import CardEnc, EncType

    for n in range(1, 101):
        stated = exactly_one(encoding, n)
        if stated is not None:
            kind = getattr(EncType, encoding)
            cnf = CardEnc.equals(lits=list(range(1, n + 1)), bound=1, encoding=kind)
            assert (cnf.nv - n, len(cnf.clauses)) == stated, n


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("closed", [False, True])
def test_previous_steps_bring_a_clause_for_every_square_and_pair(encoding, closed):
    problem = Problem.from_board("3x4", closed=closed)
    n = problem.size
    variables, clauses = size_of(encoding, problem)
    pairs = n if closed else n - 1
    assert size_of(encoding, problem, previous=True) == (variables, clauses + pairs * n)


def test_previous_steps_rule_a_square_out_by_unit_propagation():
    """Where none of its neighbours is the step before. The next steps alone don't see that."""
    from pysat.solvers import Solver

    problem = Problem.from_board("3x4")
    n = problem.size
    corner, step = problem.square((0, 0)), 5
    units = [-(neighbour * n + step - 1) for neighbour in problem.neighbours(corner)]
    for previous in (False, True):
        clauses = make("sat-positions", encoding="seqcounter", previous=previous).clauses(problem)
        with Solver(name="minisat22", bootstrap_with=clauses) as solver:
            consistent, propagated = solver.propagate(assumptions=units)
            assert consistent
            assert (-(corner * n + step) in propagated) == previous


def test_native_needs_a_solver_that_knows_cardinalities():
    with pytest.raises(ValueError, match="gluecard3, gluecard4, minicard, not glucose4"):
        make("sat-positions?encoding=native")


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


@pytest.mark.parametrize(("encoding", "solver"), CHOICES)
def test_every_solver_under_every_encoding(encoding, solver):
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


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_grid_under_every_encoding_with_previous_steps(encoding):
    formulation = make(
        "sat-positions", encoding=encoding, previous=True, solver=solver_for(encoding)
    )
    assert_right_on_the_grid(formulation)


@settings(max_examples=200, deadline=None)
@given(small_problems(), st.sampled_from(CHOICES), st.booleans())
def test_agrees_with_brute_force(problem, choice, previous):
    encoding, solver = choice
    formulation = make("sat-positions", encoding=encoding, solver=solver, previous=previous)
    assert_right(formulation, problem, Context())
