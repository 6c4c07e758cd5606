"""``solve``: ask one formulation for one tour; for all of them, see `listing_tours`."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from knightbench.answer import Answer, Status
from knightbench.cli.asking import asked_problem
from knightbench.cli.listing_tours import add_listing_options, list_all, refuse_listing_options
from knightbench.cli.options import (
    Commands,
    Once,
    add_limit_options,
    add_problem_options,
    refuse_unwritable,
)
from knightbench.cli.text import one_line
from knightbench.formats.json import problem_to_json, tour_to_json
from knightbench.formats.tsplib import write_tour
from knightbench.formulation import UnsupportedProblem, make
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run
from knightbench.lab.runner import add_plugin_option
from knightbench.lab.solve import DEFAULT_FORMULATION, check_terms, solve_run
from knightbench.tour import numbered_board
from knightbench.versions import versions

EXIT_CODES = {
    Outcome.SOLVED: 0,
    Outcome.PROVED: 1,
    Outcome.UNSUPPORTED: 2,
    Outcome.GAVE_UP: 3,
    Outcome.TIMEOUT: 3,
    Outcome.MEMOUT: 3,
    Outcome.CRASHED: 4,
    Outcome.WRONG: 4,
}


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    solve = commands.add_parser(
        "solve",
        help="ask one formulation for one tour, or for all",
        description="Exit codes: 0 a tour; 1 proved that there is none; 2 bad input or "
        "unsupported; 3 unknown; 4 crashed, wrong or an internal error. With --all: 0 all tours, "
        "at least one; 1 proved that there is none; 3 ended by a limit or an interrupt, so that "
        "there may be more.",
    )
    add_problem_options(solve)
    solve.add_argument(
        "--with",
        dest="formulation",
        action=Once,
        metavar="NAME",
        help="a formulation, with parameters as in name?a=1&b=2 [sat-cutset]",
    )
    solve.add_argument(
        "--seed", action=Once, type=int, default=0, metavar="N", help="for random choices [0]"
    )
    add_limit_options(solve)
    solve.add_argument(
        "--threads", action=Once, type=int, default=1, metavar="N", help="for the solver [1]"
    )
    solve.add_argument("--presolve", action="store_true", help="try theorems first")
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.add_argument("--svg", action=Once, metavar="FILE", help="write a picture of the tour")
    solve.add_argument(
        "--tour", action=Once, metavar="FILE", help="write the tour as TSPLIB has it"
    )
    solve.add_argument(
        "--certificate",
        action=Once,
        metavar="FILE",
        help="write a certificate if there is no tour, for check-proof; .gz is compressed",
    )
    add_listing_options(solve)
    add_plugin_option(solve)
    solve.set_defaults(carry_out=solve_one)


def solve_one(options: argparse.Namespace) -> int:
    """Ask one formulation for one tour, or for all."""
    if options.all:
        return list_all(options)
    refuse_listing_options(options)
    limits = Limits(options.time_limit, options.cpu_limit, options.memory_limit)
    check_terms(limits, options.threads, options.seed)
    formulation = make(options.formulation or DEFAULT_FORMULATION)
    for option, file in (
        ("--svg", options.svg),
        ("--tour", options.tour),
        ("--certificate", options.certificate),
    ):
        if file is not None:
            refuse_unwritable(option, file)
    run = Run(
        asked_problem(options),
        formulation,
        seed=options.seed,
        threads=options.threads,
        limits=limits,
        presolve=options.presolve,
        certify=options.certificate is not None,
    )
    try:
        result = solve_run(run)
    except KeyboardInterrupt:
        result = Result(Outcome.GAVE_UP, Answer.unknown("interrupted"))
    if result.outcome is Outcome.UNSUPPORTED:
        raise UnsupportedProblem(result.message)
    if options.json:
        print(json.dumps(_told(run, result)))
    else:
        _print_result(run, result)
    tour = _checked_tour(result)
    if tour is not None and options.svg is not None:
        from knightbench.report.tour_svg import tour_svg

        Path(options.svg).write_text(tour_svg(run.problem, tour), encoding="utf-8")
    if tour is not None and options.tour is not None:
        Path(options.tour).write_text(write_tour(run.problem, tour), encoding="utf-8")
    if result.message is not None:
        print(f"knightbench: {result.outcome}: {one_line(result.message)}", file=sys.stderr)
    if options.certificate is not None:
        _leave_certificate(result, options.certificate)
    return EXIT_CODES[result.outcome]


def _leave_certificate(result: Result, file: str) -> None:
    """Write the certificate, or say why there is none."""
    if result.answer is not None and result.answer.certificate is not None:
        from knightbench.proof import write_certificate

        write_certificate(file, result.answer.certificate)
        return
    why = {
        Outcome.SOLVED: "there is a tour",
        Outcome.PROVED: "the formulation gives none, or too large a one, and no theorem applies",
    }.get(result.outcome, "nothing was proved")
    print(f"knightbench: no certificate was written: {why}", file=sys.stderr)


def _checked_tour(result: Result) -> tuple[int, ...] | None:
    """Return the tour of a run that is ``solved``; a wrong one is never shown as a tour."""
    return result.answer.tour if result.outcome is Outcome.SOLVED and result.answer else None


def _time(result: Result) -> dict[str, float]:
    time = {"build": 0.0, "search": 0.0, "decode": 0.0, "total": 0.0}
    if result.reply is not None:
        time |= {**result.reply.time, "total": result.reply.total}
    return time


def _told(run: Run, result: Result) -> dict[str, Any]:
    """Return the object of ``--json``."""
    answer = result.answer
    tour = _checked_tour(result)
    return {
        "schema": "knightbench.answer/1",
        # What was claimed wrongly is not to be read as an answer.
        "status": (
            Status.UNKNOWN if answer is None or result.outcome is Outcome.WRONG else answer.status
        ).value,
        "outcome": result.outcome.value,
        "tour": None if tour is None else tour_to_json(run.problem, tour),
        "formulation": run.formulation.name,
        "parameters": run.formulation.parameters,
        "problem": problem_to_json(run.problem),
        "statistics": dict(result.reply.statistics) if result.reply else {},
        "time": _time(result),
        "reason": answer.reason if answer is not None else None,
        "message": result.message,
        "seed": run.seed,
        "threads": run.threads,
        "presolve": run.presolve,
        "limits": dataclasses.asdict(run.limits),
        "versions": versions(),
    }


def _print_result(run: Run, result: Result) -> None:
    """Print the numbered board, then one line: formulation, status, times, effort."""
    answer = result.answer
    tour = _checked_tour(result)
    if tour is not None:
        print(numbered_board(run.problem, tour))
    status = str(answer.status) if answer is not None else str(Status.UNKNOWN)
    if answer is not None and answer.reason is not None:
        status += f" ({answer.reason})"
    if result.message is not None:
        status = str(result.outcome)
    times = ", ".join(f"{phase} {seconds:.3f} s" for phase, seconds in _time(result).items())
    unit = run.formulation.effort
    effort = result.reply.statistics.get(unit) if result.reply else None
    parts = [str(run.formulation), status, times]
    parts += [f"{effort:,} {unit}"] if effort is not None else []
    print(one_line(" | ".join(parts)))
