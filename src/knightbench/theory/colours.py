"""Parity: where every move changes the colour, so does every step."""

from __future__ import annotations

from knightbench.problem import Problem
from knightbench.theory.finding import Finding

SOURCE = "D. König, Theorie der endlichen und unendlichen Graphen (1936)"


def colours(problem: Problem) -> Finding | None:
    """Say that the two colours of a connected bipartite graph do not fit the steps of a tour.

    The colours alternate along a tour. So a closed tour needs as many squares of one colour as
    of the other, and an open one at most one more; where there is one more, that colour takes
    the odd steps; and any two squares whose steps are settled (a first or last square, clues)
    are of one colour exactly where their steps differ by an even number. This is the knight's
    parity, and that of every leaper with r + s odd.

    Scope: any connected bipartite graph, any requests. Required moves are not looked at. Linear
    in squares and moves.

    References
    ----------
    D. König, *Theorie der endlichen und unendlichen Graphen*, 1936.
    """
    import networkx as nx

    graph = problem.graph()
    if not nx.is_connected(graph) or not nx.is_bipartite(graph):
        return None
    colour: dict[int, int] = nx.bipartite.color(graph)
    classes = [[square for square in range(problem.size) if colour[square] == c] for c in (0, 1)]
    smaller, larger = sorted(classes, key=len)
    counts = f"{len(larger)} squares are of one colour and {len(smaller)} of the other"
    kind = "a closed tour needs as many of both" if problem.closed else "an open tour at most one"
    surplus = len(larger) - len(smaller)
    if surplus > (0 if problem.closed else 1):
        why = f"every move changes the colour and {counts}; {kind}"
        return _found(why + ("" if problem.closed else " more"), tuple(smaller))
    settled = sorted(problem.steps.items())
    if surplus == 1:
        of_larger = set(larger)
        for step, square in settled:
            if (square in of_larger) != (step % 2 == 1):
                why = f"{counts}, so an open tour gives the former the odd steps and the latter"
                where = f"{problem.name(square)} cannot be step {step}"
                return _found(f"{why} the even ones: {where}", (square,))
        return None
    for step, square in settled[1:]:
        first_step, first = settled[0]
        if (colour[square] == colour[first]) != ((step - first_step) % 2 == 0):
            same = "the same colour" if colour[square] == colour[first] else "different colours"
            both = f"{problem.name(first)} and {problem.name(square)} have {same}"
            why = f"every move changes the colour; {both}, so their steps cannot be {first_step}"
            return _found(f"{why} and {step}", (first, square))
    return None


def _found(statement: str, squares: tuple[int, ...]) -> Finding:
    return Finding("colours", False, statement, SOURCE, squares)
