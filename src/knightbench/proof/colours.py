"""The argument by colours: every move changes the colour, and the counts or steps do not fit.

Along a tour the colours alternate. So the numbers of squares of both differ by one at most, and
not at all on a closed tour; the colour with one more has the odd steps; and two squares are of
one colour exactly where their steps differ by an even number.
"""

from __future__ import annotations

from knightbench.problem import Problem
from knightbench.proof.reading import vertices
from knightbench.proof.telling import Argument
from knightbench.proof.verdict import Refuted

KIND = "colours"


def told(problem: Problem) -> Argument | None:
    """Return the argument by two colours where the graph has them, whether it holds or not."""
    colour = [-1] * problem.size
    for first in range(problem.size):
        if colour[first] >= 0:
            continue
        colour[first], waiting = 0, [first]
        while waiting:
            square = waiting.pop()
            for other in problem.neighbours(square):
                if colour[other] < 0:
                    colour[other] = 1 - colour[square]
                    waiting.append(other)
                elif colour[other] == colour[square]:
                    return None
    return {"kind": KIND, "squares": [square for square, c in enumerate(colour) if c == 0]}


def check_colours(problem: Problem, argument: Argument) -> str:
    """Return the argument in a sentence. Linear in squares and moves.

    Raises
    ------
    Refuted
        If a move does not change the colour, or a tour may have such colours.
    """
    chosen = vertices(argument, "squares", problem.size)
    for u, v in problem.edges():
        if (u in chosen) == (v in chosen):
            raise Refuted(f"{problem.name(u)} - {problem.name(v)} is a move within one colour")
    one, other = len(chosen), problem.size - len(chosen)
    counts = f"every move changes the colour, and {one} squares are of one and {other} of the other"
    if one != other if problem.closed else abs(one - other) > 1:
        return counts
    settled = sorted(problem.steps.items())
    if abs(one - other) == 1:
        for step, square in settled:
            if ((square in chosen) == (one > other)) != (step % 2 == 1):
                return f"{counts}, so {problem.name(square)} cannot be step {step}"
    for step, square in settled[1:]:
        first_step, first = settled[0]
        if ((square in chosen) == (first in chosen)) != ((step - first_step) % 2 == 0):
            names = f"{problem.name(first)} and {problem.name(square)}"
            return f"every move changes the colour; {names} cannot be steps {first_step} and {step}"
    raise Refuted(f"{counts}, which a tour may have")
