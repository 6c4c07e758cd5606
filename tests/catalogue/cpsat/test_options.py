"""The options that all formulations share: none makes an answer wrong, and what each one does."""

import functools
import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.cpsat.greedy import greedy_path
from knightbench.catalogue.cpsat.symmetry import representative_starts
from knightbench.formulation import ask, make
from tests.catalogue.cpsat.models import SPECS, all_tours_of, size_of, stated
from tests.catalogue.small_problems import assert_right, small_problems
from tests.conformance.brute_force import all_tours, has_tour
from tests.conformance.problems import everything

ALL = pytest.mark.parametrize("spec", SPECS)
#: Those whose every solution is a tour.
WHOLE = pytest.mark.parametrize("spec", [spec for spec in SPECS if "lazy" not in spec])
OPTIONS = [
    {"symmetry": symmetry, "strategy": strategy, "hint": hint, "linearization": level}
    for symmetry in (True, False)
    for strategy in ("warnsdorff", "none")
    for hint in ("warnsdorff", "none")
    for level in (0, 1, 2)
]


@functools.cache
def grid():
    return [(problem, has_tour(problem)) for problem in everything()]


@pytest.mark.slow
@ALL
def test_the_grid_is_answered_right_under_options_that_change_with_each_problem(spec):
    for (problem, solvable), options in zip(grid(), itertools.cycle(OPTIONS), strict=False):
        formulation = make(spec, **options)
        if formulation.unsupported_reason(problem) is None:
            answer = ask(formulation, problem, Context(seed=2))
            where = f"{formulation} on {problem}: {answer}"
            assert answer.status is (Status.SATISFIED if solvable else Status.UNSATISFIABLE), where
            if answer.tour is not None:
                check(problem, answer.tour)


@ALL
@settings(max_examples=100, deadline=None)
@given(small_problems(), st.sampled_from(OPTIONS), st.integers(0, 99))
def test_agrees_with_brute_force_under_any_options(spec, problem, options, seed):
    formulation = make(spec, **options)
    if formulation.unsupported_reason(problem) is None:
        assert_right(formulation, problem, Context(seed=seed))


@WHOLE
def test_describes_every_tour_once(spec):
    cube = nx.cubical_graph()
    for problem in (
        Problem.from_board("3x4"),
        Problem.from_board("3x4", start=(0, 0)),
        Problem.from_board("3x4", require=[((0, 1), (2, 2))], require_arcs=[((0, 0), (1, 2))]),
        Problem.from_graph(cube, closed=True),
        Problem.from_graph(cube, closed=True, end=3, require=[(5, 6)]),
        Problem.from_graph(cube, closed=True, clues=[(6, 4)], require_arcs=[(0, 1)]),
    ):
        tours = set(all_tours(problem))
        assert tours, "an empty set would be no test"
        for strategy in ("none", "warnsdorff"):
            found = all_tours_of(spec, problem, strategy=strategy)
            assert len(found) == len(set(found))
            assert set(found) == tours, (strategy, str(problem))


@WHOLE
def test_symmetry_leaves_one_of_each_two_directions(spec):
    problem = Problem.from_graph(nx.cubical_graph(), closed=True, require=[(5, 6)])
    tours = all_tours_of(spec, problem, symmetry=True)
    assert set(tours) == {tour for tour in all_tours(problem) if tour[1] < tour[-1]}
    assert 2 * len(tours) == len(set(all_tours(problem)))


@WHOLE
def test_symmetry_leaves_the_first_squares_that_represent_the_others(spec):
    problem = Problem.from_board("3x4")
    starts = representative_starts(problem)
    assert len(starts) == 4
    tours = all_tours_of(spec, problem, symmetry=True)
    assert set(tours) == {tour for tour in all_tours(problem) if tour[0] in starts}
    assert 0 < len(tours) < len(set(all_tours(problem)))


@ALL
def test_symmetry_is_one_constraint_of_a_closed_tour_whose_direction_is_free(spec):
    long = functools.partial(Problem.from_board, "3x10", closed=True)
    edge = ((0, 0), (1, 2))
    for free in (long(), long(start=(1, 1)), long(require=[edge]), long(forbid=[edge])):
        variables, constraints = size_of(spec, free)
        last = spec == "cpsat-successor-order"
        more = (variables + last, constraints + 1 + last)
        assert size_of(spec, free, symmetry=True) == more
    for settled in (long(end=(1, 2)), long(require_arcs=[edge])):
        assert size_of(spec, settled, symmetry=True) == size_of(spec, settled)


@ALL
def test_plain_models_are_neither_searched_nor_hinted_in_any_special_way(spec):
    cp = stated(spec, Problem.from_board("3x4"))
    assert not len(cp.proto.search_strategy)
    assert not len(cp.proto.solution_hint.vars)
    branching = make(spec).configured_solver(Context()).parameters.search_branching
    assert branching != cp_model.FIXED_SEARCH


@ALL
def test_a_strategy_is_followed(spec):
    formulation = make(spec, strategy="warnsdorff", linearization=2)
    cp = stated(spec, Problem.from_board("3x4"), strategy="warnsdorff")
    assert len(cp.proto.search_strategy) == 1
    parameters = formulation.configured_solver(Context()).parameters
    assert parameters.search_branching == cp_model.FIXED_SEARCH
    assert parameters.linearization_level == 2


@ALL
def test_a_hint_that_is_a_tour_is_found(spec):
    # No symmetry of the board keeps this square, so that presolve breaks none against the hint.
    problem = Problem.from_board("6x6", start=(0, 1))
    path = tuple(greedy_path(problem, 1))
    check(problem, path)
    for strategy in ("none", "warnsdorff"):
        answer = ask(make(spec, hint="warnsdorff", strategy=strategy), problem, Context(seed=3))
        if strategy == "none":
            assert answer.tour == path
        check(problem, answer.tour)


@ALL
def test_a_hint_that_is_no_tour_does_no_harm(spec):
    graph = nx.barbell_graph(3, 1)
    for asked in ({}, {"start": 0, "end": 6}, {"start": 3}, {"closed": True}):
        assert_right(make(spec, hint="warnsdorff"), Problem.from_graph(graph, **asked), Context())
