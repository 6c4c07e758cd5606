"""From the options of ``solve`` to a problem."""

from __future__ import annotations

import argparse
import re
from collections.abc import Hashable
from dataclasses import replace

from knightbench.board import KNIGHT, Board, Offset, Position, leaper
from knightbench.formats.board_text import BoardText, read_board_text, read_text_file
from knightbench.formats.graph import read_graph_file
from knightbench.formats.graph_text import Graph, GraphText
from knightbench.problem import Problem, Requests


def asked_problem(options: argparse.Namespace) -> Problem:
    """Return the problem that the options ask for.

    Raises
    ------
    ValueError
        If an option cannot be read, or a request names something that does not exist.
    """
    text = _asked_text(options)
    names = _BoardNames(text.home) if isinstance(text.home, Board) else _NodeNames(text.home)
    requirements = [names.move(item) for item in options.require]
    prohibitions = [names.move(item) for item in options.forbid]
    for item, (_u, _v, directed) in zip(options.forbid, prohibitions, strict=True):
        if directed:
            raise ValueError(f"--forbid {item}: a move is forbidden in both directions; write -")
    requests: Requests = {
        "start": None if options.start is None else names.square(options.start),
        "end": None if options.end is None else names.square(options.end),
        "clues": [_clue(names, item) for item in options.clue],
        "require": [(u, v) for u, v, directed in requirements if not directed],
        "require_arcs": [(u, v) for u, v, directed in requirements if directed],
        "forbid": [(u, v) for u, v, _directed in prohibitions],
        "symmetry": options.symmetry,
        "magic": options.magic,
        "max_crossings": options.max_crossings,
    }
    if options.closed:
        requests["closed"] = True
    return text.problem(**requests)


def _asked_text(options: argparse.Namespace) -> GraphText:
    """Return the board or the graph that the options name, with what its file asks."""
    if [options.size, options.board, options.graph].count(None) != 2:
        raise ValueError("give a size, as in 8x8, or a --board FILE, or a --graph FILE")
    if options.graph is not None:
        if options.moves is not None or options.wrap is not None or options.holes:
            raise ValueError("--moves, --wrap and --holes are for boards; a graph file has its own")
        return read_graph_file(options.graph, options.format)
    if options.format is not None:
        raise ValueError("--format is that of a --graph FILE")
    if options.board is not None:
        text = read_board_text(read_text_file(options.board))
    else:
        text = BoardText(Board.parse(options.size))
    board = replace(
        with_pieces(text.board, options),
        holes=text.board.holes | _holes(text.board, options.holes),
    )
    return GraphText(board, {"start": text.start, "end": text.end, "clues": text.clues})


def with_pieces(board: Board, options: argparse.Namespace) -> Board:
    """Return the board with the moves and the wrap-around that the options ask for."""
    return replace(
        board,
        moves=KNIGHT if options.moves is None else _offsets(options.moves),
        wrap_rows=options.wrap in ("rows", "both"),
        wrap_cols=options.wrap in ("cols", "both"),
    )


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


def _clue(names: _BoardNames | _NodeNames, item: str) -> tuple[Hashable, int]:
    square, equals, step = item.rpartition("=")
    if not equals or not re.fullmatch(r"\s*-?\d{1,9}\s*", step, re.ASCII):
        raise ValueError(f"--clue {item}: write square=step, as in 0,0=1 or a1=64")
    return names.square(square), int(step)


class _BoardNames:
    """How the squares and moves of a board are written."""

    def __init__(self, board: Board) -> None:
        self.square = board.parse_position

    def move(self, item: str) -> tuple[Position, Position, bool]:
        """Return a move's two squares, and whether it has a direction."""
        parts = re.fullmatch(r"([^->]+)([->])([^->]+)", item)
        if parts is None:
            raise ValueError(
                f"move {item!r}: write r,c-r,c, or r,c>r,c for a direction, as in 0,0-1,2 or a1>b3"
            )
        return self.square(parts[1]), self.square(parts[3]), parts[2] == ">"


class _NodeNames:
    """How the nodes and moves of a graph are written: by the names that its file has."""

    def __init__(self, graph: Graph) -> None:
        self._names = {str(name): name for name in graph.names}
        self._alike = len(self._names) < len(graph.names)

    def square(self, text: str) -> Hashable:
        """Return the name of a node."""
        if self._alike:
            raise ValueError(f"{text!r}: two nodes of the graph are written alike")
        if text not in self._names:
            raise ValueError(f"{text!r} is not a node of the graph")
        return self._names[text]

    def move(self, item: str) -> tuple[Hashable, Hashable, bool]:
        """Return a move's two nodes, and whether it has a direction."""
        # A name may hold a mark itself.
        ways = [
            (item[:place], item[place + 1 :], mark == ">")
            for place, mark in enumerate(item)
            if mark in "->" and item[:place] in self._names and item[place + 1 :] in self._names
        ]
        if len(ways) != 1:
            what = "can be read in two ways" if ways else "is no move between two nodes"
            raise ValueError(f"move {item!r} {what}: write u-v, or u>v for a direction")
        u, v, directed = ways[0]
        return self.square(u), self.square(v), directed
