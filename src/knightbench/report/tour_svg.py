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

from knightbench.board import Board, Offset, Position
from knightbench.problem import Problem
from knightbench.report.text import escape_html, plural, shortened, visible
from knightbench.tour import check

#: The side of a square.
SIDE = 40

#: Boards up to this many rows and columns have their steps numbered, unless asked otherwise.
NUMBERED = 12

#: Beyond this many moves, those that a tour in a graph does not make are not drawn.
CHORDS = 600

#: Beyond this many squares, a graph's squares are not named.
NAMED = 60

SHADES = (("light", "#f4ead8"), ("dark", "#dcc7a0"))

_MARGIN = 6

Point = tuple[float, float]


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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
        f"<title>{escape_html(title)}</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def _board(
    board: Board, tour: Sequence[int], closed: bool, numbers: bool
) -> tuple[int, int, list[str]]:
    places = [board.position(square) for square in tour]
    body = [
        f'<path class="{shade}" fill="{fill}" d="{_squares(places, parity)}"/>'
        for parity, (shade, fill) in enumerate(SHADES)
    ]
    line: list[str] = []
    pieces: list[str] = []
    pen: Position | None = None
    for here, there in _moves(places, closed):
        if (offset := _straight(board, here, there)) is None:
            pieces += (f"M{_at(p)}L{_at(q)}" for p, q in _over_the_edge(board, here, there))
        else:
            if pen != here:
                line.append("M" + _at(_middle(here)))
            line.append("L" + _at(_middle((here[0] + offset[0], here[1] + offset[1]))))
            pen = there
    body += _lines("moves", "".join(line))
    body += _lines("wraps", "".join(pieces), dashed=True)
    body += _ends(_middle(places[0]), None if closed else _middle(places[-1]))
    if numbers:
        body += (
            f'<text x="{col * SIDE + 3 + _MARGIN}" y="{row * SIDE + 11 + _MARGIN}" '
            f'style="font-size:10px;fill:#4a3c1e;stroke:{SHADES[(row + col) % 2][1]};'
            f'stroke-width:3;paint-order:stroke">{step}</text>'
            for step, (row, col) in enumerate(places, start=1)
        )
    return board.cols * SIDE + 2 * _MARGIN, board.rows * SIDE + 2 * _MARGIN, body


def _moves(places: list[Position], closed: bool) -> Iterator[tuple[Position, Position]]:
    yield from pairwise(places)
    if closed:
        yield places[-1], places[0]


def _squares(places: list[Position], parity: int) -> str:
    """Return the outline of every square of one colour, in reading order."""
    return "".join(
        f"M{col * SIDE + _MARGIN} {row * SIDE + _MARGIN}h{SIDE}v{SIDE}h-{SIDE}z"
        for row, col in sorted(places)
        if (row + col) % 2 == parity
    )


def _straight(board: Board, here: Position, there: Position) -> Offset | None:
    """Return the offset of a move that stays on the board, or None for one over the edge."""
    offset = there[0] - here[0], there[1] - here[1]
    return offset if offset in board.moves else None


def _over_the_edge(board: Board, here: Position, there: Position) -> list[tuple[Point, Point]]:
    """Return the pieces of a move over the edge that lie on the board.

    Seen from every copy of the board that a wrapped board is laid out in, the move is one
    straight line; each copy shows the piece of it within its own edges.
    """
    rows, cols = board.rows, board.cols
    down, right = next(
        (down, right)
        for down, right in board.moves
        if _lands(here[0] + down, there[0], rows, board.wrap_rows)
        and _lands(here[1] + right, there[1], cols, board.wrap_cols)
    )
    pieces = []
    for copy_row in _copies(here[0], down, rows):
        for copy_col in _copies(here[1], right, cols):
            start = here[0] - copy_row * rows, here[1] - copy_col * cols
            end = start[0] + down, start[1] + right
            piece = _clipped(_middle(start), _middle(end), board)
            if piece is not None:
                pieces.append(piece)
    return pieces


def _lands(place: int, wanted: int, size: int, wraps: bool) -> bool:
    return (place - wanted) % size == 0 if wraps else place == wanted


def _copies(place: int, change: int, size: int) -> range:
    """Return the copies of the board that a move passes through in one direction."""
    far = (place + change) // size
    return range(min(0, far), max(0, far) + 1)


def _clipped(start: Point, end: Point, board: Board) -> tuple[Point, Point] | None:
    """Return the piece of a line within the board's edges, or None (Liang and Barsky, 1984)."""
    first, last = 0.0, 1.0
    for axis, cells in ((0, board.cols), (1, board.rows)):
        change = end[axis] - start[axis]
        low, high = _MARGIN - start[axis], cells * SIDE + _MARGIN - start[axis]
        if change == 0:
            if not low < 0 < high:
                return None
            continue
        enter, leave = sorted((low / change, high / change))
        first, last = max(first, enter), min(last, leave)
    if first >= last:
        return None

    def along(share: float) -> Point:
        return (
            start[0] + share * (end[0] - start[0]),
            start[1] + share * (end[1] - start[1]),
        )

    return along(first), along(last)


def _middle(place: Position) -> Point:
    row, col = place
    return col * SIDE + SIDE / 2 + _MARGIN, row * SIDE + SIDE / 2 + _MARGIN


def _at(point: Point) -> str:
    return f"{point[0]:.6g} {point[1]:.6g}"


def _lines(kind: str, d: str, dashed: bool = False) -> list[str]:
    """Return a line with a pale rim, which keeps it visible over holes on a dark page."""
    if not d:
        return []
    # A style and not attributes: style sheets of the page around it must not change the line.
    style = "fill:none;stroke-linejoin:round;stroke-linecap:round"
    dash = ";stroke-dasharray:5 4;stroke-linecap:butt" if dashed else ""
    return [
        f'<path class="rim" style="{style};stroke:#fff;stroke-opacity:.75;stroke-width:4.5" '
        f'd="{d}"/>',
        f'<path class="{kind}" style="{style};stroke:#1f5a99;stroke-width:2{dash}" d="{d}"/>',
    ]


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
            f"M{_at(points[u])}L{_at(points[v])}"
            for u, v in problem.edges()
            if frozenset((u, v)) not in made
        )
        if chords:
            body.append(f'<path class="others" style="fill:none;stroke:#b9ad94" d="{chords}"/>')
    line = "M" + "L".join(_at(points[square]) for square in tour) + "Z" * problem.closed
    body += _lines("moves", line)
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
