"""The picture of an explanation: a board with the squares concerned, and its words beneath.

>>> from knightbench.theory.explanation import explain
>>> problem = Problem.from_board("4x5", closed=True)
>>> explanation_svg(problem, explain(problem))[:4]
'<svg'
"""

from __future__ import annotations

import textwrap

from knightbench.board import Board
from knightbench.problem import Problem
from knightbench.report.board_svg import MARGIN, SIDE, frame, moves, shaded
from knightbench.report.explanation_text import conclusion
from knightbench.report.text import escape_html
from knightbench.theory.explanation import CONCERNED, Explanation, Ground, Picture

#: The least width, so that the words have room, and the letters that fit a point of width.
NARROWEST, LETTERS_A_POINT = 420, 0.155

LINE = 18

#: Fills of lettered squares in turn: of one lightness, so that the letter tells them apart too.
TINTS = ("#8ecae6", "#f6bd60", "#b5e48c", "#cdb4db", "#ffafcc", "#a3b18a", "#e0c3a0", "#9bf6e3")


def explanation_svg(problem: Problem, explanation: Explanation) -> str:
    """Return a picture of the first ground that has one, else of the bare board.

    Squares concerned are crossed out, others carry their letter on a tint of its own, moves are
    lines. Statement, legend and source stand beneath.

    Raises
    ------
    ValueError
        If the problem is not on a board.
    """
    if (board := problem.board) is None:
        raise ValueError("an explanation is drawn on a board, and this graph has none")
    grounds = explanation.grounds
    ground = next((ground for ground in grounds if ground.picture), next(iter(grounds), None))
    picture = Picture() if ground is None or ground.picture is None else ground.picture
    places = [board.position(square) for square in range(board.size)]
    body = shaded(places)
    for square, mark in picture.marks.items():
        body += _mark(board, square, mark)
    body += moves(board, ((places[u], places[v]) for u, v in picture.moves))
    body += _letters(board, picture)
    width = max(board.cols * SIDE + 2 * MARGIN, NARROWEST)
    height = board.rows * SIDE + 2 * MARGIN
    words = _words(problem, explanation, ground, int(width * LETTERS_A_POINT))
    below = LINE * len(words) + 2 * MARGIN
    body.append(
        f'<rect class="ground" y="{height}" width="{width}" height="{below}" fill="#faf6ee"/>'
    )
    body += (
        f'<text x="{MARGIN}" y="{height + LINE * line}" font-size="12" fill="#4a3c1e">'
        f"{escape_html(words_)}</text>"
        for line, words_ in enumerate(words, start=1)
    )
    return frame(width, height + below, f"{problem}: {conclusion(problem, explanation)}", body)


def _corner(board: Board, square: int) -> tuple[int, int]:
    row, col = board.position(square)
    return col * SIDE + MARGIN, row * SIDE + MARGIN


def _mark(board: Board, square: int, mark: str) -> list[str]:
    """Return what lies under the moves: a tint, or the cross of a square concerned."""
    x, y = _corner(board, square)
    if mark == CONCERNED:
        return [
            f'<path class="concerned" style="fill:#b3261e;fill-opacity:.3;stroke:#b3261e;'
            f'stroke-width:2" d="M{x + 1} {y + 1}h{SIDE - 2}v{SIDE - 2}h-{SIDE - 2}z'
            f'm6 6l{SIDE - 14} {SIDE - 14}m0 -{SIDE - 14}l-{SIDE - 14} {SIDE - 14}"/>'
        ]
    tint = TINTS[ord(mark.lower()) % len(TINTS)]
    return [
        f'<rect class="part" x="{x + 4}" y="{y + 4}" width="{SIDE - 8}" height="{SIDE - 8}" '
        f'rx="6" fill="{tint}"/>'
    ]


def _letters(board: Board, picture: Picture) -> list[str]:
    """Return the letters, above the moves so that none is struck out."""
    letters = []
    for square, mark in picture.marks.items():
        if mark != CONCERNED:
            x, y = _corner(board, square)
            letters.append(
                f'<text x="{x + SIDE / 2:g}" y="{y + SIDE / 2 + 5:g}" text-anchor="middle" '
                f'font-size="15" fill="#2b2210">{escape_html(mark)}</text>'
            )
    return letters


def _words(
    problem: Problem, explanation: Explanation, ground: Ground | None, width: int
) -> list[str]:
    """Return the words beneath, wrapped to lines of `width` letters."""
    words = [f"{problem}. {conclusion(problem, explanation)}"]
    if ground is not None:
        words.append(f"{ground.finding.theorem}: {ground.finding.statement}.")
        if ground.picture is not None:
            signs = {CONCERNED: "crossed out"}
            words += (f"{signs.get(mark, mark)}: {of}" for mark, of in ground.picture.legend)
        words.append(f"Source: {ground.finding.source}.")
    return [line for paragraph in words for line in textwrap.wrap(paragraph, width)]
