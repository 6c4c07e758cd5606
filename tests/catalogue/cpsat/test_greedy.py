"""The path of Warnsdorff's rule without a step back."""

import itertools

import networkx as nx

from knightbench import Problem
from knightbench.catalogue.cpsat.greedy import greedy_path


def test_goes_where_the_fewest_moves_lead_on():
    # From 0, square 1 leads on to two squares, 2 to one.
    graph = nx.Graph([(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (3, 4)])
    assert greedy_path(Problem.from_graph(graph), 0) == [0, 2, 3, 1, 4]


def test_takes_the_first_in_move_order_of_equals():
    graph = nx.empty_graph(4)
    graph.add_edges_from([(0, 2), (0, 1), (2, 3), (1, 3)])
    assert greedy_path(Problem.from_graph(graph), 0) == [0, 2, 3, 1]


def test_ends_where_it_is_stuck():
    assert greedy_path(Problem.from_graph(nx.star_graph(3)), 1) == [1, 0, 2]
    assert greedy_path(Problem.from_board("1x1"), 0) == [0]


def test_is_a_path_without_forbidden_moves():
    problem = Problem.from_board("8x8", forbid=[((0, 0), (1, 2))])
    path = greedy_path(problem, 0)
    assert path[1] == problem.square((2, 1))
    assert len(set(path)) == len(path)
    assert all(v in problem.neighbours(u) for u, v in itertools.pairwise(path))
