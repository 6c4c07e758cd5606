"""What is asked of tours as a whole, by every formulation that honours it, beside brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Context, Problem, theory
from knightbench.crossings import crossing_pairs
from knightbench.formulation import make, refusal
from knightbench.theory.special import equal_sums, turned
from tests.catalogue.cpsat.models import all_tours_of, size_of
from tests.catalogue.small_problems import assert_right
from tests.catalogue.special_problems import special_problems
from tests.conformance.brute_force import all_tours, has_tour

TURNED = (
    *("cpsat-circuit", "cpsat-circuit?symmetry=yes"),
    *("sat-cutset", "sat-cutset?direction=none&cut=no", "sat-cegar"),
)
SUMMED = (
    *("cpsat-positions", "cpsat-positions?moves=element&symmetry=yes"),
    *("cpsat-time-matrix", "cpsat-time-matrix?symmetry=yes"),
)


def assert_all_right(specs, problem, seed):
    for spec in specs:
        formulation = make(spec)
        formulation.prepare()
        if refusal(formulation, problem) is None:
            assert_right(formulation, problem, Context(seed=seed))


@settings(max_examples=80, deadline=None)
@given(special_problems("symmetry"), st.integers(0, 99))
def test_symmetry_agrees_with_brute_force(problem, seed):
    assert_all_right(TURNED, problem, seed)


@settings(max_examples=80, deadline=None)
@given(special_problems("max_crossings", "symmetry"), st.integers(0, 99))
def test_crossings_agree_with_brute_force(problem, seed):
    assert_all_right(TURNED[:2], problem, seed)


@settings(max_examples=80, deadline=None)
@given(special_problems("magic"), st.integers(0, 99))
def test_sums_agree_with_brute_force(problem, seed):
    assert_all_right(SUMMED, problem, seed)


@settings(max_examples=200, deadline=None)
@given(special_problems("symmetry", "magic", "max_crossings"))
def test_no_theorem_is_wrong_about_special_tours(problem):
    if problem.contradiction is not None:
        return
    found = [finding for finding in (turned(problem), equal_sums(problem)) if finding is not None]
    found += theory.findings(problem)
    if found:
        verdicts = {finding.verdict for finding in found}
        assert verdicts == {has_tour(problem)}, [finding.statement for finding in found]


FEW = [
    Problem.from_board("3x4", max_crossings=20),
    Problem.from_board("3x4", start=(0, 0), max_crossings=20),
    Problem.from_board("3x10", closed=True, max_crossings=55),
    Problem.from_board("3x4", symmetry="half-turn"),
    Problem.from_board("3x10", closed=True, symmetry="half-turn", max_crossings=57),
    Problem.from_board(Board(3, 3, moves=(0, 1)), symmetry="half-turn"),
]


@pytest.mark.parametrize("problem", FEW, ids=str)
def test_the_solutions_of_the_circuit_are_the_tours(problem):
    tours = sorted(all_tours(problem))
    assert tours
    assert sorted(all_tours_of("cpsat-circuit", problem)) == tours


KING = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
SIAMESE = Board(3, 3, [(-1, 1), (1, -1), (1, 0), (-1, 0)], wrap_rows=True, wrap_cols=True)


@pytest.mark.parametrize(
    ("board", "magic", "opened", "closed"),
    [
        (Board(2, 4, KING), "semi-magic", 4, 1),
        (Board(3, 3, KING), "semi-magic", 0, 0),
        (SIAMESE, "semi-magic", 18, 2),
        (SIAMESE, "magic", 2, 0),
    ],
    ids=str,
)
def test_the_solutions_of_the_sums_are_the_tours(board, magic, opened, closed):
    for kind, number in ((False, opened), (True, closed)):
        problem = Problem.from_board(board, closed=kind, magic=magic)
        tours = sorted(all_tours(problem))
        assert len(tours) == number
        for spec in ("cpsat-positions", "cpsat-time-matrix"):
            assert sorted(all_tours_of(spec, problem)) == tours
            if kind:
                # The reverse from the same first square has other sums: no direction is free.
                assert sorted(all_tours_of(f"{spec}?symmetry=yes", problem)) == tours


def test_the_models_are_as_large_as_stated():
    plain = Problem.from_board("6x6", closed=True)
    m, pairs = plain.moves, len(crossing_pairs(plain.board, plain.edges()))
    variables, constraints = size_of("cpsat-circuit", plain)
    symmetric = Problem.from_board("6x6", closed=True, symmetry="half-turn")
    assert size_of("cpsat-circuit", symmetric) == (variables, constraints + 2 * m)
    few = Problem.from_board("6x6", closed=True, max_crossings=30)
    assert size_of("cpsat-circuit", few) == (variables + m + pairs, constraints + m + 2 * pairs + 1)
    sums = Problem.from_board("6x6", closed=True, magic="magic")
    variables, constraints = size_of("cpsat-time-matrix", plain)
    assert size_of("cpsat-time-matrix", sums) == (variables, constraints + 14)
    variables, constraints = size_of("cpsat-positions?channel=inverse", plain)
    assert size_of("cpsat-positions", sums) == (variables, constraints + 14)
