"""What a worker is asked."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from knightbench.problem import Problem


@dataclass(frozen=True)
class Request:
    """One run: a formulation, a problem and the terms.

    Attributes
    ----------
    problem : Problem
    formulation : str
        As `make` reads it.
    plugins : tuple of str
        Files to load before the formulation can be known.
    time_limit : float or None
        Seconds from build to decode.
    """

    problem: Problem
    formulation: str
    plugins: tuple[str, ...] = ()
    seed: int = 0
    threads: int = 1
    time_limit: float | None = None
    presolve: bool = False

    def without_names(self) -> Request:
        """Return the request for another process: a graph's nodes may not survive the journey."""
        names = tuple(range(len(self.problem.names)))
        return dataclasses.replace(self, problem=dataclasses.replace(self.problem, names=names))
