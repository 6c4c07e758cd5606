"""Tours come evenly, by a test that tours which come unevenly do not pass.

The test is Pearson's chi-square over all tours of a small board, at a level of one in a thousand:
an even sampler fails it with that chance for one seed in a thousand, and the seeds are fixed.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from scipy.stats import chisquare

from knightbench import Board, Problem
from knightbench.counting.elimination import MemoryLimitReached
from knightbench.sampling import Ranking, below, sample
from knightbench.symmetry import Tour, standard

LEVEL = 0.001
CORNER = Problem.from_board("5x5", start=(0, 0))


def chance(problem: Problem, tours: Iterable[Tour]) -> float:
    """Return with what chance an even sampler gives numbers as uneven as these, or more."""
    ranking = Ranking.of(problem)
    came = Counter({ranking.tour(rank): 0 for rank in range(ranking.tours)})
    assert len(came) == ranking.tours > 1
    came.update(tours)
    assert len(came) == ranking.tours
    assert came.total() >= 5 * len(came), "too few for the test"
    return float(chisquare(list(came.values())).pvalue)


@pytest.mark.parametrize(
    ("problem", "draws"),
    [
        (CORNER, 3040),
        (Problem.from_board("5x6", closed=True), 800),
        (Problem.from_board("3x10", closed=True), 800),
        (Problem.from_board("4x5"), 1640),
        # A hole, another piece, a wrap.
        (Problem.from_board(Board(4, 4, holes=[(0, 0)])), 1000),
        (Problem.from_board(Board(3, 4, moves=(0, 1))), 1000),
        (Problem.from_board(Board(3, 4, wrap_rows=True), start=(0, 0), end=(1, 1)), 1760),
        # Requests: the two ends, moves of either direction, of one, and forbidden ones.
        (Problem.from_board("5x5", start=(0, 0), end=(4, 4)), 1000),
        (Problem.from_board("5x5", require=[((0, 0), (1, 2))], forbid=[((4, 4), (3, 2))]), 2000),
        (Problem.from_board("4x5", require_arcs=[((0, 0), (1, 2)), ((3, 4), (1, 3))]), 500),
    ],
    ids=str,
)
def test_tours_come_evenly(problem, draws):
    assert chance(problem, sample(problem, draws, seed=1)) > LEVEL


def by_warnsdorff(problem: Problem, generator: np.random.Generator) -> Tour | None:
    """Walk to the neighbour with the fewest ways on, one of them by chance where there are more."""
    tour = [problem.start or 0]
    free = set(range(problem.size)) - set(tour)
    while onward := [square for square in problem.neighbours(tour[-1]) if square in free]:
        ways = [len(free & set(problem.neighbours(square))) for square in onward]
        best = [square for square, many in zip(onward, ways, strict=True) if many == min(ways)]
        tour.append(int(generator.choice(best)))
        free.remove(tour[-1])
    return None if free else tuple(tour)


def by_backtracking(problem: Problem, generator: np.random.Generator) -> Tour | None:
    """Search depth-first, the neighbours of each square in an order by chance."""
    free = set(range(problem.size)) - {0}

    def search(tour: list[int]) -> Tour | None:
        if not free:
            return tuple(tour)
        for square in generator.permutation(problem.neighbours(tour[-1])).tolist():
            if square in free:
                free.remove(square)
                if found := search([*tour, square]):
                    return found
                free.add(square)
        return None

    return search([0])


@pytest.mark.parametrize(
    ("method", "problem", "draws"),
    [
        (by_warnsdorff, CORNER, 3040),
        (by_backtracking, Problem.from_board("4x5", start=(0, 0)), 320),
    ],
)
def test_the_test_finds_what_comes_unevenly(
    method: Callable[[Problem, np.random.Generator], Tour | None], problem, draws
):
    generator = np.random.default_rng(1)
    tours: list[Tour] = []
    while len(tours) < draws:
        if tour := method(problem, generator):
            tours.append(standard(problem, tour))
    assert chance(problem, tours) < 1e-9


def test_the_test_finds_a_small_bias():
    """Ranks drawn by the remainder of 9 bits: the first 208 of 304 come twice as often."""
    generator = np.random.default_rng(1)
    ranking = Ranking.of(CORNER)
    drawn = (generator.integers(0, 512, 3040) % ranking.tours).tolist()
    assert chance(CORNER, map(ranking.tour, drawn)) < 1e-9


def test_the_seed_decides():
    one, again, other = (sample(CORNER, 20, seed=seed) for seed in (1, 1, 2))
    assert one == again != other
    assert one[:5] == sample(CORNER, 5, seed=1)
    assert len(set(one)) > 10


@pytest.mark.parametrize("end", [1, 2, 3, 7, 8, 304, 1000])
def test_numbers_below_another_come_evenly(end):
    generator = np.random.default_rng(end)
    came = Counter(dict.fromkeys(range(end), 0))
    came.update(below(generator, end) for _ in range(10 * end + 10))
    assert len(came) == end
    assert end == 1 or chisquare(list(came.values())).pvalue > LEVEL


def test_numbers_of_several_words():
    """The high and the low bits of numbers below 3 x 2^126, of which the top two are 0 to 2."""
    generator = np.random.default_rng(1)
    drawn = [below(generator, 3 << 126) for _ in range(3000)]
    top = Counter(number >> 126 for number in drawn)
    assert set(top) == {0, 1, 2}
    assert chisquare(list(top.values())).pvalue > LEVEL
    low = Counter(number & 7 for number in drawn)
    assert chisquare([low[bits] for bits in range(8)]).pvalue > LEVEL
    with pytest.raises(ValueError, match="there is no whole number"):
        below(generator, 0)


def test_none_and_too_many():
    assert sample(Problem.from_board("4x4"), 5) == []
    assert sample(CORNER, 0) == []
    with pytest.raises(ValueError, match="there cannot be fewer than 0"):
        sample(CORNER, -1)
    with pytest.raises(MemoryLimitReached):
        sample(Problem.from_board("6x6"), 1, memory_limit=10_000)
