"""Tours by exhaustive search, in the plainest way: what every formulation is held against."""

import itertools
from collections.abc import Iterator
from fractions import Fraction

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
        return (
            all(arc in made for arc in problem.required_arcs)
            and all((u, v) in made or (v, u) in made for u, v in problem.required_edges)
            and is_special(problem, path, {frozenset(arc) for arc in made})
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


def is_special(problem: Problem, path: list[int], moves: set[frozenset[int]]) -> bool:
    """Whether a tour is what the problem asks of it as a whole."""
    board = problem.board
    if board is None:
        return True
    place = [board.position(square) for square in range(problem.size)]
    if problem.symmetry is not None:
        last = board.rows - 1, board.cols - 1
        turned = [
            (last[0] - row, last[1] - col)
            if problem.symmetry == "half-turn"
            else (col, last[0] - row)
            for row, col in place
        ]
        images = {frozenset(place.index(turned[square]) for square in move) for move in moves}
        if images != moves:
            return False
    if problem.magic is not None:
        lines: list[dict[int, int]] = [{}, {}]
        diagonals = [0, 0]
        for step, square in enumerate(path, start=1):
            row, col = place[square]
            for line, at in zip(lines, (row, col), strict=True):
                line[at] = line.get(at, 0) + step
            diagonals[0] += step * (row == col)
            diagonals[1] += step * (row + col == board.rows - 1)
        if any(len(set(line.values())) > 1 for line in lines):
            return False
        if problem.magic == "magic" and {*diagonals} != {*lines[0].values()}:
            return False
    if problem.max_crossings is not None:
        pairs = itertools.combinations([[place[s] for s in sorted(move)] for move in moves], 2)
        return sum(itertools.starmap(cross, pairs)) <= problem.max_crossings
    return True


def cross(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Whether two segments have one point in common that is inside of both."""
    (py, px), (by, bx) = one
    (qy, qx), (dy, dx) = other
    along, across, apart = (bx - px, by - py), (dx - qx, dy - qy), (qx - px, qy - py)
    turn = along[0] * across[1] - along[1] * across[0]
    if turn == 0:
        return False
    # How far along each of the two they meet.
    t = Fraction(apart[0] * across[1] - apart[1] * across[0], turn)
    u = Fraction(apart[0] * along[1] - apart[1] * along[0], turn)
    return 0 < t < 1 and 0 < u < 1


def has_tour(problem: Problem) -> bool:
    return next(all_tours(problem), None) is not None
