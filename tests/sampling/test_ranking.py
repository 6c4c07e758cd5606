"""The ranks of a problem are its tours, each once: a rank drawn evenly is a tour drawn evenly."""

import networkx as nx
import pytest
from hypothesis import given, settings

from knightbench import Board, Problem, check
from knightbench.counting import MemoryLimitReached, count
from knightbench.counting.question import unsupported_reason
from knightbench.sampling import Ranking
from knightbench.symmetry import standard
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours
from tests.conformance.problems import everything

GRID = [
    problem
    for problem in everything()
    if problem.size <= 16 and problem.moves <= 24 and not unsupported_reason(problem)
]


def assert_ranks_are_tours(problem: Problem) -> None:
    ranking = Ranking.of(problem)
    tours = [ranking.tour(rank) for rank in range(ranking.tours)]
    for tour in tours:
        check(problem, tour)
    truth = set()
    if problem.contradiction is None:
        truth = {standard(problem, tour) for tour in all_tours(problem)}
    assert len(tours) == len(truth)
    assert set(tours) == truth


@pytest.mark.parametrize("problem", GRID, ids=str)
def test_every_rank_is_a_tour_of_its_own(problem):
    assert_ranks_are_tours(problem)


@settings(max_examples=150, deadline=None)
@given(problem=small_problems(largest=7))
def test_whatever_is_asked(problem):
    if unsupported_reason(problem) is None:
        assert_ranks_are_tours(problem)


@pytest.mark.parametrize(
    ("problem", "number"),
    [
        (Problem.from_board("5x5"), 864),
        (Problem.from_board("5x5", start=(0, 0)), 304),
        (Problem.from_board("5x6", closed=True), 8),
        (Problem.from_board("3x10", closed=True), 16),
        (Problem.from_board("4x5"), 82),
    ],
    ids=str,
)
def test_published_numbers(problem, number):
    ranking = Ranking.of(problem)
    assert ranking.tours == number
    assert len({ranking.tour(rank) for rank in range(number)}) == number


def test_numbers_of_several_words():
    """More tours than 64 bits hold: their number is that of counting, which uses moduli."""
    problem = Problem.from_board("3x60", closed=True)
    ranking = Ranking.of(problem)
    assert ranking.tours == count(problem).number > 2**64
    ends = [ranking.tour(rank) for rank in (0, 2**64 - 1, 2**64, ranking.tours - 1)]
    assert len(set(ends)) == 4


def test_ranks_end():
    ranking = Ranking.of(Problem.from_board("3x4"))
    for rank in (-1, 8):
        with pytest.raises(IndexError, match="there are 8 tours"):
            ranking.tour(rank)
    assert Ranking.of(Problem.from_board("4x4")).tours == 0
    assert Ranking.of(Problem.from_graph(nx.star_graph(3))).tours == 0
    assert Ranking.of(Problem.from_board("1x1")).tour(0) == (0,)


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(ValueError, match="clues"):
        Ranking.of(Problem.from_board("5x5", clues=[((0, 0), 3)]))
    with pytest.raises(ValueError, match="magic"):
        Ranking.of(Problem.from_board("6x6", magic="semi-magic"))
    with pytest.raises(ValueError, match="frontier"):
        Ranking.of(Problem.from_board(Board(16, 16)))


@pytest.mark.parametrize("limit", [1_000, 100_000, 400_000])
def test_a_memory_limit(limit):
    with pytest.raises(MemoryLimitReached):
        Ranking.of(Problem.from_board("6x6", closed=True), memory_limit=limit)
