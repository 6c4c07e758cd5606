"""``explain``: why there is no tour, or by which theorem there is one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knightbench.cli.asking import asked_problem
from knightbench.cli.options import Commands, Once, add_problem_options, refuse_unwritable
from knightbench.formats.json import problem_to_json, tour_to_json
from knightbench.problem import Move, Problem
from knightbench.theory.explanation import CONCERNED, Explanation, Ground, explain
from knightbench.theory.finding import Finding

A_TOUR_OR_OPEN, NO_TOUR = 0, 1
#: How `--json` calls a verdict.
VERDICTS = {True: "exists", False: "none", None: "unknown"}


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "explain",
        help="why there is no tour, or by which theorem there is one",
        description="Says what theory knows before any search: every finding in words, the "
        "plainest first, with its source, its argument where a short one exists, and a board on "
        "which the squares concerned are marked. Exit codes: 0 a tour is known to exist, or "
        "nothing known forbids one (the first lines say which); 1 there is no tour; 2 bad input.",
    )
    add_problem_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--svg", action=Once, metavar="FILE", help="write the first board with marks as a picture"
    )
    parser.set_defaults(carry_out=explain_problem)


def explain_problem(options: argparse.Namespace) -> int:
    """Print what is known of a problem, and draw it where asked."""
    problem = asked_problem(options)
    if options.svg is not None:
        refuse_unwritable("--svg", options.svg)
        if problem.board is None:
            raise ValueError("--svg: an explanation is drawn on a board, and this graph has none")
    explanation = explain(problem)
    if options.json:
        print(json.dumps(_told(problem, explanation)))
    else:
        _print(problem, explanation)
    if options.svg is not None:
        from knightbench.report.explanation_svg import explanation_svg

        Path(options.svg).write_text(explanation_svg(problem, explanation), encoding="utf-8")
    return NO_TOUR if explanation.verdict is False else A_TOUR_OR_OPEN


def _told(problem: Problem, explanation: Explanation) -> dict[str, Any]:
    """Return the object of ``--json``."""
    bare = explanation.bare
    return {
        "schema": "knightbench.explanation/1",
        "problem": problem_to_json(problem),
        "verdict": VERDICTS[explanation.verdict],
        "grounds": [_ground(problem, ground) for ground in explanation.grounds],
        "forced": _moves(problem, explanation.forced),
        "bare": None if bare is None else _finding(problem, bare),
    }


def _finding(problem: Problem, finding: Finding) -> dict[str, Any]:
    return {
        "theorem": finding.theorem,
        "verdict": VERDICTS[finding.verdict],
        "statement": finding.statement,
        "source": finding.source,
        "squares": tour_to_json(problem, finding.squares),
    }


def _ground(problem: Problem, ground: Ground) -> dict[str, Any]:
    told = _finding(problem, ground.finding) | {"argument": list(ground.argument), "picture": None}
    if (picture := ground.picture) is not None:
        marked = tuple(picture.marks)
        told["picture"] = {
            "marks": [
                [name, picture.marks[square]]
                for square, name in zip(marked, tour_to_json(problem, marked), strict=True)
            ],
            "legend": [list(entry) for entry in picture.legend],
            "moves": _moves(problem, picture.moves),
        }
    return told


def _moves(problem: Problem, moves: Sequence[Move]) -> list[list[Any]]:
    return [tour_to_json(problem, move) for move in moves]


def _print(problem: Problem, explanation: Explanation) -> None:
    """Print the explanation; on a terminal, marked squares in bold."""
    from rich.console import Console
    from rich.text import Text

    from knightbench.report.explanation_text import explanation_text

    text = Text(explanation_text(problem, explanation))
    text.highlight_regex(r"(?m)^\S.*", "bold")
    # On a terminal it is coloured; anywhere else these are the bare characters.
    text.highlight_regex(rf"(?m)(?<= ){CONCERNED}(?= |:|$)", "bold red")
    Console(file=sys.stdout, highlight=False).print(text, soft_wrap=True)
