"""A checker of clausal proofs in plain Python, which shares no code with knightbench's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def contradicts(clauses: Iterable[Sequence[int]], assumed: Iterable[int]) -> bool:
    """Whether unit propagation from some literals makes all literals of a clause false."""
    true = set(assumed)
    if any(-literal in true for literal in true):
        return True
    clauses = list(clauses)
    news = True
    while news:
        news = False
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(set(left)) == 1 and left[0] not in true:
                true.add(left[0])
                news = True
    return False


def refutes(clauses: Iterable[Sequence[int]], steps: Iterable[str]) -> bool:
    """Whether each step follows from all before it, until there is a contradiction."""
    known = [list(clause) for clause in clauses]
    if contradicts(known, ()):
        return True
    for step in steps:
        *literals, zero = map(int, step.split())
        assert zero == 0
        if not contradicts(known, [-literal for literal in literals]):
            return False
        known.append(literals)
        if contradicts(known, ()):
            return True
    return False
