"""Blocked subcycles: the clauses, how many iterations they cost, hard graphs, brute force."""

import itertools
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue._cycles import label_cycles, warm_up
from knightbench.catalogue.sat.network import DIRECTIONS, ENCODINGS, Network
from knightbench.formulation import ask, make
from tests.catalogue.sat.test_cutset import FHCP, read_dimacs
from tests.catalogue.small_problems import assert_right, small_problems


@pytest.fixture(scope="module", autouse=True)
def _warm():
    warm_up()


def test_the_model_is_that_of_cut_sets():
    for closed, start in itertools.product((True, False), (None, (0, 1))):
        problem = Problem.from_board("5x6", closed=closed, start=start)
        cegar, cutset = (
            ask(make(name), problem, Context()).statistics for name in ("sat-cegar", "sat-cutset")
        )
        for count in ("variables", "clauses"):
            assert cegar[count] == cutset[count]


def test_a_block_has_the_arcs_of_a_cycle_either_way_round():
    problem = Problem.from_graph(nx.complete_graph(5), closed=True)
    network = Network.of(problem)
    mates = np.array([[1, 2], [2, 0], [0, 1], [4, 4], [3, 3]], dtype=np.int32)
    labels = np.empty(5, dtype=np.int32)
    cycles = label_cycles(mates, labels)
    arcs = list(network.literals)
    blocks = [
        {arcs[-literal - 1] for literal in clause}
        for clause in network.blocks(mates, labels, cycles)
    ]
    assert blocks == [
        {(0, 1), (1, 2), (2, 0)},
        {(1, 0), (2, 1), (0, 2)},
        {(3, 4), (4, 3)},
    ]


def test_a_cycle_that_can_run_one_way_only_is_blocked_once():
    """Both ends are asked for, so that the dummy vertex 5 has one arc out and one in."""
    problem = Problem.from_graph(nx.complete_graph(5), start=0, end=1)
    network = Network.of(problem)
    mates = np.array([[1, 5], [5, 0], [3, 4], [4, 2], [2, 3], [0, 1]], dtype=np.int32)
    labels = np.array([0, 0, 1, 1, 1, 0], dtype=np.int32)
    arcs = list(network.literals)
    first, *others = network.blocks(mates, labels, 2)
    assert {arcs[-literal - 1] for literal in first} == {(5, 0), (0, 1), (1, 5)}
    assert len(others) == 2


def test_petersen_takes_an_iteration_for_each_pair_of_pentagons():
    problem = Problem.from_graph(nx.petersen_graph(), closed=True)
    answer = ask(make("sat-cegar"), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] == 7
    assert answer.statistics["cuts"] == 6 * 2 * 2


def test_a_block_says_nothing_of_other_cycles_through_the_same_squares():
    """Two complete graphs joined by one move: a cut set refutes it, blocks need every pair."""
    graph = nx.disjoint_union(nx.complete_graph(4), nx.complete_graph(4))
    graph.add_edge(0, 4)
    problem = Problem.from_graph(graph, closed=True)
    cut, block = (
        ask(make(name), problem, Context()) for name in ("sat-cutset?merge=no", "sat-cegar")
    )
    assert cut.status is block.status is Status.UNSATISFIABLE
    assert block.statistics["iterations"] > cut.statistics["iterations"]


@pytest.mark.parametrize(("graph", "vertices"), [(6, 94), (13, 138)])
@pytest.mark.parametrize("closed", [True, False])
def test_graphs_of_the_challenge_set(graph, vertices, closed):
    problem = Problem.from_graph(read_dimacs(FHCP / f"graph{graph}.col"), closed=closed)
    answer = ask(make("sat-cegar"), problem, Context())
    assert problem.size == vertices
    check(problem, answer.tour)


@settings(deadline=None, max_examples=200)
@given(
    small_problems(),
    st.booleans(),
    st.sampled_from(ENCODINGS),
    st.sampled_from(DIRECTIONS),
    st.sampled_from(("none", "balanced")),
)
def test_says_what_brute_force_says(problem, two_cycles, encoding, direction, phases):
    formulation = make(
        "sat-cegar", two_cycles=two_cycles, encoding=encoding, direction=direction, phases=phases
    )
    assert_right(formulation, replace(problem, clues={}), Context())


def test_clues_are_refused():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("sat-cegar").unsupported_reason(problem) == "does not honour clues"


def test_a_deadline_that_has_passed_is_admitted():
    answer = ask(make("sat-cegar"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
