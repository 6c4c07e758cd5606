"""Balanced phases: a literal for every arc, and each vertex left and entered once, nearly."""

import networkx as nx
import pytest

from knightbench import Problem
from knightbench.catalogue._cycles import label_cycles
from knightbench.catalogue.sat.network import Network
from knightbench.catalogue.sat.phases import balanced


def guess(problem):
    """The arcs that are true, after a look at the literals."""
    network = Network.of(problem)
    literals = balanced(network)
    assert list(map(abs, literals)) == list(range(1, len(network.arcs) + 1))
    return network, [arc for arc, number in network.literals.items() if number in set(literals)]


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("board", ["1x1", "3x3", "8x8", "20x20"])
def test_no_vertex_is_left_or_entered_twice(board, closed):
    network, arcs = guess(Problem.from_board(board, closed=closed))
    for ends in zip(*arcs, strict=True):
        assert len(ends) == len(set(ends))
    if board == "20x20":
        assert len(arcs) >= 0.98 * network.vertices


@pytest.mark.parametrize("start", [None, (0, 0), (3, 4)])
def test_on_a_board_that_warnsdorff_solves_it_is_the_tour(start):
    network, arcs = guess(Problem.from_board("8x8", start=start))
    assert len(arcs) == network.vertices == 65
    following = dict(arcs)
    square, tour = following[network.first], []
    while square != network.first:
        tour.append(square)
        square = following[square]
    assert len(tour) == 64
    if start is not None:
        assert tour[0] == 8 * start[0] + start[1]


def test_walks_that_close_are_closed():
    """Each walk ends beside where it began."""
    rings = nx.disjoint_union(nx.cycle_graph(5), nx.cycle_graph(7))
    network, arcs = guess(Problem.from_graph(rings, closed=True))
    assert len(arcs) == network.vertices
    literals = set(balanced(network))
    model = [n if n in literals else -n for n in range(1, len(network.arcs) + 1)]
    mates = network.two_factor(model)
    assert label_cycles(mates, mates[:, 0].copy()) == 2
