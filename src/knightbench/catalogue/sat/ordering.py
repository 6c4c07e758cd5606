"""Which of two squares comes first, one literal for each pair, by SAT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from knightbench.catalogue.sat.arcs import ArcFormulation
from knightbench.catalogue.sat.network import ENCODING_MEANING, ENCODINGS, Clause, Network
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import parameter, register
from knightbench.problem import Move, Problem

Triangle = tuple[int, int, int]


@register
@dataclass(frozen=True)
class Ordering(ArcFormulation):
    """One literal per arc, and one per pair of vertices: which of the two comes first.

    An open tour is made a closed one by a dummy vertex, as in `sat-cutset`. The cycle is cut
    open at its first vertex: the dummy vertex, or the first square of a closed tour. That one is
    not ordered. Let N be how many others there are, n open and n - 1 closed, and a the arcs
    between them: 2m open, 2m - 2d closed, where the first square has d moves.

    Variables
        Those of `sat-cutset`: the arcs, and the auxiliary variables of its at-most-ones. For
        every pair u < v of the N vertices, o[u, v]: u comes before v. Its negation says that v
        comes before u, so that antisymmetry needs no clause.
    Constraints
        Those of `sat-cutset`, with one direction of two where nothing has a direction. An arc
        made from u to v means that u comes before v. No three vertices come before one another
        in a circle: two clauses for each three, the transitivity of the order.
    Size
        Beside `sat-cutset`: with ``triangulation=full`` N(N - 1)/2 variables and
        a + N(N - 1)(N - 2)/3 clauses. With ``triangulation=min-degree``, a/2 + f variables and
        a + 2t clauses, where f edges make the graph of the N vertices chordal, with t triangles.

    A cycle that misses the first vertex would order its vertices in a circle, so that there is
    one cycle only. For that it is enough to compare the two ends of every edge of a *chordal*
    graph that has all moves: a circle of the order there that is longer than three has a chord,
    hence a shorter circle beside it. The vertices are removed one by one, always one of fewest
    neighbours left (the first of them), and its neighbours are joined to each other. Each
    triangle belongs to that of its vertices which is removed first.

    The effort is conflicts; Kissat tells none. The solvers take no seed, and none more than one
    thread.

    References
    ----------
    S. Prestwich, *SAT problems with chains of dependent variables*, Discrete Applied Mathematics
    130, 2003 (an arc and an order with transitivity).
    M. N. Velev, P. Gao, *Efficient SAT techniques for relative encoding of permutations with
    constraints*, AI 2009, LNCS 5866 (the triangulated order).
    """

    name = "sat-ordering"
    summary = "SAT: degrees, and a transitive order of the squares that all moves obey"
    source = "Prestwich 2003; triangulation: Velev and Gao 2009"

    triangulation: str = parameter(
        "min-degree",
        "which pairs are ordered: all, or a chordal completion by least degree",
        choices=("full", "min-degree"),
    )
    solver: str = parameter("cadical195", "the SAT solver, by PySAT's name", choices=SOLVERS)
    encoding: str = parameter("mixed", ENCODING_MEANING, choices=ENCODINGS)

    def order(self, problem: Problem, network: Network, unused: int) -> Iterator[Clause]:
        """Yield the clauses by which moves lead from earlier to later squares."""
        vertices = [v for v in range(network.vertices) if v != network.first]
        arcs = {arc: made for arc, made in network.literals.items() if network.first not in arc}
        pairs: Iterable[Move] = combinations(vertices, 2)
        triangles: Iterable[Triangle] = combinations(vertices, 3)
        if self.triangulation == "min-degree":
            pairs, triangles = chordal_completion(vertices, arcs)
        before: dict[Move, int] = {}
        for literal, (u, v) in enumerate(pairs, start=unused):
            before[u, v], before[v, u] = literal, -literal
        for arc, made in arcs.items():
            yield [-made, before[arc]]
        for u, v, w in triangles:
            yield [before[v, u], before[w, v], before[u, w]]
            yield [before[u, v], before[v, w], before[w, u]]


def chordal_completion(
    vertices: Iterable[int], edges: Iterable[Move]
) -> tuple[list[Move], list[Triangle]]:
    """Return the edges and the triangles of a chordal graph that has all of `edges`.

    By elimination of a vertex of least degree, the first where there are several.
    """
    left: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    for u, v in edges:
        left[u].add(v)
        left[v].add(u)
    pairs: list[Move] = []
    triangles: list[Triangle] = []
    while left:
        vertex = min(left, key=lambda v: (len(left[v]), v))
        later = sorted(left.pop(vertex))
        pairs += [(vertex, other) for other in later]
        for other in later:
            left[other].discard(vertex)
        for u, v in combinations(later, 2):
            triangles.append((vertex, u, v))
            left[u].add(v)
            left[v].add(u)
    return pairs, triangles
