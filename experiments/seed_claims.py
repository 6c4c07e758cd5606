"""What the three source documents state, put to the test: claim, measured, verdict.

Run it with ``python experiments/seed_claims.py``; the table goes to ``results/seed_claims`` too.
It takes about two minutes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from knightbench import Answer, Problem, Status, solve
from knightbench.lab import machine
from knightbench.tour import numbered_board

# Document 1: plain backtracking on 8x8 is said to have made so many trials in 40 minutes.
CLAIMED_TRIALS = 67_890_999_999_999
CLAIMED_SECONDS = 40 * 60
LARGEST_COUNTER = 2**31 - 1

# Document 3, its result for 6x6 from column 1, row 0.
BOARD_6X6 = """
12  1 32 21 10  7
33 20 11  8 35 22
 2 13 34 31  6  9
19 30 17 36 23 26
14  3 28 25 16  5
29 18 15  4 27 24
"""

# How many calls plain backtracking is given on boards that it may not finish.
CAP = 2_000_000_000


@dataclass(frozen=True)
class Finding:
    """One line of the table."""

    claim: str
    measured: str
    verdict: str


def from_corner(rows: int, cols: int, formulation: str) -> Answer:
    """Return what a source program makes of a board from its corner."""
    return solve(Problem.from_board(f"{rows}x{cols}", start=(0, 0)), formulation=formulation)


def heuristic_calls() -> Finding:
    """Document 1: with the heuristic, 8x8 takes 64 entries, not one step back."""
    answer = from_corner(8, 8, "warnsdorff")
    calls = answer.statistics["calls"]
    return Finding(
        "1: the heuristic enters 64 squares on 8x8 from the corner, in less than a second",
        f"{calls} calls, {answer.time['search']:.4f} s",
        "true" if calls == 64 and answer.time["search"] < 1 else "FALSE",
    )


def static_degree_board() -> Finding:
    """Document 3: the board that its program prints."""
    problem = Problem.from_board("6x6", start=(0, 1))
    answer = solve(problem, formulation="static-degree")
    same = (
        answer.tour is not None
        and numbered_board(problem, answer.tour).split() == BOARD_6X6.split()
    )
    return Finding(
        "3: the 6x6 board from column 1, row 0",
        f"{'the same' if same else 'another'} board, {answer.statistics['calls']:,} calls",
        "true" if same else "FALSE",
    )


def growing_boards() -> Iterator[Finding]:
    """How plain backtracking grows, and at what rate, from the corner."""
    calls = seconds = 0.0
    for rows, cols in ((5, 5), (5, 6), (6, 6), (6, 7), (7, 7), (8, 8)):
        answer = from_corner(rows, cols, f"backtracking?max_calls={CAP}")
        calls += answer.statistics["calls"]
        seconds += answer.time["search"]
        found = answer.status is Status.SATISFIED
        made = f"a tour after {answer.statistics['calls']:,} calls" if found else f"none by {CAP:,}"
        yield Finding(
            f"1: plain backtracking takes considerable time (here {rows}x{cols} from the corner)",
            f"{made}, {answer.time['search']:.2f} s",
            "measured" if found else "unknown beyond",
        )
    claimed_rate = CLAIMED_TRIALS / CLAIMED_SECONDS
    measured_rate = calls / seconds
    yield Finding(
        f"1: {CLAIMED_TRIALS:,} trials in about 40 minutes on 8x8",
        f"implies {claimed_rate:,.0f} calls a second; measured here {measured_rate:,.0f}, "
        f"1 in {claimed_rate / measured_rate:,.0f} of that. Its counter is a 32-bit int, at most "
        f"{LARGEST_COUNTER:,}",
        "FALSE"
        if CLAIMED_TRIALS > LARGEST_COUNTER or claimed_rate > 10 * measured_rate
        else "open",
    )


def where_the_heuristic_fails(largest: int = 60) -> Finding:
    """Sizes at which the first document's program steps back at least once.

    A search that enters n x n squares and ends with a tour never stepped back, so a cap of n x n
    calls is the heuristic without backtracking.
    """
    failed = [
        n
        for n in range(5, largest + 1)
        if from_corner(n, n, f"warnsdorff?max_calls={n * n}").status is not Status.SATISFIED
    ]
    return Finding(
        "1: the heuristic makes no step back (n x n from the corner)",
        f"for n = 5 to {largest} it does at n = {', '.join(map(str, failed))}",
        "true below the first of these" if failed else "true",
    )


def main() -> None:
    """Print the table and write it down."""
    findings = [
        heuristic_calls(),
        static_degree_board(),
        *growing_boards(),
        where_the_heuristic_fails(),
    ]
    table = Table("claim (document: statement)", "measured", "verdict", show_lines=True)
    for finding in findings:
        table.add_row(finding.claim, finding.measured, finding.verdict)
    Console().print(table)
    facts = machine.describe()
    folder = Path("results/seed_claims")
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "# The source documents' statements, put to the test",
        "",
        f"Made by `python experiments/seed_claims.py` on {date.today()}: {facts['cpu']}, "
        f"{facts['cores']} cores, {facts['system']}; "
        + ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
        + ".",
        "",
        "| claim (document: statement) | measured | verdict |",
        "|---|---|---|",
        *(f"| {f.claim} | {f.measured} | {f.verdict} |" for f in findings),
    ]
    (folder / "summary.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
