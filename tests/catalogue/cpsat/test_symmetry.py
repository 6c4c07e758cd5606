"""Which squares represent the others as first squares."""

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.catalogue.cpsat.symmetry import (
    first_squares,
    has_a_free_direction,
    representative_starts,
)
from knightbench.symmetry import Symmetries
from tests.conformance.brute_force import all_tours


def representatives(board, **asked):
    problem = Problem.from_board(board, **asked)
    return [problem.name(square) for square in representative_starts(problem)]


def test_one_eighth_of_a_square_board():
    assert representatives("5x5") == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert len(representatives("8x8")) == 10


def test_one_quarter_of_an_oblong_board():
    assert representatives("3x4") == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_hole_leaves_the_symmetries_that_keep_it():
    # Of the identity and the reflection in the diagonal, on which three squares are left.
    assert len(representatives(Board(4, 4, holes=[(0, 0)]))) == (15 + 3) / 2
    assert len(representatives(Board(4, 4, holes=[(0, 1)]))) == 15
    assert len(representatives(Board(5, 5, holes=[(2, 2)]))) == 5
    # Without its last column 3x4 is 3x3, but is still turned as 3x4.
    assert len(representatives(Board(3, 4, holes=[(0, 3), (1, 3), (2, 3)]))) == 6


def test_moves_that_are_not_symmetric_leave_what_they_keep():
    # The identity, and the half turn.
    assert len(representatives(Board(4, 4, moves=[(1, 2), (-1, -2)]))) == 8


def test_a_board_that_wraps_around_is_shifted():
    assert representatives(Board(4, 4, wrap_rows=True)) == [(0, 0), (0, 1)]
    assert representatives(Board(4, 5, wrap_rows=True, wrap_cols=True)) == [(0, 0)]


def test_magic_sums_have_diagonals_that_a_shift_may_break():
    torus = Board(4, 4, wrap_rows=True, wrap_cols=True)
    assert representatives(torus, magic="semi-magic") == [(0, 0)]
    assert (0, 1) in representatives(torus, magic="magic")


def test_a_forbidden_move_leaves_what_keeps_it():
    assert len(representatives("4x4", forbid=[((0, 0), (1, 2))])) == 16


@pytest.mark.parametrize(
    "asked",
    [
        {"end": (0, 0)},
        {"clues": [((1, 1), 3)]},
        {"require": [((0, 0), (1, 2))]},
        {"require_arcs": [((0, 0), (1, 2))]},
    ],
)
def test_a_request_leaves_every_first_square(asked):
    problem = Problem.from_board("3x4", **asked)
    assert representative_starts(problem) == first_squares(problem) == list(range(12))


def test_a_settled_first_square_is_the_only_one():
    assert representatives("3x4", start=(2, 3)) == [(2, 3)]
    assert representatives("3x4", closed=True) == [(0, 0)]


def test_a_graph_has_no_symmetries_of_a_board():
    problem = Problem.from_graph(nx.cycle_graph(5))
    assert representative_starts(problem) == list(range(5))


def test_which_requests_leave_the_direction_free():
    arc = ((0, 0), (1, 2))
    for asked in ({}, {"start": (1, 1)}, {"require": [arc]}, {"forbid": [arc]}):
        assert has_a_free_direction(Problem.from_board("3x10", closed=True, **asked))
    for asked in ({"end": (1, 2)}, {"clues": [((0, 4), 9)]}, {"require_arcs": [arc]}):
        assert not has_a_free_direction(Problem.from_board("3x10", closed=True, **asked))
    assert not has_a_free_direction(Problem.from_board("3x10"))


@st.composite
def boards(draw):
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(itertools.product(range(rows), range(cols)))
    return Board(
        rows,
        cols,
        moves=draw(st.sampled_from([(0, 1), (1, 2), [(1, 1), (-1, -1), (0, 1), (0, -1)]])),
        holes=draw(st.sets(st.sampled_from(cells), max_size=5)),
        wrap_rows=draw(st.booleans()),
        wrap_cols=draw(st.booleans()),
    )


@settings(max_examples=100, deadline=None)
@given(boards(), st.data())
def test_a_square_begins_a_tour_if_and_only_if_its_representative_does(board, data):
    problem = Problem.from_board(board)
    if problem.moves:
        forbidden = data.draw(st.sets(st.sampled_from(problem.edges()), max_size=2))
        named = [(problem.name(u), problem.name(v)) for u, v in sorted(forbidden)]
        problem = Problem.from_board(board, forbid=named)

    def begins(square):
        asked = Problem.from_graph(problem.graph(), start=square)
        return next(all_tours(asked), None) is not None

    symmetries = [symmetry.image.tolist() for symmetry in Symmetries.of(problem).elements]
    starts = representative_starts(problem)
    for square in range(problem.size):
        orbit = {image[square] for image in symmetries}
        assert square in orbit, "the identity is one"
        assert orbit & set(starts) == {min(orbit)}
        assert begins(square) == begins(min(orbit))
