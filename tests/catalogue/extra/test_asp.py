"""Answer sets: the size of both programs, and both against brute force."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid, without_clues
from tests.catalogue.small_problems import assert_right, small_problems

clingo = pytest.importorskip("clingo")

ENCODINGS = ["reachability", "acyclicity"]
asp = {encoding: make("asp", encoding=encoding) for encoding in ENCODINGS}


def atoms(encoding, problem):
    """How many atoms of each kind clingo makes of the program."""
    context = Context()
    control = clingo.Control()
    control.add("base", [], asp[encoding].program(Circuit(problem, context.rng.permutation)))
    control.ground([("base", [])])
    named = itertools.groupby(sorted(atom.symbol.name for atom in control.symbolic_atoms))
    return {name: len(list(group)) for name, group in named}


@pytest.mark.parametrize("board", ["3x4", "5x6", "8x8"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_model_is_as_large_as_stated(encoding, board):
    for asked, arcs_of_the_dummy in (
        ({}, lambda n: 2 * n),
        ({"start": (0, 0)}, lambda n: n + 1),
        ({"closed": True}, lambda _n: 0),
    ):
        problem = Problem.from_board(board, **asked)
        nodes = problem.size + (not problem.closed)
        arcs = 2 * problem.moves + arcs_of_the_dummy(problem.size)
        told = atoms(encoding, problem)
        assert (told["node"], told["arc"], told["go"]) == (nodes, arcs, arcs)
        assert told.get("reached", 0) == (nodes if encoding == "reachability" else 0)
    closed = ask(asp[encoding], Problem.from_board("8x8", closed=True), Context())
    edges = 2 * 168 - 2 if encoding == "acyclicity" else 0
    assert closed.statistics["acyclicity_edges"] == edges


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_large_boards_and_hopeless_ones(encoding):
    for board in ("3x30", "16x16"):
        problem = Problem.from_board(board, closed=True)
        check(problem, ask(asp[encoding], problem, Context()).tour)
    hopeless = Problem.from_board("4x10", closed=True)
    assert ask(asp[encoding], hopeless, Context()).status is Status.UNSATISFIABLE


def test_another_seed_is_another_run():
    problem = Problem.from_board("8x8")
    tours = {ask(asp["reachability"], problem, Context(seed=seed)).tour for seed in range(4)}
    assert len(tours) > 1


def test_a_deadline_that_has_passed_ends_the_search():
    problem = Problem.from_board("40x40")
    answer = ask(asp["reachability"], problem, Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@pytest.mark.slow
def test_acyclicity_is_right_on_the_grid():
    assert_right_on_the_grid(asp["acyclicity"])


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.sampled_from(ENCODINGS), st.integers(0, 99))
def test_agrees_with_brute_force(problem, encoding, seed):
    assert_right(asp[encoding], without_clues(problem), Context(seed=seed))
