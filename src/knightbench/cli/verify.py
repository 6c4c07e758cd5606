"""``verify``: judge a tour that somebody brings."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from typing import Any

from knightbench.cli.asking import with_pieces
from knightbench.cli.options import Commands, add_graph_options, add_piece_options
from knightbench.cli.text import one_line
from knightbench.formats.board_text import (
    check_numbered_board,
    read_board_text,
    read_numbered_board,
    read_text_file,
)
from knightbench.formats.graph import read_graph_file
from knightbench.formats.json import json_object, name_from_json, problem_from_json
from knightbench.formats.tsplib import read_tour
from knightbench.problem import Problem
from knightbench.tour import InvalidTour, check


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    verify = commands.add_parser(
        "verify",
        help="judge a tour",
        description="Judges a numbered board, the JSON that solve prints, or, with --graph, a "
        "TSPLIB tour or a line of nodes as in a -> b -> c. Exit codes: 0 valid; 1 not; 2 no tour "
        "to judge.",
    )
    verify.add_argument("file", help="a file, or - for standard input")
    verify.add_argument("--closed", action="store_true", help="the tour must be closed")
    verify.add_argument("--json", action="store_true", help="print one JSON object")
    add_graph_options(verify)
    add_piece_options(verify)
    verify.set_defaults(carry_out=judge)


def judge(options: argparse.Namespace) -> int:
    """Judge a numbered board, the JSON of ``solve``, or a tour of a graph."""
    if options.file == "-":
        text = sys.stdin.buffer.read().decode(errors="replace")
    else:
        text = read_text_file(options.file)
    step = None
    try:
        if options.graph is not None:
            closed = _verify_graph(text, options)
        elif options.format is not None or _is_tsplib(text):
            raise ValueError("a TSPLIB tour, or --format, needs the --graph FILE")
        elif text.lstrip().startswith("{"):
            if options.moves is not None or options.wrap is not None:
                raise ValueError("--moves and --wrap are for numbered boards; the JSON has its own")
            closed = _verify_json(text, options.closed)
        else:
            closed = _verify_board(text, options)
        verdict = f"valid {'closed' if closed else 'open'} tour"
    except InvalidTour as error:
        verdict, step = str(error), error.step
    if options.json:
        print(json.dumps({"valid": step is None, "verdict": verdict, "step": step}))
    else:
        print(one_line(verdict))
    return 0 if step is None else 1


def _verify_json(text: str, closed: bool) -> bool:
    """Judge the JSON of ``solve``; return whether the tour is closed."""
    told = json_object(text)
    for key in ("problem", "tour"):
        if told.get(key) is None:
            raise ValueError(f"there is no {key} to verify")
    problem = problem_from_json(told["problem"])
    if closed and not problem.closed:
        raise ValueError("--closed: the JSON asks for an open tour; leave --closed out")
    if not isinstance(told["tour"], list):
        raise ValueError("the tour is no list of squares")
    _check_names(problem, told["tour"], lambda name: problem.square(name_from_json(name)))
    return problem.closed


def _verify_graph(text: str, options: argparse.Namespace) -> bool:
    """Judge a tour of a graph, in TSPLIB's form or as `solve` prints it."""
    if options.moves is not None or options.wrap is not None:
        raise ValueError("--moves and --wrap are for numbered boards; a graph file has its own")
    asked = read_graph_file(options.graph, options.format)
    problem = asked.problem(closed=True) if options.closed else asked.problem()
    if text.lstrip().startswith("{"):
        raise ValueError("the JSON of solve has its own graph; leave --graph out")
    if _is_tsplib(text):
        check(problem, read_tour(text, problem.size))
    else:
        number = {str(problem.name(square)): square for square in range(problem.size)}
        if len(number) < problem.size:
            raise ValueError("two nodes of the graph are written alike; bring a TSPLIB tour")
        line = text.lstrip().partition("\n")[0]
        _check_names(problem, line.strip().split(" -> "), number.__getitem__)
    return problem.closed


def _is_tsplib(text: str) -> bool:
    return re.search(r"^\s*TOUR_SECTION", text, re.MULTILINE) is not None


def _check_names(problem: Problem, tour: list[Any], square: Callable[[Any], int]) -> None:
    """Judge a tour by the names of its squares, of which some may be of no square."""
    squares: list[int] = []
    for name in tour:
        try:
            squares.append(square(name))
        except KeyError:
            _refuse_from(problem, squares, f"{name!r} is not a node of the graph")
        except (ValueError, TypeError) as error:
            _refuse_from(problem, squares, str(error))
    check(problem, squares)


def _refuse_from(problem: Problem, squares: list[int], what: str) -> None:
    """Raise InvalidTour at the first offending step, `what` at the step after `squares`."""
    try:
        check(problem, squares)
    except InvalidTour as error:
        if error.step <= len(squares):
            raise
    raise InvalidTour(len(squares) + 1, what)


def _verify_board(text: str, options: argparse.Namespace) -> bool:
    """Judge a numbered board; return whether the tour is closed."""
    found = read_board_text(read_numbered_board(text))
    board = with_pieces(found.board, options)
    try:
        check_numbered_board(Problem.from_board(board, closed=True), found.clues)
    except InvalidTour:
        if options.closed:
            raise
    else:
        return True
    check_numbered_board(Problem.from_board(board), found.clues)
    return False
