"""Symmetric and magic tours that colours or counting rule out, and those that they do not."""

import pytest

from knightbench import Board, Problem, theory
from knightbench.theory.special import equal_sums, turned

NO_TURN = [
    # Both sides divisible by 4: a quarter of the squares is even, and the turn changes colours.
    *[("8x8", True, "quarter-turn"), ("12x12", True, "quarter-turn")],
    # An odd side leaves the middle square in its place.
    ("7x7", True, "quarter-turn"),
    # Even sides: the turn keeps colours, and the ends of an open tour differ in colour.
    *[("6x6", False, "half-turn"), ("8x8", False, "half-turn"), ("4x6", False, "half-turn")],
]
TURN = [
    *[("6x6", True, "quarter-turn"), ("10x10", True, "quarter-turn"), ("8x8", True, "half-turn")],
    *[("3x4", False, "half-turn"), ("3x10", True, "half-turn"), ("5x5", False, "half-turn")],
    *[("5x6", True, "half-turn"), ("3x12", True, "half-turn")],
]


@pytest.mark.parametrize(("size", "closed", "symmetry"), NO_TURN)
def test_colours_forbid_a_turn(size, closed, symmetry):
    problem = Problem.from_board(size, closed=closed, symmetry=symmetry)
    finding = turned(problem)
    assert finding is not None
    assert not finding.verdict
    assert symmetry in finding.statement
    assert theory.impossible(problem) is not None
    assert turned(Problem.from_board(size, closed=closed)) is None


@pytest.mark.parametrize(("size", "closed", "symmetry"), TURN)
def test_a_turn_that_colours_do_not_forbid(size, closed, symmetry):
    assert turned(Problem.from_board(size, closed=closed, symmetry=symmetry)) is None


def test_pieces_that_keep_their_colour_are_left_alone():
    king = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    board = Board(4, 4, moves=king)
    assert turned(Problem.from_board(board, closed=True, symmetry="quarter-turn")) is None
    assert turned(Problem.from_board(board, symmetry="half-turn")) is None


@pytest.mark.parametrize("size", ["5x5", "3x10", "5x6", "7x8", "3x4"])
def test_odd_sides_forbid_equal_sums(size):
    problem = Problem.from_board(size, magic="semi-magic")
    finding = equal_sums(problem)
    assert finding is not None
    assert not finding.verdict
    assert equal_sums(Problem.from_board(size)) is None


@pytest.mark.parametrize("size", ["8x8", "6x6", "4x8", "1x1"])
def test_even_sides_do_not(size):
    assert equal_sums(Problem.from_board(size, magic="semi-magic")) is None


def test_sums_of_pieces_that_keep_their_colour():
    """The Lo Shu is a magic tour of the torus with an odd side."""
    board = Board(3, 3, [(-1, 1), (1, -1), (1, 0), (-1, 0)], wrap_rows=True, wrap_cols=True)
    assert equal_sums(Problem.from_board(board, magic="magic")) is None
