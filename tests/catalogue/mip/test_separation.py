"""Sets of nodes that weighted moves leave too lightly, against all sets there are."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Context, Problem, Status
from knightbench.catalogue.mip._separation import crossing, isolated_sets, light_sets
from knightbench.formulation import ask, make


def squares_of(sets):
    return [np.flatnonzero(inside).tolist() for inside in sets]


def test_two_triangles_held_together_by_halves():
    moves = np.array(
        [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (2, 5)], dtype=np.int32
    )
    weights = np.array([1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5])
    assert isolated_sets(6, moves, weights) == []
    assert squares_of(light_sets(6, moves, weights)) == [[3, 4, 5]]


def test_isolated_sets_are_the_cycles():
    rings = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (6, 7), (7, 8), (6, 8), (2, 3), (5, 6)]
    moves = np.array(rings, dtype=np.int32)
    three = np.array([1.0] * 9 + [0.0, 0.0])
    assert squares_of(isolated_sets(9, moves, three)) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    two = np.array([1.0] * 9 + [1.0, 0.0])
    assert squares_of(isolated_sets(9, moves, two)) == [[0, 1, 2, 3, 4, 5]]
    assert isolated_sets(9, moves, np.ones(11)) == []


@st.composite
def weighted_graphs(draw):
    nodes = draw(st.integers(3, 7))
    pairs = list(combinations(range(nodes), 2))
    tenths = draw(st.lists(st.integers(0, 10), min_size=len(pairs), max_size=len(pairs)))
    # A cycle through all nodes, so that something holds the graph together.
    ring = [(u + 1 == v or v - u == nodes - 1) * draw(st.integers(3, 10)) for u, v in pairs]
    return nodes, np.array(pairs, dtype=np.int32), (np.array(tenths) // 3 + ring) / 10


@given(weighted_graphs())
def test_light_sets_are_light_and_there_are_some_where_there_is_one(graph):
    nodes, moves, weights = graph
    found = light_sets(nodes, moves, weights)
    for inside in found:
        assert 0 < inside.sum() < nodes
        assert weights[crossing(inside, moves)].sum() < 2
    everything = (
        np.isin(np.arange(nodes), inside)
        for size in range(1, nodes)
        for inside in combinations(range(1, nodes), size)
    )
    lightest = min(weights[crossing(inside, moves)].sum() for inside in everything)
    assert bool(found) == (lightest < 2 - 0.05)


def test_separation_cuts_fractional_points_before_branching():
    problem = Problem.from_board("4x10", closed=True)
    answer = ask(make("mip-subtour-cuts?separate=yes"), problem, Context(seed=1))
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["relaxations"] > 1
    assert answer.statistics["cuts"] > 0
    without = ask(make("mip-subtour-cuts"), problem, Context(seed=1))
    assert without.statistics["relaxations"] == 0
