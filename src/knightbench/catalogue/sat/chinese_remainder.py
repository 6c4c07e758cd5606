"""The number of every square modulo several small ones, counted up along the moves, by SAT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count

from knightbench.board import IntArray
from knightbench.catalogue.sat.arcs import ArcFormulation
from knightbench.catalogue.sat.network import ENCODING_MEANING, ENCODINGS, Clause, Network
from knightbench.catalogue.sat.solvers import INCREMENTAL_SOLVERS
from knightbench.formulation import parameter, register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class ChineseRemainder(ArcFormulation):
    """One literal per arc, and for each of several moduli one per vertex and residue.

    An open tour is made a closed one by a dummy vertex, as in `sat-cutset`. The cycle begins at
    its first vertex: the dummy vertex, or the first square of a closed tour. That one has number
    0 and no literals. Let N be how many others there are, n open and n - 1 closed; a the arcs
    between them, 2m open and 2m - 2d closed, where the first square has d moves; b the arcs from
    the first vertex and to it, 2n open if no end is asked for, 2d closed.

    Variables
        Those of `sat-cutset`: the arcs, and the auxiliary variables of its at-most-ones. For each
        modulus p and each of the N vertices p literals r[v, i]: the number of v is i modulo p.
        For the modulus 2 a single one.
    Constraints
        Those of `sat-cutset`, with one direction of two where nothing has a direction. Exactly
        one residue of each modulus for each vertex. An arc made from u to v and r[u, i] mean
        r[v, i + 1]: p clauses. An arc made from the first vertex means that the residue is that
        of 1, and one to the first vertex that it is that of N: 1 clause.
    Size
        Beside `sat-cutset`, for each modulus p: pN variables and
        pa + b + N(p(p - 1)/2 + 1) clauses; for the modulus 2, N variables and 2a + b clauses.

    A cycle that misses the first vertex has a length that each modulus divides, so that, by the
    Chinese remainder theorem, their least common multiple divides it. With ``moduli=auto`` they
    are the first primes whose product is at least the number of vertices, and there is one cycle
    only. With fewer a model may have several cycles. Then ``again=yes`` cuts them off, by two
    clauses for each as in `sat-cutset`, and solves again; the answer remains complete.
    ``again=no`` gives up: the answer is *unknown*. That the clauses cannot be satisfied proves
    in any case that there is no tour. A modulus above the number of vertices is refused: that
    number rules out every second cycle already.

    The effort is conflicts. The solvers take no seed, and none more than one thread.

    References
    ----------
    M. J. H. Heule, *Chinese remainder encoding for Hamiltonian cycles*, SAT 2021, LNCS 12831.
    His program writes a residue in bits, counted by an adder or a shift register; here each
    residue is a literal. Cutting and solving again is not his.
    """

    name = "sat-chinese-remainder"
    summary = "SAT: degrees, and numbers modulo small primes that count on along moves"
    source = "Heule, SAT 2021"

    moduli: str = parameter(
        "auto", "moduli such as 2,3,5; auto: the first primes that rule out every second cycle"
    )
    again: bool = parameter(True, "cut off the cycles of a model of several, and solve again")
    solver: str = parameter(
        "cadical195", "the SAT solver, by PySAT's name", choices=INCREMENTAL_SOLVERS
    )
    encoding: str = parameter("mixed", ENCODING_MEANING, choices=ENCODINGS)

    def __post_init__(self) -> None:
        if self.moduli == "auto":
            return
        moduli = self.moduli.split(",")
        if not all(text.isdecimal() and int(text) > 1 for text in moduli):
            raise ValueError(
                f"{self.name}: moduli={self.moduli} is neither auto nor whole numbers from 2, "
                "such as 2,3,5"
            )
        if len(set(map(int, moduli))) < len(moduli):
            raise ValueError(f"{self.name}: moduli={self.moduli} has one twice")

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues, and moduli that are longer than every cycle."""
        vertices = problem.size + (not problem.closed)
        if self.moduli != "auto" and max(self.chosen_moduli(vertices)) > vertices:
            return f"takes moduli up to the number of vertices, which is {vertices}"
        return super().unsupported_reason(problem)

    @property
    def complete(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether a model of several cycles is never the end."""
        return self.again or self.moduli == "auto"

    def order(self, problem: Problem, network: Network, unused: int) -> Iterator[Clause]:
        """Yield the clauses by which the vertices are numbered along the cycle."""
        vertices = [v for v in range(network.vertices) if v != network.first]
        for modulus in self.chosen_moduli(network.vertices):
            residues: dict[int, list[int]] = {}
            for vertex in vertices:
                if modulus == 2:
                    residues[vertex] = [-unused, unused]
                    unused += 1
                else:
                    residues[vertex] = list(range(unused, unused + modulus))
                    unused += modulus
                    yield residues[vertex]
                    for one, other in combinations(residues[vertex], 2):
                        yield [-one, -other]
            for (u, v), made in network.literals.items():
                if u == network.first:
                    yield [-made, residues[v][1]]
                elif v == network.first:
                    yield [-made, residues[u][len(vertices) % modulus]]
                else:
                    for residue, literal in enumerate(residues[u]):
                        yield [-made, -literal, residues[v][(residue + 1) % modulus]]

    def chosen_moduli(self, vertices: int) -> list[int]:
        """Return the moduli for a network of so many vertices."""
        if self.moduli != "auto":
            return [int(text) for text in self.moduli.split(",")]
        primes: list[int] = []
        product = 1
        for number in count(2):
            if product >= vertices:
                break
            if all(number % prime for prime in primes):
                primes.append(number)
                product *= number
        return primes

    def cuts(self, network: Network, labels: IntArray, cycles: int) -> list[Clause]:
        """Return the cut clauses of the cycles, or none where the model is not solved again."""
        return network.cuts(labels, cycles) if self.again else []
