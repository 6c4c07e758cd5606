"""Tours drawn evenly: a rank drawn evenly, and the tour that has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from knightbench.board import Board
from knightbench.problem import Problem, Requests
from knightbench.sampling.ranking import Ranking
from knightbench.symmetry import Tour

if TYPE_CHECKING:
    import networkx as nx

_WORD = 64


def below(generator: np.random.Generator, end: int) -> int:
    """Return a whole number from 0 to ``end - 1``, each with exactly the same chance.

    As many bits are drawn as `end` has, and drawn again where they are too large: twice on average
    at most. Nothing is rounded, however large `end` is.

    Raises
    ------
    ValueError
        If `end` is not above 0.
    """
    if end < 1:
        raise ValueError(f"there is no whole number from 0 to {end - 1}")
    bits = (end - 1).bit_length()
    words = -(-bits // _WORD)
    while True:
        drawn = generator.integers(0, 1 << _WORD, size=words, dtype=np.uint64)
        number = int.from_bytes(drawn.astype("<u8").tobytes(), "little") >> (words * _WORD - bits)
        if number < end:
            return number


def sample(
    problem: Problem | Board | str | nx.Graph[Any],
    count: int = 1,
    seed: int = 0,
    memory_limit: int | None = None,
    **requests: Unpack[Requests],
) -> list[Tour]:
    """Return tours of a problem, drawn evenly and independently of each other.

    Each of them is any tour with the same chance, so that tours may come again. A tour and its
    reverse are one, unless what is asked for tells them apart (see `Problem.directed`).

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        One that can be counted; see `Ranking.of`, also for what it costs. A size such as
        ``"8x8"``, a board and a graph are made a problem with the requests that follow.
    count : int, optional
        How many.
    seed : int, optional
        The same seed gives the same tours with the same versions of knightbench and numpy.
    memory_limit : int, optional
        The most bytes of layers and tables. Without it, what the machine has at the time.
    **requests
        See `knightbench.problem.Requests`.

    Returns
    -------
    list of tuple of int
        In standard form, each checked; empty where there is no tour.

    Raises
    ------
    ValueError
        If the problem cannot be counted, its frontier is too wide, or `count` is below 0.
    MemoryLimitReached
        If the limit is reached.
    """
    if count < 0:
        raise ValueError(f"{count} tours: there cannot be fewer than 0")
    ranking = Ranking.of(Problem.of(problem, **requests), memory_limit)
    if ranking.tours == 0:
        return []
    generator = np.random.default_rng(seed)
    return [ranking.tour(below(generator, ranking.tours)) for _ in range(count)]
