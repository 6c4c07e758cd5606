"""What a run costs beside the solve itself: starting, supervising and ending its process.

Run it with ``python experiments/overhead.py``; the table goes to ``results/overhead``. A run's
overhead is the time from asking the supervisor to having the reply, less the run's own time from
build to decode. The first run of each formulation, which prepares the nursery, is left out.
"""

import json
import statistics
import time
from datetime import date
from pathlib import Path

from knightbench import Problem, formulations
from knightbench.formulation import available, make
from knightbench.lab import machine
from knightbench.lab.run import Run
from knightbench.lab.supervisor import supervise

RUNS = 20


def overheads(name: str) -> list[float]:
    """Return the overhead of each of `RUNS` runs on a small board, in seconds."""
    run = Run(Problem.from_board("5x6", start=(0, 0)), make(name))
    found = []
    replies = supervise(iter([(0, run.request)] * (RUNS + 1)))
    begun = time.perf_counter()
    for _tag, reply in replies:
        now = time.perf_counter()
        found.append(now - begun - reply.total)
        begun = time.perf_counter()
    return found[1:]


def main() -> None:
    """Print the table and write it down."""
    facts = machine.describe()
    lines = [
        "# What a run costs beside the solve itself",
        "",
        f"Made by `python experiments/overhead.py` on {date.today()}: {facts['cpu']}, "
        f"{facts['cores']} cores, {facts['system']}, Python {facts['versions']['python']}. "
        f"{RUNS} runs each, one after the other, in milliseconds.",
        "",
        "| formulation | process | median | quartiles | most |",
        "|---|---|---|---|---|",
    ]
    problem = Problem.from_board("5x6", start=(0, 0))
    for name, formulation in formulations().items():
        if not available(formulation) or make(name).unsupported_reason(problem):
            continue
        found = [1000 * seconds for seconds in overheads(name)]
        low, middle, high = statistics.quantiles(found, n=4)
        kind = "fork" if formulation.forkable else "fresh interpreter"
        lines.append(
            f"| {name} | {kind} | {middle:.1f} | {low:.1f} to {high:.1f} | {max(found):.1f} |"
        )
    print("\n".join(lines))
    folder = Path("results/overhead")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
