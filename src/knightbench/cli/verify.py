"""``verify``: judge a tour that somebody brings."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
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
from knightbench.properties import properties, properties_in_words, properties_to_json
from knightbench.tour import InvalidTour, check

Tour = tuple[Problem, Sequence[int]]


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    verify = commands.add_parser(
        "verify",
        help="judge a tour",
        description="Judges a numbered board, the JSON that solve prints, or, with --graph, a "
        "TSPLIB tour or a line of nodes as in a -> b -> c. Of a tour of a board it then says what "
        "the tour is like: symmetry, sums, crossings, turns. Exit codes: 0 valid; 1 not; 2 no tour "
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
            problem, tour = _verify_graph(text, options)
        elif options.format is not None or _is_tsplib(text):
            raise ValueError("a TSPLIB tour, or --format, needs the --graph FILE")
        elif text.lstrip().startswith("{"):
            if options.moves is not None or options.wrap is not None:
                raise ValueError("--moves and --wrap are for numbered boards; the JSON has its own")
            problem, tour = _verify_json(text, options.closed)
        else:
            problem, tour = _verify_board(text, options)
    except InvalidTour as error:
        verdict, step = str(error), error.step
    else:
        verdict = f"valid {'closed' if problem.closed else 'open'} tour"
        found = properties(problem, tour)
    if options.json:
        told = None if step is not None else properties_to_json(problem, found)
        judged = {"valid": step is None, "verdict": verdict, "step": step, "properties": told}
        print(json.dumps(judged))
    else:
        print(one_line(verdict))
        for line in properties_in_words(problem, found) if step is None else ():
            print(line)
    return 0 if step is None else 1


def _verify_json(text: str, closed: bool) -> Tour:
    """Judge the JSON of ``solve``."""
    told = json_object(text)
    for key in ("problem", "tour"):
        if told.get(key) is None:
            raise ValueError(f"there is no {key} to verify")
    problem = problem_from_json(told["problem"])
    if closed and not problem.closed:
        raise ValueError("--closed: the JSON asks for an open tour; leave --closed out")
    if not isinstance(told["tour"], list):
        raise ValueError("the tour is no list of squares")
    return problem, _checked_names(
        problem, told["tour"], lambda name: problem.square(name_from_json(name))
    )


def _verify_graph(text: str, options: argparse.Namespace) -> Tour:
    """Judge a tour of a graph, in TSPLIB's form or as `solve` prints it."""
    if options.moves is not None or options.wrap is not None:
        raise ValueError("--moves and --wrap are for numbered boards; a graph file has its own")
    asked = read_graph_file(options.graph, options.format)
    problem = asked.problem(closed=True) if options.closed else asked.problem()
    if text.lstrip().startswith("{"):
        raise ValueError("the JSON of solve has its own graph; leave --graph out")
    tour: Sequence[int]
    if _is_tsplib(text):
        tour = read_tour(text, problem.size)
        check(problem, tour)
    else:
        number = {str(problem.name(square)): square for square in range(problem.size)}
        if len(number) < problem.size:
            raise ValueError("two nodes of the graph are written alike; bring a TSPLIB tour")
        line = text.lstrip().partition("\n")[0]
        tour = _checked_names(problem, line.strip().split(" -> "), number.__getitem__)
    return problem, tour


def _is_tsplib(text: str) -> bool:
    return re.search(r"^\s*TOUR_SECTION", text, re.MULTILINE) is not None


def _checked_names(
    problem: Problem, tour: list[Any], square: Callable[[Any], int]
) -> Sequence[int]:
    """Judge a tour by the names of its squares, of which some may be of no square; return it."""
    squares: list[int] = []
    for name in tour:
        try:
            squares.append(square(name))
        except KeyError:
            _refuse_from(problem, squares, f"{name!r} is not a node of the graph")
        except (ValueError, TypeError) as error:
            _refuse_from(problem, squares, str(error))
    check(problem, squares)
    return squares


def _refuse_from(problem: Problem, squares: list[int], what: str) -> None:
    """Raise InvalidTour at the first offending step, `what` at the step after `squares`."""
    try:
        check(problem, squares)
    except InvalidTour as error:
        if error.step <= len(squares):
            raise
    raise InvalidTour(len(squares) + 1, what)


def _verify_board(text: str, options: argparse.Namespace) -> Tour:
    """Judge a numbered board, as a closed tour where it is one."""
    found = read_board_text(read_numbered_board(text))
    board = with_pieces(found.board, options)
    problem = Problem.from_board(board, closed=True)
    try:
        check_numbered_board(problem, found.clues)
    except InvalidTour:
        if options.closed:
            raise
        problem = Problem.from_board(board)
        check_numbered_board(problem, found.clues)
    return problem, [
        problem.square(place) for place, _step in sorted(found.clues, key=itemgetter(1))
    ]
