"""Problems as plain values fit for JSON, and back.

>>> from knightbench.problem import Problem
>>> told = problem_to_json(Problem.from_board("3x4", start=(0, 0)))
>>> told["label"], told["start"]
('3x4, open, start (0, 0)', [0, 0])
>>> problem_from_json(told).size
12
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

from knightbench.board import Board
from knightbench.formats.graph_text import Graph, GraphText
from knightbench.problem import Problem, Requests

#: What JSON's kinds are called in messages.
_KINDS = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "an object",
}


def problem_to_json(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain values: complete enough to judge a tour by them alone.

    Squares are ``[row, col]``, or the node's own name in a graph; a name that JSON has no form
    for is told by its text. ``hash`` is the same for the same question, whatever its label.
    """
    name = _names(problem)
    told: dict[str, Any] = {}
    if problem.board is not None:
        board = problem.board
        told["board"] = {
            "rows": board.rows,
            "cols": board.cols,
            "moves": [list(offset) for offset in board.moves],
            "holes": [list(hole) for hole in sorted(board.holes)],
            "wrap_rows": board.wrap_rows,
            "wrap_cols": board.wrap_cols,
        }
    else:
        neighbours = [problem.neighbours(square) for square in range(problem.size)]
        # Forbidden moves are moves of the graph that was asked about.
        for u, v in problem.forbidden:
            neighbours[u].append(v)
            neighbours[v].append(u)
        told["graph"] = {
            "nodes": [name(square) for square in range(problem.size)],
            "neighbours": neighbours,
        }
    told["closed"] = problem.closed
    told["start"] = None if problem.start is None else name(problem.start)
    told["end"] = None if problem.end is None else name(problem.end)
    told["clues"] = [[name(square), step] for step, square in problem.clues.items()]
    for key, moves in {
        "require": problem.required_edges,
        "require_arcs": problem.required_arcs,
        "forbid": problem.forbidden,
    }.items():
        told[key] = [[name(u), name(v)] for u, v in moves]
    # Told only where asked for, so that the hash of any other problem is what it always was.
    told |= {name: getattr(problem, name) for name in problem.special}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    told |= {"label": str(problem), "size": problem.size, "moves": problem.moves, "hash": digest}
    return told


def problem_from_json(told: Mapping[str, Any]) -> Problem:
    """Return the problem that `problem_to_json` told.

    Raises
    ------
    ValueError
        If something is missing or not of its kind.
    """
    try:
        return _graph_text(told).problem()
    except KeyError as error:
        raise ValueError(f"the problem lacks {error}") from None
    except (TypeError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise ValueError(f"the problem is not as knightbench writes it: {error}") from None


def read_json(text: str) -> GraphText:
    """Return what a JSON text says: a problem, or the answer in which `solve` tells it.

    Raises
    ------
    ValueError
        If it is neither.
    """
    told = json_object(text)
    told = told["problem"] if isinstance(told.get("problem"), dict) else told
    # Whatever is wrong with it, the problem names it.
    problem_from_json(told)
    return _graph_text(told)


def json_object(text: str) -> dict[str, Any]:
    """Return the JSON object that a text is.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        told = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no JSON object: {error}") from None
    if not isinstance(told, dict):
        raise ValueError(f"this is no JSON object: {type(told).__name__}")
    return told


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object whose keys stand once each, as ``object_pairs_hook`` of `json.loads`.

    Raises
    ------
    ValueError
        If a key stands twice: readers differ in which of the two they take.
    """
    told = dict(pairs)
    if len(told) < len(pairs):
        [(twice, _times)] = Counter(key for key, _value in pairs).most_common(1)
        raise ValueError(f"the key {twice[:40]!r} stands twice in one object")
    return told


def _of(kind: type, value: Any, key: str) -> Any:
    """Return a value of exactly one kind: True is no number, and 8.0 is no whole one."""
    if type(value) is not kind:
        raise ValueError(f"the problem's {key} is {str(value)[:40]!r}; it must be {_KINDS[kind]}")
    return value


def _graph_text(told: Mapping[str, Any]) -> GraphText:
    if "board" in told and "graph" in told:
        raise ValueError("the problem has both a board and a graph; it must have one of them")
    requests: Requests = {
        "closed": _of(bool, told["closed"], "closed"),
        "start": name_from_json(told["start"]),
        "end": name_from_json(told["end"]),
        "clues": [
            (name_from_json(square), _of(int, step, "clues"))
            for square, step in _pairs(told, "clues")
        ],
        "require": _moves(told, "require"),
        "require_arcs": _moves(told, "require_arcs"),
        "forbid": _moves(told, "forbid"),
        "symmetry": _special(told, "symmetry", str),
        "magic": _special(told, "magic", str),
        "max_crossings": _special(told, "max_crossings", int),
    }
    if "board" in told:
        board = _of(dict, told["board"], "board")
        return GraphText(
            Board(
                _of(int, board["rows"], "rows"),
                _of(int, board["cols"], "cols"),
                moves=tuple(_offsets(board, "moves")),
                holes=frozenset(_offsets(board, "holes")),
                wrap_rows=_of(bool, board["wrap_rows"], "wrap_rows"),
                wrap_cols=_of(bool, board["wrap_cols"], "wrap_cols"),
            ),
            requests,
        )

    graph = _of(dict, told["graph"], "graph")
    names = tuple(name_from_json(node) for node in _of(list, graph["nodes"], "nodes"))
    neighbours = [
        [_of(int, square, "neighbours") for square in _of(list, row, "neighbours")]
        for row in _of(list, graph["neighbours"], "neighbours")
    ]
    return GraphText(Graph(names, neighbours), requests)


def tour_to_json(problem: Problem, tour: tuple[int, ...]) -> list[Any]:
    """Return a tour's squares by their names, in order of visit."""
    return [_names(problem)(square) for square in tour]


def name_from_json(name: Any) -> Hashable:
    """Return a square's name: JSON's lists stand for tuples."""
    if isinstance(name, list):
        return tuple(name_from_json(part) for part in name)
    if isinstance(name, dict):
        raise TypeError(f"{name!r} is not the name of a square")
    plain: Hashable = name
    return plain


def _special(told: Mapping[str, Any], key: str, kind: type) -> Any:
    return None if told.get(key) is None else _of(kind, told[key], key)


def _pairs(told: Mapping[str, Any], key: str) -> list[list[Any]]:
    pairs: list[list[Any]] = _of(list, told[key], key)
    if any(len(_of(list, pair, key)) != 2 for pair in pairs):
        raise ValueError(f"the problem's {key} must be a list of pairs")
    return pairs


def _offsets(told: Mapping[str, Any], key: str) -> list[tuple[int, int]]:
    return [(_of(int, down, key), _of(int, right, key)) for down, right in _pairs(told, key)]


def _moves(told: Mapping[str, Any], key: str) -> list[tuple[Hashable, Hashable]]:
    return [(name_from_json(u), name_from_json(v)) for u, v in _pairs(told, key)]


def _names(problem: Problem) -> Any:
    """Return a function from square to its name in JSON; different squares, different names."""
    if problem.board is not None:
        board = problem.board
        return lambda square: list(board.position(square))
    told = [_name_to_json(name) for name in problem.names]
    if len({json.dumps(name) for name in told}) < len(told):
        return int
    return told.__getitem__


def _name_to_json(name: Hashable) -> Any:
    if isinstance(name, tuple):
        return [_name_to_json(part) for part in name]
    if name is None or isinstance(name, (str, bool, int)):
        return name
    if isinstance(name, float) and math.isfinite(name):
        return name
    return str(name)
