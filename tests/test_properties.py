"""What a tour is like: known tours, and definitions told in another way."""

import itertools
import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.crossings import Meetings, crossing_pairs, meetings
from knightbench.magic import Sums, magic_numberings
from knightbench.properties import properties, properties_in_words, properties_to_json
from tests.catalogue.cpsat.models import all_tours_of
from tests.catalogue.cpsat.test_quartes import beverley
from tests.conformance.brute_force import all_tours, cross

KING = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

#: A closed tour of 6x6 with a quarter turn.
PINWHEEL = """
 1  8 31 16  3 10
30 23  2  9 32 17
 7 36 15 24 11  4
22 29  6 33 18 25
35 14 27 20  5 12
28 21 34 13 26 19
"""


def numbered(text: str) -> list[int]:
    steps = [int(step) for step in text.split()]
    return sorted(range(len(steps)), key=steps.__getitem__)


def symmetries(problem: Problem, tour) -> dict[str, tuple[bool, str | None]]:
    found = properties(problem, tour).symmetries
    return {symmetry.name: (symmetry.keeps_direction, symmetry.term) for symmetry in found}


def test_a_quarter_turn():
    problem = Problem.from_board("6x6", closed=True)
    assert symmetries(problem, numbered(PINWHEEL)) == {
        "half turn": (True, "Eulerian"),
        "quarter turn anticlockwise": (True, None),
        "quarter turn clockwise": (True, None),
    }


def test_the_closed_tours_of_the_3x10_board():
    """Sixteen tours, each there and back: 8 without symmetry, 4 and 4 with one of two kinds."""
    problem = Problem.from_board("3x10", closed=True)
    found = [symmetries(problem, tour) for tour in all_tours(problem)]
    assert found.count({}) == 16
    assert found.count({"half turn": (False, "Bergholtian")}) == 8
    assert found.count({"left-right reflection": (True, None)}) == 8
    assert len(found) == 32


def test_a_board_with_both_kinds_of_half_turn():
    problem = Problem.from_board("3x14", closed=True, symmetry="half-turn")
    found = [symmetries(problem, tour) for tour in all_tours_of("cpsat-circuit", problem)]
    assert found.count({"half turn": (True, "Eulerian")}) == 32
    assert found.count({"half turn": (False, "Bergholtian")}) == 16
    assert len(found) == 48


def test_the_open_tours_of_the_3x4_board():
    """Of 8 tours, 4 have a half turn, which reverses them: two classes (OEIS A328340)."""
    problem = Problem.from_board("3x4")
    found = [symmetries(problem, tour) for tour in all_tours(problem) if tour < tour[::-1]]
    assert found.count({}) == found.count({"half turn": (False, None)}) == 4
    assert len(found) == 8


def test_reflections_of_a_wazir():
    ring = [0, 1, 2, 5, 8, 7, 6, 3]
    hole = Board(3, 3, moves=(0, 1), holes=[(1, 1)])
    problem = Problem.from_board(hole, closed=True)
    # Eight squares without the middle; the numbers after it are one less.
    found = symmetries(problem, [square - (square > 4) for square in ring])
    assert len(found) == 7
    assert {name: keeps for name, (keeps, _) in found.items() if "reflection" not in name} == {
        "half turn": True,
        "quarter turn clockwise": True,
        "quarter turn anticlockwise": True,
    }
    assert not any(keeps for name, (keeps, _) in found.items() if "reflection" in name)
    board = Board(2, 4, moves=(0, 1))
    comb = [0, 1, 2, 3, 7, 6, 5, 4]
    assert symmetries(Problem.from_board(board), comb) == {"top-bottom reflection": (False, None)}


def test_asymmetry_is_said():
    found = properties(Problem.from_board("8x8"), beverley())
    assert found.symmetries == ()
    assert (found.magic, found.sums.diagonals) == ("semi-magic", (282, 210))
    assert (found.closed, found.reentrant, found.numberings) == (False, False, None)
    assert found.turns + found.straights == 62
    assert sum(found.slopes.values()) == 63
    assert set(found.slopes) == {(1, 2), (1, -2), (2, 1), (2, -1)}


def test_an_open_tour_may_be_re_entrant():
    tour = numbered(PINWHEEL)
    found = properties(Problem.from_board("6x6"), tour)
    assert found.reentrant
    assert not found.closed
    assert any(
        "re-entrant" in line for line in properties_in_words(Problem.from_board("6x6"), found)
    )
    # One move and two passes less than the closed one.
    closed = properties(Problem.from_board("6x6", closed=True), tour)
    assert closed.turns + closed.straights == 36
    assert found.turns + found.straights == 34
    assert closed.meetings.crossings >= found.meetings.crossings


def test_the_sums_of_all_numberings_are_those_of_each():
    board = Board(2, 4, moves=KING)
    cycles = list(all_tours(Problem.from_board(board, closed=True)))
    several = 0
    for cycle in cycles:
        turned = {cycle[k]: Sums.of(board, cycle[k:] + cycle[:k]).kind for k in range(len(cycle))}
        expected = {square: kind for square, kind in turned.items() if kind is not None}
        assert magic_numberings(board, cycle) == expected
        several += len(expected)
    assert several


def test_a_magic_tour_of_the_torus():
    """The Lo Shu, as the Siamese method writes it: up and right, or down."""
    board = Board(3, 3, [(-1, 1), (1, -1), (1, 0), (-1, 0)], wrap_rows=True, wrap_cols=True)
    tour = numbered("8 1 6 3 5 7 4 9 2")
    found = properties(Problem.from_board(board), tour)
    assert found.magic == "magic"
    assert found.sums == Sums((15, 15, 15), (15, 15, 15), (15, 15))
    assert {"meetings", "turns", "slopes"} == set(found.omitted)
    assert found.meetings is found.turns is found.slopes is None


def test_straight_on_is_the_same_direction_and_not_the_way_back():
    board = Board(1, 5, moves=[(0, 1), (0, -1), (0, 2), (0, -2), (0, 3), (0, -3)])
    # 0 1 3 4 2: right, right (longer), right, left (along the same line).
    found = properties(Problem.from_board(board), [0, 1, 3, 4, 2])
    assert (found.straights, found.turns) == (2, 1)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([((0, 0), (2, 2)), ((0, 2), (2, 0))], (1, 0, 0)),
        # Three through one point are three pairs.
        ([((0, 0), (2, 2)), ((0, 2), (2, 0)), ((0, 1), (2, 1))], (3, 0, 0)),
        # An end of one on the other, between its ends.
        ([((0, 0), (2, 2)), ((1, 1), (1, 2))], (0, 1, 0)),
        ([((0, 0), (0, 2)), ((0, 1), (0, 2))], (0, 0, 1)),
        ([((0, 0), (0, 2)), ((0, 1), (0, 3))], (0, 0, 1)),
        ([((0, 0), (2, 0)), ((1, 0), (3, 0))], (0, 0, 1)),
        # One after the other on a line; a common square; parallels.
        ([((0, 0), (0, 2)), ((0, 2), (0, 3))], (0, 0, 0)),
        ([((0, 0), (0, 1)), ((0, 2), (0, 3))], (0, 0, 0)),
        ([((0, 0), (1, 2)), ((0, 0), (2, 1))], (0, 0, 0)),
        ([((0, 0), (1, 2)), ((1, 0), (2, 2))], (0, 0, 0)),
        # The line of one meets the other beyond its end.
        ([((0, 0), (1, 1)), ((0, 3), (3, 0))], (0, 0, 0)),
        ([((0, 0), (2, 1)), ((2, 0), (2, 2))], (0, 1, 0)),
    ],
)
def test_what_counts_where_moves_meet(moves, expected):
    board = Board(4, 4)
    squares = [tuple(board.square(place) for place in move) for move in moves]
    for order in itertools.permutations(squares):
        for flips in itertools.product((1, -1), repeat=len(order)):
            drawn = [move[::flip] for move, flip in zip(order, flips, strict=True)]
            assert meetings(board, drawn) == Meetings(*expected)


@given(st.data())
def test_crossings_agree_with_the_equations_of_the_lines(data):
    rows, cols = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    board = Board(rows, cols)
    squares = st.integers(0, board.size - 1)
    pairs = st.tuples(squares, squares).filter(lambda pair: pair[0] < pair[1])
    moves = data.draw(st.lists(pairs, unique=True, max_size=12)) if board.size > 1 else []
    lines = [[board.position(u), board.position(v)] for u, v in moves]
    expected = [
        (i, j) for i, j in itertools.combinations(range(len(moves)), 2) if cross(lines[i], lines[j])
    ]
    assert crossing_pairs(board, moves) == expected
    assert meetings(board, moves).crossings == len(expected)


def test_knights_neither_touch_nor_overlap():
    problem = Problem.from_board("7x7")
    met = meetings(problem.board, problem.edges())
    assert (met.touches, met.overlaps) == (0, 0)
    assert met.crossings == len(crossing_pairs(problem.board, problem.edges()))


def test_what_makes_no_sense_is_left_out_with_its_reason():
    holes = properties(Problem.from_board(Board(3, 3, holes=[(1, 1)])), [0, 4, 5, 1, 6, 2, 3, 7])
    assert set(holes.omitted) == {"magic"}
    ring = properties(Problem.from_graph(nx.cycle_graph(5), closed=True), list(range(5)))
    assert ring.reentrant
    assert len(ring.omitted) == 5
    assert properties_in_words(Problem.from_graph(nx.cycle_graph(5)), ring) == []
    single = properties(Problem.from_board("1x1"), [0])
    assert (single.symmetries, single.magic, single.turns) == ((), "magic", 0)


def test_they_are_told_as_plain_values():
    problem = Problem.from_board("6x6", closed=True)
    told = json.loads(
        json.dumps(properties_to_json(problem, properties(problem, numbered(PINWHEEL))))
    )
    assert told["symmetries"][0] == {
        "name": "half turn",
        "keeps_direction": True,
        "term": "Eulerian",
    }
    assert told["numberings"] == []
    assert sum(count for _slope, count in told["slopes"]) == 36
