"""Formulations that do what no formulation should; the lab's tests load this file as a plug-in."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

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
        with context.phase("search"):
            return getattr(self, self.how.replace("-", "_"))(problem, context)

    def answers(self, problem: Problem, _context: Context) -> Answer:
        return Answer.satisfied(range(problem.size), steps=1)

    def claims_none(self, _problem: Problem, _context: Context) -> Answer:
        return Answer.unsatisfiable(steps=1)

    def claims_none_with_a_ground(self, _problem: Problem, _context: Context) -> Answer:
        return Answer.unsatisfiable("because I say so", steps=1)

    def too_short(self, problem: Problem, _context: Context) -> Answer:
        return Answer.satisfied(range(problem.size - 1))

    def outside(self, problem: Problem, _context: Context) -> Answer:
        return Answer.satisfied(range(problem.size, 2 * problem.size))

    def gives_up(self, _problem: Problem, _context: Context) -> Answer:
        return Answer.unknown("incomplete", steps=3)

    def raises(self, _problem: Problem, _context: Context) -> Answer:
        raise RuntimeError("red \x1b[31m[bold]alert[/bold] <b>\n\0second line")

    def returns_nothing(self, _problem: Problem, _context: Context) -> Answer:
        return None  # type: ignore[return-value] # that is the misbehaviour

    def returns_an_object(self, _problem: Problem, _context: Context) -> Answer:
        return Answer.unknown("incomplete", steps=object())  # type: ignore[arg-type] # likewise

    def hangs(self, _problem: Problem, context: Context) -> Answer:
        context.report(steps=41)
        hang()
        raise AssertionError

    def ignores_signals_and_hangs(self, problem: Problem, context: Context) -> Answer:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        return self.hangs(problem, context)

    def exits(self, _problem: Problem, _context: Context) -> Answer:
        os._exit(0)

    def aborts(self, _problem: Problem, _context: Context) -> Answer:
        os.abort()

    def segfaults(self, _problem: Problem, _context: Context) -> Answer:
        ctypes.string_at(0)
        raise AssertionError

    def chatters(self, problem: Problem, context: Context) -> Answer:
        for _ in range(200):
            os.write(1, b"x" * 2**20)
            os.write(2, b"y" * 2**16)
        return self.answers(problem, context)

    def garbles(self, problem: Problem, context: Context) -> Answer:
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
        if os.fork() == 0:
            with open(self.note, "a") as note:
                note.write(f"{os.getpid()} ")
            os.setsid()
            time.sleep(1000)
        while not os.path.exists(self.note):
            time.sleep(0.01)
        return self.answers(problem, context)
