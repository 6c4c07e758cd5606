"""A path by Warnsdorff's rule without a step back, for hints."""

from __future__ import annotations

from knightbench.problem import Problem


def greedy_path(problem: Problem, first: int) -> list[int]:
    """Return the path from `first` that goes on to the square with the fewest onward moves.

    It ends where every neighbour has been visited. Ties go to the first in move order. Requests
    other than forbidden moves are not looked at. Time O(sum of squared degrees).

    References
    ----------
    H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823.
    """
    free = [True] * problem.size
    path = [first]
    free[first] = False

    def onward(square: int) -> list[int]:
        return [other for other in problem.neighbours(square) if free[other]]

    while following := onward(path[-1]):
        path.append(min(following, key=lambda square: len(onward(square))))
        free[path[-1]] = False
    return path
