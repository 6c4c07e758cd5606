"""Two thousand runs of formulations that behave and that do not: every row right, nothing left.

Run it with ``python experiments/soak.py``; it takes about ten minutes on two cores. It checks
that there are 2,000 rows with the right outcome in each, that no process is left, and that the
runner's memory stays flat, and ends with exit code 1 where one of these is not so.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from knightbench import Board, Problem
from knightbench.board import leaper
from knightbench.formulation import load_plugin, make
from knightbench.lab import machine, system
from knightbench.lab.experiment import Experiment
from knightbench.lab.runner import make_runs
from knightbench.lab.selection import Selection
from knightbench.lab.store import read_rows
from knightbench.report import write_report

FOLDER = Path("results/soak")
MEGABYTE = 2**20

#: What each way of misbehaving must come to.
EXPECTED = {
    "answers": "solved",
    "chatters": "solved",
    "leaves-children-and-answers": "solved",
    "gives-up": "gave-up",
    "claims-none": "wrong",
    "too-short": "wrong",
    "outside": "wrong",
    "raises": "crashed",
    "returns-nothing": "crashed",
    "returns-an-object": "crashed",
    "counts-nothing": "crashed",
    "exits": "crashed",
    "aborts": "crashed",
    "segfaults": "crashed",
    "garbles": "crashed",
    "hangs": "timeout",
    "ignores-signals-and-hangs": "timeout",
    # Sixty-four processes: the pages that they share are counted for each of them.
    "breeds": "memout",
    "grows": "memout",
}
BEHAVING = ("backtracking", "warnsdorff", "static-degree", "nx-search", "sat-cutset", "two-factor")
PROBLEMS = 80
RUNS = PROBLEMS * (len(EXPECTED) + len(BEHAVING))


def soak() -> Experiment:
    """Return the experiment, behaving and misbehaving formulations by turns."""
    load_plugin(Path(__file__).parent / "misbehaving.py")
    # A row of squares of every length is a question of its own, and the order of the numbers of
    # its squares is a tour.
    lines = {
        f"line of {n}": Problem.from_board(Board(1, n, moves=leaper(0, 1)))
        for n in range(5, 5 + PROBLEMS)
    }
    note = f"{tempfile.gettempdir()}/knightbench-soak-{os.getpid()}"
    bad = [make("misbehaving", how=how, note=note) for how in EXPECTED]
    return Experiment("soak", lines, [*bad, *BEHAVING], time_limit=2, memory_limit=400 * MEGABYTE)


def main() -> int:
    """Make the runs and judge the rows."""
    begun = time.monotonic()
    experiment = soak()
    # The first lines warm the runner up; what it holds after them, it may hold to the end.
    first = tuple(f"line of {n}" for n in range(5, 10))
    make_runs(experiment, FOLDER, machine.cores(), Selection(only=first), fresh=True)
    before = system.usage([os.getpid()])[0]
    make_runs(experiment, FOLDER, machine.cores())
    after = system.usage([os.getpid()])[0]
    rows = read_rows(FOLDER)
    wrong = []
    for row in rows:
        how = row["parameters"].get("how")
        expected = EXPECTED[how] if how else "solved"
        if row["outcome"] != expected:
            wrong.append(f"{row['formulation']}: {row['outcome']}, not {expected}")
    left = [pid for pid in system.children(os.getpid()) if not system.is_zombie(pid)]
    print(f"{len(rows)} rows in {time.monotonic() - begun:.0f} s")
    print(dict(Counter(row["outcome"] for row in rows)))
    print(
        f"runner's memory: {before // MEGABYTE} MB after 5 lines, {after // MEGABYTE} MB at the end"
    )
    for complaint in wrong[:20]:
        print(complaint)
    write_report(FOLDER)
    fine = len(rows) == RUNS and not wrong and not left
    flat = after < before + 50 * MEGABYTE
    print("as it should be" if fine and flat else "NOT as it should be", file=sys.stderr)
    return 0 if fine and flat else 1


if __name__ == "__main__":
    raise SystemExit(main())
