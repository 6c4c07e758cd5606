"""Moves that every tour makes, moves that none makes, and where the two collide."""

from __future__ import annotations

import itertools
from collections import deque

from knightbench.problem import Move, Problem
from knightbench.theory.finding import Ends, Finding, named

SOURCE = "F. Rubin, A search procedure for Hamilton paths and circuits, J. ACM 21 (1974)"


def forced(problem: Problem) -> Finding | None:
    """Say that what is forced contradicts itself.

    Each square of a closed tour makes two moves. To a fixed point:

    - a square with two moves left makes both;
    - a square that makes two moves loses its others;
    - a move that would close forced moves to a cycle before all squares are on it is lost.

    It starts from the required moves and from settled squares at consecutive steps. There is no
    tour if a square has less than two moves left, or would make three, or a cycle is closed too
    early, or forced moves in a row fit the required directions and the settled steps neither
    forwards nor backwards.

    An open tour is closed through one more square, *home*, at step 0: it has a move to every
    square that may be an end, and makes those to a first and a last square that are asked for.
    So no square of an open problem is taken to make two moves unless it cannot be an end.

    Scope: any graph, any requests. Linear in squares and moves: each move is decided once.

    References
    ----------
    F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21 (1974),
    576-580.
    """
    if problem.size == 1 and not problem.closed:
        return None
    ring = _Ring(problem)
    broken = ring.force_all([*problem.required_edges, *ring.arcs]) or ring.wrong_way()
    if broken is None:
        return None
    why, squares = broken
    return Finding("forced moves", False, why, SOURCE, squares)


_Broken = tuple[str, tuple[int, ...]]


class _Ring:
    """A closed tour in the making: the moves left, and those that are forced."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        which = "" if problem.closed else " that cannot be an end"
        self.rules = (
            f"a square with two moves{which} makes both, and one that makes two loses its others; "
            "in the end "
        )
        self.home = None if problem.closed else problem.size
        self.size = problem.size + (not problem.closed)
        self.left = [set(problem.neighbours(square)) for square in range(problem.size)]
        settled = {step % self.size: square for step, square in problem.steps.items()}
        if self.home is not None:
            self.left.append(set(Ends.of(problem).possible))
            for end in self.left[self.home]:
                self.left[end].add(self.home)
            settled[0] = self.home
        self.step_of = {square: step for step, square in settled.items()}
        following = {step: (step + 1) % self.size for step in sorted(settled)}
        self.arcs: list[Move] = list(problem.required_arcs)
        self.arcs += [
            (settled[step], settled[after]) for step, after in following.items() if after in settled
        ]
        self.made: list[list[int]] = [[] for _ in range(self.size)]
        # Forced moves form paths; both are kept for the squares at the ends of a path alone.
        self.other_end = list(range(self.size))
        self.length = [1] * self.size
        self.waiting = deque(range(self.size))

    def force_all(self, seeds: list[Move]) -> _Broken | None:
        """Force `seeds` and all that follows; return what breaks, if anything does."""
        for u, v in seeds:
            if broken := self.force(u, v):
                return broken
        while self.waiting:
            square = self.waiting.popleft()
            if len(self.left[square]) < 2:
                if square == self.home:
                    return "no two squares are left to be the ends", ()
                why = f"{self.rules}{self.names(square)} has fewer than two moves left"
                return why, (square,)
            if len(self.left[square]) == 2:
                for other in sorted(self.left[square]):
                    if broken := self.force(square, other):
                        return broken
        return None

    def force(self, u: int, v: int) -> _Broken | None:
        """Make the move between u and v; return what breaks, if anything does."""
        if v in self.made[u]:
            return None
        for square, other in ((u, v), (v, u)):
            if len(self.made[square]) == 2:
                three = (*self.made[square], other)
                end = " and be an end" if self.home in three else ""
                why = f"{self.names(square)} must go to each of {self.names(*three)}{end}"
                return why, self.squares(square, *three)
        if self.other_end[u] == v and self.length[u] < self.size:
            path = self.path(u)
            what = "the tour is over after" if self.home in path else "a cycle is closed over"
            return f"{self.rules}{what} {self.names(*path)} alone", self.squares(*path)
        if v not in self.left[u]:
            why = f"the tour is asked to go straight between {self.names(u, v)}, which is no move"
            return why, self.squares(u, v)
        self.made[u].append(v)
        self.made[v].append(u)
        first, last = self.other_end[u], self.other_end[v]
        length = self.length[u] + self.length[v]
        self.other_end[first], self.other_end[last] = last, first
        self.length[first] = self.length[last] = length
        for square in (u, v):
            if len(self.made[square]) == 2:
                for other in sorted(self.left[square].difference(self.made[square])):
                    self.lose(square, other)
        if 2 < length < self.size and last in self.left[first]:
            self.lose(first, last)
        return None

    def lose(self, u: int, v: int) -> None:
        """Take away the move between u and v."""
        self.left[u].discard(v)
        self.left[v].discard(u)
        self.waiting += (u, v)

    def wrong_way(self) -> _Broken | None:
        """Return the forced moves in a row that fit what is asked in neither direction."""
        arcs = set(self.arcs)
        seen = [False] * self.size
        # Paths first, from an end of theirs; whatever then remains is the one full cycle.
        for first in sorted(range(self.size), key=lambda square: len(self.made[square]) == 2):
            if seen[first] or not self.made[first]:
                continue
            path = self.path(first)
            for square in path:
                seen[square] = True
            moves = list(itertools.pairwise(path))
            if path[0] in self.made[path[-1]] and len(path) > 2:
                moves.append((path[-1], path[0]))
            forwards = not any((v, u) in arcs for u, v in moves)
            backwards = not any((u, v) in arcs for u, v in moves)
            places = [(i, self.step_of[s]) for i, s in enumerate(path) if s in self.step_of]
            forwards &= len({(step - i) % self.size for i, step in places}) <= 1
            backwards &= len({(step + i) % self.size for i, step in places}) <= 1
            if not (forwards or backwards):
                why = f"the forced moves in a row over {self.names(*path)}"
                asked = "do not fit the directions and steps that are asked for"
                return f"{why} {asked}", self.squares(*path)
        return None

    def path(self, first: int) -> list[int]:
        """Return the squares along forced moves from `first`, an end of theirs or on a cycle."""
        path, before = [first], -1
        while True:
            onward = [square for square in self.made[path[-1]] if square != before]
            if not onward or onward[0] == first:
                return path
            before = path[-1]
            path.append(onward[0])

    def squares(self, *squares: int) -> tuple[int, ...]:
        return tuple(square for square in squares if square != self.home)

    def names(self, *squares: int) -> str:
        return named(self.problem, self.squares(*squares))
