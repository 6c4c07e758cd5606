"""A problem whose squares are numbered by degree, for searches that try small numbers first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from knightbench.problem import Problem


def by_degree(problem: Problem) -> list[int]:
    """Return the squares, those with the fewest moves first, else in their own order."""
    order: list[int] = np.argsort(problem.degrees, kind="stable").tolist()
    return order


def renumbered(problem: Problem, order: list[int]) -> Problem:
    """Return `problem` with square ``order[k]`` as its square k; names stay with their squares.

    The result has no board, and a closed tour of it is asked to begin where it began before.
    """
    number = {square: number for number, square in enumerate(order)}
    rows = [[number[v] for v in problem.neighbours(u)] for u in order]
    offsets = np.zeros(problem.size + 1, dtype=np.int32)
    np.cumsum([len(row) for row in rows], out=offsets[1:])

    def moves(pairs: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        return [(number[u], number[v]) for u, v in pairs]

    return replace(
        problem,
        offsets=offsets,
        targets=np.fromiter((v for row in rows for v in row), dtype=np.int32),
        start=None if problem.origin is None else number[problem.origin],
        end=None if problem.end is None else number[problem.end],
        clues={step: number[square] for step, square in problem.clues.items()},
        required_edges=tuple((min(move), max(move)) for move in moves(problem.required_edges)),
        required_arcs=tuple(moves(problem.required_arcs)),
        forbidden=tuple((min(move), max(move)) for move in moves(problem.forbidden)),
        board=None,
        names=tuple(problem.name(square) for square in order),
    )
