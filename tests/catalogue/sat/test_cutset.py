"""Cut sets: the model's size and its models, the cuts, hard graphs, and what it is asked."""

import itertools
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue._cycles import warm_up
from knightbench.catalogue.sat.network import DIRECTIONS, ENCODINGS, Network, encode
from knightbench.catalogue.sat.solvers import INCREMENTAL_SOLVERS, UNPHASED_SOLVERS
from knightbench.formulation import ask, make
from tests.catalogue.small_problems import assert_right, small_problems

FHCP = Path(__file__).parents[2] / "data" / "fhcp"
MOVE = ((0, 0), (1, 2))


@pytest.fixture(scope="module", autouse=True)
def _warm():
    warm_up()


def read_dimacs(file):
    graph = nx.Graph()
    for line in file.read_text().splitlines():
        kind, *numbers = line.split() or [""]
        if kind == "p":
            graph.add_nodes_from(range(1, int(numbers[0]) + 1))
        elif kind == "e":
            graph.add_edge(*map(int, numbers))
    return graph


def clauses_of(problem, encoding="mixed"):
    return encode(problem, Network.of(problem), encoding)


def size_of(problem, encoding="mixed"):
    """Variables and clauses of the real CNF; the statistics must say the same."""
    variables, clauses = clauses_of(problem, encoding)
    assert {abs(literal) for clause in clauses for literal in clause} == set(
        range(1, variables + 1)
    )
    told = ask(make("sat-cutset", encoding=encoding), problem, Context()).statistics
    assert (told["variables"], told["clauses"]) == (variables, len(clauses))
    return variables, len(clauses)


def pairs(d):
    return d * (d - 1) // 2


@pytest.mark.parametrize("board", ["5x6", "8x8", "20x20"])
def test_the_model_of_a_closed_tour_is_as_large_as_stated(board):
    problem = Problem.from_board(board, closed=True)
    n, m = problem.size, problem.moves
    clauses = 2 * n + sum(2 * pairs(d) for d in problem.degrees.tolist()) + m
    # The least degree is 2: one clause for the direction, or one for what has a direction.
    assert size_of(problem) == (2 * m, clauses + 1)
    assert clauses <= 2 * n + 15 * m
    for requests, besides in (
        ({"require": [MOVE]}, 2),
        ({"require_arcs": [MOVE]}, 1),
        ({"end": (1, 2)}, 1),
        ({"start": (2, 2)}, 1),
        ({"require": [MOVE], "require_arcs": [((2, 3), (0, 2))], "end": (1, 2)}, 3),
    ):
        asked = Problem.from_board(board, closed=True, **requests)
        assert size_of(asked) == (2 * m, clauses + besides), requests


@pytest.mark.parametrize("board", ["5x6", "8x8", "20x20"])
def test_the_model_of_an_open_tour_is_as_large_as_stated(board):
    problem = Problem.from_board(board)
    n, m = problem.size, problem.moves
    degrees = problem.degrees.tolist()
    least = 2 * (n + 1) + m
    both = sum(2 * pairs(d + 1) for d in degrees) + 2 * (3 * n - 4) + n + pairs(3)
    assert size_of(problem) == (2 * m + 2 * n + 2 * (n - 1), least + both)

    one = sum(pairs(d) + pairs(d + 1) for d in degrees) + (3 * n - 4) + 1
    for requests, square in (({"start": (0, 1)}, 1), ({"end": (0, 1)}, 1)):
        asked = Problem.from_board(board, **requests)
        expected = (2 * m + n + 1 + n - 1, least + one + degrees[square] + 1)
        assert size_of(asked) == expected, requests

    asked = Problem.from_board(board, start=(0, 0), end=(0, 1))
    neither = sum(2 * pairs(d) for d in degrees) + degrees[0] + degrees[1] + 2
    assert size_of(asked) == (2 * m + 2, least + neither)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_has_the_same_models(encoding):
    """The 2-factors of K6: 60 cycles, and 10 pairs of triangles of which one may run either way."""
    from pysat.solvers import Solver

    problem = Problem.from_graph(nx.complete_graph(6), closed=True)
    _, clauses = clauses_of(problem, encoding)
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        arcs = 2 * problem.moves
        models = [tuple(model[:arcs]) for model in solver.enum_models()]
    assert len(set(models)) == 60 + 20
    assert all(sum(literal > 0 for literal in model) == 6 for model in models)


@pytest.mark.parametrize(
    ("requests", "models"),
    [
        ({}, 3),
        ({"require": [(0, 1)]}, 2),
        ({"require_arcs": [(0, 1)]}, 2),
        ({"end": 1}, 2),
        ({"end": 1, "require_arcs": [(2, 3)]}, 1),
        ({"end": 1, "require_arcs": [(0, 1)]}, 0),
    ],
)
def test_each_tour_is_one_model_where_it_has_a_direction_and_where_it_has_none(requests, models):
    from pysat.solvers import Solver

    problem = Problem.from_graph(nx.complete_graph(4), closed=True, **requests)
    _, clauses = clauses_of(problem)
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        assert len(list(solver.enum_models())) == models


@pytest.mark.parametrize("solver", INCREMENTAL_SOLVERS)
def test_every_solver_goes_on_after_a_cut(solver):
    formulation = make("sat-cutset", solver=solver, merge=False)
    answer = ask(formulation, Problem.from_graph(nx.petersen_graph(), closed=True), Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] == 7, "its six 2-factors, each of two pentagons"
    problem = Problem.from_board("8x8", closed=True)
    answer = ask(formulation, problem, Context())
    check(problem, answer.tour)
    assert answer.statistics["iterations"] > 1


@pytest.mark.parametrize(("graph", "vertices", "edges"), [(6, 94, 142), (13, 138, 207)])
@pytest.mark.parametrize("closed", [True, False])
def test_graphs_of_the_challenge_set(graph, vertices, edges, closed):
    problem = Problem.from_graph(read_dimacs(FHCP / f"graph{graph}.col"), closed=closed)
    assert (problem.size, problem.moves) == (vertices, edges)
    answer = ask(make("sat-cutset"), problem, Context())
    check(problem, answer.tour)


def options():
    """Every value of every parameter but the solver."""
    return st.fixed_dictionaries(
        {
            "merge": st.booleans(),
            "cut": st.booleans(),
            "encoding": st.sampled_from(ENCODINGS),
            "two_cycles": st.booleans(),
            "direction": st.sampled_from(DIRECTIONS),
            "phases": st.sampled_from(("none", "balanced")),
        }
    )


@settings(deadline=None, max_examples=300)
@given(small_problems(), options())
def test_says_what_brute_force_says(problem, options):
    assert_right(make("sat-cutset", **options), replace(problem, clues={}), Context())


OPTIONS = [
    "cut=no",
    "cut=no&merge=no",
    "two_cycles=no",
    "two_cycles=no&cut=no&merge=no",
    "direction=none",
    "phases=balanced",
]


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(("graph", "vertices"), [(6, 94), (13, 138)])
def test_every_option_solves_graphs_of_the_challenge_set(option, graph, vertices):
    problem = Problem.from_graph(read_dimacs(FHCP / f"graph{graph}.col"), closed=True)
    answer = ask(make(f"sat-cutset?{option}"), problem, Context())
    assert problem.size == vertices
    check(problem, answer.tour)


def test_two_cycles_and_the_direction_are_clauses_that_can_be_left_out():
    problem = Problem.from_board("5x6", closed=True)
    network = Network.of(problem)
    whole = encode(problem, network, "mixed")[1]
    two = encode(problem, network, "mixed", two_cycles=False)[1]
    none = encode(problem, network, "mixed", direction="none")[1]
    assert len(whole) - len(two) == problem.moves
    assert len(whole) - len(none) == 1, "two moves at the corner: one pair in the wrong order"
    assert all(clause in whole for clause in two + none)


def test_each_direction_is_a_model_of_its_own_where_none_is_ruled_out():
    from pysat.solvers import Solver

    problem = Problem.from_graph(nx.complete_graph(4), closed=True)
    for options, models in (
        ({}, 3),
        ({"direction": "none"}, 6),
        # Three pairs of 2-cycles; at the first vertex they break no order.
        ({"direction": "none", "two_cycles": False}, 6 + 3),
        ({"two_cycles": False}, 3 + 3),
    ):
        _, clauses = encode(problem, Network.of(problem), "pairwise", **options)
        with Solver(name="minisat22", bootstrap_with=clauses) as solver:
            assert len(list(solver.enum_models())) == models, options


def test_without_the_clauses_two_cycles_appear_and_are_joined_or_cut():
    problem = Problem.from_board("8x8", closed=True)
    for cut, merge in itertools.product((True, False), repeat=2):
        formulation = make("sat-cutset", two_cycles=False, cut=cut, merge=merge)
        answer = ask(formulation, problem, Context())
        check(problem, answer.tour)
        if not merge:
            assert answer.statistics["iterations"] > 1


@pytest.mark.parametrize("solver", INCREMENTAL_SOLVERS)
def test_every_solver_that_takes_phases_begins_with_them(solver):
    formulation = make("sat-cutset", solver=solver, phases="balanced")
    problem = Problem.from_board("6x6", closed=True)
    if solver in UNPHASED_SOLVERS:
        assert formulation.unsupported_reason(problem) == f"{solver} takes no phases"
        return
    answer = ask(formulation, problem, Context())
    check(problem, answer.tour)
    petersen = Problem.from_graph(nx.petersen_graph(), closed=True)
    assert ask(formulation, petersen, Context()).status is Status.UNSATISFIABLE


def test_clues_are_refused():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("sat-cutset").unsupported_reason(problem) == "does not honour clues"


@pytest.mark.parametrize(
    ("start", "end"), [(None, None), ((0, 0), None), (None, (0, 0)), ((0, 0), (0, 0))]
)
def test_a_single_square(start, end):
    answer = ask(make("sat-cutset"), Problem.from_board("1x1", start=start, end=end), Context())
    assert answer.tour == (0,)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("merge", [True, False])
def test_two_boards_beside_each_other_have_no_tour(closed, merge):
    one = Problem.from_board("6x6").graph()
    problem = Problem.from_graph(nx.disjoint_union(one, one), closed=closed)
    answer = ask(make("sat-cutset", merge=merge), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] >= 1


@pytest.mark.parametrize(
    ("edges", "requests", "reason"),
    [
        ([(0, 1), (1, 2), (2, 0)], {"closed": True}, "no move leaves 3"),
        ([(0, 1), (1, 2)], {"start": 0, "end": 2}, "no move leaves 3"),
        ([(0, 1), (1, 2), (2, 3)], {"closed": True, "end": 2}, "2 to 0 is not a move"),
    ],
)
def test_a_proof_without_search_has_its_reason(edges, requests, reason):
    graph = nx.Graph(edges)
    graph.add_nodes_from(range(4))
    answer = ask(make("sat-cutset"), Problem.from_graph(graph, **requests), Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.reason == reason


def test_two_triangles_fall_apart():
    triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    answer = ask(make("sat-cutset"), Problem.from_graph(triangles, closed=True), Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.reason == "no move leads from some part of the graph to the rest"


@pytest.mark.parametrize("closed", [True, False])
def test_joining_saves_iterations(closed):
    problem = Problem.from_board("20x20", closed=closed)
    joined, cut = (
        ask(make("sat-cutset", merge=merge), problem, Context()) for merge in (True, False)
    )
    assert joined.statistics["iterations"] < cut.statistics["iterations"]


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("start", [None, (3, 3)])
@pytest.mark.parametrize("closed", [True, False])
def test_a_tour_runs_the_way_that_is_asked_for(closed, start, merge):
    """Moves of many cycles, in directions that joining knows nothing about."""
    arcs = [
        ((6, 4), (7, 6)),
        ((0, 6), (2, 5)),
        ((0, 0), (1, 2)),
        ((7, 0), (6, 2)),
        ((4, 4), (2, 3)),
    ]
    for turned in itertools.product((False, True), repeat=len(arcs)):
        asked = [arc[::-1] if turn else arc for arc, turn in zip(arcs, turned, strict=True)]
        problem = Problem.from_board("8x8", closed=closed, start=start, require_arcs=asked)
        answer = ask(make("sat-cutset", merge=merge), problem, Context())
        check(problem, answer.tour)


def test_a_deadline_that_has_passed_is_admitted():
    answer = ask(make("sat-cutset"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


def test_progress_is_reported_at_every_iteration():
    reports = []
    context = Context(report=lambda **counts: reports.append(counts))
    problem = Problem.from_graph(nx.petersen_graph(), closed=True)
    answer = ask(make("sat-cutset"), problem, context)
    assert [report["iterations"] for report in reports] == list(range(1, 8))
    assert reports[-1] == answer.statistics


def test_the_same_question_gives_the_same_answer():
    problem = Problem.from_graph(read_dimacs(FHCP / "graph13.col"), closed=True)
    first, second = (ask(make("sat-cutset"), problem, Context(seed=seed)) for seed in (1, 2))
    assert first.tour == second.tour
    assert first.statistics == second.statistics
    assert first.statistics["conflicts"] > 0
