"""Arguments that need no solver, found by the theorems of `knightbench.theory`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from knightbench import theory
from knightbench.problem import Problem
from knightbench.proof import colours, cut, theorems
from knightbench.proof.telling import Argument, Certificate, certificate
from knightbench.proof.verdict import Refuted
from knightbench.theory import Finding


def from_theory(problem: Problem) -> Certificate | None:
    """Return a certificate that `problem` has no tour, or None where no theorem says so.

    By its colours or by a cut where one is at hand, since they can be counted; else by the first
    theorem that says so.

    Notes
    -----
    Takes about a second for a 100 x 100 board.
    """
    found = [finding for finding in theory.findings(problem) if not finding.verdict]
    if problem.contradiction is None:
        for argument, holds in _countable(problem, found):
            try:
                holds(problem, argument)
            except Refuted:
                continue
            return certificate(problem, argument)
    return certificate(problem, theorems.told(found[0])) if found else None


def _countable(
    problem: Problem, found: list[Finding]
) -> Iterator[tuple[Argument, Callable[[Problem, Argument], str]]]:
    """Yield arguments that may hold, each with what tells whether it does."""
    if (by_colours := colours.told(problem)) is not None:
        yield by_colours, colours.check_colours
    for finding in found:
        squares = finding.squares
        beside = [problem.neighbours(square) for square in squares]
        # A cut, one of a bridge's two squares, or what a square with few moves hangs on.
        for removed in ((), squares, *((square,) for square in squares), *beside):
            yield cut.told(removed), cut.check_cut
