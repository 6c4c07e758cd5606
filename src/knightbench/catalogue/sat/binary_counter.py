"""A number in binary for every square, counted up along the moves, by SAT."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from knightbench.catalogue.sat.arcs import ArcFormulation
from knightbench.catalogue.sat.network import ENCODING_MEANING, ENCODINGS, Clause, Network
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import parameter, register
from knightbench.problem import Problem

#: The cells of a shift register whose sum is fed back, the last of its cells among them, so that
#: it runs through all states but zero. Cells count from 1.
TAPS: dict[int, tuple[int, ...]] = {
    2: (2, 1),
    3: (3, 2),
    4: (4, 3),
    5: (5, 3),
    6: (6, 5),
    7: (7, 6),
    8: (8, 6, 5, 4),
    9: (9, 5),
    10: (10, 7),
    11: (11, 9),
    12: (12, 6, 4, 1),
    13: (13, 4, 3, 1),
    14: (14, 5, 3, 1),
    15: (15, 14),
    16: (16, 15, 13, 4),
    17: (17, 14),
    18: (18, 11),
    19: (19, 6, 2, 1),
    20: (20, 17),
}

State = tuple[bool, ...]


@register
@dataclass(frozen=True)
class BinaryCounter(ArcFormulation):
    """One literal per arc, and k bits per vertex, which an arc made counts on by one.

    An open tour is made a closed one by a dummy vertex, as in `sat-cutset`. The cycle begins at
    its first vertex: the dummy vertex, or the first square of a closed tour. That one has the
    first number of the counter and no bits. Let N be how many others there are, n open and n - 1
    closed; a the arcs between them, 2m open and 2m - 2d closed, where the first square has d
    moves; b the arcs from the first vertex and to it, 2n open if no end is asked for, 2d closed.

    Variables
        Those of `sat-cutset`: the arcs, and the auxiliary variables of its at-most-ones. For each
        of the N vertices k bits, and the bits of the next number as far as they need a variable.
    Constraints
        Those of `sat-cutset`, with one direction of two where nothing has a direction. An arc
        made from u to v means that the bits of v are the next of u's: 2k clauses. If u is the
        first vertex they are the counter's second number, and if v is, then u's are its last, N
        steps from the first: k clauses. No bits are all zero. A square of a known step has the
        bits of that step: k clauses.
    ``counter=adder``
        Numbers are binary, k the bits of N. The first number is 0, so that without overflow to
        it no cycle can miss the first vertex. The next number of a vertex flips its first bit,
        which needs no variable, and each further one where all before it are set: k - 1
        variables with 4 clauses, and k - 2 with 3 for "all before it".
    ``counter=lfsr``
        Numbers are the states of a linear-feedback shift register of k cells: the state moves on
        by one cell, and the first cell becomes the sum modulo 2 of 2 or 4 cells (`TAPS`), so that
        all 2^k - 1 states but zero follow each other. k is the least of at least 2 by which that
        is more than N: no cycle that misses the first vertex is as long as the period. The first
        state is one in the first cell alone. The sum is one variable, and 4 or 16 clauses.
    Size
        Beside `sat-cutset`, with s known steps (the ends and clues, not the first vertex):

        =======  =========  ==========================================
        counter  variables  clauses
        =======  =========  ==========================================
        adder    3N(k - 1)  2ka + kb + ks + 7N(k - 1) - 2N
        lfsr     N(k + 1)   2ka + kb + ks + 5N, or + 17N with 4 taps
        =======  =========  ==========================================

        A single square of an open tour has k = N = 1 with the adder: 1 variable, 3 + s clauses.

    The effort is conflicts; Kissat tells none. The solvers take no seed, and none more than one
    thread.

    References
    ----------
    N.-F. Zhou, *In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem*,
    CP 2020, LNCS 12333 (the binary adder; its preprocessing, which excludes numbers by distance,
    is left out here).
    A. Johnson, *Quasi-linear reduction of Hamiltonian cycle problem (HCP) to satisfiability
    problem (SAT)*, IP.com, IPCOM000237123D, 2014 (the shift register).
    P. Alfke, *Efficient shift registers, LFSR counters, and long pseudo-random sequence
    generators*, Xilinx XAPP 052, 1996 (the taps).
    """

    name = "sat-binary-counter"
    summary = "SAT: degrees, and a number in binary for every square that counts on along moves"
    source = "adder: Zhou, CP 2020; shift register: Johnson 2014"

    counter: str = parameter(
        "adder",
        "how a number leads to the next: binary, or a linear-feedback shift register",
        choices=("adder", "lfsr"),
    )
    solver: str = parameter("cadical195", "the SAT solver, by PySAT's name", choices=SOLVERS)
    encoding: str = parameter("mixed", ENCODING_MEANING, choices=ENCODINGS)

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse graphs so large that there are no taps for the shift register."""
        if self.counter == "lfsr" and problem.size >= 2 ** max(TAPS) - 1:
            return f"has shift registers for less than {2 ** max(TAPS) - 1} squares"
        return None

    def order(self, problem: Problem, network: Network, unused: int) -> Iterator[Clause]:
        """Yield the clauses by which the vertices are numbered along the cycle."""
        count = network.vertices - 1
        if self.counter == "adder":
            width = count.bit_length()
            numbers = [binary(number, width) for number in range(count + 1)]
            following: Following = add_one
        else:
            width = next(k for k in TAPS if 2**k - 1 > count)
            numbers = [(True, *(False,) * (width - 1))]
            while len(numbers) <= count:
                numbers.append(shifted(numbers[-1]))
            following = shift

        bits: dict[int, Clause] = {}
        after: dict[int, Clause] = {}
        for vertex in range(network.vertices):
            if vertex == network.first:
                continue
            bits[vertex] = list(range(unused, unused + width))
            after[vertex], defined = following(bits[vertex], unused + width)
            unused = max(map(abs, (*bits[vertex], *after[vertex]))) + 1
            yield bits[vertex]
            yield from defined
        for (u, v), made in network.literals.items():
            if u == network.first:
                yield from ([-made, *unit] for unit in equal(bits[v], numbers[1]))
            elif v == network.first:
                yield from ([-made, *unit] for unit in equal(bits[u], numbers[-1]))
            else:
                for one, other in zip(after[u], bits[v], strict=True):
                    yield [-made, -one, other]
                    yield [-made, one, -other]
        for step, square in problem.steps.items():
            if square != network.first:
                # Step 1 is the first vertex itself, or comes after the dummy vertex.
                yield from equal(bits[square], numbers[step - problem.closed])


#: Gives the literals of the next number of some bits, and the clauses that define those of them
#: that are variables of their own, numbered from the second argument.
Following = Callable[[Sequence[int], int], tuple[Clause, list[Clause]]]


def binary(number: int, width: int) -> State:
    """Return the bits of a number, the least first."""
    return tuple(bool(number >> bit & 1) for bit in range(width))


def equal(bits: Sequence[int], state: State) -> list[Clause]:
    """Return unit clauses by which the bits are those of a state."""
    return [[bit if value else -bit] for bit, value in zip(bits, state, strict=True)]


def add_one(bits: Sequence[int], unused: int) -> tuple[Clause, list[Clause]]:
    """Return the next binary number; see `Following`."""
    total = [-bits[0]]
    clauses: list[Clause] = []
    carry = bits[0]
    for place, bit in enumerate(bits[1:], start=1):
        total.append(unused)
        clauses += exclusive_or(unused, (bit, carry))
        if place < len(bits) - 1:
            both = unused + 1
            clauses += [[-both, bit], [-both, carry], [both, -bit, -carry]]
            carry = both
        unused += 2
    return total, clauses


def shift(bits: Sequence[int], unused: int) -> tuple[Clause, list[Clause]]:
    """Return the next state of the shift register; see `Following`."""
    taps = [bits[cell - 1] for cell in TAPS[len(bits)]]
    return [unused, *bits[:-1]], exclusive_or(unused, taps)


def shifted(state: State) -> State:
    """Return the state of the shift register after `state`."""
    return (sum(state[cell - 1] for cell in TAPS[len(state)]) % 2 == 1, *state[:-1])


def exclusive_or(total: int, literals: Sequence[int]) -> list[Clause]:
    """Return clauses by which `total` is the sum of the literals modulo 2."""
    return [
        [
            literal if sign else -literal
            for literal, sign in zip((total, *literals), signs, strict=True)
        ]
        for signs in product((False, True), repeat=len(literals) + 1)
        if (len(literals) + 1 - sum(signs)) % 2 == 1
    ]
