"""An interrupt that is not lost.

A signal's handler raises wherever the interpreter happens to be, and in a destructor or a callback
of some library the exception goes no further. So the handler also makes a note, and the supervisor
looks at it whenever it waits.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import NoReturn

_asked_for = False


@contextlib.contextmanager
def heeded() -> Iterator[None]:
    """Have SIGINT and SIGTERM raise KeyboardInterrupt within this context, sooner or later."""
    global _asked_for
    _asked_for = False
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, _note_and_raise) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _note_and_raise(_number: int, _frame: object) -> NoReturn:
    global _asked_for
    _asked_for = True
    raise KeyboardInterrupt


def raise_if_asked_for() -> None:
    """Raise KeyboardInterrupt, once, if a signal asked for it and the handler's own was lost."""
    global _asked_for
    if _asked_for:
        _asked_for = False
        raise KeyboardInterrupt
