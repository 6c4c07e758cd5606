"""Tours by exhaustive search, in the plainest way: what every formulation is held against."""

import itertools
from collections.abc import Iterator

from knightbench import Problem


def all_tours(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every tour, each written from its first square; a tour and its reverse are two.

    A closed tour without a first square is written from square 0. Shares no code with the
    package but the data of the problem itself.
    """
    size = problem.size
    if size == 0 or (problem.closed and size < 3):
        return
    neighbours = [problem.neighbours(square) for square in range(size)]
    fixed: dict[int, set[int]] = {}
    for step, square in problem.clues.items():
        fixed.setdefault(step, set()).add(square)
    if problem.start is not None:
        fixed.setdefault(1, set()).add(problem.start)
    elif problem.closed:
        fixed.setdefault(1, set()).add(0)
    if problem.end is not None:
        fixed.setdefault(size, set()).add(problem.end)

    def may(step: int, square: int) -> bool:
        return fixed.get(step, {square}) == {square}

    def fits(path: list[int]) -> bool:
        made = set(itertools.pairwise(path))
        if problem.closed:
            if path[0] not in neighbours[path[-1]]:
                return False
            made.add((path[-1], path[0]))
        return all(arc in made for arc in problem.required_arcs) and all(
            (u, v) in made or (v, u) in made for u, v in problem.required_edges
        )

    path: list[int] = []
    visited = [False] * size

    def extend(square: int) -> Iterator[tuple[int, ...]]:
        path.append(square)
        visited[square] = True
        if len(path) == size:
            if fits(path):
                yield tuple(path)
        else:
            for following in neighbours[square]:
                if not visited[following] and may(len(path) + 1, following):
                    yield from extend(following)
        path.pop()
        visited[square] = False

    for first in range(size):
        if may(1, first):
            yield from extend(first)


def has_tour(problem: Problem) -> bool:
    return next(all_tours(problem), None) is not None
