"""What every picture of a board shares: the frame, the squares and the lines of moves."""

from __future__ import annotations

from collections.abc import Iterable

from knightbench.board import Board, Offset, Position
from knightbench.report.text import escape_html

#: The side of a square.
SIDE = 40

#: The two colours of the squares, with their names as classes.
SHADES = (("light", "#f4ead8"), ("dark", "#dcc7a0"))

#: What is left free around a board.
MARGIN = 6

Point = tuple[float, float]


def frame(width: int, height: int, title: str, body: Iterable[str]) -> str:
    """Return an ``<svg>`` element of a size with a title and what is drawn."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n'
        f"<title>{escape_html(title)}</title>\n" + "\n".join(body) + "\n</svg>\n"
    )


def shaded(places: Iterable[Position]) -> list[str]:
    """Return the squares of a board in their two colours."""
    in_order = sorted(places)
    return [
        f'<path class="{shade}" fill="{fill}" d="{_outlines(in_order, parity)}"/>'
        for parity, (shade, fill) in enumerate(SHADES)
    ]


def _outlines(places: list[Position], parity: int) -> str:
    """Return the outline of every square of one colour, in reading order."""
    return "".join(
        f"M{col * SIDE + MARGIN} {row * SIDE + MARGIN}h{SIDE}v{SIDE}h-{SIDE}z"
        for row, col in places
        if (row + col) % 2 == parity
    )


def moves(board: Board, made: Iterable[tuple[Position, Position]]) -> list[str]:
    """Return the lines of moves through the middles of the squares, in order.

    A move over the edge is dashed, with each piece of it where it lies on the board.
    """
    line: list[str] = []
    pieces: list[str] = []
    pen: Position | None = None
    for here, there in made:
        if (offset := _straight(board, here, there)) is None:
            pieces += (f"M{at(p)}L{at(q)}" for p, q in _over_the_edge(board, here, there))
        else:
            if pen != here:
                line.append("M" + at(middle(here)))
            line.append("L" + at(middle((here[0] + offset[0], here[1] + offset[1]))))
            pen = there
    return lines("moves", "".join(line)) + lines("wraps", "".join(pieces), dashed=True)


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
            piece = _clipped(middle(start), middle(end), board)
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
        low, high = MARGIN - start[axis], cells * SIDE + MARGIN - start[axis]
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


def middle(place: Position) -> Point:
    """Return where the middle of a square is drawn."""
    row, col = place
    return col * SIDE + SIDE / 2 + MARGIN, row * SIDE + SIDE / 2 + MARGIN


def at(point: Point) -> str:
    """Return a point as a path writes it."""
    return f"{point[0]:.6g} {point[1]:.6g}"


def lines(kind: str, d: str, dashed: bool = False) -> list[str]:
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
