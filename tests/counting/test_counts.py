"""Counts held against brute force, published numbers, and each other."""

import csv
import itertools
import random
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.board import leaper
from knightbench.counting import (
    MemoryLimitReached,
    count,
    count_by_ends,
    count_by_start,
    count_within,
)
from knightbench.counting.counts import ELIMINATION, MEETING
from knightbench.counting.meeting import best_meeting
from knightbench.counting.question import cycles_of
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours

KNOWN = Path(__file__).parents[1] / "data" / "known_counts.csv"


def by_brute_force(problem: Problem) -> tuple[int, int]:
    """The numbers of tours, a tour and its reverse being one, and being two."""
    tours = list(all_tours(problem)) if problem.contradiction is None else []
    closing = [(tour[-1], tour[0]) for tour in tours] if problem.closed else [()] * len(tours)
    moves = {
        frozenset(
            frozenset(move) for move in (*itertools.pairwise(tour), *([last] if last else []))
        )
        for tour, last in zip(tours, closing, strict=True)
    }
    return len(moves), len(tours)


def both(problem: Problem, **how) -> tuple[int, int]:
    undirected, directed = (count(problem, directed=d, **how).number for d in (False, True))
    return undirected, directed


@st.composite
def small_boards(draw: st.DrawFn) -> Problem:
    # A king on a torus has a great many tours; brute force lists every one.
    knight, rook, king = leaper(1, 2), leaper(0, 1), leaper(0, 1) + leaper(1, 1)
    moves = draw(st.sampled_from([knight, rook, king]))
    sizes = [(1, 5), (2, 4), (2, 3)] if moves == king else [(1, 5), (2, 5), (3, 3), (3, 4), (4, 3)]
    rows, cols = draw(st.sampled_from(sizes))
    cells = list(itertools.product(range(rows), range(cols)))
    board = Board(
        rows,
        cols,
        moves=moves,
        holes=draw(st.sets(st.sampled_from(cells), max_size=3)),
        wrap_rows=draw(st.booleans()),
        wrap_cols=draw(st.booleans()),
    )
    squares = [cell for cell in cells if cell not in board.holes]
    ends = draw(st.permutations(squares))[:2]
    return Problem.from_board(
        board,
        closed=draw(st.booleans()),
        start=draw(st.sampled_from([None, ends[0]])),
        end=draw(st.sampled_from([None, ends[1]])),
    )


@settings(max_examples=150, deadline=None)
@given(small_problems(), st.randoms(use_true_random=False))
def test_any_small_problem_in_any_order(problem, rng):
    problem = replace(problem, clues={})
    order = list(range(problem.size))
    rng.shuffle(order)
    expected = by_brute_force(problem)
    assert both(problem) == expected
    assert both(problem, order=order, method=ELIMINATION, threads=rng.choice([1, 2])) == expected


@settings(max_examples=60, deadline=None)
@given(small_boards())
def test_boards_with_holes_wrap_around_and_other_pieces(problem):
    assert both(problem) == by_brute_force(problem)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_directions_that_do_not_hang_together(seed):
    """Moves with a direction far apart, beside required ones without, of a tour and at random."""
    rng = random.Random(seed)
    graph = nx.gnp_random_graph(7, 0.7, seed=seed)
    tour = rng.sample(range(7), 7)
    nx.add_cycle(graph, tour)
    cycle = [*itertools.pairwise(tour), (tour[-1], tour[0])]
    arcs = rng.sample(cycle, 2) + ([rng.choice([*graph.edges])] if rng.random() < 0.3 else [])
    problem = Problem.from_graph(
        graph,
        closed=rng.random() < 0.5,
        require_arcs=arcs,
        require=rng.sample(cycle, rng.randint(0, 2)),
        start=rng.choice([None, tour[0]]),
    )
    assert both(problem) == by_brute_force(problem)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_meeting_in_the_middle_of_random_graphs(seed):
    """Long graphs, so that there is a cut; half of them hang together by few edges."""
    rng = random.Random(seed)
    size = 9
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(
        (u, v) for u in range(size) for v in range(u + 1, min(size, u + 4)) if rng.random() < 0.85
    )
    edges = [*graph.edges]
    problem = Problem.from_graph(
        graph,
        closed=rng.random() < 0.7,
        start=rng.choice([None, 0, 4]),
        require=rng.sample(edges, 1) if edges and rng.random() < 0.3 else [],
    )
    expected = by_brute_force(problem)
    assert both(problem, order=range(size), method=ELIMINATION) == expected
    cycles = cycles_of(problem, range(size)) if problem.contradiction is None else None
    if cycles is not None and best_meeting(cycles) is not None:
        assert both(problem, order=range(size), method=MEETING) == expected
        assert both(problem, order=range(size), method=MEETING, threads=2) == expected


def known() -> list:
    cases = []
    with KNOWN.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            question, _, counted = row["what"].partition("_")
            rows, cols, value = int(row["rows"]), int(row["cols"]), int(row["value"])
            size = rows * cols
            large = 48 if question == "closed" else 42
            if size > large and min(rows, cols) > 3:
                continue
            slow = size > (45 if question == "closed" else 36) and min(rows, cols) > 3
            cases.append(
                pytest.param(
                    question == "closed",
                    f"{rows}x{cols}",
                    counted == "directed",
                    value,
                    marks=[pytest.mark.slow] if slow else [],
                )
            )
    return cases


@pytest.mark.parametrize(("closed", "size", "directed", "value"), known())
def test_published_numbers(closed, size, directed, value):
    problem = Problem.from_board(size, closed=closed)
    assert count(problem, directed=directed, threads=2).number == value


def test_every_published_number_of_a_small_board_is_put_to_the_test():
    assert len(known()) >= 47


@pytest.mark.slow
def test_7x8():
    found = count(Problem.from_board("7x8", closed=True), threads=2)
    assert (found.number, found.method) == (34_524_432_316, MEETING)


def test_directed_tours_of_5x5_by_first_square():
    found = count_by_start(Problem.from_board("5x5"))
    row, other, middle = [304, 0, 56, 0, 304], [0, 56, 0, 56, 0], [56, 0, 64, 0, 56]
    assert list(found.values()) == row + other + middle + other + row


def test_by_start_and_by_ends_add_up_without_and_with_requests():
    for problem in (
        Problem.from_board("4x5"),
        Problem.from_board(Board(3, 4, wrap_cols=True), require=[((0, 0), (1, 2))]),
        Problem.from_board("3x4", start=(0, 1)),
        Problem.from_board("4x5", end=(3, 0)),
        Problem.from_graph(nx.petersen_graph(), require_arcs=[(0, 1)]),
    ):
        directed = count(problem, directed=True).number
        starts, ends = count_by_start(problem), count_by_ends(problem)
        tours = list(all_tours(problem))
        assert len(tours) == directed == sum(starts.values()) == sum(ends.values())
        for square in range(problem.size):
            assert starts[square] == sum(tour[0] == square for tour in tours)
        for pair, number in ends.items():
            assert number == sum((tour[0], tour[-1]) == pair for tour in tours)


def test_closed_tours_are_counted_by_no_ends():
    with pytest.raises(ValueError, match="begins and ends nowhere"):
        count_by_start(Problem.from_board("6x6", closed=True))


@pytest.mark.parametrize("closed", [False, True])
def test_transposed_boards_and_both_ways_of_counting(closed):
    numbers = {
        count(Problem.from_board(size, closed=closed), method=method).number
        for size in ("5x6", "6x5")
        for method in (ELIMINATION, MEETING)
    }
    assert len(numbers) == 1


def test_adjacent_ends_are_closed_tours():
    """The open tours whose ends are a move apart number squares x closed tours."""
    board = Board(4, 4, wrap_rows=True, wrap_cols=True)
    closed = count(Problem.from_board(board, closed=True)).number
    problem = Problem.from_board(board)
    found = count_by_ends(problem)
    apart = sum(number for (u, v), number in found.items() if v in problem.neighbours(u))
    assert apart == 2 * board.size * closed > 0


def test_conventions():
    for size, closed, number in (("1x1", False, 1), ("1x1", True, 0), ("1x2", False, 0)):
        assert both(Problem.from_board(size, closed=closed)) == (number, number)
    assert both(Problem.from_board(Board(1, 2, moves=leaper(0, 1)))) == (1, 2)
    assert both(Problem.from_board(Board(1, 2, moves=leaper(0, 1)), closed=True)) == (0, 0)
    assert both(Problem.from_graph(nx.Graph())) == (0, 0)
    assert both(
        Problem.from_board("3x4", require=[((0, 0), (1, 2))], forbid=[((0, 0), (1, 2))])
    ) == (
        0,
        0,
    )


def test_a_size_a_board_and_a_graph_are_problems_with_their_requests():
    assert count("5x6", closed=True).number == 8
    assert count(Board(3, 4), start=(0, 0)).number == count("3x4", start=(0, 0)).number
    assert count(nx.path_graph(4), end=3).number == 1
    with pytest.raises(ValueError, match="requests already: closed"):
        count(Problem.from_board("3x4"), closed=True)


def test_complete_graphs():
    """(n - 1)! / 2 cycles and n! / 2 paths, where no frontier is narrow."""
    graph = nx.complete_graph(9)
    assert count(Problem.from_graph(graph, closed=True)).number == 20_160
    assert count(Problem.from_graph(graph)).number == 181_440
    with pytest.raises(ValueError, match="narrow cut"):
        count(Problem.from_graph(graph), method=MEETING)


def test_what_does_not_fit_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="does not honour clues"):
        count(Problem.from_board("3x4", clues=[((0, 0), 5)]))
    with pytest.raises(ValueError, match="squares 0 to 11 once"):
        count(Problem.from_board("3x4"), order=range(11))
    with pytest.raises(ValueError, match="frontier is up to 39"):
        count(Problem.from_graph(nx.complete_graph(40), closed=True))


def test_a_cheap_check_gives_up_where_states_are_many():
    assert count_within(Problem.from_board("4x4"), states=30) == 0
    assert count_within(Problem.from_board("5x6"), states=3000) == 18_784
    assert count_within(Problem.from_board("5x6"), states=300) is None
    assert count_within(Problem.from_graph(nx.complete_graph(40))) is None


@pytest.mark.parametrize("method", [ELIMINATION, MEETING])
def test_a_limit_says_how_far_the_count_was(method):
    with pytest.raises(MemoryLimitReached, match=r"\d+ of \d+ steps were made"):
        count(Problem.from_board("6x7"), method=method, memory_limit=100_000)


@pytest.mark.slow
def test_less_memory_is_more_shares_and_the_same_number():
    problem = Problem.from_board("6x6", closed=True)
    whole, shared = [], []
    for limit, steps in ((None, whole), (3_000_000, shared)):
        found = count(problem, method=MEETING, memory_limit=limit, progress=steps.append)
        assert found.number == 9862
    assert shared[-1].steps > 2 * whole[-1].steps
    assert max(told.states for told in shared) < max(told.states for told in whole)
