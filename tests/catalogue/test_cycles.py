"""Joining the cycles of a 2-factor: what must hold of every result, and where it must succeed."""

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.catalogue._cycles import directed_walk, label_cycles, merge_cycles, protect, walk

#: The first call of a kernel compiles it.
untimed = settings(deadline=None)


@st.composite
def two_factors(draw, largest=16):
    """A 2-factor, the graph around it, and some of its moves to protect."""
    lengths = draw(st.lists(st.integers(3, 6), min_size=1, max_size=largest // 3))
    size = sum(lengths)
    squares = draw(st.permutations(range(size)))
    made = []
    for length, end in zip(lengths, itertools.accumulate(lengths), strict=True):
        cycle = squares[end - length : end]
        made += zip(cycle, cycle[1:] + cycle[:1], strict=True)
    pairs = list(itertools.combinations(range(size), 2))
    graph = nx.Graph(made)
    graph.add_edges_from(draw(st.sets(st.sampled_from(pairs), max_size=3 * size)))
    return graph, mates_of(made), draw(st.lists(st.sampled_from(made)))


def mates_of(moves):
    graph = nx.Graph(moves)
    return np.array([list(graph[square]) for square in range(len(graph))], dtype=np.int32)


def rows_of(graph):
    plain = nx.Graph()
    plain.add_nodes_from(sorted(graph))
    plain.add_edges_from(graph.edges)
    problem = Problem.from_graph(plain)
    return problem.offsets, problem.targets


def moves_of(mates):
    return {(u, int(v)) for u, pair in enumerate(mates) for v in pair}


def merged(graph, mates, protected=()):
    result = mates.copy()
    counts = merge_cycles(*rows_of(graph), result, protect(mates, protected))
    return result, counts


def labels_of(mates):
    labels = np.empty(len(mates), dtype=np.int32)
    return label_cycles(mates, labels), labels.tolist()


@untimed
@given(two_factors())
def test_labels_are_those_of_the_connected_parts(case):
    _, mates, _ = case
    parts = sorted(map(sorted, nx.connected_components(nx.Graph(moves_of(mates)))))
    number = {square: part for part, squares in enumerate(parts) for square in squares}
    assert labels_of(mates) == (len(parts), [number[square] for square in range(len(mates))])


@untimed
@given(two_factors())
def test_the_result_is_a_2_factor_of_the_graph(case):
    graph, mates, protected = case
    result, _ = merged(graph, mates, protected)
    moves = moves_of(result)
    assert len(moves) == 2 * len(mates), "two different mates for every square"
    assert all((v, u) in moves and graph.has_edge(u, v) for u, v in moves)


@untimed
@given(two_factors())
def test_protected_moves_are_kept(case):
    graph, mates, protected = case
    result, _ = merged(graph, mates, protected)
    assert set(protected) <= moves_of(result)


@untimed
@given(two_factors())
def test_each_exchange_leaves_one_cycle_less(case):
    graph, mates, protected = case
    result, (cycles, exchanges) = merged(graph, mates, protected)
    assert cycles == labels_of(mates)[0]
    assert labels_of(result)[0] == cycles - exchanges
    assert exchanges >= 0


@untimed
@given(two_factors())
def test_no_exchange_is_left_that_joins(case):
    graph, mates, protected = case
    result, _ = merged(graph, mates, protected)
    _, labels = labels_of(result)
    kept = {arc for u, v in protected for arc in ((u, v), (v, u))}
    free = moves_of(result) - kept
    assert not [
        (u, v, x, y)
        for (u, v), (x, y) in itertools.product(free, repeat=2)
        if labels[u] != labels[x] and graph.has_edge(u, x) and graph.has_edge(v, y)
    ]


@untimed
@given(two_factors(), st.data())
def test_the_protected_moves_can_be_given_in_either_direction(case, data):
    graph, mates, protected = case
    turned = [data.draw(st.sampled_from([(u, v), (v, u)])) for u, v in protected]
    assert (merged(graph, mates, turned)[0] == merged(graph, mates, protected)[0]).all()


def test_an_exchange_may_be_open_only_after_a_pass():
    """Four triangles of which one pass over the squares joins three."""
    triangles = [(2, 4), (4, 1), (1, 2), (0, 8), (8, 6), (6, 0)]
    triangles += [(5, 9), (9, 7), (7, 5), (11, 10), (10, 3), (3, 11)]
    between = [(0, 1), (1, 5), (1, 7), (2, 3), (3, 5), (3, 8), (6, 10), (8, 9)]
    result, counts = merged(nx.Graph([*triangles, *between]), mates_of(triangles))
    assert counts == (4, 3)
    assert labels_of(result)[0] == 1


def test_a_protected_move_can_stand_in_the_way():
    triangles = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    graph = nx.Graph([*triangles, (0, 3), (1, 4)])
    mates = mates_of(triangles)
    result, counts = merged(graph, mates)
    assert counts == (2, 1)
    assert labels_of(result)[0] == 1
    result, counts = merged(graph, mates, [(4, 3)])
    assert counts == (2, 0)
    assert (result == mates).all()


def test_a_grid_of_small_squares_becomes_one_cycle():
    """A rook's board of 50 x 50 blocks of 2 x 2: each can be joined to the one beside it."""
    problem = Problem.from_board(Board(100, 100, moves=(0, 1)))
    row, col = np.divmod(np.arange(problem.size, dtype=np.int32), 100)
    mates = np.stack((row * 100 + (col ^ 1), (row ^ 1) * 100 + col), axis=1).astype(np.int32)
    counts = merge_cycles(problem.offsets, problem.targets, mates, protect(mates, ()))
    assert counts == (2500, 2499)
    assert len(walk(mates, 0, int(mates[0, 0]))) == problem.size


def test_a_walk_goes_through_its_first_move_and_round_its_cycle_alone():
    mates = mates_of([(0, 2), (2, 1), (1, 3), (3, 0), (4, 5), (5, 6), (6, 4)])
    assert walk(mates, 0, 2).tolist() == [0, 2, 1, 3]
    assert walk(mates, 0, 3).tolist() == [0, 3, 1, 2]
    assert walk(mates, 5, 6).tolist() == [5, 6, 4]


@pytest.mark.parametrize(
    ("arcs", "expected"),
    [
        ([(0, 2)], [0, 2, 1, 3]),
        ([(2, 0)], [0, 3, 1, 2]),
        ([(3, 1), (0, 3)], [0, 3, 1, 2]),
        ([(3, 1), (3, 0)], None),
        ([(0, 1)], None),
    ],
)
def test_a_directed_walk_makes_its_arcs_or_there_is_none(arcs, expected):
    mates = mates_of([(0, 2), (2, 1), (1, 3), (3, 0)])
    assert directed_walk(mates, 0, arcs) == expected


def test_without_arcs_both_directions_will_do():
    mates = mates_of([(0, 2), (2, 1), (1, 3), (3, 0)])
    assert directed_walk(mates, 1, []) in ([1, 2, 0, 3], [1, 3, 0, 2])
