"""The formulas that proofs begin with: every tour satisfies them, or its reverse does."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from knightbench import Board, Problem
from knightbench.formulation import make, refusal
from knightbench.proof.formulas import CERTIFYING, Formula, formula_of
from knightbench.proof.verdict import NotACertificate, Refuted
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours
from tests.proof.making import SPECS

DEGREES = [
    f"sat-cutset?encoding={encoding}&direction={direction}&two_cycles={two}"
    for encoding in ("mixed", "pairwise", "seqcounter", "ladder", "bitwise", "kmtotalizer")
    for direction in ("least-degree", "none")
    for two in ("yes", "no")
]


def literals(problem: Problem, formula: Formula, tour: tuple[int, ...]) -> list[int]:
    """What makes a tour a model: the arcs that it makes, or the step of every square."""
    size = problem.size
    if formula.network is None:
        return [square * size + step + 1 for step, square in enumerate(tour)]
    cycle = [*tour] if problem.closed else [size, *tour]
    arcs = {(u, v): number for number, (u, v) in enumerate(formula.network.arcs.tolist(), 1)}
    return [arcs[u, v] for u, v in zip(cycle, cycle[1:] + cycle[:1], strict=True)]


def assert_tours_are_models(spec: str, problem: Problem) -> int:
    """Fail unless every tour, or its reverse where nothing has a direction, extends to a model."""
    if problem.contradiction is not None or refusal(make(spec), problem):
        return 0
    tours = list(all_tours(problem))
    formula = formula_of(spec, problem)
    free = problem.closed or (problem.start is None and problem.end is None)
    free = free and not (problem.required_arcs or problem.clues or problem.end is not None)
    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:

        def is_model(tour: tuple[int, ...]) -> bool:
            return bool(solver.solve(assumptions=literals(problem, formula, tour)))

        for tour in tours:
            reverse = (tour[0], *tour[:0:-1]) if problem.closed else tour[::-1]
            fits = is_model(tour) or (free and is_model(reverse))
            assert fits, f"{spec} on {problem}, moves {problem.edges()}: {tour} is no model"
    return len(tours)


@given(small_problems(), st.sampled_from((*SPECS, *DEGREES)))
@settings(deadline=None, max_examples=300)
def test_every_tour_of_a_small_problem_is_a_model(problem: Problem, spec: str) -> None:
    assert_tours_are_models(spec, problem)


@pytest.mark.parametrize("spec", [*SPECS, "sat-cutset?encoding=bitwise"])
def test_every_tour_of_a_board_is_a_model(spec: str) -> None:
    found = assert_tours_are_models(spec, Problem.from_board("3x4"))
    for closed in (False, True):
        wazir = Problem.from_board(Board(3, 4, moves=(0, 1)), closed=closed)
        found += assert_tours_are_models(spec, wazir)
    assert found > 50


@pytest.mark.parametrize("spec", [s for s in SPECS if s.startswith(("sat-binary", "sat-pos"))])
def test_every_tour_with_a_clue_is_a_model(spec: str) -> None:
    """A clue tells a tour from its reverse, so no direction may be ruled out."""
    found = 0
    for row, col in itertools.product(range(3), range(4)):
        found += assert_tours_are_models(spec, Problem.from_board("3x4", clues=[((row, col), 4)]))
        grid = Board(3, 4, moves=(0, 1))
        clue = Problem.from_board(grid, closed=True, start=(0, 0), clues=[((row, col), 4)])
        found += assert_tours_are_models(spec, clue)
    assert found > 16


@pytest.mark.parametrize("spec", ["sat-cutset", "sat-cutset?encoding=ladder", "sat-cegar"])
def test_every_symmetric_tour_is_a_model(spec: str) -> None:
    wazir, found = Board(4, 4, moves=(0, 1)), 0
    for board, symmetry, closed in (
        (wazir, "half-turn", False),
        (wazir, "half-turn", True),
        (wazir, "quarter-turn", True),
        (Board(3, 4), "half-turn", False),
    ):
        problem = Problem.from_board(board, closed=closed, symmetry=symmetry)
        found += assert_tours_are_models(spec, problem)
    assert found > 10


def test_each_formulation_is_among_those_tested() -> None:
    assert {make(spec).name for spec in SPECS} == {kind.name for kind in CERTIFYING}
    assert all(make(spec).certifies for spec in SPECS)


def test_a_formulation_without_proofs_has_no_formula() -> None:
    problem = Problem.from_board("3x4")
    for spec in ("backtracking", "nothing", "", "sat-cutset?encoding=wrong", "sat-cutset?x=1"):
        with pytest.raises(NotACertificate):
            formula_of(spec, problem)


def test_a_formula_that_does_not_know_a_request_is_refused() -> None:
    # It rules out one direction of two, and with a clue they are no longer alike.
    clue = Problem.from_board("3x4", clues=[((0, 0), 5)])
    with pytest.raises(Refuted, match="clues"):
        formula_of("sat-cutset", clue)
    assert formula_of("sat-binary-counter", clue).clauses


def test_a_dead_end_is_an_empty_clause() -> None:
    formula = formula_of("sat-cutset", Problem.from_board("3x3", closed=True))
    assert formula.clauses == [[]]
