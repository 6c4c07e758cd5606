"""Every formulation that lists tours lists those of brute force, and none twice."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from knightbench import Context, Problem, Unfinished, UnsupportedProblem, check, formulations
from knightbench.formulation import ask_for_all, available, describe, make, refusal_to_list
from knightbench.symmetry import Symmetries, standard
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours
from tests.conformance.problems import everything

NAMES = [name for name, kind in formulations().items() if kind().enumerates and available(kind)]
PARAMETERS = [
    "sat-cutset?cut=no",
    "sat-cutset?direction=none&two_cycles=no&solver=glucose4&encoding=seqcounter",
    "sat-cegar?solver=minisat22&direction=none",
    "sat-positions?encoding=native&solver=minicard",
    "sat-positions?encoding=seqcounter&solver=cadical195&previous=yes",
    "nx-search?pruning=degrees",
    "nx-search?pruning=blocks",
    "cpsat-circuit?strategy=warnsdorff&hint=warnsdorff",
    "cpsat-positions?channel=inverse&moves=element",
]
VARIANTS = [*NAMES, *(pytest.param(spec, marks=pytest.mark.slow) for spec in PARAMETERS)]
GRID = [problem for problem in everything() if problem.size <= 12 and problem.moves <= 24]


def listed(spec: str, problem: Problem) -> list[tuple[int, ...]]:
    """Return the tours that a formulation lists, each in standard form."""
    found = []
    for tour in ask_for_all(make(spec), problem, Context(seed=3)):
        assert isinstance(tour, tuple)
        check(problem, tour)
        found.append(standard(problem, tour))
    return found


def truth(problem: Problem) -> set[tuple[int, ...]]:
    if problem.contradiction is not None:
        return set()
    return {standard(problem, tour) for tour in all_tours(problem)}


def test_these_list_tours():
    able = {name for name, kind in formulations().items() if kind().enumerates}
    assert able >= {
        *("backtracking", "cpsat-circuit", "cpsat-positions", "cpsat-time-matrix", "held-karp"),
        *("nx-search", "sat-cegar", "sat-cutset", "sat-positions", "zdd"),
    }
    assert all(describe(formulations()[name])["enumerates"] for name in NAMES)
    assert not describe(formulations()["warnsdorff"])["enumerates"]


@pytest.fixture(scope="module")
def grid() -> list[tuple[Problem, set[tuple[int, ...]]]]:
    return [(problem, truth(problem)) for problem in GRID]


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_grid(spec, grid):
    asked = 0
    for problem, tours in grid:
        if refusal_to_list(make(spec), problem):
            continue
        found = listed(spec, problem)
        asked += 1
        repeated = [tour for tour, times in Counter(found).items() if times > 1]
        assert not repeated, f"{spec} on {problem}"
        assert set(found) == tours, f"{spec} on {problem}"
    assert asked >= 40


@pytest.mark.parametrize("spec", VARIANTS)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(problem=small_problems(largest=6))
def test_whatever_is_asked(spec, problem):
    if refusal_to_list(make(spec), problem):
        return
    found = listed(spec, problem)
    assert len(set(found)) == len(found)
    assert set(found) == truth(problem)


#: Published numbers: OEIS A165134 and A169696, A079137, A083386; A070030, A175855.
PUBLISHED = [
    (Problem.from_board("3x4"), 8),
    (Problem.from_board("4x5"), 82),
    (Problem.from_board("4x6"), 744),
    (Problem.from_board("5x5"), 864),
    (Problem.from_board("5x5", start=(0, 0)), 304),
    (Problem.from_board("5x5", start=(2, 2)), 64),
    (Problem.from_board("5x6", closed=True), 8),
    (Problem.from_board("3x10", closed=True, start=(2, 2)), 16),
    (Problem.from_board("3x10", closed=True), 16),
    (Problem.from_board("3x8", closed=True), 0),
]
#: Who is asked for up to how many tours: some take long by their nature.
UP_TO = {"sat-positions": 304, "cpsat-positions": 82, "cpsat-time-matrix": 82}


@pytest.mark.parametrize("spec", NAMES)
@pytest.mark.parametrize(("problem", "number"), PUBLISHED, ids=lambda value: str(value))
def test_published_numbers(spec, problem, number):
    if refusal_to_list(make(spec), problem) or number > UP_TO.get(spec, number):
        pytest.skip("takes long, or does not serve it")
    found = listed(spec, problem)
    assert len(found) == len(set(found)) == number


def classes(problem: Problem, tours: list[tuple[int, ...]]) -> Counter[tuple[str, ...]]:
    group = Symmetries.of(problem)
    firsts = {group.canonical(tour) for tour in tours}
    assert sum(group.class_size(tour) for tour in firsts) == len(tours)
    return Counter(tuple(map(str, group.of_tour(tour)[1:])) for tour in firsts)


def test_classes_of_5x5():
    """8 symmetric tours and 104 others (G. P. Jelliss, mayhematics.com): 8 x 4 + 104 x 8 = 864."""
    problem = Problem.from_board("5x5")
    assert classes(problem, listed("nx-search", problem)) == {(): 104, ("half turn",): 8}


@pytest.mark.slow
def test_6x6_closed_by_several():
    """9862 tours in 1245 classes (G. P. Jelliss, mayhematics.com; OEIS A001230)."""
    problem = Problem.from_board("6x6", closed=True)
    found = listed("sat-cegar", problem)
    assert len(found) == 9862
    assert classes(problem, found) == {
        (): 1223,
        ("half turn",): 17,
        ("half turn", "quarter turn anticlockwise", "quarter turn clockwise"): 5,
    }
    for spec in ("nx-search", "sat-cutset"):
        assert set(listed(spec, problem)) == set(found), spec


@pytest.mark.parametrize(("symmetry", "number"), [("quarter-turn", 5 * 2), ("half-turn", 78)])
def test_6x6_closed_with_symmetry(symmetry, number):
    """The classes of the symmetric tours, counted by the tours: 5 x 2, and 17 x 4 more."""
    problem = Problem.from_board("6x6", closed=True, symmetry=symmetry)
    found = listed("cpsat-circuit", problem)
    assert len(found) == len(set(found)) == number
    assert classes(problem, found).total() == {10: 5, 78: 22}[number]


@pytest.mark.parametrize("spec", ["backtracking", "nx-search", "sat-cegar", "sat-positions"])
def test_past_the_deadline_a_list_is_unfinished(spec):
    with pytest.raises(Unfinished, match="time-limit"):
        list(ask_for_all(make(spec), Problem.from_board("8x8"), Context(deadline=0.0)))


def test_what_cannot_list_says_who_can():
    with pytest.raises(UnsupportedProblem, match="does not list all tours; backtracking, "):
        list(ask_for_all(make("warnsdorff"), Problem.from_board("3x4"), Context()))
    with pytest.raises(UnsupportedProblem, match="with these parameters"):
        next(ask_for_all(make("cpsat-circuit?symmetry=yes"), GRID[0], Context()))
    with pytest.raises(UnsupportedProblem, match="with these parameters"):
        next(ask_for_all(make("sat-positions?solver=kissat404"), GRID[0], Context()))
    with pytest.raises(UnsupportedProblem, match="on one thread only"):
        next(ask_for_all(make("cpsat-circuit"), Problem.from_board("3x4"), Context(threads=2)))
    with pytest.raises(UnsupportedProblem, match="does not honour magic"):
        next(
            ask_for_all(make("nx-search"), Problem.from_board("3x4", magic="semi-magic"), Context())
        )


def test_a_list_of_cp_sat_that_is_left_alone_ends():
    tours = make("cpsat-circuit").tours(Problem.from_board("5x5"), Context())
    first, second = next(tours), next(tours)
    assert first != second
    tours.close()
