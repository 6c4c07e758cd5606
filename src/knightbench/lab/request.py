"""What a worker is asked."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from knightbench.problem import Problem


@dataclass(frozen=True)
class Limits:
    """What a run may use, from build to decode; None for no limit.

    Attributes
    ----------
    wall, cpu : float or None
        Seconds on the clock, and of processor time of all its processes.
    memory : int or None
        Bytes of resident memory of all its processes together.
    """

    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Request:
    """What one process is to do: a formulation, a problem and the terms.

    Attributes
    ----------
    problem : Problem
    formulation : str
        As `make` reads it; empty for a task that needs none.
    task : str
        ``solve``; ``list``: all tours; ``settle``: whether a claim that there is no tour holds; or
        ``check``: whether a certificate of that does.
    plugins : tuple of str
        Files to load before the formulation can be known.
    forkable : bool
        Whether a fork of the nursery may run it.
    certify : bool
        Whether a claim that there is no tour is to come with a certificate.
    certificate : str
        What is to be checked, as JSON.
    """

    problem: Problem
    formulation: str
    plugins: tuple[str, ...] = ()
    forkable: bool = False
    seed: int = 0
    threads: int = 1
    limits: Limits = NO_LIMITS
    presolve: bool = False
    certify: bool = False
    task: str = "solve"
    certificate: str = ""

    def without_names(self) -> Request:
        """Return the request for another process: a graph's nodes may not survive the journey."""
        names = tuple(range(len(self.problem.names)))
        return dataclasses.replace(self, problem=dataclasses.replace(self.problem, names=names))
