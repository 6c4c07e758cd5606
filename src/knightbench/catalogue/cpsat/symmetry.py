"""Which first squares and which direction suffice, since the other tours mirror theirs."""

from __future__ import annotations

import itertools

from knightbench.problem import Problem


def first_squares(problem: Problem) -> list[int]:
    """Return the squares that a tour may begin in: the one that is settled, or all of them."""
    return list(range(problem.size)) if problem.origin is None else [problem.origin]


def representative_starts(problem: Problem) -> list[int]:
    """Return the smallest square of every orbit of the board's symmetries.

    A symmetry that takes a tour's first square to the representative of its orbit takes the tour
    to another tour, so that there is a tour if and only if there is one from a representative.
    Where there is a request, or no board, nothing is left out of `first_squares`.
    """
    starts = first_squares(problem)
    if problem.origin is not None or problem.end is not None or problem.clues or problem.required:
        return starts
    symmetries = board_symmetries(problem)
    return [square for square in starts if all(square <= image[square] for image in symmetries)]


def board_symmetries(problem: Problem) -> list[list[int]]:
    """Return the rotations and reflections of the board that keep its squares and its moves.

    Returns
    -------
    list of list of int
        The image of every square under each, none of them where the problem has no board. They
        are a group: those of the eight symmetries of a square, or the four of a rectangle, that
        keep the holes and are automorphisms of the graph of the moves that may be made.
    """
    board = problem.board
    if board is None:
        return []
    positions = [board.position(square) for square in range(problem.size)]
    number = {position: square for square, position in enumerate(positions)}
    arcs = set(problem.arcs())
    symmetries = []
    # An oblong board is not transposed, even if its holes leave a square: then the rest would be
    # no group.
    turns = (False, True) if board.rows == board.cols else (False,)
    for down, right, transposed in itertools.product((False, True), (False, True), turns):
        image = []
        for row, col in positions:
            moved = (board.rows - 1 - row if down else row, board.cols - 1 - col if right else col)
            image.append(number.get(moved[::-1] if transposed else moved, -1))
        if -1 not in image and all((image[u], image[v]) in arcs for u, v in arcs):
            symmetries.append(image)
    return symmetries


def has_a_free_direction(problem: Problem) -> bool:
    """Return whether the reverse of every tour, from the same first square, is a tour too."""
    return problem.closed and not problem.directed
