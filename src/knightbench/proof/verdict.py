"""What is said of a certificate."""

from __future__ import annotations

from dataclasses import dataclass


class NotACertificate(ValueError):
    """What is to be checked is no certificate: something is missing or not of its kind."""


class Refuted(Exception):
    """An argument does not hold.

    Attributes
    ----------
    step : int
        The first step that fails, from 1; 0 where the argument fails before its first step.
    """

    def __init__(self, what: str, step: int = 0) -> None:
        super().__init__(what)
        self.step = step


@dataclass(frozen=True)
class Verdict:
    """What the check of a certificate came to.

    Attributes
    ----------
    holds : bool
        Whether the problem has no tour by this argument. Where it does not hold, nothing is said
        of tours.
    what : str
        The argument in a sentence; or what is wrong with it.
    steps : int
        How many steps were checked, the one that failed among them.
    step : int or None
        The first step that does not hold, from 1; 0 where the argument fails before its first
        step; None where all hold.
    seconds : float
        What the check took.
    """

    holds: bool
    what: str
    steps: int
    step: int | None
    seconds: float
