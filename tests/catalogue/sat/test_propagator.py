"""The user propagator: its model, what each way of watching does, hard graphs, brute force."""

import itertools
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue._cycles import warm_up
from knightbench.catalogue.sat.chains import Chains
from knightbench.catalogue.sat.network import DIRECTIONS, ENCODINGS
from knightbench.formulation import ask, make
from tests.catalogue.sat.test_cutset import FHCP, read_dimacs
from tests.catalogue.small_problems import assert_right, small_problems

WATCHES = ("chains", "cycles", "models")


@pytest.fixture(scope="module", autouse=True)
def _warm():
    warm_up()


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_model_is_that_of_cut_sets(closed, encoding):
    problem = Problem.from_board("5x6", closed=closed)
    inside, outside = (
        ask(make(name, encoding=encoding), problem, Context()).statistics
        for name in ("sat-propagator", "sat-cutset")
    )
    for count in ("variables", "clauses"):
        assert inside[count] == outside[count]


def test_each_way_of_watching_refutes_petersen_by_its_own_means():
    """Its six 2-factors are pairs of pentagons, so that degrees alone do not refute it."""
    problem = Problem.from_graph(nx.petersen_graph(), closed=True)
    answers = {
        watch: ask(make("sat-propagator", watch=watch), problem, Context()) for watch in WATCHES
    }
    assert {answer.status for answer in answers.values()} == {Status.UNSATISFIABLE}
    statistics = {watch: answer.statistics for watch, answer in answers.items()}
    assert statistics["chains"]["forbidden"] > statistics["chains"]["reasons"] > 0
    for watch in ("cycles", "models"):
        assert statistics[watch]["forbidden"] == statistics[watch]["reasons"] == 0
        assert statistics[watch]["cuts"] >= 2


@pytest.mark.parametrize("watch", WATCHES)
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(("graph", "vertices"), [(6, 94), (13, 138)])
def test_graphs_of_the_challenge_set(graph, vertices, closed, watch):
    problem = Problem.from_graph(read_dimacs(FHCP / f"graph{graph}.col"), closed=closed)
    assert problem.size == vertices
    answer = ask(make("sat-propagator", watch=watch), problem, Context())
    check(problem, answer.tour)


@pytest.mark.parametrize("watch", WATCHES)
def test_a_board_of_four_rows_is_refuted(watch):
    problem = Problem.from_board("4x10", closed=True)
    answer = ask(make("sat-propagator", watch=watch), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["conflicts"] > 0


@pytest.mark.parametrize("watch", WATCHES)
@pytest.mark.parametrize("start", [None, (3, 3)])
@pytest.mark.parametrize("closed", [True, False])
def test_a_tour_runs_the_way_that_is_asked_for(closed, start, watch):
    arcs = [((6, 4), (7, 6)), ((0, 6), (2, 5)), ((7, 0), (6, 2))]
    for turned in itertools.product((False, True), repeat=len(arcs)):
        asked = [arc[::-1] if turn else arc for arc, turn in zip(arcs, turned, strict=True)]
        problem = Problem.from_board("8x8", closed=closed, start=start, require_arcs=asked)
        answer = ask(make("sat-propagator", watch=watch), problem, Context())
        check(problem, answer.tour)


@pytest.mark.parametrize("watch", WATCHES)
def test_two_triangles_fall_apart(watch):
    triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    for closed in (True, False):
        problem = Problem.from_graph(triangles, closed=closed)
        answer = ask(make("sat-propagator", watch=watch), problem, Context())
        assert answer.status is Status.UNSATISFIABLE


@pytest.mark.parametrize("closed", [True, False])
def test_no_move_to_a_square_is_a_reason(closed):
    graph = nx.Graph([(0, 1), (1, 2), (2, 0)])
    graph.add_node(3)
    requests = {} if closed else {"start": 0, "end": 2}
    problem = Problem.from_graph(graph, closed=closed, **requests)
    answer = ask(make("sat-propagator"), problem, Context())
    assert (answer.status, answer.reason) == (Status.UNSATISFIABLE, "no move leaves 3")


@settings(deadline=None, max_examples=300)
@given(
    small_problems(),
    st.sampled_from(WATCHES),
    st.booleans(),
    st.sampled_from(ENCODINGS),
    st.sampled_from(DIRECTIONS),
)
def test_says_what_brute_force_says(problem, watch, two_cycles, encoding, direction):
    formulation = make(
        "sat-propagator",
        watch=watch,
        two_cycles=two_cycles,
        encoding=encoding,
        direction=direction,
    )
    assert_right(formulation, replace(problem, clues={}), Context())


def test_an_exception_inside_of_the_solver_is_raised_and_not_taken_for_a_proof(monkeypatch):
    def interrupted(self, model):
        raise KeyboardInterrupt

    from knightbench.catalogue.sat import chains

    monkeypatch.setattr(Chains, "check_model", chains.recorded(interrupted))
    with pytest.raises(KeyboardInterrupt):
        ask(make("sat-propagator"), Problem.from_board("3x4"), Context())


def test_clues_are_refused():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("sat-propagator").unsupported_reason(problem) == "does not honour clues"


def test_a_deadline_that_has_passed_is_admitted():
    answer = ask(make("sat-propagator"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@pytest.mark.parametrize("watch", WATCHES)
def test_the_same_question_gives_the_same_answer(watch):
    problem = Problem.from_graph(read_dimacs(FHCP / "graph13.col"), closed=True)
    formulation = make("sat-propagator", watch=watch)
    first, second = (ask(formulation, problem, Context(seed=seed)) for seed in (1, 2))
    assert first.tour == second.tour
    assert first.statistics == second.statistics
    assert first.statistics["conflicts"] > 0
