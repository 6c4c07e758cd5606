"""How many open tours there are by where they begin, and by where they begin and end."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from knightbench.counting.counts import count
from knightbench.problem import Problem
from knightbench.symmetry import Symmetries


def count_by_start(problem: Problem, **how: Any) -> dict[int, int]:
    """Return how many tours begin at each square.

    A tour and its reverse are two tours, each of which begins at its own first square: the numbers
    add up to the directed count.

    Parameters
    ----------
    problem : Problem
        An open one. Where a first square is asked for, the others have no tours.
    **how
        As for `knightbench.counting.counts.count`, but `directed` and `checkpoint`.

    Returns
    -------
    dict of int to int
        Squares to numbers, in order.

    Raises
    ------
    ValueError
        If the problem is closed; and as for `count`.

    Examples
    --------
    >>> count_by_start(Problem.from_board("3x4"))
    {0: 2, 1: 0, 2: 0, 3: 2, 4: 4, 5: 0, 6: 0, 7: 4, 8: 2, 9: 0, 10: 0, 11: 2}

    Notes
    -----
    One count for each class of squares under the symmetries of the problem.
    """
    found = _by_class(problem, [(square,) for square in range(problem.size)], how)
    return {ends[0]: number for ends, number in sorted(found.items())}


def count_by_ends(problem: Problem, **how: Any) -> dict[tuple[int, int], int]:
    """Return how many tours there are from each square to each other.

    Parameters, errors and notes are those of `count_by_start`. The tour of a single square begins
    and ends there.

    Returns
    -------
    dict of (int, int) to int
        First and last square to the number, for every pair of different squares, in order; for
        the pair of a single square with itself.

    Examples
    --------
    >>> found = count_by_ends(Problem.from_board("3x4"))
    >>> [ends for ends, number in found.items() if number == 2]
    [(4, 7), (7, 4)]
    """
    pairs = [(0, 0)] if problem.size == 1 else itertools.permutations(range(problem.size), 2)
    found = _by_class(problem, pairs, how)
    return {(ends[0], ends[1]): number for ends, number in sorted(found.items())}


def _by_class(
    problem: Problem, wanted: Iterable[tuple[int, ...]], how: dict[str, Any]
) -> dict[tuple[int, ...], int]:
    """Return the number of tours with the given first square, or first and last squares."""
    if problem.closed:
        raise ValueError("a closed tour begins and ends nowhere; count open tours by their ends")
    images = [element.image.tolist() for element in Symmetries.of(problem, directed=True).elements]
    found: dict[tuple[int, ...], int] = {}
    for ends in wanted:
        if ends in found:
            continue
        number = sum(count(part, directed=True, **how).number for part in _with_ends(problem, ends))
        found |= {tuple(image[square] for square in ends): number for image in images}
    return found


def _with_ends(problem: Problem, ends: tuple[int, ...]) -> Iterator[Problem]:
    """Yield the problem with these ends asked for, unless others are."""
    if problem.size == 1:  # which may be asked for as one end only, and is both
        yield problem
        return
    asked = {"start": problem.start, "end": problem.end}
    for name, square in zip(asked, ends, strict=False):
        if asked[name] not in (None, square):
            return
        asked[name] = square
    yield replace(problem, start=asked["start"], end=asked["end"])
