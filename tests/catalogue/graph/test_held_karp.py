import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Context, Problem, Status, check
from knightbench.catalogue.graph.held_karp import _next_layer
from knightbench.formulation import ask, make
from tests.conformance.brute_force import all_tours


def answer(problem):
    return ask(make("held-karp"), problem, Context())


@pytest.mark.parametrize(
    ("size", "tours"),
    # OEIS A079137 (4 x n) and A169696 (3 x n), undirected open tours.
    [("3x4", 8), ("3x5", 0), ("3x7", 52), ("3x8", 396), ("4x5", 82), ("4x4", 0), ("4x6", 744)],
)
def test_counts_of_open_tours_are_the_published_ones(size, tours):
    assert answer(Problem.from_board(size)).statistics["tours"] == tours


def test_counts_of_closed_tours():
    king = Board(2, 3, moves=[(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)])
    problem = Problem.from_board(king, closed=True)
    assert answer(problem).statistics["tours"] == len(list(all_tours(problem))) // 2
    complete = Problem.from_graph(nx.complete_graph(9), closed=True)
    assert answer(complete).statistics["tours"] == 20160  # 8! / 2


@given(
    st.integers(1, 7),
    st.data(),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_counts_agree_with_brute_force(size, data, closed):
    pairs = [(u, v) for u in range(size) for v in range(u)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = nx.empty_graph(size)
    graph.add_edges_from(edges)
    squares = st.none() | st.integers(0, size - 1)
    requests = {"start": data.draw(squares), "end": data.draw(squares)}
    step, square = data.draw(st.integers(1, size)), data.draw(st.integers(0, size - 1))
    if data.draw(st.booleans()) and 1 < step < size:
        requests["clues"] = [(square, step)]
    try:
        problem = Problem.from_graph(graph, closed=closed, **requests)
    except ValueError:
        return
    if problem.contradiction:
        return
    found = answer(problem)
    directed = len(list(all_tours(problem)))
    fixed = problem.end is not None or problem.clues or size == 1
    one_way = fixed or (problem.start is not None and not closed)
    assert found.statistics["tours"] == (directed if one_way else directed // 2)
    assert (found.status is Status.SATISFIED) == (directed > 0)
    if found.tour is not None:
        check(problem, found.tour)


def test_a_large_count_is_exact():
    found = answer(Problem.from_graph(nx.complete_bipartite_graph(9, 9), closed=True))
    assert found.statistics["tours"] == math.factorial(9) * math.factorial(8) // 2


def test_a_count_beyond_63_bits_is_left_out():
    keys = np.array([(1 << 0) << 5 | 0, (1 << 1) << 5 | 1], dtype=np.int64)
    counts = np.array([2**62, 2**62], dtype=np.int64)
    triangle = Problem.from_graph(nx.cycle_graph(3))
    assert not _next_layer(triangle, keys, counts)[2]
    assert _next_layer(triangle, keys, counts // 2**40)[2]


def test_larger_problems_are_refused():
    assert "24" in (make("held-karp").unsupported_reason(Problem.from_board("5x5")) or "")
    assert make("held-karp").unsupported_reason(Problem.from_board("4x6")) is None
