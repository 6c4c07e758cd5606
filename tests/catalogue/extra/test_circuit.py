"""Problems as circuits: the arcs, what is wanted of them, and the way back to a tour."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Problem, check
from knightbench.catalogue.extra.circuit import Circuit
from tests.catalogue.extra.grid import without_clues
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours


@pytest.mark.parametrize(
    ("asked", "nodes", "dummy_arcs", "wanted"),
    [
        ({}, 13, 24, 0),
        ({"start": (0, 0)}, 13, 13, 1),
        ({"start": (0, 0), "end": (0, 1)}, 13, 2, 2),
        ({"require": [((0, 0), (1, 2))]}, 13, 24, 1),
        ({"closed": True}, 12, 0, 0),
        ({"closed": True, "end": (1, 2)}, 12, 0, 1),
    ],
)
def test_size(asked, nodes, dummy_arcs, wanted):
    problem = Problem.from_board("3x4", **asked)
    circuit = Circuit(problem, np.arange)
    assert circuit.size == nodes
    assert len(circuit.arcs) == 2 * problem.moves + dummy_arcs
    assert len(circuit.wanted) == wanted


def test_a_closed_tour_cannot_end_where_no_move_leads_home():
    problem = Problem.from_board("3x10", closed=True, start=(0, 0), end=(0, 1))
    assert Circuit(problem, np.arange).wanted == ((),)


@given(small_problems(), st.integers(0, 9))
def test_tours_are_the_circuits_that_take_what_is_wanted(problem, seed):
    problem = without_clues(problem)
    tour = next(all_tours(problem), None)
    if tour is None:
        return
    node = np.random.default_rng(seed).permutation(problem.size + (not problem.closed)).tolist()
    circuit = Circuit(problem, lambda _size: node)
    cycle = [node[square] for square in tour] + ([] if problem.closed else [node[-1]])
    following = circuit.direct(cycle[2:] + cycle[:2])
    assert following is not None
    check(problem, circuit.tour(following))
    backwards = circuit.direct(cycle[::-1])
    assert backwards is not None
    check(problem, circuit.tour(backwards))


def test_a_cycle_without_a_wanted_arc_is_refused():
    problem = Problem.from_board("3x4", require=[((0, 1), (2, 2))])
    circuit = Circuit(problem, np.arange)
    others = [
        tour
        for tour in all_tours(Problem.from_board("3x4"))
        if abs(tour.index(1) - tour.index(10)) > 1
    ]
    assert others
    assert all(circuit.direct([*tour, 12]) is None for tour in others)
