"""Exact numbers of tours, beside what was published.

Run it with ``python experiments/exact_counts.py``; a row a board goes to ``results/exact_counts``,
as soon as it is counted, and a table of them all. It takes some minutes; ``--hard`` counts the
large boards in their place, which take from minutes to hours and gigabytes of memory. Each board
is counted in a process of its own, so that its peak memory is its own. A board that has a row
is not counted again; ``--again`` adds another row.
"""

import argparse
import csv
import json
import multiprocessing
import os
import resource
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from knightbench import Problem
from knightbench.counting import Count, MemoryLimitReached, Progress, count
from knightbench.lab import machine
from knightbench.versions import versions

FOLDER = Path("results/exact_counts")
PUBLISHED = Path("tests/data/known_counts.csv")

BOARDS = [
    *[("open", f"3x{cols}") for cols in range(4, 14)],
    *[("open", f"4x{cols}") for cols in range(4, 11)],
    *[("open", f"5x{cols}") for cols in range(5, 10)],
    *[("open", size) for size in ("6x6", "6x7", "6x8")],
    *[("closed", f"3x{cols}") for cols in range(8, 20, 2)],
    *[("closed", f"5x{cols}") for cols in range(6, 14, 2)],
    *[("closed", f"6x{cols}") for cols in range(6, 11)],
    ("closed", "7x8"),
]
HARD = [
    ("closed", "8x8"),
    ("open", "7x7"),
    ("closed", "7x10"),
    ("closed", "8x9"),
    ("closed", "8x10"),
    ("open", "8x8"),
]


def published() -> dict[tuple[str, str], tuple[int, str]]:
    """Return the undirected numbers that were published, and where, by question and size."""
    found: dict[tuple[str, str], tuple[int, str]] = {}
    with PUBLISHED.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            question, _, counted = row["what"].partition("_")
            value = int(row["value"])
            if counted == "directed" and row["rows"] + row["cols"] != "11":
                value //= 2
            found.setdefault((question, f"{row['rows']}x{row['cols']}"), (value, row["source"]))
    return found


def counted(
    question: str, size: str, memory: int | None, checkpoints: str | None
) -> dict[str, Any]:
    """Return the row of a board, counted in this process."""
    problem = Problem.from_board(size, closed=question == "closed")

    def tell(progress: Progress) -> None:
        print(
            f"\r{size} {question}: {progress.done}/{progress.steps}, {progress.states:,} states   ",
            end="",
            file=sys.stderr,
        )

    folder = None if checkpoints is None else Path(checkpoints) / f"{size}-{question}"
    threads = machine.cores()
    found: Count = count(
        problem, threads=threads, memory_limit=memory, checkpoint=folder, progress=tell
    )
    print(file=sys.stderr)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    value, source = published().get((question, size), (None, None))
    verdict = "equal" if value == found.number else "DIFFERENT"
    return {
        "board": size,
        "question": question,
        "count": found.number,
        "published": value,
        "source": source,
        "verdict": "nothing published" if value is None else verdict,
        "method": found.method,
        "states": found.states,
        "bound": found.bound,
        "moduli": list(found.moduli),
        "seconds": round(found.seconds, 3),
        "resumed": found.resumed,
        "peak_memory": peak * (1 if sys.platform == "darwin" else 1024),
        "threads": threads,
        "load": round(os.getloadavg()[0], 1),
        "machine": machine.home(),
        "versions": versions(),
        "date": str(date.today()),
    }


def read(file: Path) -> list[dict[str, Any]]:
    """Return the rows that there are."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as a table."""
    lines = [
        "# Exact numbers of tours",
        "",
        "Made by `python experiments/exact_counts.py` from `counts.jsonl`. A tour and its reverse "
        "are one. The states are those of the largest layer. The seconds are those of the wall, "
        "with the loading of compiled kernels; the load is the system's load average at the end, "
        "of which the threads of the count are a part.",
        "",
        "| board | tours | count | published | verdict | method | states | seconds | load | MB |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        since = f" since step {row['resumed']}" if row["resumed"] else ""
        lines.append(
            f"| {row['board']} | {row['question']} | {row['count']:,} | {row['source'] or ''} | "
            f"{row['verdict']} | {row['method']} | {row['states']:,} | "
            f"{row['seconds']:,.1f}{since} | {row['load']:.1f} | {row['peak_memory'] >> 20:,} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Count the boards that have no row yet; return 1 if any number is not the published one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hard", action="store_true", help="the large boards")
    parser.add_argument("--only", metavar="SIZE", help="boards of this size alone")
    parser.add_argument("--again", action="store_true", help="count boards that have a row, too")
    parser.add_argument("--memory", type=int, metavar="GB", help="memory limit of a count")
    parser.add_argument("--checkpoints", metavar="DIR", help="keep unfinished counts there")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / "counts.jsonl"
    rows = read(file)
    memory = None if options.memory is None else options.memory << 30
    for question, size in HARD if options.hard else BOARDS:
        known = any((row["question"], row["board"]) == (question, size) for row in rows)
        if (known and not options.again) or options.only not in (None, size):
            continue
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawn) as process:
            try:
                row = process.submit(counted, question, size, memory, options.checkpoints).result()
            except MemoryLimitReached as error:
                print(f"{size} {question}: unknown: {error}", file=sys.stderr)
                continue
        with file.open("a", encoding="utf-8") as output:
            output.write(json.dumps(row) + "\n")
        # Another process may have counted other boards meanwhile.
        (FOLDER / "summary.md").write_text(table(read(file)), encoding="utf-8")
    rows = read(file)
    (FOLDER / "summary.md").write_text(table(rows), encoding="utf-8")
    print(table(rows))
    return int(any(row["verdict"] == "DIFFERENT" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
