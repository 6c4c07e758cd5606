"""Theorems and necessary conditions: what is known of a problem before any search.

>>> from knightbench import Problem
>>> impossible(Problem.from_board("4x8", closed=True)).theorem
'Schwenk 1991'
>>> possible(Problem.from_board("8x8", closed=True)).verdict
True
>>> impossible(Problem.from_board("8x8", start=(0, 0), end=(7, 7))).theorem
'colours'

Each theorem is a function of a problem that states its scope and its source; it returns a
`Finding`, or None where it has nothing to say. Beside the conventions (see `findings`) it may
count on a graph that is not empty. None of them searches, and a tour that one promises is not
built. They serve whoever asks: no formulation looks here on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from knightbench.problem import Problem
from knightbench.theory.boards import (
    conrad,
    grid,
    knuth,
    open_tours,
    posa,
    schwenk,
    watkins,
)
from knightbench.theory.colours import colours
from knightbench.theory.connectivity import bridge, connected, cut_square, end_blocks
from knightbench.theory.cuts import crowded, small_cut
from knightbench.theory.degrees import chvatal, degrees
from knightbench.theory.finding import Finding
from knightbench.theory.forced import forced
from knightbench.theory.special import equal_sums, turned

__all__ = ["Finding", "findings", "impossible", "possible", "prepare"]

Theorem = Callable[[Problem], Finding | None]

#: By the size of the board or the number of moves; only these can say that a tour exists.
AT_A_GLANCE: tuple[Theorem, ...] = (
    *(schwenk, open_tours, conrad, watkins, grid, knuth, posa),
    *(degrees, chvatal),
)

#: By walking over the graph, cheap and plain ones first. All take linear time or little more,
#: except that the last tries all small cuts of a small graph.
ON_THE_GRAPH: tuple[Theorem, ...] = (
    *(turned, equal_sums),
    *(connected, colours, bridge, cut_square, end_blocks),
    *(forced, crowded, small_cut),
)


CONVENTIONS = "the conventions of this laboratory"


def prepare() -> None:
    """Import what the theorems work with, before anybody takes their time."""
    for module in ("networkx", "scipy.sparse", "scipy.sparse.csgraph"):
        import_module(module)


def findings(problem: Problem) -> list[Finding]:
    """Return all that is known of `problem`, what is cheap to know first.

    A problem that contradicts itself (see `Problem.contradiction`) and the open tour of a single
    square are settled by the conventions, and nothing else is looked at.

    Notes
    -----
    Takes about a second for a 100 x 100 board.
    """
    return list(_known(problem, AT_A_GLANCE + ON_THE_GRAPH))


def impossible(problem: Problem) -> Finding | None:
    """Return the first finding that `problem` has no tour, or None where none is known."""
    # Where the first thing known is that a tour exists, nothing else can be known.
    first = next(_known(problem, AT_A_GLANCE + ON_THE_GRAPH), None)
    return None if first is None or first.verdict else first


def possible(problem: Problem) -> Finding | None:
    """Return the first finding that `problem` has a tour, or None where none is known."""
    return next((found for found in _known(problem, AT_A_GLANCE) if found.verdict), None)


def _known(problem: Problem, theorems: tuple[Theorem, ...]) -> Iterator[Finding]:
    """Find out one thing after the other, each when it is asked for."""
    if problem.contradiction is not None:
        yield Finding("contradiction", False, problem.contradiction, CONVENTIONS)
    elif problem.size == 1:
        yield Finding("single square", True, "a single square is an open tour", CONVENTIONS, (0,))
    else:
        found = filter(None, (theorem(problem) for theorem in theorems))
        # That there is no tour is true whatever is asked of it; that there is one, no theorem
        # says of tours that are special as a whole.
        yield from (finding for finding in found if not (finding.verdict and problem.special))
