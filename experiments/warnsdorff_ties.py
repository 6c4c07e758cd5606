"""How often Warnsdorff's rule makes a tour, for each way to break its ties: no steps back.

Run it with ``python experiments/warnsdorff_ties.py``; the tables go to ``results/warnsdorff_ties``
too. It takes about half a minute. It measures no time, so that it needs no supervisor: every
walk is made in this process, one from every square of every board.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from knightbench import Context, Problem, check
from knightbench.formulation import Formulation, ask, make
from knightbench.lab import machine

SIZES = (5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 40)
TIES = ("first", "last", "random", "pohl", "roth", "squirrel-cull")


def tours(formulation: Formulation, size: int) -> Iterator[bool | None]:
    """Yield for every first square whether its tour happens to close; None where there is none."""
    board = Problem.from_board(f"{size}x{size}")
    for start in range(board.size):
        problem = replace(board, start=start)
        tour = ask(formulation, problem, Context(seed=start)).tour
        if tour is None:
            yield None
        else:
            check(problem, tour)
            yield start in problem.neighbours(tour[-1])


def table(heading: str, shares: dict[str, list[float]]) -> list[str]:
    """Return a table of percentages, a row for each way to break ties."""
    return [
        f"## {heading}",
        "",
        "| ties | " + " | ".join(f"{size}x{size}" for size in SIZES) + " |",
        "|---" * (len(SIZES) + 1) + "|",
        *(
            f"| {ties} | " + " | ".join(f"{100 * share:.1f}" for share in row) + " |"
            for ties, row in shares.items()
        ),
        "",
    ]


def main() -> None:
    """Print the tables and write them down."""
    toured: dict[str, list[float]] = {}
    closed: dict[str, list[float]] = {}
    for ties in TIES:
        formulation = make("warnsdorff", ties=ties, backtrack=False, tries=1)
        formulation.prepare()
        ends = [list(tours(formulation, size)) for size in SIZES]
        toured[ties] = [sum(end is not None for end in row) / len(row) for row in ends]
        closed[ties] = [sum(end is True for end in row) / len(row) for row in ends]
    facts = machine.describe()
    lines = [
        "# Warnsdorff's rule without steps back",
        "",
        f"Made by `python experiments/warnsdorff_ties.py` on {date.today()}, one walk from every "
        "square. The exchange sort of the first source program, which is the default, takes the "
        "same squares as `first`. On a board of odd size no tour begins on the squares of the "
        "rarer colour, and none is closed.",
        "",
        *table("Percent of the first squares with a tour", toured),
        *table("Percent of the first squares with a tour that happens to be closed", closed),
    ]
    print("\n".join(lines))
    folder = Path("results/warnsdorff_ties")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.md").write_text("\n".join(lines), encoding="utf-8")
    (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
