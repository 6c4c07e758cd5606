"""What the numbers of moves of the squares say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knightbench.problem import Problem
from knightbench.theory.finding import Ends, Finding, named

CHVATAL = "V. Chvátal, On Hamilton's ideals, J. Combin. Theory B 12 (1972)"


def degrees(problem: Problem) -> Finding | None:
    """Say that a square has too few moves.

    Every square of a closed tour has two moves at least. On an open tour of two squares or more
    every square has one, and a square with one is an end: besides the ends asked for there is
    room for two in all, and none of them has a step in between.

    Scope: any graph, any requests. O(squares).
    """
    if problem.size == 1 and not problem.closed:
        return None
    isolated, single = (np.flatnonzero(problem.degrees == moves).tolist() for moves in (0, 1))
    if isolated:
        return _found(f"{named(problem, isolated)} can be neither entered nor left", isolated)
    if problem.closed:
        if not single:
            return None
        return _found(
            f"{named(problem, single)}: one move only, and a closed tour needs two", single
        )
    known = Ends.of(problem).known
    if len(known) > 2:
        asked = " (one move only, or asked for as first or last)"
        why = f"{named(problem, known)} would all be ends{asked}; an open tour has two"
        return _found(why, sorted(known))
    for step, square in sorted(problem.steps.items()):
        if square in single and 1 < step < problem.size:
            why = f"{problem.name(square)} has one move only and must be an end, not step {step}"
            return _found(why, [square])
    return None


def chvatal(problem: Problem) -> Finding | None:
    """Say that a tour exists because the squares have enough moves.

    Closed, with the degrees sorted: one exists if for every i < n / 2 the i-th is above i or
    the (n - i)-th is at least n - i. An open tour exists if the same holds with one more square
    that has a move to all. It contains the theorems of Dirac (1952), Ore (1960) and
    Pósa (1962).

    Scope: any graph without clues and required moves (forbidden moves are no longer in it); a
    closed tour with a first square at most; an open one with one end, if a closed one exists.
    O(n log n).

    References
    ----------
    V. Chvátal, *On Hamilton's ideals*, Journal of Combinatorial Theory B 12 (1972), 163-168.
    """
    if problem.clues or problem.required:
        return None
    asked = (problem.start is not None) + (problem.end is not None)
    sequence = sorted(problem.degrees.tolist())
    if problem.closed:
        settled, joined = problem.end is None, ""
    elif asked:
        settled, joined = asked == 1, ""
    else:
        sequence = [moves + 1 for moves in sequence] + [problem.size]
        settled, joined = True, "with one more square that has a move to all, "
    if not settled or not _is_forcibly_hamiltonian(sequence):
        return None
    n = len(sequence)
    why = f"{joined}sorted by moves, for every i below {n} / 2 the i-th square has more than i"
    return Finding("Chvátal 1972", True, f"{why} or the ({n} - i)-th at least {n} - i", CHVATAL)


def _is_forcibly_hamiltonian(sequence: Sequence[int]) -> bool:
    """Return whether an ascending degree sequence meets Chvátal's condition."""
    n = len(sequence)
    return n >= 3 and all(
        sequence[i - 1] > i or sequence[n - i - 1] >= n - i for i in range(1, (n + 1) // 2)
    )


def _found(statement: str, squares: Sequence[int]) -> Finding:
    return Finding("degrees", False, statement, "each square is entered and left", tuple(squares))
