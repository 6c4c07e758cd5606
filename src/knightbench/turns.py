"""What a tour that a turn of the board takes to itself must make, arc by arc.

The turn takes the tour's path or cycle to itself, so that it either keeps its direction (Jelliss
calls a closed tour with such a half turn *Eulerian*) or reverses it (*Bergholtian*: the tour
passes through the middle of the board). Which of the two there can be follows from how a path or
a cycle may be taken to itself:

- A path of two squares or more can only be reversed.
- A quarter turn done twice is a half turn, which moves squares. A reversal done twice moves none,
  so a quarter turn keeps the direction.
- What keeps the direction of a cycle shifts it, and leaves no square in its place.
- What reverses a cycle leaves two of its squares and moves in their places, one of each where the
  number of squares is odd. A half turn leaves no square in its place but the middle one. So there
  is a move through the middle of the board, and a second one unless there is a middle square.
"""

from __future__ import annotations

from collections.abc import Iterable

from knightbench.problem import Move, Problem


def implied_arcs(problem: Problem, arcs: Iterable[Move]) -> dict[Move, tuple[Move, ...]]:
    """Return for each arc the arcs one of which is made as well, where it is made.

    A tour that obeys all of these is taken to itself by the turn, for what is made goes round in
    the turn's orbits; and every tour that is taken to itself obeys them.

    Parameters
    ----------
    problem : Problem
        One with a request for symmetry.
    arcs : iterable of (int, int)
        The arcs between squares, and those of the dummy vertex of an open tour, whose number is
        that of the squares.

    Returns
    -------
    dict
        One arc or two for each; none where no such tour can make it. Time O(arcs).
    """
    there = dict(enumerate(problem.turn))
    there[problem.size] = problem.size
    known = dict.fromkeys(arcs)
    keeps, reverses = directions(problem)
    implied = {}
    for u, v in known:
        images = ((there[u], there[v]),) * keeps + ((there[v], there[u]),) * reverses
        implied[u, v] = tuple(arc for arc in images if arc in known)
    return implied


def directions(problem: Problem) -> tuple[bool, bool]:
    """Return whether the turn may keep the direction of a tour, and whether it may reverse it."""
    if not problem.closed:
        return problem.size == 1, True
    turn = problem.turn
    still = sum(square == image for square, image in enumerate(turn))
    through_the_middle = sum(turn[u] == v and turn[v] == u for u, v in problem.edges())
    return still == 0, problem.symmetry == "half-turn" and through_the_middle + still >= 2
