"""What an ant leaves behind, by hand."""

import itertools

import networkx as nx
import numpy as np
import pytest

from knightbench import Context, Problem, check
from knightbench.catalogue.heuristic._ants import send_ants
from knightbench.formulation import ask, make


def sent(problem, pheromone, **changed):
    arguments = {
        "closed": problem.closed,
        "firsts": np.arange(problem.size, dtype=np.int32),
        "last": -1,
        "kept": 0.75,
        "pheromone": pheromone,
        "rng": np.random.default_rng(1),
        "cycles": 1,
        "tour": np.empty(problem.size, dtype=np.int32),
    } | changed
    return send_ants(problem.offsets, problem.targets, *arguments.values())


def test_an_ant_leaves_the_more_the_longer_and_the_earlier():
    # Leaf, centre, leaf is all that an ant can do: two moves of three.
    problem = Problem.from_graph(nx.star_graph(3))
    pheromone = np.full(6, 8.0)
    assert sent(problem, pheromone) == (False, 1, 4)
    from_centre, from_leaves = pheromone[:3], pheromone[3:]
    assert from_leaves == pytest.approx(np.full(3, 0.75 * 8 + 2 / 3))
    # Three ants make their second move there, one its first and only.
    assert from_centre.sum() == pytest.approx(3 * 0.75 * 8 + 3 * 1 / 2 + 1 / 3)


def test_an_ant_follows_the_pheromone():
    problem = Problem.from_board("3x4")
    tour = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4]
    arcs = {arc: number for number, arc in enumerate(problem.arcs())}
    pheromone = np.full(len(arcs), 1e-30)
    for move in itertools.pairwise(tour):
        pheromone[arcs[move]] = 1.0
    walked = np.empty(12, dtype=np.int32)
    firsts = np.zeros(1, dtype=np.int32)
    assert sent(problem, pheromone, firsts=firsts, tour=walked) == (True, 1, 1)
    assert walked.tolist() == tour


def test_pheromone_that_is_gone_leaves_a_way_on():
    problem = Problem.from_graph(nx.path_graph(4), start=0)
    pheromone = np.zeros(len(problem.targets))
    firsts = np.zeros(1, dtype=np.int32)
    assert sent(problem, pheromone, firsts=firsts) == (True, 1, 1)


def test_colonies_begin_afresh():
    problem = Problem.from_board("4x4")
    answer = ask(make("ant-colony", colonies=2, cycles=5), problem, Context(seed=1))
    assert answer.statistics == {"colonies": 2, "cycles": 10, "ants": 160}


def test_ants_learn():
    # The 64 ants of the first cycle are led by nothing yet.
    problem = Problem.from_board("8x8")
    answer = ask(make("ant-colony"), problem, Context(seed=3))
    check(problem, answer.tour)
    led_by_nothing = ask(make("ant-colony", evaporation=0, cycles=1), problem, Context(seed=3))
    assert led_by_nothing.tour is None


def test_more_than_all_cannot_evaporate():
    with pytest.raises(ValueError, match="evaporation"):
        make("ant-colony", evaporation=101)
