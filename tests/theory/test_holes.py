"""No finding is wrong on boards with holes of up to 36 cells, of several leapers.

Truth comes from two complete formulations that share no model: a circuit constraint, and degrees
in SAT with cuts. Tours are checked.
"""

import random

import pytest

from knightbench import Board, Context, Problem, Status, check
from knightbench.formulation import ask, make
from knightbench.theory import findings

LEAPERS = [*[(1, 2)] * 5, (0, 1), (0, 1), (1, 1), (1, 3), (2, 3), (1, 4)]


def truth(problem: Problem) -> bool:
    answers = [ask(make(name), problem, Context()) for name in ("cpsat-circuit", "sat-cutset")]
    for answer in answers:
        assert answer.status is not Status.UNKNOWN
        if answer.tour is not None:
            check(problem, answer.tour)
    first, second = (answer.tour is not None for answer in answers)
    assert first == second, problem
    return first


def drawn(random_: random.Random) -> Problem:
    rows = random_.randint(3, 6)
    cols = random_.randint(rows, 36 // rows)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    holes = random_.sample(cells, random_.randint(1, 4))
    board = Board(rows, cols, moves=random_.choice(LEAPERS), holes=holes)
    squares = [cell for cell in cells if cell not in holes]
    start = random_.choice(squares) if random_.random() < 0.3 else None
    return Problem.from_board(board, closed=random_.random() < 0.5, start=start)


@pytest.mark.slow
def test_boards_with_holes() -> None:
    random_ = random.Random(1)
    theorems: set[str] = set()
    ruled_out = tours = 0
    for _ in range(250):
        problem = drawn(random_)
        exists = truth(problem)
        tours += exists
        found = findings(problem)
        for finding in found:
            assert finding.verdict == exists, f"{problem}, {problem.board}: {finding}"
            theorems.add(finding.theorem)
        ruled_out += bool(found) and not exists
    assert tours > 30
    assert ruled_out > 100
    assert {"degrees", "connected", "colours", "forced moves", "crowded"} <= theorems
