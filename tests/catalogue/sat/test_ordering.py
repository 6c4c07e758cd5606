"""The order of pairs: its size, its chordal completion, every solver, and what it is asked."""

import itertools
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat.network import Network, encode
from knightbench.catalogue.sat.ordering import chordal_completion
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid
from tests.catalogue.small_problems import assert_right, small_problems

TRIANGULATIONS = ("full", "min-degree")


def sizes(problem, triangulation):
    """Variables and clauses beside those of sat-cutset, counted one by one and as told."""
    formulation = make("sat-ordering", triangulation=triangulation)
    network = Network.of(problem)
    variables, degrees = encode(problem, network, "mixed")
    order = list(formulation.order(problem, network, variables + 1))
    used = {abs(literal) for clause in (*degrees, *order) for literal in clause}
    assert used == set(range(1, max(used) + 1))
    told = ask(formulation, problem, Context()).statistics
    assert (told["variables"], told["clauses"]) == (len(used), len(degrees) + len(order))
    return len(used) - variables, len(order)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("board", ["3x4", "5x5", "5x6"])
def test_the_model_is_as_large_as_stated(board, closed):
    problem = Problem.from_board(board, closed=closed)
    n, m = problem.size, problem.moves
    if closed:
        size, arcs = n - 1, 2 * m - 2 * problem.degrees[0]
    else:
        size, arcs = n, 2 * m
    full = (size * (size - 1) // 2, arcs + size * (size - 1) * (size - 2) // 3)
    assert sizes(problem, "full") == full

    graph = problem.graph()
    if closed:
        graph.remove_node(0)
    pairs, triangles = chordal_completion(sorted(graph), graph.edges)
    fill = len(pairs) - graph.number_of_edges()
    assert fill > 0
    least = (arcs // 2 + fill, arcs + 2 * len(triangles))
    assert sizes(problem, "min-degree") == least
    assert least < full


@pytest.mark.parametrize("seed", range(20))
def test_the_completion_is_chordal_and_its_triangles_are_all_there_are(seed):
    graph = nx.gnp_random_graph(9, 0.1 * (seed % 8), seed=seed)
    pairs, triangles = chordal_completion(graph, graph.edges)
    chordal = nx.Graph(pairs)
    chordal.add_nodes_from(graph)
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(chordal.has_edge(*edge) for edge in graph.edges)
    assert nx.is_chordal(chordal)
    every = {
        three
        for three in itertools.combinations(range(9), 3)
        if all(chordal.has_edge(*pair) for pair in itertools.combinations(three, 2))
    }
    assert sorted(tuple(sorted(triangle)) for triangle in triangles) == sorted(every)


@pytest.mark.parametrize("triangulation", TRIANGULATIONS)
def test_every_tour_is_one_model(triangulation):
    """K5 has 12 tours, and a total order is settled by the tour where all pairs are ordered."""
    from pysat.solvers import Solver

    problem = Problem.from_graph(nx.complete_graph(5), closed=True)
    network = Network.of(problem)
    variables, clauses = encode(problem, network, "pairwise")
    formulation = make("sat-ordering", triangulation=triangulation)
    clauses += formulation.order(problem, network, variables + 1)
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        assert len(list(solver.enum_models())) == 12


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("triangulation", TRIANGULATIONS)
def test_every_solver(solver, triangulation):
    formulation = make("sat-ordering", solver=solver, triangulation=triangulation)
    for board, closed in (("1x1", False), ("3x4", False), ("5x6", True)):
        problem = Problem.from_board(board, closed=closed)
        check(problem, ask(formulation, problem, Context()).tour)
    none = Problem.from_graph(nx.petersen_graph(), closed=True)
    answer = ask(formulation, none, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert ("conflicts" in answer.statistics) == (solver != "kissat404")


def test_a_deadline_that_has_passed_is_admitted():
    answer = ask(make("sat-ordering"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@pytest.mark.parametrize("board", ["2x2", "3x3"])
def test_a_proof_without_search_has_its_reason(board):
    problem = Problem.from_board(board, closed=True)
    answer = ask(make("sat-ordering"), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.reason == {"2x2": "no move leaves (0, 0)", "3x3": "no move leaves (1, 1)"}[board]
    assert answer.statistics["conflicts"] == 0


def test_two_boards_beside_each_other_are_refuted_by_search():
    """No clause of the degrees knows that the graph falls apart."""
    one = Problem.from_board("4x5").graph()
    problem = Problem.from_graph(nx.disjoint_union(one, one))
    answer = ask(make("sat-ordering"), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] == 1


def test_the_same_run_twice():
    problem = Problem.from_board("6x6", closed=True)
    first, again = (ask(make("sat-ordering"), problem, Context(seed=s)) for s in (1, 2))
    assert first == again
    assert first.statistics["conflicts"] > 0


def test_clues_are_refused():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("sat-ordering").unsupported_reason(problem) == "does not honour clues"


@pytest.mark.slow
def test_the_grid_with_all_pairs_ordered():
    assert_right_on_the_grid(make("sat-ordering", triangulation="full"))


@settings(max_examples=200, deadline=None)
@given(small_problems(), st.sampled_from(TRIANGULATIONS), st.sampled_from(SOLVERS))
def test_agrees_with_brute_force(problem, triangulation, solver):
    formulation = make("sat-ordering", triangulation=triangulation, solver=solver)
    assert_right(formulation, replace(problem, clues={}), Context())
