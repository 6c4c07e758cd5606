"""Forced moves in two cases: with a move and without it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from knightbench.problem import Move, Problem, without_moves
from knightbench.theory.forced import Consequences, consequences

#: Boards and graphs of more moves than this are left alone.
MOST_MOVES = 150


@dataclass(frozen=True)
class Cases:
    """A move such that what is forced with it contradicts itself, and without it too."""

    move: Move
    with_it: Consequences
    without_it: Consequences


def two_cases(problem: Problem) -> Cases | None:
    """Return the two cases that rule out every tour in the fewest steps, if any two do.

    What every tour makes, either it makes a given move or it does not; where `consequences` ends
    in a conflict both times, there is no tour. So falls the closed tour of 3x8, which no cut set
    and no forced move alone rules out.

    Scope: any graph of up to `MOST_MOVES` moves, any requests. O(moves) times what
    `consequences` takes.

    References
    ----------
    F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21 (1974),
    576-580; a case more than he forces.
    """
    if problem.moves > MOST_MOVES:
        return None
    decided = {*problem.required, *consequences(problem).made}
    best: Cases | None = None
    for u, v in problem.edges():
        if (u, v) in decided:
            continue
        made = replace(problem, required_edges=(*problem.required_edges, (u, v)))
        with_it = consequences(made)
        if with_it.broken is None:
            continue
        offsets, targets = without_moves(problem.offsets, problem.targets, [(u, v)])
        without_it = consequences(replace(problem, offsets=offsets, targets=targets))
        if without_it.broken is None:
            continue
        found = Cases((u, v), with_it, without_it)
        if best is None or _steps(found) < _steps(best):
            best = found
    return best


def _steps(cases: Cases) -> int:
    return len(cases.with_it.steps) + len(cases.without_it.steps)
