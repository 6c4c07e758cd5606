"""An interrupt ends a run even where the exception of its handler is lost."""

import contextlib
import os
import signal

import pytest

from knightbench import Problem
from knightbench.formulation import make
from knightbench.lab.interrupt import heeded, raise_if_asked_for
from knightbench.lab.run import Run
from knightbench.lab.supervisor import supervise


def interrupt_in_vain(number):
    """Interrupt this process where the exception goes no further, as in a destructor."""
    with contextlib.suppress(KeyboardInterrupt):
        os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_was_lost_is_raised_when_the_supervisor_waits(number):
    run = Run(Problem.from_board("8x8", closed=True), make("backtracking"))
    with heeded():
        interrupt_in_vain(number)
        with pytest.raises(KeyboardInterrupt):
            next(supervise(iter([(0, run.request)])))
        raise_if_asked_for()


def test_handlers_are_put_back_and_old_notes_forgotten():
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with heeded():
        interrupt_in_vain(signal.SIGTERM)
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
    with heeded():
        raise_if_asked_for()
