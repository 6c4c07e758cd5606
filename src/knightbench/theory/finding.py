"""What theory says of a problem, and what several of its parts need to say it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from knightbench.problem import Problem


@dataclass(frozen=True)
class Finding:
    """A proved answer to a problem.

    Attributes
    ----------
    theorem : str
        Its short name, such as ``Schwenk 1991``.
    verdict : bool
        True where a tour exists, False where there is none.
    statement : str
        The reason in a sentence, with the numbers of this problem, for a reader to check.
    source : str
        Where it is proved.
    squares : tuple of int
        The squares that the statement is about, such as an isolated square or a cut set.
    """

    theorem: str
    verdict: bool
    statement: str
    source: str
    squares: tuple[int, ...] = ()


def named(problem: Problem, squares: Collection[int], most: int = 6) -> str:
    """Return the names of `squares` in order, the first `most` of them and how many follow."""
    names = [str(problem.name(square)) for square in sorted(squares)]
    shown = names if len(names) <= most else [*names[:most], f"{len(names) - most} more"]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]


def counted(number: int, what: str) -> str:
    """Return a number with its noun: 1 square, 2 squares."""
    return f"{number} {what}" + "s" * (number != 1)


def asks_for_its_ends_alone(problem: Problem) -> bool:
    """Return whether a first and a last square are all that `problem` asks of its tour.

    Forbidden moves count as a request: a theorem about a board does not know them.
    """
    return not (problem.clues or problem.required or problem.forbidden or problem.special)


@dataclass(frozen=True)
class Ends:
    """What is settled about the two ends of an open tour before any search.

    Attributes
    ----------
    known : frozenset of int
        Squares at which every tour begins or ends: those asked for, and those with one move.
    possible : frozenset of int
        Squares at which a tour may begin or end, the known ones among them.
    """

    known: frozenset[int]
    possible: frozenset[int]

    @classmethod
    def of(cls, problem: Problem) -> Ends:
        """Return the ends of an open problem of two squares or more. Linear in squares."""
        at_ends = {square for step, square in problem.steps.items() if step in (1, problem.size)}
        between = set(problem.steps.values()) - at_ends
        known = at_ends | {
            square for square, moves in enumerate(problem.degrees.tolist()) if moves == 1
        }
        possible = known if len(known) >= 2 else known | (set(range(problem.size)) - between)
        return cls(frozenset(known), frozenset(possible))
