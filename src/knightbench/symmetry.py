"""Symmetries: the rotations, reflections and shifts that take every tour of a problem to a tour.

A tour and its image are one tour seen from two sides. The symmetries of a problem are a group,
which splits its tours into *classes*: all the images of one tour. A class has as many tours as the
group has elements, divided by how many of them leave the tour as it is (Lagrange).

>>> from knightbench.problem import Problem
>>> group = Symmetries.of(Problem.from_board("3x4"))
>>> [str(symmetry) for symmetry in group.elements]
['identity', 'left-right reflection', 'top-bottom reflection', 'half turn']
>>> tour = [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4]
>>> group.class_size(tour), [str(symmetry) for symmetry in group.of_tour(tour)]
(4, ['identity'])
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from knightbench.board import IntArray
from knightbench.problem import Problem

Tour = tuple[int, ...]

#: By whether rows become columns, after the rows and the columns have been turned over.
_NAMES = {
    (False, False, False): "identity",
    (False, False, True): "left-right reflection",
    (False, True, False): "top-bottom reflection",
    (False, True, True): "half turn",
    (True, False, False): "main-diagonal reflection",
    (True, False, True): "quarter turn anticlockwise",
    (True, True, False): "quarter turn clockwise",
    (True, True, True): "antidiagonal reflection",
}


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A map of the squares that takes every tour of a problem to a tour.

    Attributes
    ----------
    name : str
        What it does to the board, and whether it turns the tour's direction round.
    image : array of int32, shape (size,)
        Where each square goes.
    reverses : bool
        Whether the image of a tour is to be walked backwards. That matters only where a tour is
        told from its reverse: a half turn takes a tour from one corner to the opposite one to a
        tour between these corners that is walked the other way.
    """

    name: str
    image: IntArray
    reverses: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Symmetries:
    """The symmetries of a problem as a group that acts on its tours. Make one with `of`.

    Attributes
    ----------
    problem : Problem
    elements : tuple of Symmetry
        The identity first; no two of them do the same.
    directed : bool
        Whether a tour and its reverse are two tours.
    """

    problem: Problem
    elements: tuple[Symmetry, ...]
    directed: bool

    @classmethod
    def of(cls, problem: Problem, directed: bool = False) -> Symmetries:
        """Return the symmetries of a problem.

        Parameters
        ----------
        problem : Problem
        directed : bool, optional
            Whether a tour and its reverse are two even where no request tells them apart. Then
            no symmetry reverses.

        Notes
        -----
        They are those rotations and reflections of the board, with shifts in the directions in
        which it wraps around, that keep its squares, the moves that may be made, and what is
        asked for. A board that is oblong, or wraps around in one direction only, has no quarter
        turn. A graph that is no board has the identity alone: its automorphisms are not looked
        for. The first square of a closed tour is no request, since a cycle passes it anyway,
        unless an end or clues count from there.

        Time O(symmetries x moves). There are at most 8, on a torus times its squares.
        """
        ways = (False, True) if problem.directed and not directed else (False,)
        elements = tuple(
            Symmetry(name + ", reversed" * reverses, image, reverses)
            for name, image in _maps_that_keep_the_moves(problem)
            for reverses in ways
            if _keeps_the_requests(problem, image.tolist(), reverses)
        )
        return cls(problem, elements, directed or problem.directed)

    def images(self, tour: Sequence[int]) -> list[Tour]:
        """Return the image of a tour under each element, in standard form (see `standard`)."""
        row = np.asarray(tour, dtype=np.int32)
        images = []
        for element in self.elements:
            image = element.image[row]
            if element.reverses:
                image = image[::-1]
            images.append(standard(self.problem, image.tolist(), self.directed))
        return images

    def canonical(self, tour: Sequence[int]) -> Tour:
        """Return the least of a tour's images: the same for all tours of its class."""
        return min(self.images(tour))

    def class_size(self, tour: Sequence[int]) -> int:
        """Return how many tours are in the class of this one."""
        return len(set(self.images(tour)))

    def of_tour(self, tour: Sequence[int]) -> tuple[Symmetry, ...]:
        """Return the elements that leave a tour as it is, a group in itself."""
        images = self.images(tour)
        return tuple(
            element
            for element, image in zip(self.elements, images, strict=True)
            if image == images[0]
        )


def standard(problem: Problem, tour: Sequence[int], directed: bool = False) -> Tour:
    """Return the one way to write a tour, so that equal tours are equal sequences.

    A closed tour is written from the problem's first square. Of a tour and its reverse, where
    nothing tells them apart, it is the one that begins with the smaller squares.

    Parameters
    ----------
    problem : Problem
    tour : sequence of int
        A tour that answers the problem.
    directed : bool, optional
        Whether a tour and its reverse are two even where no request tells them apart.

    Examples
    --------
    >>> from knightbench.board import Board
    >>> king = Board(2, 2, moves=((0, 1), (0, -1), (1, 0), (-1, 0)))
    >>> standard(Problem.from_board(king, closed=True), [3, 2, 0, 1])
    (0, 1, 3, 2)
    >>> standard(Problem.from_board(king), [3, 2, 0, 1])
    (1, 0, 2, 3)
    """
    squares = tuple(tour)
    if problem.closed:
        assert problem.origin is not None, "a closed problem that has a tour has a first square"
        place = squares.index(problem.origin)
        squares = squares[place:] + squares[:place]
    if directed or problem.directed:
        return squares
    reverse = squares[:1] + squares[:0:-1] if problem.closed else squares[::-1]
    return min(squares, reverse)


def _maps_that_keep_the_moves(problem: Problem) -> Iterator[tuple[str, IntArray]]:
    """Yield the name and the image of every symmetry of the board that keeps squares and moves."""
    board, size = problem.board, problem.size
    if board is None:
        yield _NAMES[False, False, False], np.arange(size, dtype=np.int32)
        return
    positions = [board.position(square) for square in range(size)]
    rows, cols = np.array(positions, dtype=np.int32).reshape(-1, 2).T
    number = np.full((board.rows, board.cols), -1, dtype=np.int32)
    number[rows, cols] = np.arange(size)
    sources = np.repeat(np.arange(size, dtype=np.int64), np.diff(problem.offsets))
    arcs = np.sort(sources * size + problem.targets)
    # What is turned must be as wide as it is high, in shape and in its shifts: else this would
    # be no group.
    turns = board.rows == board.cols and board.wrap_rows == board.wrap_cols
    shifts = itertools.product(
        range(board.rows if board.wrap_rows else 1), range(board.cols if board.wrap_cols else 1)
    )
    seen: set[bytes] = set()
    for (down, right), key in itertools.product(shifts, _NAMES):
        transposed, over_rows, over_cols = key
        if transposed and not turns:
            continue
        row = board.rows - 1 - rows if over_rows else rows
        col = board.cols - 1 - cols if over_cols else cols
        if transposed:
            row, col = col, row
        image = number[(row + down) % board.rows, (col + right) % board.cols]
        # On a board of one row, say, a reflection is the identity.
        if image.tobytes() in seen or (image < 0).any():
            continue
        moved = np.sort(image[sources].astype(np.int64) * size + image[problem.targets])
        if np.array_equal(moved, arcs):
            seen.add(image.tobytes())
            name = _NAMES[key]
            if (down, right) != (0, 0):
                shift = f"shift by {down},{right}"
                name = shift if name == "identity" else f"{name}, {shift}"
            yield name, image


def _keeps_the_requests(problem: Problem, image: list[int], reverses: bool) -> bool:
    """Return whether the image of a tour is as asked where the tour is; `reverses`: backwards."""
    edges = {frozenset(move) for move in problem.required_edges}
    arcs = set(problem.required_arcs)
    moved = {(image[u], image[v]) for u, v in arcs}
    if reverses:
        moved = {(v, u) for u, v in moved}
    if moved != arcs or {frozenset(image[square] for square in edge) for edge in edges} != edges:
        return False
    if not _keeps_what_is_asked_as_a_whole(problem, image, reverses):
        return False
    if problem.closed and not (problem.end is not None or problem.clues or problem.magic):
        return True
    # A closed tour that is reversed keeps its first step.
    last = problem.size + (2 if problem.closed else 1)
    steps = problem.steps
    return all(
        steps.get((last - step - 1) % problem.size + 1 if reverses else step) == image[square]
        for step, square in steps.items()
    )


def _keeps_what_is_asked_as_a_whole(problem: Problem, image: list[int], reverses: bool) -> bool:
    """Return the same of symmetry and magic sums; crossings stay, for lines stay lines."""
    if problem.symmetry is not None:
        turn = problem.turn
        back = sorted(range(problem.size), key=turn.__getitem__)
        turned = [image[turn[square]] for square in range(problem.size)]
        if turned not in ([turn[s] for s in image], [back[s] for s in image]):
            return False
    if problem.magic is None:
        return True
    if problem.magic == "magic":
        # Rows go to rows or columns anyway; a shift may break a diagonal.
        assert problem.board is not None, "magic is asked of boards"
        side = problem.board.rows
        diagonals = [
            {row * side + row for row in range(side)},
            {row * side + side - 1 - row for row in range(side)},
        ]
        if {image[square] for square in diagonals[0]} not in diagonals:
            return False
        if {image[square] for square in diagonals[1]} not in diagonals:
            return False
    # Backwards, an open tour has the complement of each step, and equal sums stay equal. A closed
    # one does not, for its first square stays the first.
    return not (reverses and problem.closed)
