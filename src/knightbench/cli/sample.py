"""``sample``: tours drawn evenly from all tours."""

from __future__ import annotations

import argparse
import json
import sys

import numpy as np

from knightbench.cli import UNKNOWN
from knightbench.cli.asking import asked_problem
from knightbench.cli.options import Commands, Once, add_problem_options, size_in_bytes
from knightbench.cli.text import one_line
from knightbench.counting.elimination import MemoryLimitReached
from knightbench.formats.json import problem_to_json, tour_to_json
from knightbench.sampling import Ranking, below
from knightbench.tour import numbered_board
from knightbench.versions import versions

#: The exit code of a problem without a tour, as for ``solve``.
NONE = 1


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "sample",
        help="draw tours, all with the same chance",
        description="Draws tours independently, each from all tours with exactly the same chance; "
        "a tour and its reverse are one, unless what is asked for tells them apart. All tours are "
        "counted first, so that what can be counted can be drawn from. A tour is a numbered board "
        "and a line with its number, or with --json one object a line with the key tour. The last "
        "line is the summary; with --json, the object without the key tour. Exit codes: 0 drawn; "
        "1 there is no tour; 2 bad input; 3 a limit was reached, or interrupted.",
    )
    add_problem_options(parser)
    parser.add_argument(
        "--count", action=Once, type=int, default=1, metavar="N", help="how many tours [1]"
    )
    parser.add_argument(
        "--seed", action=Once, type=int, default=0, metavar="N", help="for the draw [0]"
    )
    parser.add_argument(
        "--memory-limit",
        action=Once,
        type=size_in_bytes,
        metavar="SIZE",
        help="for layers and tables, as in 500M or 2G [what is free]",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.set_defaults(carry_out=draw)


def draw(options: argparse.Namespace) -> int:
    """Draw tours of the problem asked for."""
    if options.count < 1:
        raise ValueError(f"--count {options.count}: it must be at least 1")
    if options.seed < 0:
        raise ValueError(f"seed {options.seed}: it must not be below 0")
    problem = asked_problem(options)
    try:
        ranking = Ranking.of(problem, options.memory_limit)
    except MemoryLimitReached as error:
        print(f"knightbench: unknown: memory-limit: {one_line(error)}", file=sys.stderr)
        return UNKNOWN
    generator = np.random.default_rng(options.seed)
    drawn = options.count if ranking.tours else 0
    for number in range(1, drawn + 1):
        tour = ranking.tour(below(generator, ranking.tours))
        if options.json:
            line = json.dumps({"number": number, "tour": tour_to_json(problem, tour)})
        else:
            line = f"{numbered_board(problem, tour)}\ntour {number}"
        print(line, flush=True)
    if options.json:
        told = {
            "schema": "knightbench.sample/1",
            "drawn": drawn,
            "tours": ranking.tours,
            "directed": problem.directed,
            "states": ranking.states,
            "seed": options.seed,
            "problem": problem_to_json(problem),
            "versions": versions(),
        }
        print(json.dumps(told))
    else:
        print(f"{drawn:,} drawn evenly from {ranking.tours:,} | {ranking.states:,} states")
    return 0 if drawn else NONE
