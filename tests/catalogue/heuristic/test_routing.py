"""The costs of the steps, and rounds that are free."""

import itertools

import networkx as nx
import numpy as np
import pytest

from knightbench import Context, Problem, check
from knightbench.catalogue.heuristic.routing import _costs
from knightbench.formulation import ask, make
from tests.conformance.brute_force import all_tours


@pytest.mark.parametrize(
    "requests",
    [
        {},
        {"start": 1},
        {"end": 2},
        {"start": 0, "end": 3},
        {"closed": True},
        {"closed": True, "start": 2},
        {"closed": True, "end": 4},
        {"closed": True, "start": 1, "end": 2},
        {"closed": True, "start": 1, "end": 3},
    ],
)
def test_the_free_rounds_are_the_tours(requests):
    graph = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3), (0, 2)])
    problem = Problem.from_graph(graph, **requests)
    cost, depot = _costs(problem)
    assert cost.shape == (6 - problem.closed,) * 2
    free = set()
    for order in itertools.permutations(set(range(len(cost))) - {depot}):
        stops = (depot, *order)
        if sum(cost[u, v] for u, v in zip(stops, (*order, depot), strict=True)) == 0:
            free.add(stops if problem.closed else order)
    assert free == set(all_tours(problem))
    assert np.all(cost.diagonal() == 1) or not problem.closed


def test_it_stops_at_so_many_solutions():
    problem = Problem.from_board("5x5", closed=True)
    statistics = ask(make("routing", solutions=17), problem, Context(seed=1)).statistics
    assert statistics["solutions"] == 17
    assert statistics["cost"] >= 1


def test_two_squares():
    for graph, tours in ((nx.path_graph(2), 1), (nx.empty_graph(2), 0)):
        problem = Problem.from_graph(graph)
        answer = ask(make("routing", solutions=10), problem, Context(seed=1))
        assert (answer.tour is not None) == bool(tours)
        if tours:
            check(problem, answer.tour)
