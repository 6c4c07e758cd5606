"""Chains of arcs: joined, closed and taken back as a solver would, and what is said of them."""

import itertools
import random

import networkx as nx
import pytest

from knightbench import Problem
from knightbench.catalogue._cycles import label_cycles
from knightbench.catalogue.sat.chains import Chains
from knightbench.catalogue.sat.network import Network


@pytest.fixture
def network():
    return Network.of(Problem.from_graph(nx.complete_graph(6), closed=True))


def make(chains, *arcs, fixed=False):
    for arc in arcs:
        chains.on_assignment(chains.network.literals[arc], fixed)


def arcs_of(network, literals):
    arcs = list(network.literals)
    return [arcs[-literal - 1] for literal in literals if literal < 0]


def test_the_arc_that_would_close_a_chain_is_ruled_out_and_explained(network):
    chains = Chains(network, "chains", label_cycles)
    make(chains, (0, 1))
    assert arcs_of(network, chains.propagate()) == [(1, 0)]
    make(chains, (2, 3), (1, 2))
    (literal,) = chains.propagate()[-1:]
    assert arcs_of(network, [literal]) == [(3, 0)]
    assert chains.propagate() == []
    reason = chains.provide_reason(literal)
    assert reason[0] == literal
    assert arcs_of(network, reason) == [(3, 0), (0, 1), (1, 2), (2, 3)]


def test_a_chain_of_all_vertices_may_be_closed(network):
    chains = Chains(network, "chains", label_cycles)
    path = list(itertools.pairwise(range(6)))
    make(chains, *path)
    assert chains.propagate() == []
    make(chains, (5, 0))
    assert chains.propagate() == []


def test_an_arc_that_has_closed_a_chain_is_ruled_out_all_the_same(network):
    chains = Chains(network, "chains", label_cycles)
    make(chains, (0, 1), (1, 2), (2, 0))
    (literal,) = chains.propagate()
    assert arcs_of(network, chains.provide_reason(literal)) == [(2, 0), (0, 1), (1, 2)]


def test_a_cycle_that_closes_is_cut_off(network):
    chains = Chains(network, "cycles", label_cycles)
    make(chains, (0, 1), (1, 2))
    assert not chains.has_clause()
    make(chains, (2, 0))
    arcs = list(network.literals)
    cuts = []
    while chains.has_clause():
        cuts.append({arcs[literal - 1] for literal in chains.add_clause()})
    leaving = set(itertools.product(range(3), range(3, 6)))
    entering = {(v, u) for u, v in leaving}
    assert cuts in ([leaving, entering], [entering, leaving])
    assert chains.cuts == 2
    assert chains.propagate() == []


def test_what_is_fixed_above_the_ground_outlives_its_level(network):
    chains = Chains(network, "chains", label_cycles)
    chains.on_new_level()
    make(chains, (0, 1))
    make(chains, (1, 2), fixed=True)
    chains.on_backtrack(0)
    chains.propagate()
    chains.on_new_level()
    make(chains, (2, 3))
    assert arcs_of(network, chains.propagate()) == [(3, 1)]
    chains.on_backtrack(0)
    make(chains, (2, 4))
    assert arcs_of(network, chains.propagate()) == [(4, 1)]


def test_a_model_of_several_cycles_is_cut_off(network):
    chains = Chains(network, "models", label_cycles)

    def model(*cycles):
        made = {arc for cycle in cycles for arc in itertools.pairwise((*cycle, cycle[0]))}
        return [n if arc in made else -n for arc, n in network.literals.items()]

    assert chains.check_model(model((0, 3, 1, 4, 2, 5)))
    assert not chains.has_clause()
    assert not chains.check_model(model((0, 1), (2, 3, 4, 5)))
    assert len(chains.add_clause()) == len(chains.add_clause()) == 8
    assert chains.add_clause() == []


def test_a_reason_for_a_chain_that_is_gone_is_a_fault(network):
    chains = Chains(network, "chains", label_cycles)
    chains.on_new_level()
    make(chains, (0, 1), (1, 2))
    literal = -network.literals[2, 0]
    chains.on_backtrack(0)
    with pytest.raises(KeyError):
        chains.provide_reason(literal)
    assert isinstance(chains.fault, KeyError)


@pytest.mark.parametrize("seed", range(20))
def test_chains_are_those_of_the_arcs_that_are_left(seed):
    """Random joining and taking back, held against paths that are followed one by one."""
    rng = random.Random(seed)
    network = Network.of(Problem.from_graph(nx.complete_graph(9), closed=True))
    chains = Chains(network, "chains", label_cycles)
    levels: list[list[tuple[int, int]]] = [[]]
    for _ in range(400):
        made = dict(itertools.chain(*levels))
        if rng.random() < 0.15 and len(levels) > 1:
            to = rng.randrange(len(levels) - 1)
            chains.on_backtrack(to)
            del levels[to + 1 :]
        elif rng.random() < 0.3:
            chains.on_new_level()
            levels.append([])
        else:
            u, v = rng.sample(range(9), 2)
            make(chains, (u, v))
            if u not in made and v not in made.values():
                levels[-1].append((u, v))
        following = dict(itertools.chain(*levels))
        closings = {}
        for first in set(range(9)) - set(following.values()):
            path = [first]
            while path[-1] in following:
                path.append(following[path[-1]])
            if 1 < len(path) < 9:
                closings[path[-1], path[0]] = {(u, v) for u, v in itertools.pairwise(path)}
        for literal in chains.propagate():
            closing, *reason = arcs_of(network, chains.provide_reason(literal))
            if closing in closings:
                assert set(reason) == closings[closing]
            else:
                assert all(following[u] == v for u, v in (closing, *reason)), "closed already"
        for (last, first), reason in closings.items():
            told = arcs_of(network, chains.provide_reason(-network.literals[last, first]))
            assert told[0] == (last, first)
            assert set(told[1:]) == reason
    assert chains.fault is None
