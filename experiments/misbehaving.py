"""A formulation that does what no formulation should: a plug-in for the soak and the tests."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import cast

from knightbench import Answer, Context, Formulation, Problem, parameter, register


def hang() -> None:
    """Never return, in native code that holds the interpreter lock."""
    ctypes.PyDLL(None).sleep(1000)


@register
@dataclass(frozen=True)
class Misbehaving(Formulation):
    """Does what `how` says."""

    name = "misbehaving"
    summary = "does what no formulation should"
    source = "the tests of the lab"
    effort = "steps"
    complete = False
    how: str = parameter("answers", "what it does")
    note: str = parameter("", "a file to write process numbers to")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Do what `how` says."""
        with context.phase("search"):
            return cast(Answer, getattr(self, self.how.replace("-", "_"))(problem, context))

    def answers(self, problem: Problem, _context: Context) -> Answer:
        """Visit the squares in the order of their numbers."""
        return Answer.satisfied(range(problem.size), steps=1)

    def claims_none(self, _problem: Problem, _context: Context) -> Answer:
        """Claim that there is no tour, and name no ground."""
        return Answer.unsatisfiable(steps=1)

    def claims_none_with_a_ground(self, _problem: Problem, _context: Context) -> Answer:
        """Claim that there is no tour, on a ground of its own."""
        return Answer.unsatisfiable("because I say so", steps=1)

    def too_short(self, problem: Problem, _context: Context) -> Answer:
        """Leave out the last square."""
        return Answer.satisfied(range(problem.size - 1))

    def outside(self, problem: Problem, _context: Context) -> Answer:
        """Name squares that do not exist."""
        return Answer.satisfied(range(problem.size, 2 * problem.size))

    def gives_up(self, _problem: Problem, _context: Context) -> Answer:
        """End without a tour and without a proof."""
        return Answer.unknown("incomplete", steps=3)

    def raises(self, _problem: Problem, _context: Context) -> Answer:
        """Raise an exception with a hostile message."""
        raise RuntimeError("red \x1b[31m[bold]alert[/bold] <b>\n\0second line")

    def returns_nothing(self, _problem: Problem, _context: Context) -> Answer:
        """Return what is no answer."""
        return None  # type: ignore[return-value] # that is the misbehaviour

    def returns_an_object(self, _problem: Problem, _context: Context) -> Answer:
        """Return an answer that cannot be written down."""
        return Answer.unknown("incomplete", steps=object())  # type: ignore[arg-type] # likewise

    def counts_nothing(self, _problem: Problem, _context: Context) -> Answer:
        """Answer with a count that is no number."""
        return Answer.unknown("incomplete", steps=float("nan"))

    def speaks_in_halves(self, _problem: Problem, _context: Context) -> Answer:
        """Answer with half of a surrogate pair, which UTF-8 has no form for."""
        return Answer.unsatisfiable("half a pair: \ud800")

    def hangs(self, _problem: Problem, context: Context) -> Answer:
        """Report some effort, then never return."""
        context.report(steps=41)
        hang()
        raise AssertionError

    def ignores_signals_and_hangs(self, problem: Problem, context: Context) -> Answer:
        """Ignore every polite signal, and never return."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        return self.hangs(problem, context)

    def exits(self, _problem: Problem, _context: Context) -> Answer:
        """Leave without a word."""
        os._exit(0)

    def aborts(self, _problem: Problem, _context: Context) -> Answer:
        """Call abort."""
        os.abort()

    def segfaults(self, _problem: Problem, _context: Context) -> Answer:
        """Read where nothing is."""
        ctypes.string_at(0)
        raise AssertionError

    def chatters(self, problem: Problem, context: Context) -> Answer:
        """Print two hundred megabytes, then answer."""
        for _ in range(200):
            os.write(1, b"x" * 2**20)
            os.write(2, b"y" * 2**16)
        return self.answers(problem, context)

    def garbles(self, problem: Problem, context: Context) -> Answer:
        """Write to every open descriptor, then answer."""
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, b"not a message\n")
            except OSError:
                continue
        return self.answers(problem, context)

    def leaves_children(self, problem: Problem, context: Context) -> Answer:
        """Start a child in a session of its own whose parent is gone, then hang."""
        sleeper = "import os,time; open({!r}, 'a').write(str(os.getpid()) + ' '); time.sleep(1000)"
        program = (
            "import subprocess, sys;"
            f"subprocess.Popen([sys.executable, '-c', {sleeper.format(self.note)!r}],"
            " start_new_session=True)"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
        with open(self.note, "a") as note:
            note.write(f"{os.getpid()} ")
        while len(open(self.note).read().split()) < 2:  # noqa: SIM115 - closed when collected
            time.sleep(0.01)
        return self.hangs(problem, context)

    def leaves_children_and_answers(self, problem: Problem, context: Context) -> Answer:
        """Leave a child behind in a session of its own, and answer."""
        if os.fork() == 0:
            with open(self.note, "a") as note:
                note.write(f"{os.getpid()} ")
            os.setsid()
            time.sleep(1000)
        while not os.path.exists(self.note):
            time.sleep(0.01)
        return self.answers(problem, context)

    def grows(self, _problem: Problem, _context: Context) -> Answer:
        """Take ten megabytes at a time, up to half a gigabyte, then hang."""
        taken = []
        for _ in range(50):
            taken.append(bytearray(os.urandom(1024)) * (10 * 1024))
            time.sleep(0.02)
        hang()
        raise AssertionError

    def burns_in_children(self, _problem: Problem, _context: Context) -> Answer:
        """Use no processor time of its own, but much of a child's."""
        if os.fork() == 0:
            while True:
                pass
        hang()
        raise AssertionError

    def breeds(self, _problem: Problem, _context: Context) -> Answer:
        """Fork to a depth of six, every process in a session of its own, then hang."""
        for _ in range(6):
            os.fork()
            os.setsid() if os.getpid() != os.getsid(0) else None
        hang()
        raise AssertionError

    def answers_hugely(self, problem: Problem, _context: Context) -> Answer:
        """Answer with two hundred thousand statistics."""
        return Answer.satisfied(range(problem.size), **{f"count {i}": i for i in range(200_000)})
