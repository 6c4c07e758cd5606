"""Moves that every tour makes, moves that none makes, and where the two collide."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from knightbench.problem import Move, Problem
from knightbench.theory.finding import Ends, Finding, named

SOURCE = "F. Rubin, A search procedure for Hamilton paths and circuits, J. ACM 21 (1974)"


@dataclass(frozen=True)
class Step:
    """One thing that follows from what is asked and from the steps before it.

    Attributes
    ----------
    made : bool
        Whether every tour makes the move, or none does.
    squares : tuple of int
        The two squares of the move; or one square, which is an end of every open tour, or of
        none.
    because : str
        Why, in words.
    """

    made: bool
    squares: tuple[int, ...]
    because: str


@dataclass(frozen=True)
class Consequences:
    """What follows for every tour before any search.

    Attributes
    ----------
    made, lost : tuple of (int, int)
        The moves that every tour makes, and those that none makes, smaller square first, in the
        order they were found. Where something is broken they are what was found until then.
    broken : str or None
        Why there is no tour, if that follows.
    squares : tuple of int
        The squares at which it breaks.
    steps : tuple of Step
        How all that was found follows; where something is broken, only what leads there.
    """

    made: tuple[Move, ...]
    lost: tuple[Move, ...]
    broken: str | None
    squares: tuple[int, ...]
    steps: tuple[Step, ...]


def forced(problem: Problem) -> Finding | None:
    """Say that what is forced contradicts itself: see `consequences` for what is forced.

    Scope: any graph, any requests. Linear in squares and moves: each move is decided once.

    References
    ----------
    F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21 (1974),
    576-580.
    """
    if problem.size == 1 and not problem.closed:
        return None
    ring = _Ring(problem)
    broken = ring.run()
    if broken is None:
        return None
    why = ring.rules + broken.why if broken.after else broken.why
    return Finding("forced moves", False, why, SOURCE, ring.squares(*broken.squares))


def consequences(problem: Problem) -> Consequences:
    """Return the moves that every tour makes and those that none makes, as far as they follow.

    Each square of a closed tour makes two moves. To a fixed point:

    - a square with two moves left makes both;
    - a square that makes two moves loses its others;
    - a move that would close forced moves to a cycle before all squares are on it is lost.

    It starts from the required moves, from settled squares at consecutive steps and, in an open
    problem, from the bridges of the graph. There is no tour if a square has less than two moves
    left, or would make three, or a cycle is closed too early, or forced moves in a row fit the
    required directions and the settled steps neither forwards nor backwards.

    An open tour is closed through one more square, *home*, at step 0: it has a move to every
    square that may be an end, and makes those to a first and a last square that are asked for.
    So no square of an open problem is taken to make two moves unless it cannot be an end.

    Scope: any graph of two squares or more, any requests. Linear in squares and moves, and in
    what the steps are about.

    References
    ----------
    F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21 (1974),
    576-580.

    Examples
    --------
    >>> follows = consequences(Problem.from_board("3x4", closed=True))
    >>> follows.broken is not None, len(follows.steps)
    (True, 6)
    """
    ring = _Ring(problem)
    broken = ring.run()
    wanted = list(ring.reasons) if broken is None else ring.leading_to(broken.after)

    def moves(made: bool) -> tuple[Move, ...]:
        return tuple(
            key.move for key in ring.reasons if key.made is made and ring.home not in key.move
        )

    return Consequences(
        made=moves(True),
        lost=moves(False),
        broken=None if broken is None else broken.why,
        squares=() if broken is None else ring.squares(*broken.squares),
        steps=tuple(ring.step(key) for key in wanted),
    )


@dataclass(frozen=True)
class _Key:
    """A move, and whether it is made or lost."""

    made: bool
    move: Move


@dataclass(frozen=True)
class _Reason:
    """Why a move is made or lost: a rule, and the square that it was applied to."""

    rule: Literal["asked", "bridge", "both", "full", "closes"]
    square: int = -1


@dataclass(frozen=True)
class _Broken:
    """Why there is no tour, the squares that says something of, and what it follows from."""

    why: str
    squares: tuple[int, ...]
    after: tuple[_Key, ...]


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
        self.moves = [frozenset(left) for left in self.left]
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
        #: In the order found.
        self.reasons: dict[_Key, _Reason] = {}
        #: How many were found before each; filled in when somebody asks what led where.
        self.before: dict[_Key, int] = {}

    def run(self) -> _Broken | None:
        """Force what is asked and all that follows; return what breaks, if anything does."""
        for u, v in (*self.problem.required_edges, *self.arcs):
            if broken := self.force(u, v, _Reason("asked")):
                return broken
        for u, v in self.bridges():
            if broken := self.force(u, v, _Reason("bridge")):
                return broken
        while self.waiting:
            square = self.waiting.popleft()
            if len(self.left[square]) < 2:
                after = self.all_lost(square)
                if square == self.home:
                    return _Broken("no two squares are left to be the ends", (), after)
                if self.problem.closed:
                    why = f"{self.names(square)} has fewer than two moves left"
                elif self.left[square] - {self.home}:
                    why = f"{self.names(square)} has one move left, and cannot be an end"
                else:
                    why = f"{self.names(square)} has no move left"
                return _Broken(why, (square,), after)
            if len(self.left[square]) == 2:
                for other in sorted(self.left[square]):
                    if broken := self.force(square, other, _Reason("both", square)):
                        return broken
        return self.wrong_way()

    def bridges(self) -> list[Move]:
        """Return the moves that are the only way between two parts, where a tour is open."""
        import networkx as nx

        if self.problem.closed:
            return []
        return sorted((min(move), max(move)) for move in nx.bridges(self.problem.graph()))

    def force(self, u: int, v: int, reason: _Reason) -> _Broken | None:
        """Make the move between u and v; return what breaks, if anything does."""
        if v in self.made[u]:
            return None
        for square, other in ((u, v), (v, u)):
            if len(self.made[square]) == 2:
                three = (*self.made[square], other)
                end = " and be an end" if self.home in three else ""
                why = f"{self.names(square)} must go to each of {self.names(*three)}{end}"
                after = *self.all_made(square), *self.premises(_key(True, u, v), reason)
                return _Broken(why, (square, *three), after)
        if self.other_end[u] == v and self.length[u] < self.size:
            path = self.path(u)
            what = "the tour is over after" if self.home in path else "a cycle is closed over"
            why = f"{what} {self.names(*path)} alone"
            after = *_along(path), *self.premises(_key(True, u, v), reason)
            return _Broken(why, tuple(path), after)
        if v not in self.left[u]:
            why = f"the tour is asked to go straight between {self.names(u, v)}, which is no move"
            return _Broken(why, (u, v), ())
        self.reasons[_key(True, u, v)] = reason
        self.made[u].append(v)
        self.made[v].append(u)
        first, last = self.other_end[u], self.other_end[v]
        length = self.length[u] + self.length[v]
        self.other_end[first], self.other_end[last] = last, first
        self.length[first] = self.length[last] = length
        for square in (u, v):
            if len(self.made[square]) == 2:
                for other in sorted(self.left[square].difference(self.made[square])):
                    self.lose(square, other, _Reason("full", square))
        if 2 < length < self.size and last in self.left[first]:
            self.lose(first, last, _Reason("closes", first))
        return None

    def lose(self, u: int, v: int, reason: _Reason) -> None:
        """Take away the move between u and v."""
        self.reasons[_key(False, u, v)] = reason
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
                after = tuple(_key(True, u, v) for u, v in moves)
                return _Broken(f"{why} {asked}", tuple(path), after)
        return None

    def leading_to(self, last: Iterable[_Key]) -> list[_Key]:
        """Return `last` and all that it follows from, in the order found."""
        self.before = {key: number for number, key in enumerate(self.reasons)}
        needed: set[_Key] = set()
        open_ = list(last)
        while open_:
            key = open_.pop()
            if key not in needed:
                needed.add(key)
                open_ += self.premises(key, self.reasons[key])
        return [key for key in self.reasons if key in needed]

    def premises(self, key: _Key, reason: _Reason) -> tuple[_Key, ...]:
        """Return what `key` follows from, directly, when it was found or is about to be."""
        match reason.rule:
            case "both":
                return self.all_lost(reason.square)
            case "full":
                return self.all_made(reason.square)
            case "closes":
                u, v = key.move
                path, last = [u], -1
                while (here := path[-1]) != v:
                    onward = (w for w in self.made[here] if w != last)
                    now = self.before[key]
                    path.append(next(w for w in onward if self.before[_key(True, here, w)] < now))
                    last = here
                return tuple(_along(path))
        return ()

    def all_lost(self, square: int) -> tuple[_Key, ...]:
        """Return the lost moves of a square."""
        gone = self.moves[square] - self.left[square]
        return tuple(_key(False, square, other) for other in sorted(gone))

    def all_made(self, square: int) -> tuple[_Key, ...]:
        """Return the moves that a square makes."""
        return tuple(_key(True, square, other) for other in self.made[square])

    def step(self, key: _Key) -> Step:
        """Return a move that is made or lost with its reason in words."""
        reason = self.reasons[key]
        at_end = self.home in key.move
        match reason.rule:
            case "asked":
                because = "it is asked for"
            case "bridge":
                because = "it is the only move between two parts of the graph"
            case "both" if reason.square == self.home:
                because = "no other squares are left to be the ends"
            case "both" if at_end:
                because = f"{self.names(reason.square)} has one move left only"
            case "both" if self.home in self.left[reason.square]:
                because = f"{self.names(reason.square)} has no other left and is an end"
            case "both":
                because = f"{self.names(reason.square)} has two moves left and needs both"
            case "full" if reason.square == self.home:
                because = "the two ends are others"
            case "full":
                end = self.home in self.made[reason.square]
                because = f"{self.names(reason.square)} " + (
                    "is an end and makes another move" if end else "makes two other moves"
                )
            case "closes":
                because = (
                    "the tour would be over too early" if at_end else "it would close a short cycle"
                )
        return Step(key.made, self.squares(*key.move), because)

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


def _key(made: bool, u: int, v: int) -> _Key:
    return _Key(made, (u, v) if u < v else (v, u))


def _along(path: list[int]) -> list[_Key]:
    """Return the made moves along a path."""
    return [_key(True, u, v) for u, v in itertools.pairwise(path)]
