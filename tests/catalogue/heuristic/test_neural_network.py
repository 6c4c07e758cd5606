"""The motion of the neurons, against a plain restatement."""

import networkx as nx
import numpy as np
import pytest

from knightbench import Context, Problem, check
from knightbench.catalogue.heuristic._neurons import settle
from knightbench.formulation import ask, make


def settled_plainly(moves, outputs, order, rounds):
    state = dict.fromkeys(range(len(moves)), 0)
    for made in range(1, rounds + 1):
        before = dict(state)
        for neuron in order:
            state[neuron] += 4 - sum(
                outputs[other]
                for vertex in moves[neuron]
                for other, move in enumerate(moves)
                if vertex in move
            )
            if state[neuron] > 3:
                outputs[neuron] = 1
            elif state[neuron] < 0:
                outputs[neuron] = 0
        if state == before:
            return made, True
    return rounds, False


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rounds", [3, 100])
def test_the_neurons_move_as_the_paper_has_it(seed, rounds):
    moves = Problem.from_board("5x6").edges()
    rng = np.random.default_rng(seed)
    outputs = rng.integers(0, 2, len(moves), dtype=np.uint8)
    order = rng.permutation(len(moves)).astype(np.int32)
    expected = outputs.tolist()
    expected_end = settled_plainly(moves, expected, order.tolist(), rounds)
    array = np.array(moves, dtype=np.int32)
    degrees = np.bincount(array[outputs > 0].ravel(), minlength=30).astype(np.int32)
    states = np.zeros(len(moves), dtype=np.int64)
    # In two calls, as if the clock had been looked at between them.
    made, rest = settle(array, states, outputs, degrees, order, 2)
    assert not rest
    more, rest = settle(array, states, outputs, degrees, order, rounds - made)
    assert (made + more, rest) == expected_end
    assert outputs.tolist() == expected
    assert degrees.tolist() == np.bincount(array[outputs > 0].ravel(), minlength=30).tolist()


def test_it_ends_in_several_cycles_where_there_is_no_other_end():
    two_triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    problem = Problem.from_graph(two_triangles, closed=True)
    statistics = ask(make("neural-network"), problem, Context(seed=1)).statistics
    assert statistics["several_cycles"] > 900
    assert statistics["cycles"] == 2


def test_every_try_is_accounted_for():
    problem = Problem.from_board("20x20", closed=True)
    statistics = ask(make("neural-network", tries=50), problem, Context(seed=1)).statistics
    ends = ("unsettled", "not_two_moves", "several_cycles")
    assert statistics["tries"] == 50 == sum(statistics[end] for end in ends)
    assert statistics["several_cycles"] > 25
    assert statistics["cycles"] > 1


def test_a_settled_network_may_have_other_moves_than_two_at_a_square():
    # Firing at the hub alone: a square with one move next to one with three is at rest too.
    path = Problem.from_graph(nx.star_graph(3), closed=True)
    statistics = ask(make("neural-network"), path, Context(seed=1)).statistics
    assert statistics["not_two_moves"] > 0


def test_odd_cycles_do_not_disturb_it():
    for closed in (False, True):
        for graph in (nx.cycle_graph(7), nx.complete_graph(5), nx.wheel_graph(9)):
            problem = Problem.from_graph(graph, closed=closed)
            check(problem, ask(make("neural-network"), problem, Context(seed=1)).tour)
