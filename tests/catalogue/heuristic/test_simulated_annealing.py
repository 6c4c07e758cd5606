"""What an exchange keeps: two moves at every vertex, the count of cycles, what must stay."""

import networkx as nx
import numpy as np
import pytest

from knightbench import Context, Problem, Status, check
from knightbench.catalogue._cycles import label_cycles, protect
from knightbench.catalogue.graph.two_factor import network_of
from knightbench.catalogue.heuristic._annealing import anneal
from knightbench.formulation import ask, make


def two_factor(problem, seed):
    network = network_of(problem)
    rng = np.random.default_rng(seed)
    mates = network.two_factor(rng)
    return network, mates, protect(mates, network.certain), rng


def cycles_of(mates):
    return label_cycles(mates, np.empty(len(mates), dtype=np.int32))


def moves_of(mates):
    return {(u, v) for u, pair in enumerate(mates.tolist()) for v in pair}


@pytest.mark.parametrize("closed", [False, True])
def test_exchanges_keep_a_two_factor_and_count_its_cycles(closed):
    required = [((0, 0), (1, 2)), ((3, 3), (4, 5))]
    problem = Problem.from_board("8x8", closed=closed, require=required)
    network, mates, stays, rng = two_factor(problem, seed=1)
    offsets, targets = network.rows()
    allowed = {
        (u, v) for u in range(len(mates)) for v in targets[offsets[u] : offsets[u + 1]].tolist()
    } | {arc for u, v in network.certain for arc in ((u, v), (v, u))}
    cycles, changes = cycles_of(mates), set()
    for _ in range(20_000):
        before = moves_of(mates)
        # At 1 the kernel would stop; 2 at least keeps it going, and the difference is what counts.
        claimed, proposed = anneal(offsets, targets, mates, stays, cycles + 1, 1e9, 1.0, 1, rng)
        assert proposed == 1
        moves = moves_of(mates)
        assert len(moves) == 2 * len(mates)
        assert moves <= allowed
        assert all((v, u) in moves for u, v in moves)
        assert set(network.certain) <= moves
        assert claimed - 1 == cycles_of(mates)
        if moves != before:
            changes.add(claimed - 1 - cycles)
        cycles = claimed - 1
    assert changes == {-1, 0, 1}, "it joins, turns and cuts"


def test_in_the_cold_no_cycle_is_cut():
    problem = Problem.from_board("20x20", closed=True)
    network, mates, stays, rng = two_factor(problem, seed=2)
    offsets, targets = network.rows()
    cycles = cycles_of(mates)
    assert cycles > 1
    while cycles > 1:
        fewer, _ = anneal(offsets, targets, mates, stays, cycles, 1e-9, 1.0, 100, rng)
        assert fewer <= cycles
        cycles = fewer


def test_large_boards():
    for closed in (False, True):
        problem = Problem.from_board("50x50", closed=closed)
        check(problem, ask(make("simulated-annealing"), problem, Context(seed=1)).tour)


def test_what_the_flow_proves_it_may_say():
    for problem in (
        Problem.from_board("5x5", closed=True),
        Problem.from_board("3x3", closed=True),
        Problem.from_graph(nx.path_graph(4), closed=True),
    ):
        answer = ask(make("simulated-annealing"), problem, Context(seed=1))
        assert answer.status is Status.UNSATISFIABLE
        assert answer.reason


def test_a_graph_with_an_odd_cycle_is_refused():
    problem = Problem.from_graph(nx.cycle_graph(5), closed=True)
    assert "bipartite" in make("simulated-annealing").unsupported_reason(problem)
