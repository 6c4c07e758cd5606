"""What is published about knight's tours, put to the test: source, published, measured, verdict.

Run it with ``python experiments/known_facts.py``; it takes some minutes. Counts that take long are
taken from the rows of ``experiments/exact_counts.py``, and are *not reached* where there is none;
with ``--hard`` they are made here. Some published values are known to be wrong: they are here to
be caught.

Rows go to ``results/known_facts/facts.jsonl`` as they are made, the table to ``summary.md`` beside
it. The exit code is 1 if a value that is held to be right is not, or a wrong one is not caught.
"""

import argparse
import csv
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path

import networkx as nx
from rich.console import Console
from rich.table import Table

from knightbench import Board, Context, Problem, Status, check
from knightbench.board import leaper
from knightbench.counting import MemoryLimitReached, count
from knightbench.formulation import ask, make
from knightbench.lab import machine
from knightbench.lab.enumeration import Enumeration
from knightbench.lab.run import Run
from knightbench.report.text import escape_markdown, plural
from knightbench.theory.boards import conrad, knuth, open_tours, schwenk, watkins
from knightbench.theory.finding import Finding
from knightbench.tour import numbered_board

COUNTS = Path(__file__).parents[1] / "tests" / "data" / "known_counts.csv"

#: What `experiments/exact_counts.py` counted; its rows stand in for counts that take long.
COUNTED_BEFORE = Path("results/exact_counts/counts.jsonl")

#: Counts that take more than a minute on two cores, or more memory than many machines have.
LONG = {
    *(("open", size) for size in ((7, 7), (8, 8))),
    *(("closed", size) for size in ((7, 10), (8, 8), (8, 9), (8, 10))),
}

SCHWENK = "Schwenk 1991, Math. Mag. 64"
OPEN = "Cull and De Curtins 1978, Fibonacci Quart. 16; van Rees 1996, Bull. ICA 16"
TORUS = "Watkins and Hoenigman 1997, Math. Mag. 70"
CYLINDER = "Watkins 2000, Congr. Numer. 143"
KNUTH = "Knuth 1994, Math. Gazette 78, theorem 1"
CONRAD = "Conrad, Hindrichs, Morsy and Wegener 1994, Discrete Appl. Math. 50"
PARITY = "a move changes the colour"
JELLISS = "G. P. Jelliss, mayhematics.com/t/6a.htm"
KOLLER = "L. Koller 2022, Archive of Formal Proofs, Knight's Tour Revisited Revisited"

#: The directed open tours of 5x5 by their first square.
FIVE_BY_FIVE = (
    *((304, 0, 56, 0, 304), (0, 56, 0, 56, 0), (56, 0, 64, 0, 56)),
    *((0, 56, 0, 56, 0), (304, 0, 56, 0, 304)),
)

#: Koller's boards in place of two figures of Cull and De Curtins.
CORRECTED = (
    """
     8 25 10 21  6 23
    11 36  7 24 33 20
    26  9 34  3 22  5
    35 12 15 30 19 32
    14 27  2 17  4 29
     1 16 13 28 31 18
    """,
    """
    38 41 36 27 32 43 20 25
    35 64 39 42 21 26 29 44
    40 37  6 33 28 31 24 19
     5 34 63 14  7 22 45 30
    62 13  4  9 58 49 18 23
     3 10 61 52 15  8 57 46
    12 53  2 59 48 55 50 17
     1 60 11 54 51 16 47 56
    """,
)


class Verdict(StrEnum):
    """What became of a statement."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_REACHED = "not reached"


@dataclass(frozen=True)
class Fact:
    """A published statement.

    Attributes
    ----------
    claim, source, published : str
        What is stated, by whom, and the value.
    measure : callable
        Returns what is measured, or raises `NotReached`.
    known_wrong : bool
        Whether it is known to be wrong, so that a verdict of right would be a defect.
    """

    claim: str
    source: str
    published: str
    measure: Callable[[], "Measured"]
    known_wrong: bool = False


@dataclass(frozen=True)
class Measured:
    """What came out: in words, whether that is as published, how, and a tour that shows it."""

    value: str
    agrees: bool
    how: str
    tour: str | None = None


class NotReached(Exception):
    """Why something was not measured."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    claim: str
    source: str
    published: str
    measured: str
    verdict: Verdict
    known_wrong: bool
    how: str
    seconds: float
    tour: str | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is what it should be, where there is one."""
        expected = Verdict.WRONG if self.known_wrong else Verdict.RIGHT
        return self.verdict in (expected, Verdict.NOT_REACHED)


def put_to_the_test(fact: Fact) -> Row:
    """Return what becomes of a statement."""
    begun = time.perf_counter()
    row = Row(fact.claim, fact.source, fact.published, "", Verdict.NOT_REACHED, False, "", 0.0)
    try:
        found = fact.measure()
    except NotReached as reason:
        row = replace(row, how=str(reason))
    else:
        verdict = Verdict.RIGHT if found.agrees else Verdict.WRONG
        row = replace(row, measured=found.value, verdict=verdict, how=found.how, tour=found.tour)
    seconds = round(time.perf_counter() - begun, 3)
    return replace(row, known_wrong=fact.known_wrong, seconds=seconds)


def problem_of(kind: str, rows: int, cols: int) -> Problem:
    """Return the problem of an open or a closed tour of a full board of the knight."""
    return Problem.from_board(Board(rows, cols), closed=kind == "closed")


@cache
def counted(kind: str, rows: int, cols: int, hard: bool) -> tuple[int, str]:
    """Return how many undirected tours there are, and how they were counted."""
    if (kind, (min(rows, cols), max(rows, cols))) in LONG and not hard:
        return counted_before(kind, f"{min(rows, cols)}x{max(rows, cols)}")
    try:
        found = count(problem_of(kind, rows, cols))
    except MemoryLimitReached as error:
        raise NotReached(str(error)) from None
    if found.method == "convention":
        return found.number, "by convention"
    return found.number, f"counted by {found.method}, at most {found.states:,} states"


def counted_before(kind: str, size: str) -> tuple[int, str]:
    """Return a count from the rows of the other experiment, and when it was made."""
    lines = []
    if COUNTED_BEFORE.exists():
        lines = COUNTED_BEFORE.read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines):
        if (row["question"], row["board"]) == (kind, size):
            how = f"{COUNTED_BEFORE} of {row['date']}: {row['method']}, {row['seconds']:,.0f} s"
            return int(row["count"]), how
    raise NotReached(f"takes long, and {COUNTED_BEFORE} has no row: give --hard")


def tour_of(problem: Problem, formulation: str = "sat-cutset") -> tuple[int, ...] | None:
    """Return a checked tour, or None where the formulation proves that there is none."""
    answer = ask(make(formulation), problem, Context())
    if answer.status is Status.UNKNOWN:
        raise NotReached(f"{formulation}: {answer.reason}")
    if answer.tour is not None:
        check(problem, answer.tour)
    return answer.tour


def number(value: int) -> str:
    """Return a number for people."""
    return f"{value:,}"


def known_counts(hard: bool, table: Path = COUNTS) -> Iterator[Fact]:
    """Return every published count of a table."""
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind, directions = row["what"].split("_")
            rows, cols, value = int(row["rows"]), int(row["cols"]), int(row["value"])
            # A single square is its own reverse.
            factor = 2 if directions == "directed" and rows * cols > 1 else 1

            def measure(
                kind: str = kind,
                size: tuple[int, int] = (rows, cols),
                times: int = factor,
                value: int = value,
            ) -> Measured:
                tours, how = counted(kind, *size, hard)
                how += ", twice" if times == 2 else ""
                return Measured(number(tours * times), tours * times == value, how)

            yield Fact(
                f"{kind} {directions} tours of {rows}x{cols}", row["source"], number(value), measure
            )


def wrong_counts(hard: bool) -> Iterator[Fact]:
    """Return published counts that are known to be wrong."""

    def of(kind: str, rows: int, cols: int, value: int) -> Callable[[], Measured]:
        def measure() -> Measured:
            tours, how = counted(kind, rows, cols, hard)
            return Measured(number(tours), tours == value, how)

        return measure

    for claim, source, value, measure in (
        (
            "closed undirected tours of 8x8",
            "Löbbing and Wegener 1996, Electron. J. Combin. 3",
            33_439_123_484_294,
            of("closed", 8, 8, 33_439_123_484_294),
        ),
        ("open undirected tours of 3x8", "Kraitchik", 376, of("open", 3, 8, 376)),
        (
            "closed undirected tours of 6x6",
            "Fitting 1924 and 1953, as told by Jelliss",
            10_298,
            of("closed", 6, 6, 10_298),
        ),
        (
            "closed tours of 6x6 up to rotation and reflection",
            "Murray 1942, as told by Jelliss",
            1_240,
            lambda: classes_of_6x6("1,240"),
        ),
    ):
        yield Fact(claim, source, number(value), measure, known_wrong=True)


def euler() -> Iterator[Fact]:
    """Return Euler's statement about three rows, which a tour refutes."""

    def measure() -> Measured:
        problem = problem_of("closed", 3, 10)
        tour = tour_of(problem)
        if tour is None:
            return Measured("none on 3x10", True, "sat-cutset")
        return Measured(
            "a closed tour of 3x10", False, "sat-cutset, checked", numbered_board(problem, tour)
        )

    claim = "closed tours of 3 x n, for every n"
    yield Fact(claim, "Euler 1759", "none", measure, known_wrong=True)


@cache
def classes() -> tuple[tuple[int, int, int, int], str]:
    """Return the classes of closed tours of 6x6: with quarter turns, half turns, none; all tours.

    Two formulations list them, and must agree.
    """
    found = []
    for name in ("sat-cutset", "nx-search"):
        listing = Enumeration(Run(problem_of("closed", 6, 6), make(name)), up_to_symmetry=True)
        for _ in listing:
            pass
        if not listing.complete:
            raise NotReached(f"{name}: {listing.outcome} {listing.message or ''}")
        turns = {3: 0, 1: 0, 0: 0}
        for symmetries, classes in listing.classes.items():
            turns[len(symmetries)] += classes
        found.append((turns[3], turns[1], turns[0], listing.tours))
    if found[0] != found[1]:
        raise NotReached(f"two formulations disagree: {found}")
    return found[0], "all tours listed by sat-cutset and by nx-search, told apart by symmetry"


def classes_of_6x6(published: str) -> Measured:
    """Return how many closed tours of 6x6 there are up to rotation and reflection."""
    (quarter, half, none, _tours), how = classes()
    measured = number(quarter + half + none)
    return Measured(measured, measured == published, how)


def structure() -> Iterator[Fact]:
    """Return counts by first square and by symmetry."""

    def grid() -> Measured:
        board = Board(5, 5)
        starts = (
            count(Problem.from_board(board, start=(row, col))).number
            for row in range(5)
            for col in range(5)
        )
        rows = _in_rows(list(starts), 5)
        return Measured(_written(rows), rows == FIVE_BY_FIVE, "counted from each first square")

    yield Fact(
        "directed open tours of 5x5 by first square", "OEIS A165134", _written(FIVE_BY_FIVE), grid
    )

    def symmetric() -> Measured:
        (quarter, half, none, tours), how = classes()
        measured = f"{quarter} + {half} + {none} classes, {quarter * 2 + half * 4 + none * 8} tours"
        agrees = (quarter, half, none, tours) == (5, 17, 1223, 9862)
        return Measured(measured, agrees and quarter * 2 + half * 4 + none * 8 == tours, how)

    yield Fact(
        "closed tours of 6x6 with quarter-turn symmetry, with half-turn symmetry alone, with none",
        JELLISS,
        "5 + 17 + 1223 classes, 9862 tours",
        symmetric,
    )
    yield Fact(
        "closed tours of 6x6 up to rotation and reflection",
        JELLISS,
        "1,245",
        lambda: classes_of_6x6("1,245"),
    )


def _in_rows(values: list[int], cols: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(values[i : i + cols]) for i in range(0, len(values), cols))


def _written(rows: tuple[tuple[int, ...], ...]) -> str:
    return " / ".join(" ".join(map(str, row)) for row in rows)


def relations() -> Iterator[Fact]:
    """Return what must hold between counts that are made apart from each other."""

    def holds(agree: int, of: int, how: str) -> Measured:
        return Measured(f"holds {agree} of {of} times", agree == of, how)

    def turned() -> Measured:
        sizes = [(m, n) for m in range(1, 7) for n in range(m + 1, 9) if m * n <= 42]
        pairs = [(kind, m, n) for kind in ("open", "closed") for m, n in sizes]
        agree = sum(
            counted(kind, m, n, True)[0] == counted(kind, n, m, True)[0] for kind, m, n in pairs
        )
        return holds(agree, len(pairs), "both counted, on boards of up to 42 squares")

    yield Fact("as many tours on m x n as on n x m", "reflection", "equal", turned)

    def by_start() -> Measured:
        sizes = [(3, 4), (3, 7), (4, 5), (4, 6), (5, 5), (5, 6), (6, 6)]
        agree = 0
        for m, n in sizes:
            board = Board(m, n)
            directed = sum(
                count(Problem.from_board(board, start=board.position(square))).number
                for square in range(board.size)
            )
            agree += directed == 2 * counted("open", m, n, True)[0]
        how = "those from each first square counted and added up, on " + _sizes(sizes)
        return holds(agree, len(sizes), how)

    yield Fact(
        "twice as many directed open tours as undirected ones", "reversal", "equal", by_start
    )

    def closing() -> Measured:
        sizes = [(3, 4), (3, 10), (4, 5), (5, 5), (5, 6), (6, 6)]
        agree = 0
        for m, n in sizes:
            bare = problem_of("open", m, n)
            near = sum(count(replace(bare, start=u, end=v)).number for u, v in bare.edges())
            agree += near == m * n * counted("closed", m, n, True)[0]
        how = "open tours counted between the ends of every move, on " + _sizes(sizes)
        return holds(agree, len(sizes), how)

    yield Fact(
        "open undirected tours whose ends are a move apart, to closed ones",
        "each closed tour can be cut at any of its moves",
        "m * n times as many",
        closing,
    )


def _sizes(sizes: list[tuple[int, int]]) -> str:
    return ", ".join(f"{m}x{n}" for m, n in sizes)


def existence(largest: int = 64) -> Iterator[Fact]:
    """Return the theorems on which boards have a tour, on all boards up to a size."""
    sizes = [(m, n) for m in range(1, 9) for n in range(m, largest // m + 1) if n <= 16]
    small = [(m, n) for m in range(1, 37) for n in range(1, 36 // m + 1) if 3 <= m * n <= largest]

    def against(theorem: Callable[[Problem], Finding | None], problems: list[Problem]) -> Measured:
        agree = tours = 0
        for problem in problems:
            if problem.contradiction is not None:
                exists = False
            elif (finding := theorem(problem)) is None:
                raise NotReached(f"the theorem says nothing of {problem}")
            else:
                exists = finding.verdict
            # Where a tour is promised, one is found and checked; else they are counted to 0.
            if exists:
                agree += problem.size == 1 or tour_of(problem) is not None
                tours += 1
            else:
                agree += count(problem).number == 0
        how = f"{tours} boards with a tour, found and checked; the others' tours counted to 0"
        measured = f"agrees on {agree} of {len(problems)} boards"
        return Measured(measured, agree == len(problems), how)

    def full(kind: str) -> list[Problem]:
        return [problem_of(kind, m, n) for m, n in sizes]

    def wrapped(rows: bool) -> list[Problem]:
        boards = [Board(m, n, wrap_rows=rows, wrap_cols=True) for m, n in small]
        return [Problem.from_board(board, closed=True) for board in boards]

    upto = f"all boards m x n, m <= n <= 16, of up to {largest} squares"
    yield Fact(
        f"closed tours exist but where m and n are odd, m is 1, 2 or 4, or 3x4, 3x6, 3x8: {upto}",
        SCHWENK,
        "exactly there",
        lambda: against(schwenk, full("closed")),
    )
    yield Fact(
        f"open tours exist on 1x1, 3x4, 3 x n from n = 7, 4 x n from n = 5, m >= 5: {upto}",
        OPEN,
        "exactly there",
        lambda: against(open_tours, full("open")),
    )
    upto = f"all of 3 to {min(36, largest)} squares"
    yield Fact(
        f"closed tours exist on every torus: {upto}",
        TORUS,
        "always",
        lambda: against(watkins, wrapped(True)),
    )
    yield Fact(
        "closed tours exist on every cylinder of m along and n around but where m = 1, or m is 2 "
        f"or 4 and n is even: {upto}",
        CYLINDER,
        "exactly there",
        lambda: against(watkins, wrapped(False)),
    )


def parity() -> Iterator[Fact]:
    """Return what the colours say of the ends of open tours."""

    def even() -> Measured:
        asked = found = 0
        for m, n in ((3, 4), (4, 4), (4, 5), (4, 6), (5, 6)):
            board = Board(m, n)
            for u, v in itertools.combinations(range(board.size), 2):
                if (sum(board.position(u)) - sum(board.position(v))) % 2 == 0:
                    asked += 1
                    found += count(replace(problem_of("open", m, n), start=u, end=v)).number
        how = f"counted between {asked} pairs of ends on 3x4, 4x4, 4x5, 4x6 and 5x6"
        return Measured(number(found), found == 0, how)

    yield Fact("open tours between ends of one colour, m * n even", PARITY, "0", even)

    def odd() -> Measured:
        asked = found = 0
        for m, n in ((3, 5), (3, 7), (3, 9), (5, 5), (5, 7)):
            board = Board(m, n)
            for square in range(board.size):
                if sum(board.position(square)) % 2:
                    asked += 1
                    found += count(replace(problem_of("open", m, n), start=square)).number
        how = f"counted from {asked} squares on 3x5, 3x7, 3x9, 5x5 and 5x7"
        return Measured(number(found), found == 0, how)

    yield Fact("open tours from a square not of the corners' colour, m * n odd", PARITY, "0", odd)

    def between() -> Measured:
        asked = found = 0
        for n in (6, 7):
            problem = problem_of("open", n, n)
            for u, v in itertools.combinations(range(n * n), 2):
                ends = replace(problem, start=u, end=v)
                if conrad(ends) is not None:
                    asked += 1
                    found += tour_of(ends) is not None
        how = "a tour found between each pair, and checked"
        return Measured(f"{found} of {asked} pairs of ends", found == asked, how)

    yield Fact(
        "open tours between any two ends of the right colours on 6x6 and 7x7",
        CONRAD,
        "always",
        between,
    )


def leapers(furthest: int = 5, largest: int = 13) -> Iterator[Fact]:
    """Return which leapers reach all squares."""

    def measure() -> Measured:
        agree = asked = 0
        for s in range(1, furthest + 1):
            for r in range(1, s + 1):
                for m, n in itertools.combinations_with_replacement(range(2, largest + 1), 2):
                    problem = Problem.from_board(Board(m, n, moves=leaper(r, s)))
                    asked += 1
                    agree += nx.is_connected(problem.graph()) == (knuth(problem) is None)
        how = f"all leapers up to ({furthest}, {furthest}) on all boards up to {largest}x{largest}"
        return Measured(f"agrees {agree} of {asked} times", agree == asked, how)

    yield Fact(
        "the (r, s)-leaper reaches all squares of m x n, where gcd(r + s, s - r) = 1, n >= 2s "
        "and m >= r + s",
        KNUTH,
        "exactly there",
        measure,
    )


def figures() -> Iterator[Fact]:
    """Return two figures that are reported to be wrong, and what is given in their place."""

    def no_figure() -> Measured:
        raise NotReached("the figures themselves are not at hand, only the report on them")

    yield Fact(
        "figure 2 (6x6, the path that ends at the upper left) is a tour; reported not to be: "
        "no move leads from 26 to 27",
        "Cull and De Curtins 1978; reported by " + KOLLER,
        "a tour",
        no_figure,
        known_wrong=True,
    )
    yield Fact(
        "figure 5 (8x8, the path that ends at the upper left) is a tour; reported not to be: "
        "no move leads from 27 to 28",
        "Cull and De Curtins 1978; reported by " + KOLLER,
        "a tour",
        no_figure,
        known_wrong=True,
    )
    for text in CORRECTED:
        steps = [int(word) for word in text.split()]
        side = round(len(steps) ** 0.5)

        def measure(steps: list[int] = steps, side: int = side) -> Measured:
            tour = sorted(range(len(steps)), key=steps.__getitem__)
            problem = Problem.from_board(f"{side}x{side}", start=(side - 1, 0), end=(1, 1))
            check(problem, tour)
            return Measured("a tour", True, "checked move by move", numbered_board(problem, tour))

        yield Fact(
            f"the {side}x{side} board given in place of that figure is a tour from the lower left",
            KOLLER,
            "a tour",
            measure,
        )


def facts(hard: bool) -> Iterator[Fact]:
    """Return everything that is put to the test."""
    yield from known_counts(hard)
    yield from wrong_counts(hard)
    yield from euler()
    yield from structure()
    yield from relations()
    yield from existence()
    yield from parity()
    yield from leapers()
    yield from figures()


def summary(rows: list[Row], hard: bool) -> str:
    """Return the page."""
    about = machine.describe()
    verdicts = ", ".join(
        f"{sum(row.verdict is verdict for row in rows)} {verdict}" for verdict in Verdict
    )
    surprises = [row for row in rows if not row.as_expected]
    told = (
        "As far as they were reached, the values that are held to be right are right, and those "
        "that are known to be wrong were caught."
        if not surprises
        else f"{len(surprises)} of them are not as expected: "
        + "; ".join(row.claim for row in surprises)
    )
    lines = [
        "# What is published about knight's tours, put to the test",
        "",
        f"Made by `python experiments/known_facts.py{' --hard' if hard else ''}` on "
        f"{date.today()}: {about['cpu']}, {about['cores']} cores, {about['system']}; "
        + ", ".join(f"{name} {version}" for name, version in about["versions"].items())
        + ".",
        "",
        f"{plural(len(rows), 'statement')}: {verdicts}. {told}",
        "",
        "| statement | source | published | measured | verdict | how | seconds |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        verdict = f"**{row.verdict}**" if row.verdict is Verdict.WRONG else str(row.verdict)
        if row.verdict is Verdict.WRONG and row.known_wrong:
            verdict += ", as known"
        cells = [row.claim, row.source, row.published, row.measured]
        cells = [escape_markdown(cell) for cell in cells]
        lines.append(
            f"| {' | '.join(cells)} | {verdict} | {escape_markdown(row.how)} | {row.seconds:.1f} |"
        )
    for row in rows:
        if row.tour is not None:
            lines += ["", f"{row.claim} ({row.source}):", "", "```", row.tour, "```"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Put everything to the test, print the table and write it down."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hard", action="store_true", help="make the long counts too")
    hard = parser.parse_args().hard
    folder = Path("results/known_facts")
    folder.mkdir(parents=True, exist_ok=True)
    about = machine.describe()
    made = {
        "date": str(date.today()),
        "machine": machine.home(),
        "versions": about["versions"],
    }
    rows = []
    with (folder / "facts.jsonl").open("w", encoding="utf-8") as file:
        for fact in facts(hard):
            rows.append(put_to_the_test(fact))
            told = asdict(rows[-1]) | made
            print(json.dumps(told, ensure_ascii=False), file=file, flush=True)
    table = Table("statement", "source", "published", "measured", "verdict")
    for row in rows:
        table.add_row(row.claim, row.source, row.published, row.measured, row.verdict)
    Console().print(table)
    (folder / "summary.md").write_text(summary(rows, hard), encoding="utf-8")
    (folder / "machine.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return 0 if all(row.as_expected for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
