"""From the options of ``solve`` to a problem."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace

from knightbench.board import KNIGHT, Board, Offset, Position, leaper
from knightbench.formats.board_text import BoardText, read_board_text, read_text_file
from knightbench.problem import Problem


def asked_problem(options: argparse.Namespace) -> Problem:
    """Return the problem that the options ask for.

    Raises
    ------
    ValueError
        If an option cannot be read, or a request names something that does not exist.
    """
    if (options.size is None) == (options.board is None):
        raise ValueError("give a size, as in 8x8, or a --board FILE")
    if options.board is not None:
        text = read_board_text(read_text_file(options.board))
    else:
        text = BoardText(Board.parse(options.size))
    board = replace(
        with_pieces(text.board, options),
        holes=text.board.holes | _holes(text.board, options.holes),
    )
    where = board.parse_position
    requirements = [_move(board, item) for item in options.require]
    prohibitions = [_move(board, item) for item in options.forbid]
    for item, (_u, _v, directed) in zip(options.forbid, prohibitions, strict=True):
        if directed:
            raise ValueError(f"--forbid {item}: a move is forbidden in both directions; write -")
    return Problem.from_board(
        board,
        closed=options.closed,
        start=_one_of("start", text.start, None if options.start is None else where(options.start)),
        end=_one_of("end", text.end, None if options.end is None else where(options.end)),
        clues=[*text.clues, *(_clue(board, item) for item in options.clue)],
        require=[(u, v) for u, v, directed in requirements if not directed],
        require_arcs=[(u, v) for u, v, directed in requirements if directed],
        forbid=[(u, v) for u, v, _directed in prohibitions],
        symmetry=options.symmetry,
        magic=options.magic,
        max_crossings=options.max_crossings,
    )


def with_pieces(board: Board, options: argparse.Namespace) -> Board:
    """Return the board with the moves and the wrap-around that the options ask for."""
    return replace(
        board,
        moves=KNIGHT if options.moves is None else _offsets(options.moves),
        wrap_rows=options.wrap in ("rows", "both"),
        wrap_cols=options.wrap in ("cols", "both"),
    )


def _one_of(what: str, drawn: Position | None, given: Position | None) -> Position | None:
    if drawn is not None and given is not None and drawn != given:
        raise ValueError(f"--{what} {given}: the board file has its {what} at {drawn}")
    return drawn if given is None else given


def _offsets(text: str) -> tuple[Offset, ...]:
    """Return the offsets of ``1,3`` or ``2,2;3,0``, each pair with all its signs and swaps."""
    offsets: dict[Offset, None] = {}
    for part in text.split(";"):
        pair = re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", part, re.ASCII)
        if pair is None:
            raise ValueError(f'--moves {text}: write pairs of numbers, as in 1,2 or "2,2;3,0"')
        offsets |= dict.fromkeys(leaper(int(pair[1]), int(pair[2])))
    return tuple(offsets)


def _holes(board: Board, items: list[str]) -> frozenset[Position]:
    return frozenset(
        board.parse_position(part) for item in items for part in item.split(";") if part.strip()
    )


def _clue(board: Board, item: str) -> tuple[Position, int]:
    square, equals, step = item.rpartition("=")
    if not equals or not re.fullmatch(r"\s*-?\d{1,9}\s*", step, re.ASCII):
        raise ValueError(f"--clue {item}: write square=step, as in 0,0=1 or a1=64")
    return board.parse_position(square), int(step)


def _move(board: Board, item: str) -> tuple[Position, Position, bool]:
    """Return a move's two squares, and whether it has a direction."""
    parts = re.fullmatch(r"([^->]+)([->])([^->]+)", item)
    if parts is None:
        raise ValueError(
            f"move {item!r}: write r,c-r,c, or r,c>r,c for a direction, as in 0,0-1,2 or a1>b3"
        )
    return board.parse_position(parts[1]), board.parse_position(parts[3]), parts[2] == ">"
