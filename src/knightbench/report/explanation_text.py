"""An explanation as text: words, and boards with the squares concerned marked."""

from __future__ import annotations

from collections.abc import Iterator

from knightbench.board import Board
from knightbench.problem import Problem
from knightbench.report.text import plural, visible
from knightbench.theory.explanation import Explanation, Ground, Picture

#: Boards of more columns than this do not fit a terminal.
WIDEST = 40

#: Of a longer argument, and of more forced moves, only so many are printed.
MOST_STEPS = 60

#: What stands for a hole, and for a square of which nothing is said.
HOLE, PLAIN = ".", "-"


def conclusion(problem: Problem, explanation: Explanation) -> str:
    """Return what is known in a sentence."""
    kind = "closed" if problem.closed else "open"
    if explanation.verdict is None:
        return f"Nothing known forbids a tour that is {kind}, and no theorem promises one."
    if not explanation.verdict:
        return f"There is no {kind} tour."
    return "There is a closed tour." if problem.closed else "There is an open tour."


def explanation_text(problem: Problem, explanation: Explanation) -> str:
    """Return an explanation for a terminal, without colours.

    Every finding has its number, its name, its statement, the argument step by step where there
    is a short one, a board with its legend where squares are concerned, and its source.
    """
    blocks = [f"{visible(problem)}\n{conclusion(problem, explanation)}"]
    blocks += [
        "\n".join(_ground(problem, number, ground))
        for number, ground in enumerate(explanation.grounds, start=1)
    ]
    if explanation.forced:
        blocks.append("\n".join(_forced(problem, explanation)))
    if explanation.bare is not None:
        bare = explanation.bare
        blocks.append(
            f"Of the same board, where nothing is asked of the tour: {bare.statement} "
            f"({bare.theorem}; {bare.source})."
        )
    return "\n\n".join(blocks)


def board_text(board: Board, picture: Picture) -> str:
    """Return the board with the marks of a picture, rows and columns numbered from 0."""
    width = len(str(board.cols - 1))
    margin = len(str(board.rows - 1))
    lines = [" " * margin + "  " + " ".join(str(col).rjust(width) for col in range(board.cols))]
    for row in range(board.rows):
        cells = [
            HOLE
            if (row, col) in board.holes
            else picture.marks.get(board.square((row, col)), PLAIN)
            for col in range(board.cols)
        ]
        lines.append(f"{row:>{margin}}  " + " ".join(cell.rjust(width) for cell in cells))
    return "\n".join(lines)


def _ground(problem: Problem, number: int, ground: Ground) -> Iterator[str]:
    finding = ground.finding
    yield f"{number}. {finding.theorem}: {visible(finding.statement)}."
    if ground.argument:
        yield ""
        for step, sentence in enumerate(ground.argument[:MOST_STEPS], start=1):
            yield f"   ({step}) {visible(sentence)}"
        if len(ground.argument) > MOST_STEPS:
            yield f"   and {plural(len(ground.argument) - MOST_STEPS, 'more step')}"
    if ground.picture is not None and ground.picture.marks and problem.board is not None:
        yield ""
        if problem.board.cols > WIDEST:
            yield f"   (a board of more than {WIDEST} columns is drawn by --svg only)"
        else:
            yield from (
                f"   {line}" for line in board_text(problem.board, ground.picture).split("\n")
            )
            yield ""
        yield from (f"   {mark}: {meaning}" for mark, meaning in ground.picture.legend)
    yield ""
    yield f"   Source: {finding.source}."


def _forced(problem: Problem, explanation: Explanation) -> Iterator[str]:
    moves = explanation.forced
    yield f"Every such tour, if there is one, makes {plural(len(moves), 'move')}:"
    yield (
        "   "
        + ", ".join(
            f"{visible(problem.name(u))} - {visible(problem.name(v))}"
            for u, v in moves[:MOST_STEPS]
        )
        + (f" and {len(moves) - MOST_STEPS:,} more" if len(moves) > MOST_STEPS else "")
    )
