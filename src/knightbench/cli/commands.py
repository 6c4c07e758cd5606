"""The commands, one function each; every one returns its exit code."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from knightbench.answer import Answer, Status
from knightbench.cli.asking import asked_problem, with_pieces
from knightbench.cli.text import one_line
from knightbench.formats.board_text import (
    check_numbered_board,
    read_board_text,
    read_numbered_board,
    read_text_file,
)
from knightbench.formats.json import (
    name_from_json,
    problem_from_json,
    problem_to_json,
    tour_to_json,
)
from knightbench.formulation import UnsupportedProblem, describe, formulations, load_plugin, make
from knightbench.lab import machine
from knightbench.lab.experiment import found_in
from knightbench.lab.merge import merge as merge_folders
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run
from knightbench.lab.runner import carry_out
from knightbench.lab.solve import DEFAULT_FORMULATION, check_terms, solve_run
from knightbench.lab.store import read_rows
from knightbench.problem import Problem
from knightbench.tour import InvalidTour, check, numbered_board

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


def run_command(options: argparse.Namespace) -> int:
    """Carry out the command that was given."""
    if options.version:
        print("\n".join(f"{name} {version}" for name, version in machine.versions().items()))
        return 0
    commands = {
        "list": list_formulations,
        "solve": solve,
        "verify": verify,
        "run": run,
        "merge": merge,
        "report": report,
        "compare": compare,
        "export": export,
    }
    if options.command is None:
        raise ValueError(f"give a command: {', '.join(commands)} (see knightbench --help)")
    return commands[options.command](options)


def list_formulations(options: argparse.Namespace) -> int:
    """Print every formulation, with its parameters."""
    told = [describe(formulation) for formulation in formulations().values()]
    if options.json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    if options.markdown:
        print(formulations_table())
        return 0
    width = max(len(item["name"]) for item in told)
    for item in told:
        kind = "complete" if item["complete"] else "incomplete"
        lacking = "" if item["available"] else f"; needs knightbench[{item['extra']}]"
        print(f"{item['name']:<{width}}  {item['summary']} ({kind}{lacking})")
        for parameter in item["parameters"]:
            choices = (
                f": {', '.join(map(str, parameter['choices']))}" if parameter["choices"] else ""
            )
            print(
                f"{'':<{width}}    ?{parameter['name']}={parameter['default']}  "
                f"{parameter['meaning']}{choices}"
            )
    return 0


def formulations_table() -> str:
    """Return the table of formulations, in Markdown."""
    lines = ["| formulation | what it does | complete | source |", "|---|---|---|---|"]
    for item in map(describe, formulations().values()):
        complete = "yes" if item["complete"] else "no"
        lines.append(f"| `{item['name']}` | {item['summary']} | {complete} | {item['source']} |")
    return "\n".join(lines)


def solve(options: argparse.Namespace) -> int:
    """Ask one formulation for one tour."""
    limits = Limits(options.time_limit, options.cpu_limit, options.memory_limit)
    check_terms(limits, options.threads, options.seed)
    formulation = make(options.formulation or DEFAULT_FORMULATION)
    if options.svg is not None:
        picture = Path(options.svg).resolve()
        if not options.svg or picture.is_dir() or not picture.parent.is_dir():
            raise ValueError(f"--svg {options.svg!r}: give a file in a folder that exists")
    run = Run(
        asked_problem(options),
        formulation,
        seed=options.seed,
        threads=options.threads,
        limits=limits,
        presolve=options.presolve,
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
    if result.message is not None:
        print(f"knightbench: {result.outcome}: {one_line(result.message)}", file=sys.stderr)
    return EXIT_CODES[result.outcome]


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
        "versions": machine.versions(),
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


def verify(options: argparse.Namespace) -> int:
    """Judge a numbered board, or the JSON of ``solve``."""
    if options.file == "-":
        text = sys.stdin.buffer.read().decode(errors="replace")
    else:
        text = read_text_file(options.file)
    step = None
    try:
        if text.lstrip().startswith("{"):
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
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no JSON object: {error}") from None
    for key in ("problem", "tour"):
        if told.get(key) is None:
            raise ValueError(f"there is no {key} to verify")
    problem = problem_from_json(told["problem"])
    if closed and not problem.closed:
        raise ValueError("--closed: the JSON asks for an open tour; leave --closed out")
    if not isinstance(told["tour"], list):
        raise ValueError("the tour is no list of squares")
    squares: list[int] = []
    for name in told["tour"]:
        try:
            squares.append(problem.square(name_from_json(name)))
        except (ValueError, TypeError) as error:
            _refuse_from(problem, squares, str(error))
    check(problem, squares)
    return problem.closed


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


def run(options: argparse.Namespace) -> int:
    """Run the experiment that a script defines."""
    experiments = found_in(vars(load_plugin(options.file)))
    if len(experiments) != 1:
        raise ValueError(
            f"{options.file}: {len(experiments)} experiments; there must be one, "
            "as in experiment = Experiment(...)"
        )
    return carry_out(experiments[0], options)


def merge(options: argparse.Namespace) -> int:
    """Put results folders together, and say where they do not agree."""
    into = Path(options.output)
    disagreements = merge_folders([Path(folder) for folder in options.folders], into)
    for disagreement in disagreements:
        print(one_line(disagreement))
    print(f"{into}: {len(read_rows(into))} rows, {len(disagreements)} disagreements")
    return 1 if disagreements else 0


def report(options: argparse.Namespace) -> int:
    """Write tables, plot and page from the rows of a results folder."""
    from knightbench.report import write_report

    for path in write_report(Path(options.folder)):
        print(path)
    return 0


def compare(options: argparse.Namespace) -> int:
    """Say what changed between two results folders; 1 if an answer was lost or is wrong."""
    # Not above: what asks for one tour needs no statistics.
    from knightbench.lab.compare import compare as compare_results
    from knightbench.lab.results import read_results
    from knightbench.report.changes import changes_json, changes_text

    before, after = (read_results(Path(folder)) for folder in (options.before, options.after))
    found = compare_results(before, after)
    print(changes_json(found) if options.json else changes_text(found))
    return 0 if found.acceptable else 1


def export(options: argparse.Namespace) -> int:
    """Write the rows of a results folder in a form that other programs read."""
    from knightbench.export import write_export

    folder = Path(options.folder)
    files, notes = write_export(folder, options.format, Path(options.output or folder / "export"))
    for path in files:
        print(path)
    for note in notes:
        print(f"knightbench: {one_line(note)}", file=sys.stderr)
    return 0
