"""``solve --all``: every tour, one after the other, and at the end how many there are."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import sys
from typing import Any

from knightbench.cli.asking import asked_problem
from knightbench.cli.options import Once
from knightbench.cli.text import one_line
from knightbench.formats.json import problem_to_json, tour_to_json
from knightbench.formulation import UnsupportedProblem, make
from knightbench.lab.enumeration import Enumeration, Listed
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Run
from knightbench.lab.solve import DEFAULT_FORMULATION, check_terms
from knightbench.tour import numbered_board
from knightbench.versions import versions

#: More kinds of symmetry than this are named in the JSON alone.
MOST_KINDS = 8

EXIT_CODES = {
    Outcome.SOLVED: 0,
    Outcome.PROVED: 1,
    Outcome.GAVE_UP: 3,
    Outcome.TIMEOUT: 3,
    Outcome.MEMOUT: 3,
    Outcome.CRASHED: 4,
    Outcome.WRONG: 4,
}


def add_listing_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--all`` and what goes with it."""
    group = parser.add_argument_group(
        "all tours",
        "Each tour is printed as it comes, checked and none twice: a numbered board and a line "
        "with its number, or with --json one object a line with the key tour. The last line is "
        "the summary: how many there are, and whether these are all; with --json, the object "
        "without the key tour. A tour and its reverse are one, unless something asked for tells "
        "them apart: an end, a clue, a required move with a direction, the start of an open "
        "tour, magic sums of a closed one.",
    )
    group.add_argument("--all", action="store_true", help="list every tour")
    group.add_argument(
        "--directed", action="store_true", help="a tour and its reverse are two in any case"
    )
    group.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="one tour of each class: of those that rotations, reflections and, on a board that "
        "wraps around, shifts take to each other, where these keep all that is asked for",
    )
    group.add_argument(
        "--limit", action=Once, type=int, metavar="N", help="end after N tours, or classes"
    )


def refuse_listing_options(options: argparse.Namespace) -> None:
    """Raise ValueError where an option is given that only goes with ``--all``."""
    for name in ("directed", "up_to_symmetry", "limit"):
        if getattr(options, name):
            raise ValueError(f"--{name.replace('_', '-')} goes with --all")


def list_all(options: argparse.Namespace) -> int:
    """List every tour that one formulation finds."""
    limits = Limits(options.time_limit, options.cpu_limit, options.memory_limit)
    check_terms(limits, options.threads, options.seed)
    for name in ("svg", "tour", "certificate"):
        if getattr(options, name) is not None:
            raise ValueError(f"--{name} is for one tour, and does not go with --all")
    if options.limit is not None and options.limit < 1:
        raise ValueError(f"--limit {options.limit}: it must be at least 1")
    run = Run(
        asked_problem(options),
        make(options.formulation or DEFAULT_FORMULATION),
        seed=options.seed,
        threads=options.threads,
        limits=limits,
        presolve=options.presolve,
    )
    listing = Enumeration(run, options.directed, options.up_to_symmetry, options.limit)
    told = _tour_told if options.json else _tour_text
    # The worker must be gone before anything else happens, whatever ends the loop.
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(iter(listing)) as found:
        for listed in found:
            # Whoever reads this may wait for each.
            print(told(listing, listed), flush=True)
    if listing.outcome is Outcome.UNSUPPORTED:
        raise UnsupportedProblem(listing.message)
    print(json.dumps(_told(listing)) if options.json else _summary(listing))
    if listing.message is not None:
        print(f"knightbench: {listing.outcome}: {one_line(listing.message)}", file=sys.stderr)
    return EXIT_CODES[listing.outcome]


def _tour_told(listing: Enumeration, listed: Listed) -> str:
    told: dict[str, Any] = {
        "number": listing.listed,
        "tour": tour_to_json(listing.run.problem, listed.tour),
    }
    if listing.up_to_symmetry:
        told |= {"class_size": listed.class_size, "symmetries": list(listed.symmetries)}
    return json.dumps(told)


def _tour_text(listing: Enumeration, listed: Listed) -> str:
    line = f"tour {listing.listed}"
    if listing.up_to_symmetry:
        line = f"class {listing.listed}: {_counted(listed.class_size, 'tour')}"
        line += f", {' and '.join(listed.symmetries)}" if listed.symmetries else ""
    return f"{numbered_board(listing.run.problem, listed.tour)}\n{line}"


def _told(listing: Enumeration) -> dict[str, Any]:
    run, reply = listing.run, listing.reply
    told: dict[str, Any] = {
        "schema": "knightbench.tours/1",
        "outcome": listing.outcome.value,
        "complete": listing.complete,
        "tours": listing.tours,
        "listed": listing.listed,
        "directed": listing.directed or run.problem.directed,
        "up_to_symmetry": listing.up_to_symmetry,
    }
    if listing.up_to_symmetry:
        told["classes"] = [
            {"symmetries": list(names), "classes": count}
            for names, count in sorted(listing.classes.items())
        ]
    return told | {
        "reason": _reason(listing),
        "limit": listing.limit,
        "message": listing.message,
        "formulation": run.formulation.name,
        "parameters": run.formulation.parameters,
        "problem": problem_to_json(run.problem),
        "statistics": dict(reply.statistics) if reply else {},
        "time": {**reply.time, "total": reply.total} if reply else {},
        "seed": run.seed,
        "threads": run.threads,
        "presolve": run.presolve,
        "limits": dataclasses.asdict(run.limits),
        "versions": versions(),
    }


def _reason(listing: Enumeration) -> str | None:
    """Return why there may be more tours: None where there are not."""
    if listing.complete:
        return None
    if listing.outcome is not Outcome.GAVE_UP or listing.reply is not None:
        return listing.outcome.value
    return "limit" if listing.limit == listing.listed else "interrupted"


def _summary(listing: Enumeration) -> str:
    """Return how many there are, and whether these are all, in one line."""
    counted = _counted(listing.tours, "directed tour" if listing.directed else "tour")
    if listing.complete:
        parts = [counted, "complete"]
    elif listing.message is not None:
        parts = [f"{counted} came", str(listing.outcome)]
    else:
        parts = [f"at least {counted}", f"incomplete ({_reason(listing)})"]
    if listing.up_to_symmetry:
        parts.append(_classes(listing))
    if listing.reply is not None:
        parts.append(f"total {listing.reply.total:.3f} s")
    return one_line(" | ".join([str(listing.run.formulation), *parts]))


def _classes(listing: Enumeration) -> str:
    """Return how many classes there are, and of which symmetries; a torus has too many to name."""
    kinds = dict(sorted(listing.classes.items()))
    total = sum(kinds.values())
    if len(kinds) > MOST_KINDS:
        kinds = {(): kinds.get((), 0), ("a symmetry",): total - kinds.get((), 0)}
    told = [
        f"{many:,} with {' and '.join(names) or 'no symmetry'}" for names, many in kinds.items()
    ]
    return f"{total:,} class{'es' * (total != 1)}: {', '.join(told) or 'none'}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
