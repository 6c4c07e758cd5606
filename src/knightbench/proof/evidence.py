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

    By its colours or by a cut where one is at hand, since they can be counted; else by a theorem.

    Notes
    -----
    Takes about a second for a 100 x 100 board.
    """
    if problem.contradiction is None:
        by_colours = colours.told(problem)
        if by_colours is not None and _holds(colours.check_colours, problem, by_colours):
            return certificate(problem, by_colours)
    found = theory.impossible(problem)
    if found is None:
        return None
    if problem.contradiction is None:
        for squares in _cuts(problem, found):
            by_cut = cut.told(squares)
            if _holds(cut.check_cut, problem, by_cut):
                return certificate(problem, by_cut)
    return certificate(problem, theorems.told(found))


def _cuts(problem: Problem, found: Finding) -> Iterator[set[int]]:
    """Yield sets of squares that may be the cut behind a finding."""
    yield set()
    yield set(found.squares)
    for square in found.squares:
        yield {square}
        yield set(problem.neighbours(square))


def _holds(check: Callable[[Problem, Argument], str], problem: Problem, argument: Argument) -> bool:
    try:
        check(problem, argument)
    except Refuted:
        return False
    return True
