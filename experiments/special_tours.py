"""Special tours: the fewest crossings, symmetric tours, and semi-magic tours.

Run it with ``python experiments/special_tours.py``; tables and pictures go to
``results/special_tours``. The fewest crossings of a board are found by asking for one less than the
last tour had, until there is no such tour; and by listing all tours of the board. Times are those
of the processor, in this process, which has one thread; a question that is not answered within its
limit is told as open.
"""

import itertools
import json
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from knightbench import Answer, Context, Problem, Status, check
from knightbench.crossings import meetings
from knightbench.formulation import ask, make
from knightbench.lab import machine
from knightbench.properties import properties
from knightbench.report.tour_svg import tour_svg
from knightbench.special import moves_made

FOLDER = Path("results/special_tours")

#: Wall time for one question, in seconds.
LIMIT = 90

FEWEST = [
    *[("3x4", False), ("4x5", False), ("3x7", False), ("3x8", False), ("5x5", False)],
    *[("3x10", True), ("5x6", True), ("3x12", True), ("6x6", True)],
]
#: What lists all tours, to hold the fewest crossings against: a SAT solver, and not CP-SAT.
LISTER = "sat-cutset"

SYMMETRIC = [
    *[("6x6", "half-turn"), ("6x6", "quarter-turn"), ("8x8", "half-turn"), ("8x8", "quarter-turn")],
    *[("10x10", "quarter-turn"), ("3x14", "half-turn"), ("20x20", "half-turn")],
]
TURNERS = ("cpsat-circuit", "sat-cutset")

#: Formulation, seed and how many first steps of Beverley's tour are given.
SUMMED = [("cpsat-quartes", seed, 0) for seed in (1, 2, 3)]
SUMMED += [("cpsat-time-matrix", 1, clues) for clues in (48, 40, 32, 0)]
SUMMED += [("cpsat-positions", 1, clues) for clues in (48, 40, 0)]

#: W. Beverley's semi-magic tour, Philosophical Magazine, 1848.
BEVERLEY = """
 1 30 47 52  5 28 43 54  48 51  2 29 44 53  6 27  31 46 49  4 25  8 55 42  50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58  16 19 34 61 40 57 10 23  63 14 17 36 21 12 59 38  18 35 64 13 60 37 22 11
"""


def answered(spec: str, problem: Problem, seed: int = 1) -> tuple[Answer, float]:
    """Return the answer of a formulation, its tour checked, and the processor time it took."""
    formulation = make(spec)
    formulation.prepare()
    begun = time.process_time()
    answer = ask(formulation, problem, Context(seed=seed, deadline=time.monotonic() + LIMIT))
    seconds = time.process_time() - begun
    if answer.tour is not None:
        check(problem, answer.tour)
    return answer, seconds


def crossings(problem: Problem, tour: tuple[int, ...]) -> int:
    """Return how many pairs of a tour's moves cross."""
    assert problem.board is not None
    return meetings(problem.board, moves_made(tour, problem.closed)).crossings


def drawn(name: str, problem: Problem, tour: tuple[int, ...]) -> str:
    """Write a picture, and return a link to it."""
    file = f"{name}.svg"
    (FOLDER / file).write_text(tour_svg(problem, tour), encoding="utf-8")
    return f"[picture]({file})"


def fewest(size: str, closed: bool) -> str:
    """Return the row of a board: descend until there is no tour."""
    most: int | None = None
    best: tuple[int, ...] | None = None
    seconds = 0.0
    asked = 0
    while True:
        problem = Problem.from_board(size, closed=closed, max_crossings=most)
        answer, taken = answered("cpsat-circuit", problem)
        asked += 1
        seconds += taken
        if answer.tour is None:
            break
        best = answer.tour
        most = crossings(problem, best) - 1
    assert best is not None
    assert most is not None
    plain = Problem.from_board(size, closed=closed)
    proved = answer.status is Status.UNSATISFIABLE
    found = f"{most + 1}" if proved else f"at most {most + 1}"
    formulation = make(LISTER)
    formulation.prepare()
    every = [crossings(plain, tour) for tour in formulation.tours(plain, Context())]
    listed = f"{min(every)} of {len(every):,} tours (most {max(every)})"
    if proved and min(every) != most + 1:
        raise AssertionError(f"{plain}: {found} proved, and {listed} listed")
    kind = "closed" if closed else "open"
    picture = drawn(f"fewest-{size}-{kind}", plain, best)
    proof = "yes" if proved else f"open after {LIMIT} s"
    turns = properties(plain, best).turns
    return (
        f"| {size} | {kind} | {found} | {proof} | {asked} | {seconds:.1f} | {listed} | {turns} | "
        f"{picture} |"
    )


def symmetric(size: str, symmetry: str) -> str:
    """Return the row of a board and a turn."""
    problem = Problem.from_board(size, closed=True, symmetry=symmetry)
    cells = []
    picture = ""
    for spec in TURNERS:
        answer, seconds = answered(spec, problem)
        word = {Status.SATISFIED: "a tour", Status.UNSATISFIABLE: "none"}.get(answer.status, "open")
        cells.append(f"{word}, {seconds:.2f}")
        if answer.tour is not None and not picture:
            picture = drawn(f"{symmetry}-{size}", problem, answer.tour)
    return f"| {size} | {symmetry} | {' | '.join(cells)} | {picture} |"


def summed(spec: str, seed: int, clues: int) -> str:
    """Return the row of a formulation that looks for a semi-magic tour of the chessboard."""
    steps = [int(step) for step in BEVERLEY.split()]
    tour = sorted(range(64), key=steps.__getitem__)
    given = [(divmod(square, 8), step) for step, square in enumerate(tour[:clues], start=1)]
    problem = Problem.from_board("8x8", magic="semi-magic", clues=given)
    answer, seconds = answered(spec, problem, seed)
    if answer.tour is None:
        return f"| {spec} | {seed} | {clues} | {answer.reason} | {seconds:.1f} | | |"
    sums = properties(problem, answer.tour).sums
    assert sums is not None
    picture = drawn(f"semi-magic-{spec}-{seed}-{clues}", problem, answer.tour)
    diagonals = " and ".join(map(str, sums.diagonals))
    return f"| {spec} | {seed} | {clues} | a tour | {seconds:.1f} | {diagonals} | {picture} |"


def main() -> None:
    """Print the tables and write them down."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    facts = machine.describe()
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items())
    lines = [
        "# Special tours",
        "",
        f"Made by `python experiments/special_tours.py` on {date.today()}: {facts['cpu']}, "
        f"{facts['cores']} cores, {facts['system']}; {versions}. Seconds are of processor time.",
    ]

    def table(title: str, about: str, head: str, rows: Iterator[str]) -> None:
        top = ["", f"## {title}", "", about, "", head, "|" + "---|" * (head.count("|") - 1)]
        for line in itertools.chain(top, rows):
            lines.append(line)
            print(line, flush=True)

    table(
        "The fewest crossings",
        "By `cpsat-circuit`, which is asked for less until there is no tour. All tours are listed "
        f"by `{LISTER}`, by another solver and without a bound. Turns are those of the tour found.",
        "| board | tours | fewest | proved | questions | seconds | by listing | turns | |",
        itertools.starmap(fewest, FEWEST),
    )
    table(
        "Closed tours with a turn",
        "What was found, and the seconds it took.",
        f"| board | turn | {' | '.join(TURNERS)} | |",
        itertools.starmap(symmetric, SYMMETRIC),
    )
    table(
        "Semi-magic tours of 8x8",
        f"Each row and column adds up to 260. The clues are the first steps of Beverley's tour; a "
        f"question has {LIMIT} s of wall time.",
        "| formulation | seed | clues | found | seconds | diagonals | |",
        itertools.starmap(summed, SUMMED),
    )
    (FOLDER / "summary.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (FOLDER / "machine.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
