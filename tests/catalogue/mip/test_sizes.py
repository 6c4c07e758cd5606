"""The sizes that the docstrings state, against the models themselves."""

import pytest

from knightbench import Context, Problem
from knightbench.formulation import ask, make

OPEN = {
    "mip-mtz": lambda n, m: (2 * m + 3 * n, 2 * n + 2 + 2 * m),
    "mip-mtz?lifted=yes": lambda n, m: (2 * m + 3 * n, 4 * n + 2 + 2 * m),
    "mip-single-commodity-flow": lambda n, m: (4 * m + 3 * n, 4 * n + 2 + 2 * m),
    "mip-subtour-cuts": lambda n, m: (m + n, n + 1),
}
CLOSED = {
    "mip-mtz": lambda n, m, d: (2 * m + n - 1, 2 * n + 2 * m - 2 * d),
    "mip-mtz?lifted=yes": lambda n, m, d: (2 * m + n - 1, 4 * n - 2 + 2 * m - 2 * d),
    "mip-single-commodity-flow": lambda n, m, d: (4 * m - d, 3 * n - 1 + 2 * m - d),
    "mip-subtour-cuts": lambda n, m, d: (m, n),
}


def measured(spec, problem):
    statistics = ask(make(spec), problem, Context()).statistics
    return statistics["variables"], statistics["constraints"]


@pytest.mark.parametrize("spec", OPEN)
@pytest.mark.parametrize("size", ["3x4", "5x6"])
def test_open(spec, size):
    problem = Problem.from_board(size)
    assert measured(spec, problem) == OPEN[spec](problem.size, problem.moves)


@pytest.mark.parametrize("spec", CLOSED)
@pytest.mark.parametrize("start", [None, (1, 2)])
def test_closed(spec, start):
    problem = Problem.from_board("5x6", closed=True, start=start)
    degree = int(problem.degrees[problem.origin])
    assert degree == (2 if start is None else 6)
    assert measured(spec, problem) == CLOSED[spec](problem.size, problem.moves, degree)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        # f = l = 1; a row for each of the two required moves, and what a clue brings.
        ("mip-mtz", lambda n, m: (2 * m + 2 + n, 2 * n + 2 + 2 * m + 2)),
        ("mip-single-commodity-flow", lambda n, m: (4 * m + 3, 2 * n + 2 + n + 2 * m + 1 + 2 + 1)),
    ],
)
def test_requests_on_an_open_tour(spec, expected):
    problem = Problem.from_board(
        "3x4",
        start=(0, 0),
        end=(0, 1),
        clues=[((1, 2), 2)],
        require=[((0, 0), (1, 2))],
        require_arcs=[((1, 3), (0, 1))],
    )
    assert measured(spec, problem) == expected(problem.size, problem.moves)


def test_requests_of_subtour_cuts():
    moves = Problem.from_board("3x4").moves
    ends = Problem.from_board("3x4", start=(0, 0), end=(0, 1))
    assert measured("mip-subtour-cuts", ends) == (moves + 12, 12 + 1 + 2)
    directed = Problem.from_board("3x4", start=(0, 0), require_arcs=[((1, 2), (2, 0))])
    assert measured("mip-subtour-cuts", directed) == (2 * moves + 1 + 12, 2 * 13 + 1)
    back = Problem.from_board("3x10", closed=True, end=(1, 2))
    assert measured("mip-subtour-cuts", back) == (back.moves, 30 + 1)
