"""Open tours between given ends, and the smallest problems of all."""

import json

import networkx as nx
import pytest

from knightbench import Board, Problem
from knightbench.board import leaper
from tests.cases.asking import STRONG, all_answer, everyone
from tests.conformance.brute_force import has_tour

#: Each of these closes an open tour by a node that is no square.
CIRCUITS = ("cpsat-circuit", "cpsat-lazy-subtours", "choco", "cpmpy", "asp", "sat-cutset")


def grid(rows: int, cols: int, **requests: object) -> Problem:
    return Problem.from_board(Board(rows, cols, moves=leaper(0, 1)), **requests)


def code_of(typed, *arguments: object) -> int:
    return typed(*arguments)[0]


# A circuit was demanded where a path was meant.
def test_case_15_an_open_tour_needs_no_closing_move(typed):
    for problem in (
        Problem.from_board("3x4"),
        Problem.from_board("5x5"),
        Problem.from_graph(nx.path_graph(7)),
        grid(3, 3),
    ):
        all_answer(problem, True, [name for name in CIRCUITS if name in everyone()])
    for problem in (
        Problem.from_board("3x4", closed=True),
        Problem.from_graph(nx.path_graph(7), closed=True),
        grid(3, 3, closed=True),
    ):
        all_answer(problem, False, [name for name in CIRCUITS if name in everyone()])
    assert code_of(typed, "solve", "5x5", "--with", "cpsat-circuit") == 0
    assert code_of(typed, "solve", "5x5", "--closed", "--with", "cpsat-circuit") == 1


def test_case_15_every_formulation():
    for size, is_open, is_closed in (("3x4", True, False), ("4x4", False, False)):
        all_answer(Problem.from_board(size), is_open)
        all_answer(Problem.from_board(size, closed=True), is_closed)


# Whoever looked for the shortest round trip left nodes out, or ended elsewhere.
@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3)])
def test_case_18_between_all_pairs_of_a_grid(rows, cols, typed):
    squares = [(r, c) for r in range(rows) for c in range(cols)]
    found = 0
    for start in squares:
        for end in squares:
            problem = grid(rows, cols, start=start, end=end)
            there_is_one = has_tour(problem)
            found += there_is_one
            all_answer(problem, there_is_one, STRONG)
    # Each tour between two ends and its reverse: see the grid of two by two, with four.
    assert found == {(2, 2): 8, (2, 3): 16, (3, 3): 20}[rows, cols]
    line = ("solve", "2x2", "--moves", "0,1", "--start", "0,0", "--with", "nx-search")
    assert code_of(typed, *line, "--end", "0,1") == 0
    assert code_of(typed, *line, "--end", "1,1") == 1


def test_case_18_every_formulation():
    all_answer(grid(2, 2, start=(0, 0), end=(0, 1)), True)
    all_answer(grid(2, 2, start=(0, 0), end=(1, 1)), False)
    all_answer(grid(2, 2, start=(0, 0), end=(0, 0)), False)
    all_answer(grid(3, 4, start=(0, 0), end=(2, 3)), True)
    all_answer(grid(3, 3, start=(0, 1), end=(1, 0)), False)


# The last square was taken for one more to come.
def test_case_19_the_last_square_is_kept(typed):
    complete = nx.complete_graph(5)
    for end in range(1, 5):
        all_answer(Problem.from_graph(complete, start=0, end=end), True, STRONG)
    all_answer(Problem.from_graph(complete, start=0, end=1), True)
    all_answer(Problem.from_graph(complete, end=3), True)
    for end in ((0, 1), (1, 3), (2, 2)):
        problem = Problem.from_board("3x4", end=end)
        all_answer(problem, has_tour(problem))
    # Closed, the last square is a neighbour of the first.
    all_answer(Problem.from_board("3x10", closed=True, end=(1, 2)), True, STRONG)
    all_answer(Problem.from_board("3x10", closed=True, end=(0, 1)), False, STRONG)
    for name in ("cpsat-circuit", "sat-cutset"):
        line = ("solve", "5x6", "--start", "0,0", "--end", "4,5", "--with", name, "--json")
        code, out, _err = typed(*line)
        told = json.loads(out)
        assert code == 0
        assert (told["tour"][0], told["tour"][-1]) == ([0, 0], [4, 5])


# A circuit of one variable broke two solvers.
def test_case_20_a_single_square(typed):
    for requests in ({}, {"start": (0, 0)}, {"end": (0, 0)}, {"start": (0, 0), "end": (0, 0)}):
        all_answer(Problem.from_board("1x1", **requests), True)
        all_answer(Problem.from_board("1x1", closed=True, **requests), False)
    all_answer(Problem.from_board("1x1", clues=[((0, 0), 1)]), True)
    all_answer(Problem.from_board(Board(2, 2, holes=[(0, 0), (0, 1), (1, 0)])), True)
    all_answer(Problem.from_graph(nx.Graph([("self", "self")])), True)
    for name in ("cpsat-circuit", "sat-cutset"):
        assert code_of(typed, "solve", "1x1", "--with", name) == 0
        assert code_of(typed, "solve", "1x1", "--closed", "--with", name) == 1


# A heuristic that wants four nodes turned round for ever with two.
@pytest.mark.parametrize("size", [2, 3, 4])
def test_case_21_fewer_nodes_than_an_exchange_takes(size):
    for graph in (nx.complete_graph(size), nx.path_graph(size), nx.empty_graph(size)):
        for closed in (False, True):
            problem = Problem.from_graph(graph, closed=closed)
            all_answer(problem, has_tour(problem))
    for start in range(size):
        problem = Problem.from_graph(nx.path_graph(size), start=start)
        all_answer(problem, has_tour(problem), STRONG)


def test_case_21_on_the_command_line(typed):
    for name in ("two-factor", "sat-cutset"):
        line = ("solve", "1x2", "--moves", "0,1", "--with", name)
        assert code_of(typed, *line) == 0
        assert code_of(typed, *line, "--closed") == 1
