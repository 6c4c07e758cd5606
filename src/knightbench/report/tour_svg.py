"""A picture of a tour, as SVG text that needs nothing else.

>>> from knightbench.problem import Problem
>>> picture = tour_svg(Problem.from_board("3x4"), [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4])
>>> picture[:4], picture.count("<text")
('<svg', 12)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from knightbench.board import Board, Position
from knightbench.problem import Problem
from knightbench.report.board_svg import (
    MARGIN,
    SHADES,
    SIDE,
    Point,
    at,
    frame,
    lines,
    middle,
    moves,
    shaded,
)
from knightbench.report.text import escape_html, plural, shortened, visible
from knightbench.tour import check

#: Boards up to this many rows and columns have their steps numbered, unless asked otherwise.
NUMBERED = 12

#: Beyond this many moves, those that a tour in a graph does not make are not drawn.
CHORDS = 600

#: Beyond this many squares, a graph's squares are not named.
NAMED = 60


def tour_svg(problem: Problem, tour: Sequence[int], numbers: bool | None = None) -> str:
    """Return a picture of a tour.

    On a board the tour runs through the middles of the squares; a hole is left out, and a move
    over the edge is dashed, with each piece of it where it lies on the board. The squares of any
    other graph stand in a circle in order of visit, moves that the tour does not make drawn
    thin. The first square is a disc, the last one of an open tour a small square.

    Parameters
    ----------
    problem : Problem
    tour : sequence of int
        The squares in order of visit.
    numbers : bool, optional
        Whether to number the steps; on boards up to 12x12 where left out. In a graph, the
        squares are named, unless there are too many.

    Returns
    -------
    str
        An ``<svg>`` element with a title.

    Raises
    ------
    InvalidTour
        If it is no tour of the problem.
    """
    check(problem, tour)
    kind = "Closed" if problem.closed else "Open"
    title = f"{kind} tour of {plural(problem.size, 'square')}: {problem}"
    if problem.board is None:
        width, height, body = _circle(problem, tour)
    else:
        board = problem.board
        if numbers is None:
            numbers = max(board.rows, board.cols) <= NUMBERED
        width, height, body = _board(board, tour, problem.closed, numbers)
    return frame(width, height, title, body)


def _board(
    board: Board, tour: Sequence[int], closed: bool, numbers: bool
) -> tuple[int, int, list[str]]:
    places = [board.position(square) for square in tour]
    body = shaded(places)
    body += moves(board, _moves(places, closed))
    body += _ends(middle(places[0]), None if closed else middle(places[-1]))
    if numbers:
        body += (
            f'<text x="{col * SIDE + 3 + MARGIN}" y="{row * SIDE + 11 + MARGIN}" '
            f'style="font-size:10px;fill:#4a3c1e;stroke:{SHADES[(row + col) % 2][1]};'
            f'stroke-width:3;paint-order:stroke">{step}</text>'
            for step, (row, col) in enumerate(places, start=1)
        )
    return board.cols * SIDE + 2 * MARGIN, board.rows * SIDE + 2 * MARGIN, body


def _moves(places: list[Position], closed: bool) -> Iterator[tuple[Position, Position]]:
    yield from pairwise(places)
    if closed:
        yield places[-1], places[0]


def _ends(first: Point, last: Point | None) -> list[str]:
    """Return the marks of the first square and of the last one of an open tour."""
    marks = [
        f'<circle class="first" cx="{first[0]:.6g}" cy="{first[1]:.6g}" r="7" fill="#0b7a4b" '
        'stroke="#fff" stroke-width="2"/>'
    ]
    if last is not None and last != first:
        marks.append(
            f'<rect class="last" x="{last[0] - 6:.6g}" y="{last[1] - 6:.6g}" width="12" '
            'height="12" fill="#b3261e" stroke="#fff" stroke-width="2"/>'
        )
    return marks


def _circle(problem: Problem, tour: Sequence[int]) -> tuple[int, int, list[str]]:
    """Return a graph's squares in a circle in order of visit, so that the tour is its rim."""
    size = len(tour)
    radius = max(90.0, 14.0 * size / (2 * math.pi))
    # Room for the names around the circle.
    side = int(2 * radius + 180)

    def point(step: int, distance: float = radius) -> Point:
        angle = 2 * math.pi * step / size - math.pi / 2
        return side / 2 + distance * math.cos(angle), side / 2 + distance * math.sin(angle)

    points = {square: point(step) for step, square in enumerate(tour)}
    body = [f'<rect class="ground" width="{side}" height="{side}" rx="8" fill="#faf6ee"/>']
    made = {frozenset(pair) for pair in pairwise(tour)}
    if problem.closed:
        made.add(frozenset((tour[-1], tour[0])))
    if problem.moves <= CHORDS:
        chords = "".join(
            f"M{at(points[u])}L{at(points[v])}"
            for u, v in problem.edges()
            if frozenset((u, v)) not in made
        )
        if chords:
            body.append(f'<path class="others" style="fill:none;stroke:#b9ad94" d="{chords}"/>')
    line = "M" + "L".join(at(points[square]) for square in tour) + "Z" * problem.closed
    body += lines("moves", line)
    body += (
        f'<circle class="square" cx="{x:.6g}" cy="{y:.6g}" r="3.5" fill="#4a3c1e"/>'
        for x, y in points.values()
    )
    body += _ends(points[tour[0]], None if problem.closed else points[tour[-1]])
    if size <= NAMED:
        for step, square in enumerate(tour):
            x, y = point(step, radius + 14)
            # The text's end that is nearer to the circle is where its square is.
            shift = x - side / 2
            anchor = "middle" if abs(shift) < 8 else "start" if shift > 0 else "end"
            name = shortened(visible(problem.name(square)), 12)
            body.append(
                f'<text x="{x:.6g}" y="{y + 3.5:.6g}" font-size="10" text-anchor="{anchor}" '
                f'fill="#4a3c1e">{escape_html(name)}</text>'
            )
    return side, side, body
