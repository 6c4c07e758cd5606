"""``count``: how many tours there are, exactly."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from knightbench.cli import UNKNOWN
from knightbench.cli.asking import asked_problem
from knightbench.cli.options import Commands, Once, add_problem_options, size_in_bytes
from knightbench.cli.text import one_line
from knightbench.counting import (
    Count,
    MemoryLimitReached,
    Progress,
    count,
    count_by_ends,
    count_by_start,
)
from knightbench.counting.counts import METHODS
from knightbench.formats.json import problem_to_json
from knightbench.lab import machine
from knightbench.problem import Problem
from knightbench.versions import versions


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "count",
        help="count all tours, exactly",
        description="Counts tours; a tour and its reverse are one, unless what is asked for tells "
        "them apart. Exit codes: 0 counted; 2 bad input; 3 a limit was reached, or interrupted.",
    )
    add_problem_options(parser)
    parser.add_argument("--directed", action="store_true", help="a tour and its reverse are two")
    by = parser.add_mutually_exclusive_group()
    by.add_argument(
        "--by-start", action="store_true", help="how many tours begin at each square; directed"
    )
    by.add_argument(
        "--by-ends",
        action="store_true",
        help="how many tours there are from each square to each other; directed",
    )
    parser.add_argument(
        "--method",
        action=Once,
        choices=METHODS,
        help="elimination from one end, or meeting in the middle [what is likely to be faster]",
    )
    parser.add_argument(
        "--memory-limit",
        action=Once,
        type=size_in_bytes,
        metavar="SIZE",
        help="for layers and tables, as in 500M or 2G [what is free]",
    )
    parser.add_argument(
        "--checkpoint",
        action=Once,
        metavar="DIR",
        help="keep the count there, and go on from there when it was cut off",
    )
    parser.add_argument(
        "--threads", action=Once, type=int, metavar="N", help="how many [as there are cores]"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=count_tours)


def count_tours(options: argparse.Namespace) -> int:
    """Count the tours of the problem asked for."""
    problem = asked_problem(options)
    threads = machine.cores() if options.threads is None else options.threads
    how: dict[str, Any] = {
        "threads": threads,
        "method": options.method or METHODS[0],
        "memory_limit": options.memory_limit,
    }
    by_ends = options.by_start or options.by_ends
    if by_ends and options.checkpoint is not None:
        raise ValueError("--checkpoint keeps one count; --by-start and --by-ends make many")
    begun = time.perf_counter()
    try:
        with _progress_bar(problem) as progress:
            if by_ends:
                table = (count_by_start if options.by_start else count_by_ends)(problem, **how)
                _print_table(problem, dict(table), options, time.perf_counter() - begun)
                return 0
            found = count(
                problem,
                directed=options.directed,
                checkpoint=options.checkpoint,
                progress=progress,
                **how,
            )
    except MemoryLimitReached as error:
        print(f"knightbench: unknown: memory-limit: {one_line(error)}", file=sys.stderr)
        return UNKNOWN
    if options.json:
        print(json.dumps(_told(found, threads)))
    else:
        print(found.number)
    return 0


@contextlib.contextmanager
def _progress_bar(problem: Problem) -> Iterator[Callable[[Progress], None]]:
    """Show a progress bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[states]:,} states", markup=False),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(one_line(problem), states=0, total=None)
        yield lambda told: bar.update(
            task, completed=told.done, total=told.steps, states=told.states
        )


def _told(found: Count, threads: int) -> dict[str, Any]:
    """Return the object of ``--json``."""
    return {
        "schema": "knightbench.count/1",
        "count": found.number,
        "directed": found.directed or found.problem.directed,
        "problem": problem_to_json(found.problem),
        "method": found.method,
        "states": found.states,
        "bound": found.bound,
        "moduli": list(found.moduli),
        "resumed": found.resumed,
        "time": found.seconds,
        "threads": threads,
        "versions": versions(),
    }


def _print_table(
    problem: Problem, table: dict[Any, int], options: argparse.Namespace, seconds: float
) -> None:
    """Print numbers by first square, or by first and last square."""

    def name(square: int) -> Any:
        place = problem.name(square)
        return list(place) if isinstance(place, tuple) else place

    if options.json:
        if options.by_start:
            key, rows = "by_start", [[name(first), number] for first, number in table.items()]
        else:
            key = "by_ends"
            rows = [[[name(first), name(last)], n] for (first, last), n in table.items()]
        told = {
            "schema": "knightbench.count/1",
            "count": sum(table.values()),
            "directed": True,
            key: rows,
            "problem": problem_to_json(problem),
            "time": seconds,
            "versions": versions(),
        }
        print(json.dumps(told))
    elif options.by_start:
        print(_by_start(problem, table))
    else:
        for (first, last), number in table.items():
            if number:
                print(f"{problem.name(first)} {problem.name(last)} {number}")


def _by_start(problem: Problem, numbers: dict[int, int]) -> str:
    """Return the numbers laid out as the board, holes as dots; those of a graph line by line."""
    board = problem.board
    if board is None:
        return "\n".join(f"{problem.name(square)} {number}" for square, number in numbers.items())
    width = max(len(str(number)) for number in numbers.values())
    at = {board.position(square): str(number) for square, number in numbers.items()}
    return "\n".join(
        " ".join(at.get((row, col), ".").rjust(width) for col in range(board.cols)).rstrip()
        for row in range(board.rows)
    )
