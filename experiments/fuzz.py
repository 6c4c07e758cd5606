"""Formulations on random small problems for as long as one likes, each answer beside brute force.

Run it with ``python experiments/fuzz.py --minutes 10 --seed 1``. The table goes to
``results/fuzz``, a file for each seed. Every problem is named by the seed and its number, and
``--only 123`` asks everybody that one again.

The problems are those of ``tests/fuzz``: boards with holes, other moves and wrap-around, graphs,
with and without requests. Every tour must be one of those that brute force finds, every claim that
there is none must be true, every certificate must hold, and every theorem, every number of tours
and every list of all tours must be right. What takes long is asked less often, so that each gets
about the same time. All run in one process; what does not answer within `CAP` is ended with it, and
counts as a difference.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path

from knightbench import Problem, formulations
from knightbench.formulation import UnsupportedProblem, available, make
from knightbench.lab import machine

# The problems and the judge belong to the tests.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fuzz import judging
from tests.fuzz.claims import JUDGES
from tests.fuzz.judging import Tours
from tests.fuzz.problems import random_problem, variant

FOLDER = Path("results/fuzz")
#: Seconds that one answer may take; a list of a hundred tours can take one of CP-SAT a minute.
CAP = 300.0
#: What one answer may take on average before it is asked less often, seconds.
USUAL = 0.02

#: Who speaks, what kind of answer it is, what is wrong with it, and the seconds that it took.
Word = tuple[str, str, str | None, float]
#: Behind the name of a formulation: it is asked for all tours.
ALL = ", all tours"


@dataclass
class Tally:
    """What one formulation said in all."""

    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    longest: float = 0.0
    faults: int = 0

    @property
    def asked(self) -> int:
        """How often it was asked what it serves."""
        return self.kinds.total() - self.kinds["unsupported"]

    def add(self, word: Word) -> None:
        """Count one answer."""
        _name, kind, told, seconds = word
        self.kinds[kind] += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.faults += told is not None


def said(name: str, problem: Problem, tours: Tours, seed: str) -> tuple[str, str | None]:
    """Return the kind of an answer, and what is wrong with it."""
    kind = "SATISFIED" if tours else "UNSATISFIABLE"
    rng = random.Random(seed)
    try:
        if name in JUDGES:
            return kind, JUDGES[name](problem, tours)
        formulation = variant(rng, name.removesuffix(ALL))
        if name.endswith(ALL):
            told = judging.listing_fault(formulation, problem, tours, rng.randrange(100))
        else:
            answer = judging.asked(formulation, problem, rng.randrange(100))
            told = judging.fault(formulation, problem, tours, answer)
            kind = str(answer.status) + " certified" * (answer.certificate is not None)
    except UnsupportedProblem:
        return "unsupported", None
    return kind, None if told is None else f"{formulation}: {told}"


def names() -> list[str]:
    """Return whoever is asked."""
    found = {name: kind for name, kind in formulations().items() if available(kind)}
    return [*JUDGES, *found, *(name + ALL for name, kind in found.items() if kind.enumerates)]


def work(seed: int, numbers: Iterator[int], whole: bool, line: Connection) -> None:
    """Ask one problem after the other, and tell before and after each answer."""
    for name in names():
        if name in formulations():
            line.send((-1, name))
            make(name).prepare()
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    for number in numbers:
        rng = random.Random(f"{seed}/{number}")
        problem = random_problem(rng)
        line.send((number, "(brute force)"))
        tours = judging.known_tours(problem)
        for name in names():
            tally = tallies[name]
            usual = tally.seconds / max(1, tally.asked)
            if not whole and tally.asked >= 5 and rng.random() * usual > USUAL:
                continue
            line.send((number, name))
            begun = time.perf_counter()
            try:
                kind, told = said(name, problem, tours, f"{seed}/{number}/{name}")
            except Exception as error:  # whatever it is, it is a difference
                kind, told = "raised", f"{type(error).__name__}: {error}"
            word = (name, kind, told, time.perf_counter() - begun)
            tally.add(word)
            line.send(word)
    line.send(None)


def fuzz(seed: int, until: float, only: int | None) -> tuple[dict[str, Tally], int]:
    """Ask until a time of `time.monotonic`; return what each said, and the number of problems."""
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    method = multiprocessing.get_context("spawn")
    number, name = 0, ""

    def count(word: Word) -> None:
        tallies[word[0]].add(word)
        if word[2] is not None:
            print(f"DIFFERENCE --seed {seed} --only {number}: {word[0]}: {word[2]}", flush=True)

    while True:
        mine, theirs = method.Pipe(duplex=False)
        numbers = range(number, sys.maxsize) if only is None else range(only, only + 1)
        child = method.Process(target=work, args=(seed, numbers, only is not None, theirs))
        child.start()
        theirs.close()
        ended = False
        try:
            while not ended and time.monotonic() < until:
                if not mine.poll(CAP):
                    count((name, "hung", f"no answer in {CAP:.0f} s", CAP))
                    break
                message = mine.recv()
                if message is None:
                    ended = True
                elif len(message) == 2:
                    number, name = message
                else:
                    count(message)
        except EOFError:
            child.join()
            count((name, "died", f"its process died, exit code {child.exitcode}", 0.0))
        finally:
            child.kill()
            child.join()
        if ended or time.monotonic() >= until or only is not None:
            return dict(tallies), number + 1
        number += 1


def table(tallies: dict[str, Tally]) -> list[str]:
    """Return the table, in Markdown."""
    kinds = ("SATISFIED", "UNSATISFIABLE", "UNSATISFIABLE certified", "UNKNOWN", "unsupported")
    lines = [
        "| asked | problems | tour | none | none, certified | unknown | does not serve | seconds "
        "| longest answer, s | differences |",
        "|---|" + "---:|" * 9,
    ]
    for name in names():
        tally = tallies.get(name, Tally())
        if name.endswith(ALL) and not tally.asked:
            continue
        counts = " | ".join(f"{tally.kinds[kind]:,}" for kind in kinds)
        lines.append(
            f"| {name} | {tally.asked:,} | {counts} | {tally.seconds:.1f} | {tally.longest:.2f} "
            f"| {tally.faults} |"
        )
    return lines


def main() -> int:
    """Fuzz, print the table and write it; the exit code is 1 where there is a difference."""
    parser = argparse.ArgumentParser(description="Formulations on random problems.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long [10]")
    parser.add_argument("--seed", type=int, default=1, help="which problems [1]")
    parser.add_argument("--only", type=int, help="one problem, by its number; writes no table")
    options = parser.parse_args()
    begun = time.monotonic()
    tallies, problems = fuzz(options.seed, begun + 60 * options.minutes, options.only)
    minutes = (time.monotonic() - begun) / 60
    faults = sum(tally.faults for tally in tallies.values())
    lines = table(tallies)
    print("\n".join(lines))
    print(f"{problems:,} problems in {minutes:.1f} minutes, {faults} differences")
    if options.only is None:
        about = machine.describe()
        where = f"{about['cpu']}, {about['cores']} cores, {about['system']}"
        packages = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
        head = [
            f"# Random problems of seed {options.seed}",
            f"Made by `python experiments/fuzz.py --minutes {options.minutes:g} --seed "
            f"{options.seed}` on {date.today()} at commit {machine.commit(Path())}: {where}; "
            f"{packages}.",
            f"{problems:,} problems in {minutes:.1f} minutes, **{faults} differences** from brute "
            "force, answers that do not come and certificates that do not hold among them. "
            "Parameters that have choices are drawn anew for each problem.",
        ]
        FOLDER.mkdir(parents=True, exist_ok=True)
        file = FOLDER / f"seed-{options.seed}.md"
        file.write_text("\n\n".join([*head, "\n".join(lines)]) + "\n", encoding="utf-8")
        print(f"written to {file}")
    return 0 if faults == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
