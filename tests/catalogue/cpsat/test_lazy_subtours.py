"""Cuts as they are needed: the size, that they are made and right, and joining before them."""

import itertools

import networkx as nx
import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import size_of

NAME = "cpsat-lazy-subtours"
BOTH = pytest.mark.parametrize("merge", [False, True])


@pytest.mark.parametrize("board", ["3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board):
    problem = Problem.from_board(board)
    n, m = problem.size, problem.moves
    assert size_of(NAME, problem) == (2 * m + 2 * n, 2 * (n + 1) + m + n)
    start = Problem.from_board(board, start=(0, 0))
    assert size_of(NAME, start) == (2 * m + n + 1, 2 * (n + 1) + m + 1)
    both = Problem.from_board(board, start=(0, 0), end=(1, 0))
    assert size_of(NAME, both) == (2 * m + 2, 2 * (n + 1) + m)
    assert size_of(NAME, Problem.from_board(board, closed=True)) == (2 * m, 2 * n + m)
    required = Problem.from_board(board, closed=True, require=[((0, 0), (1, 2))], end=(2, 1))
    assert size_of(NAME, required) == (2 * m, 2 * n + m + 2)
    assert size_of(NAME, Problem.from_board("1x1")) == (2, 4)


def test_clues_are_refused():
    problem = Problem.from_board("5x5", clues=[((2, 2), 13)])
    assert make(NAME).unsupported_reason(problem) == "does not honour clues"


@BOTH
def test_two_triangles_are_cut_off(merge):
    triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    answer = ask(make(NAME, merge=merge), Problem.from_graph(triangles, closed=True), Context())
    assert answer.status is Status.UNSATISFIABLE
    # The only solution, then none: no arc leaves a triangle, and that is two empty clauses.
    assert answer.statistics["solves"] == 2
    assert answer.statistics["cuts"] == 2


@BOTH
def test_a_proof_that_takes_many_cuts(merge):
    # Each square of the Petersen graph has its 2-factors, two cycles of five each; no tour.
    problem = Problem.from_graph(nx.petersen_graph(), closed=True)
    answer = ask(make(NAME, merge=merge), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["cuts"] >= 4
    assert answer.statistics["cuts"] == 2 * (answer.statistics["solves"] - 1)


def test_each_solve_but_the_last_leaves_cuts():
    problem = Problem.from_board("8x8", closed=True)
    answer = ask(make(NAME), problem, Context(seed=1))
    check(problem, answer.tour)
    assert answer.statistics["solves"] > 1
    assert answer.statistics["cuts"] >= 2 * (answer.statistics["solves"] - 1)
    n, m = problem.size, problem.moves
    assert answer.statistics["constraints"] == 2 * n + m


def test_joining_saves_solves():
    problem = Problem.from_board("12x12", closed=True)
    solves = {}
    for merge in (False, True):
        answers = [ask(make(NAME, merge=merge), problem, Context(seed=seed)) for seed in range(3)]
        for answer in answers:
            check(problem, answer.tour)
        solves[merge] = sum(answer.statistics["solves"] for answer in answers)
    assert solves[True] < solves[False]


@pytest.mark.parametrize("kind", ["require", "require_arcs"])
def test_required_moves_survive_joining(kind):
    bare = Problem.from_board("12x12", closed=True)
    tour = [bare.name(square) for square in ask(make("cpsat-circuit"), bare, Context()).tour]
    # Every second move of a tour: the model makes them, and an exchange might take them away.
    moves = list(itertools.pairwise(tour))[::2]
    problem = Problem.from_board("12x12", closed=True, **{kind: moves})
    for seed in range(3):
        check(problem, ask(make(NAME, merge=True), problem, Context(seed=seed)).tour)


@BOTH
def test_the_last_square_settles_the_direction(merge):
    for last in ((1, 2), (2, 1)):
        problem = Problem.from_board("8x8", closed=True, start=(0, 0), end=last)
        for seed in range(3):
            check(problem, ask(make(NAME, merge=merge), problem, Context(seed=seed)).tour)


@BOTH
def test_an_open_tour_between_two_squares(merge):
    problem = Problem.from_board("8x8", start=(3, 3), end=(0, 1))
    for seed in range(3):
        tour = ask(make(NAME, merge=merge), problem, Context(seed=seed)).tour
        check(problem, tour)
