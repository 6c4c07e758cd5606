"""The theorems about boards, against exhaustive and published truth."""

import csv
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import networkx as nx
import pytest
from ortools.sat.python import cp_model

from knightbench import Board, Context, Problem, Status, check
from knightbench.board import KNIGHT, leaper
from knightbench.formulation import ask, make
from knightbench.theory import Finding, findings, impossible, possible
from knightbench.theory.boards import (
    conrad,
    grid,
    knuth,
    open_tours,
    posa,
    schwenk,
    watkins,
)

TABLE = Path(__file__).parents[1] / "data" / "existence.csv"

# Larger boards whose tours have been counted, and not to 0: OEIS A079137, A083386, A306281,
# A308131 (open), A070030, A175855, A175881, A193054, A193055 and A001230 (closed).
COUNTED_OPEN = [(4, 10), (5, 8), (5, 9), (6, 7), (6, 8), (7, 7), (8, 8)]
COUNTED_CLOSED = [
    *[(3, 14), (3, 16), (3, 18), (5, 8), (5, 10), (5, 12), (6, 7), (6, 8), (6, 9), (6, 10)],
    *[(7, 8), (7, 10), (8, 8), (8, 9), (8, 10)],
]


def table() -> Iterator[tuple[Board, bool, bool]]:
    """Every board of the table, in both orientations, whether closed, and whether it has a tour."""
    with TABLE.open() as file:
        for row in csv.DictReader(file):
            sides = int(row["rows"]), int(row["cols"])
            for rows, cols in dict.fromkeys((sides, sides[::-1])):
                board = Board(rows, cols, moves=leaper(int(row["a"]), int(row["b"])))
                yield board, row["kind"] == "closed", row["exists"] == "yes"


def test_the_knight_on_every_board_of_the_table() -> None:
    boards = [entry for entry in table() if entry[0].moves == KNIGHT]
    assert len(boards) == 2 * (2 * 73 - 6)
    for board, closed, exists in boards:
        problem = Problem.from_board(board, closed=closed)
        # A closed tour of one or two squares is ruled out by the conventions already.
        known = possible(problem) or impossible(problem)
        assert known is not None, problem
        assert known.verdict == exists, f"{problem}: {known}"
        theorem = schwenk(problem) if closed else open_tours(problem)
        assert theorem is not None
        assert theorem.verdict == exists


@pytest.mark.slow
def test_no_finding_contradicts_the_table() -> None:
    ruled_out = 0
    for board, closed, exists in table():
        for finding in findings(Problem.from_board(board, closed=closed)):
            assert finding.verdict == exists, f"{board}, {closed}: {finding}"
            ruled_out += not finding.verdict
    assert ruled_out > 1000


@pytest.mark.parametrize(
    ("size", "closed"),
    [(size, False) for size in COUNTED_OPEN] + [(size, True) for size in COUNTED_CLOSED],
)
def test_boards_whose_tours_have_been_counted(size: tuple[int, int], closed: bool) -> None:
    for rows, cols in (size, size[::-1]):
        assert possible(Problem.from_board(Board(rows, cols), closed=closed)) is not None


def test_five_by_five_by_first_square() -> None:
    # OEIS A165134: the directed open tours by first square.
    counts = [304, 0, 56, 0, 304, 0, 56, 0, 56, 0, 56, 0, 64, 0, 56, 0, 56, 0, 56, 0]
    for square, count in enumerate([*counts, 304, 0, 56, 0, 304]):
        problem = Problem.from_board("5x5", start=divmod(square, 5))
        assert (impossible(problem) is None) == (count > 0)


def has_path(problem: Problem) -> bool:
    """Whether an open problem has a tour, by CP-SAT's circuit through one more vertex."""
    model = cp_model.CpModel()
    home = problem.size
    moves = problem.arcs()
    moves += [(home, s) for s in range(home) if problem.start in (None, s)]
    moves += [(s, home) for s in range(home) if problem.end in (None, s)]
    arcs = [(u, v, model.new_bool_var("")) for u, v in moves]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        return False
    following = {u: v for u, v, taken in arcs if solver.boolean_value(taken)}
    tour = [following[home]]
    while following[tour[-1]] != home:
        tour.append(following[tour[-1]])
    check(problem, tour)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("n", [6, 7])
def test_conrad_on_every_pair_of_ends(n: int) -> None:
    # Every first square up to the symmetries of the square, every last square.
    starts = [(row, col) for row in range((n + 1) // 2) for col in range(row, (n + 1) // 2)]
    for start, end in itertools.product(starts, itertools.product(range(n), repeat=2)):
        if start == end:
            continue
        problem = Problem.from_board(Board(n, n), start=start, end=end)
        if conrad(problem) is None:
            assert impossible(problem) is not None
        else:
            assert has_path(problem)


@pytest.mark.slow
def test_open_tours_of_long_boards() -> None:
    for rows, cols in itertools.product((3, 4, 5), range(10, 22)):
        problem = Problem.from_board(Board(rows, cols))
        assert possible(problem) is not None
        assert has_path(problem)


def test_conrad_leaves_other_boards_and_colours_alone() -> None:
    assert conrad(Problem.from_board("5x5", start=(0, 0), end=(4, 4))) is None
    assert conrad(Problem.from_board("6x8", start=(0, 0), end=(0, 1))) is None
    assert conrad(Problem.from_board("6x6", start=(0, 0), end=(0, 2))) is None
    assert conrad(Problem.from_board("7x7", start=(0, 0), end=(0, 1))) is None
    assert conrad(Problem.from_board("7x7", start=(0, 1))) is None
    assert conrad(Problem.from_board("7x7", end=(0, 2))) is not None
    assert conrad(Problem.from_board("6x6", closed=True, end=(1, 2))) is None


@pytest.mark.parametrize("start", [(0, 0), (0, 1), (3, 4)])
def test_closed_tour_begins_anywhere_and_is_an_open_one(start: tuple[int, int]) -> None:
    closed = possible(Problem.from_board("5x6", closed=True, start=start))
    cut = possible(Problem.from_board("5x6", start=start))
    backwards = possible(Problem.from_board("5x6", end=start))
    for finding in (closed, cut, backwards):
        assert finding is not None
        assert finding.theorem == "Schwenk 1991"


@pytest.mark.parametrize("closed", [False, True])
def test_other_requests_silence_every_promise(closed: bool) -> None:
    edge = ((0, 0), (1, 2))
    for requests in (
        {"start": (0, 0), "end": (1, 2)},
        {"clues": [((1, 2), 2)]},
        {"require": [edge]},
        {"require_arcs": [edge]},
        {"forbid": [edge]},
        {"max_crossings": 30},
    ):
        problem = Problem.from_board("5x6", closed=closed, **requests)
        assert possible(problem) is None
        # Nor do those that are asked by themselves.
        assert schwenk(problem) is open_tours(problem) is None
    assert possible(Problem.from_board("5x6", closed=True, end=(1, 2))) is None


@pytest.mark.parametrize(
    "requests",
    [
        {"start": (0, 0)},
        {"end": (1, 2)},
        {"clues": [((1, 2), 2)]},
        {"require": [((0, 0), (1, 2))]},
        {"forbid": [((0, 0), (1, 2))]},
    ],
    ids=str,
)
def test_none_exists_whatever_is_asked(requests: dict[str, object]) -> None:
    closed = schwenk(Problem.from_board("4x6", closed=True, **requests))
    opened = open_tours(Problem.from_board("3x6", **requests))
    for finding in (closed, opened):
        assert finding is not None
        assert not finding.verdict


KING = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    "board",
    [
        Board(4, 8, holes=[(0, 0)]),
        Board(4, 8, wrap_rows=True),
        Board(4, 8, wrap_cols=True),
        Board(4, 8, moves=KING),
        Board(4, 8, moves=[*KNIGHT, (0, 1), (0, -1)]),
        Board(4, 8, moves=KNIGHT[:2] + KNIGHT[4:6]),
    ],
    ids=str,
)
def test_boards_that_are_not_the_knights_own(board: Board) -> None:
    for closed in (False, True):
        problem = Problem.from_board(board, closed=closed)
        for theorem in (schwenk, open_tours, conrad, knuth, posa, grid):
            assert theorem(problem) is None


@pytest.mark.slow
def test_every_torus_and_cylinder_of_up_to_36_squares() -> None:
    asked = tours = 0
    for rows in range(1, 37):
        for cols in range(1, 36 // rows + 1):
            for wrap_rows, wrap_cols in ((True, True), (True, False), (False, True)):
                board = Board(rows, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols)
                problem = Problem.from_board(board, closed=True)
                finding = watkins(problem)
                if board.size < 3:
                    assert finding is None
                    continue
                assert finding is not None
                assert finding.verdict == has_cycle(problem), problem
                asked += 1
                tours += finding.verdict
                opened = watkins(Problem.from_board(board, start=(0, 0)))
                assert (opened is not None) == finding.verdict
                assert opened is None or has_path(Problem.from_board(board, start=(0, 0)))
    assert tours > 200
    assert asked - tours > 80


def has_cycle(problem: Problem) -> bool:
    """Whether a closed problem has a tour, by two formulations that share no model."""
    answers = [ask(make(name), problem, Context()) for name in ("cpsat-circuit", "sat-cutset")]
    for answer in answers:
        assert answer.status is not Status.UNKNOWN
        if answer.tour is not None:
            check(problem, answer.tour)
    first, second = (answer.tour is not None for answer in answers)
    assert first == second
    return first


@pytest.mark.parametrize("theorem", [watkins, grid])
def test_torus_and_grid_promise_nothing_that_is_not_asked(
    theorem: Callable[[Problem], Finding | None],
) -> None:
    board = {
        watkins: Board(5, 6, wrap_rows=True, wrap_cols=True),
        grid: Board(5, 6, moves=(0, 1)),
    }[theorem]
    u = (0, 0)
    v = {watkins: (1, 2), grid: (0, 1)}[theorem]
    for requests in ({}, {"start": u}, {"closed": True}, {"closed": True, "start": v}, {"end": v}):
        finding = theorem(Problem.from_board(board, **requests))
        assert finding is not None
        assert finding.verdict
    for requests in (
        {"start": u, "end": v},
        {"closed": True, "end": v},
        {"clues": [(v, 5)]},
        {"closed": True, "require": [(u, v)]},
        {"closed": True, "forbid": [(u, v)]},
    ):
        assert theorem(Problem.from_board(board, **requests)) is None


def test_grid_on_every_board_of_the_table() -> None:
    promised = 0
    for board, closed, exists in table():
        if set(board.moves) == set(leaper(0, 1)):
            finding = grid(Problem.from_board(board, closed=closed))
            assert (finding is not None) == (exists and (board.size > 1 or not closed))
            promised += finding is not None
    assert promised > 150
    odd = Board(3, 5, moves=(0, 1))
    assert grid(Problem.from_board(odd, start=(0, 1))) is None
    assert grid(Problem.from_board(odd, clues=[((0, 1), 2)])) is None


def test_the_order_of_the_moves_does_not_matter() -> None:
    board = Board(8, 8, moves=sorted(KNIGHT))
    assert board.moves != KNIGHT
    assert schwenk(Problem.from_board(board, closed=True)) is not None


def test_knuth_says_exactly_when_a_leaper_is_shut_out() -> None:
    shut_out = 0
    for s, rows, cols in itertools.product(range(1, 6), range(2, 12), range(2, 12)):
        for r in range(1, s + 1):
            problem = Problem.from_board(Board(rows, cols, moves=(r, s)))
            disconnected = not nx.is_connected(problem.graph())
            assert (knuth(problem) is not None) == disconnected, problem
            shut_out += disconnected
    assert shut_out > 500


@pytest.mark.parametrize("size", ["1x1", "1x5", "5x1"])
def test_knuth_says_nothing_of_a_single_row(size: str) -> None:
    assert knuth(Problem.from_board(size)) is None


def test_knuth_names_the_isolated_middle() -> None:
    problem = Problem.from_board(Board(3, 3))
    finding = knuth(problem)
    assert finding is not None
    (middle,) = finding.squares
    assert problem.degrees[middle] == 0


@pytest.mark.parametrize(("rows", "cols"), [(4, 1), (4, 4), (4, 9), (12, 4), (3, 4)])
def test_posa_gives_a_cut_set(rows: int, cols: int) -> None:
    problem = Problem.from_board(Board(rows, cols), closed=True)
    finding = posa(problem)
    assert finding is not None
    graph = problem.graph()
    graph.remove_nodes_from(finding.squares)
    assert nx.number_connected_components(graph) > len(finding.squares)
