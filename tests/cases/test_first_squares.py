"""From which squares a tour exists, and whether it begins and ends where it is asked to."""

import json

import networkx as nx
import pytest

from knightbench import Board, Problem, check
from tests.cases.asking import (
    PAIR,
    STRONG,
    STRONG_ON_LARGE,
    all_answer,
    under_limits,
)
from tests.conformance.brute_force import has_tour


def from_each(board: Board, **requests: bool) -> list[Problem]:
    squares = map(board.position, range(board.size))
    return [Problem.from_board(board, start=square, **requests) for square in squares]


def majority(board: Board) -> list[bool]:
    """Which squares have the colour of the corners, of which an odd board has one more."""
    return [sum(board.position(square)) % 2 == 0 for square in range(board.size)]


# An exercise expects 35, as if one square of an even board were different from all others.
def test_case_01_6x6_from_each_of_36_squares(typed):
    tours = 0
    for problem in from_each(Board(6, 6)):
        all_answer(problem, True, PAIR)
        tours += 1
    assert tours == 36
    all_answer(Problem.from_board("6x6", start=(3, 1)), True)
    for start in ("0,0", "a1", "2,3"):
        code, out, _err = typed("solve", "6x6", "--start", start, "--with", "nx-search")
        assert code == 0, out


@pytest.mark.parametrize("size", ["3x4", "4x3", "4x5"])
def test_case_01_small_boards_from_each_square(size):
    for problem in from_each(Board.parse(size)):
        all_answer(problem, has_tour(problem), STRONG)


def test_case_01_5x6_has_a_tour_from_each_square():
    # There is a closed tour, and it begins anywhere.
    for problem in from_each(Board(5, 6)):
        all_answer(problem, True, PAIR)


# Colours: a tour of an odd board begins and ends on the colour of its corners.
@pytest.mark.parametrize("size", ["5x5", "5x7"])
def test_case_02_odd_boards_from_each_square(size):
    board = Board.parse(size)
    expected = majority(board)
    assert sum(expected) == board.size // 2 + 1
    for problem, there_is_one in zip(from_each(board), expected, strict=True):
        all_answer(problem, there_is_one, STRONG)


def test_case_02_3x7_from_each_square():
    board = Board(3, 7)
    for problem, corner_colour in zip(from_each(board), majority(board), strict=True):
        there_is_one = has_tour(problem)
        assert corner_colour or not there_is_one
        all_answer(problem, there_is_one, STRONG)


def test_case_02_every_formulation_on_5x5(typed):
    all_answer(Problem.from_board("5x5", start=(0, 0)), True)
    all_answer(Problem.from_board("5x5", start=(0, 1)), False)
    assert typed("solve", "5x5", "--start", "0,1", "--with", "backtracking")[0] == 1
    assert typed("solve", "5x5", "--start", "0,0", "--with", "backtracking")[0] == 0


# A closed tour begins anywhere: one tour turned round answers for every first square.
@pytest.mark.slow
@pytest.mark.parametrize("size", ["50x50", "3x30", "30x31"])
def test_case_10_one_closed_tour_begins_at_every_square(size):
    problem = Problem.from_board(size, closed=True)
    results = under_limits({size: (problem, True)}, specs=["sat-cutset"], strong=["sat-cutset"])
    (result,) = results.values()
    tour = result.answer.tour
    for step in range(0, problem.size, 37):
        turned = tour[step:] + tour[:step]
        start = problem.name(turned[0])
        check(Problem.from_board(size, closed=True, start=start), turned)


@pytest.mark.slow
def test_case_10_large_boards_from_given_squares(typed):
    squares = [(0, 0), (0, 1), (1, 1), (24, 25), (49, 49), (13, 38)]
    problems = {
        str(start): (Problem.from_board("50x50", closed=True, start=start), True)
        for start in squares
    }
    under_limits(problems, specs=STRONG_ON_LARGE, strong=STRONG_ON_LARGE)
    code, out, _err = typed("solve", "50x50", "--closed", "--start", "24,25", "--json")
    assert code == 0
    assert json.loads(out)["tour"][0] == [24, 25]


@pytest.mark.slow
def test_case_10_small_closed_boards_from_each_square():
    for problem in from_each(Board(6, 6), closed=True):
        all_answer(problem, True, PAIR)
    all_answer(Problem.from_board("6x6", closed=True, start=(3, 4)), True)
    for problem in from_each(Board(3, 10), closed=True):
        all_answer(problem, True, PAIR)


# `all_answer` looks at the first square of every tour.
def test_case_13_every_formulation_begins_at_the_first_square(typed):
    for start in [(0, 1), (2, 3), (1, 0)]:
        problem = Problem.from_board("3x4", start=start)
        all_answer(problem, has_tour(problem))
    all_answer(Problem.from_board("3x10", closed=True, start=(2, 5)), True, STRONG)
    all_answer(Problem.from_graph(nx.cycle_graph(5), start=3), True)
    all_answer(Problem.from_graph(nx.wheel_graph(5), closed=True, start=4), True)
    for name in ("sat-cutset", "warnsdorff", "cpsat-circuit"):
        line = ("solve", "5x6", "--closed", "--start", "c2", "--with", name, "--json")
        code, out, _err = typed(*line)
        assert code == 0
        assert json.loads(out)["tour"][0] == [3, 2]
