"""A first guess for a SAT solver: moves that leave and enter every vertex once, nearly."""

from __future__ import annotations

from knightbench.catalogue.sat.network import Clause, Network
from knightbench.problem import Move


def balanced(network: Network) -> Clause:
    """Return a literal for every arc of a network: true along walks of Warnsdorff, else false.

    The first walk begins at the network's first vertex and goes on, as Warnsdorff would, to the
    free vertex with the fewest free vertices after it, the earlier one where there are several.
    Where it is stuck, it is closed if there is an arc to where it began; and the next walk begins
    at the free vertex with the fewest free vertices after it. So every vertex is left at most
    once and entered at most once, and only ends of walks are not. Takes O(vertices² + moves).
    """
    after: list[list[int]] = [[] for _ in range(network.vertices)]
    before: list[list[int]] = [[] for _ in range(network.vertices)]
    for u, v in network.literals:
        after[u].append(v)
        before[v].append(u)
    onward = list(map(len, after))
    free = dict.fromkeys(range(network.vertices))
    made: set[Move] = set()
    while free:
        first = square = network.first if not made else min(free, key=onward.__getitem__)
        walking = True
        while walking:
            del free[square]
            for other in before[square]:
                onward[other] -= 1
            ahead = [v for v in after[square] if v in free]
            following = min(ahead, key=onward.__getitem__) if ahead else first
            made.add((square, following))
            square, walking = following, bool(ahead)
    return [number if arc in made else -number for arc, number in network.literals.items()]
