"""The argument by a cut: squares without which more parts remain than a tour has pieces.

Take k squares out of a tour. A closed one falls into k pieces at most (into one where k is 0). An
open one falls into k + 1, and into one less for each end that is taken out. Every part of the
graph without those squares holds a piece at least. Where both ends are known and lie in one part
from which squares were taken out, that part holds two: the tour leaves it and comes back.
"""

from __future__ import annotations

from collections.abc import Collection

from knightbench.problem import Problem
from knightbench.proof.reading import vertices
from knightbench.proof.telling import Argument
from knightbench.proof.verdict import Refuted

KIND = "cut"


def told(squares: Collection[int]) -> Argument:
    """Return the argument that a tour cannot do without `squares`."""
    return {"kind": KIND, "squares": sorted(squares)}


def check_cut(problem: Problem, argument: Argument) -> str:
    """Return the argument in a sentence. Linear in squares and moves.

    Raises
    ------
    Refuted
        If a tour may fall into as many pieces as there are parts.
    """
    cut = vertices(argument, "squares", problem.size)
    parts = parts_without(problem, cut)
    ends = known_ends(problem)
    pieces = max(len(cut), 1) if problem.closed else len(cut) + 1 - len(ends & cut)
    needed = len(parts)
    if cut and len(ends) == 2 and any(ends <= part for part in parts):
        needed += 1
    kind = "a closed" if problem.closed else "an open"
    said = (
        f"without {len(cut)} squares the graph falls into {len(parts)} parts, which take "
        f"{needed} pieces of a tour; {kind} tour falls into {pieces} at most"
    )
    if needed <= pieces:
        raise Refuted(said)
    return said


def parts_without(problem: Problem, cut: Collection[int]) -> list[set[int]]:
    """Return the connected parts of the graph without the squares of `cut`."""
    parts = []
    seen = set(cut)
    for first in range(problem.size):
        if first in seen:
            continue
        seen.add(first)
        part, waiting = {first}, [first]
        while waiting:
            for square in problem.neighbours(waiting.pop()):
                if square not in seen:
                    seen.add(square)
                    part.add(square)
                    waiting.append(square)
        parts.append(part)
    return parts


def known_ends(problem: Problem) -> set[int]:
    """Return squares at which every open tour begins or ends; none for a closed problem.

    Those are the first and the last square asked for, and squares with one move, where there
    are two squares or more.
    """
    if problem.closed or problem.size < 2:
        return set()
    asked = {square for square in (problem.start, problem.end) if square is not None}
    return asked | {s for s in range(problem.size) if len(problem.neighbours(s)) == 1}
