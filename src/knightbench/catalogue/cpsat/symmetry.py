"""Which first squares and which direction suffice, since the other tours mirror theirs."""

from __future__ import annotations

import numpy as np

from knightbench.problem import Problem
from knightbench.symmetry import Symmetries


def first_squares(problem: Problem) -> list[int]:
    """Return the squares that a tour may begin in: the one that is settled, or all of them."""
    return list(range(problem.size)) if problem.origin is None else [problem.origin]


def representative_starts(problem: Problem) -> list[int]:
    """Return the smallest square of every orbit of the problem's symmetries.

    A symmetry that takes a tour's first square to the representative of its orbit takes the tour
    to another tour, so that there is a tour if and only if there is one from a representative.
    Where there is a request, or no board, nothing is left out of `first_squares`.
    """
    starts = first_squares(problem)
    if problem.origin is not None or problem.end is not None or problem.clues or problem.required:
        return starts
    # Nothing tells a tour from its reverse, so that none of them takes a first square to a last.
    images = np.array([symmetry.image for symmetry in Symmetries.of(problem).elements])
    return np.flatnonzero(images.min(axis=0) == np.arange(problem.size)).tolist()


def has_a_free_direction(problem: Problem) -> bool:
    """Return whether the reverse of every tour, from the same first square, is a tour too."""
    return problem.closed and not problem.directed
