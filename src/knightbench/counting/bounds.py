"""Before counting: a bound that is proved, and the moduli by which the count is exact.

Counts are kept in words, modulo some number. A count is known exactly as soon as it is known modulo
numbers without common factors whose product is greater than a bound (the Chinese remainder
theorem). The first modulus is 2**64, which words do by themselves; where the bound is greater, the
count is made again modulo primes below 2**32, whose products fit in a word.

The bound is the number of pairs of matchings. The edges of a cycle through an even number of
vertices, every other one, are a perfect matching, and so are the others: with M perfect matchings
there are at most M^2 / 2 cycles. Through an odd number of vertices, let v be one of them: the cycle
without v is a path with a perfect matching of the vertices but v, and the cycle's other edges but
one of those at v are a matching that misses one vertex other than v, in two ways. Matchings are
counted by elimination too, but a frontier of f vertices has 2^f states and no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from knightbench.counting.orders import frontiers
from knightbench.counting.question import Cycles

#: The widest frontier for which matchings are counted: 2^22 numbers of 8 bytes, twice.
WIDEST = 22

#: By how much a floating-point sum may be less than the true one, generously; see `_matchings`.
ROUNDING = 1e-6


def bound(cycles: Cycles) -> int:
    """Return a number that the Hamiltonian cycles of a graph do not exceed.

    Where the frontier is wider than `WIDEST`, or there are more matchings than a floating-point
    number holds, the bound is that of Brègman instead: a graph whose vertices have degrees d has at
    most the product of (d!)^(1/d) ways to go from each vertex to a neighbour so that every vertex
    is reached once, and each cycle is two of those.

    References
    ----------
    L. M. Brègman, *Some properties of nonnegative matrices and their permanents*, Soviet
    Mathematics Doklady 14, 1973.
    N. Alon, S. Friedland, *The maximum number of perfect matchings in graphs with a given degree
    sequence*, Electronic Journal of Combinatorics 15, 2008.
    """
    neighbours, order = cycles.neighbours, cycles.order
    if max(len(f) for f in frontiers(neighbours, order)) < WIDEST:
        # Nothing is subtracted, so that what overflows stays infinite.
        with np.errstate(over="ignore"):
            perfect, missing = _matchings(neighbours, order)
            if cycles.size % 2 == 0:
                pairs = perfect * perfect / 2
            else:
                last = order[-1]
                without = [row - {last} for row in neighbours]
                # Those that miss `last` are counted among the others: it is a bound.
                pairs = missing * _matchings(without, order[:-1])[0] / 2
        if math.isfinite(pairs * (1 + ROUNDING)):
            return math.ceil(pairs * (1 + ROUNDING))
    logarithm = sum(math.lgamma(len(row) + 1) / max(1, len(row)) for row in neighbours)
    exponent = (logarithm * (1 + ROUNDING) + ROUNDING) / math.log(2) - 1
    return 1 << max(0, math.ceil(exponent))


def _matchings(neighbours: Sequence[set[int]], order: Sequence[int]) -> tuple[float, float]:
    """Return how many matchings leave out none of the vertices, and how many leave out one.

    Nothing is ever subtracted, so that rounding makes a relative error of at most 2^-53 for each
    addition that a number went through: fewer than squares x neighbours of them.
    """
    before = frontiers(neighbours, order)
    # An axis for each vertex of the frontier: 0 unmatched, 1 matched.
    none_, one = np.ones(()), np.zeros(())
    for number, vertex in enumerate(order):
        after = before[number + 1]
        none_, one = (_with_axes(array, before[number], (vertex, *after)) for array in (none_, one))
        skipped = none_[0]
        none_, one = (
            _match(none_, vertex, after, neighbours),
            _match(one, vertex, after, neighbours),
        )
        one = one + skipped
    return float(none_), float(one)


def _with_axes(
    array: NDArray[np.float64], before: Sequence[int], wanted: Sequence[int]
) -> NDArray[np.float64]:
    """Return the array with its axes in the order wanted; new vertices are unmatched."""
    known = [v for v in wanted if v in before]
    array = np.moveaxis(array, range(len(before)), [known.index(v) for v in before])
    shape = tuple(2 if v in before else 1 for v in wanted)
    padding = [(0, 0 if v in before else 1) for v in wanted]
    # The vertex that is eliminated is always wanted, so that there is an axis.
    return np.pad(array.reshape(shape), padding)


def _match(
    array: NDArray[np.float64],
    vertex: int,
    after: Sequence[int],
    neighbours: Sequence[set[int]],
) -> NDArray[np.float64]:
    """Return the numbers once a vertex, on axis 0, is matched."""
    unmatched: NDArray[np.float64] = array[0]
    matched: NDArray[np.float64] = array[1].copy()
    for axis, other in enumerate(after):
        if other in neighbours[vertex]:
            free = (slice(None),) * axis + (0,)
            taken = (slice(None),) * axis + (1,)
            matched[taken] += unmatched[free]
    return matched


def moduli(bound: int) -> tuple[int, ...]:
    """Return numbers without common factors whose product is greater than `bound`."""
    found = [1 << 64]
    primes = _primes()
    while math.prod(found) <= bound:
        found.append(next(primes))
    return tuple(found)


def _primes() -> Iterator[int]:
    """Yield the primes below 2**32, from the greatest down."""
    for candidate in range((1 << 32) - 1, 2, -2):
        if all(candidate % divisor for divisor in range(3, math.isqrt(candidate) + 1, 2)):
            yield candidate


def combined(residues: Sequence[int], moduli: Sequence[int]) -> int:
    """Return the least number with these residues (Chinese remainder theorem)."""
    number, product = 0, 1
    for residue, modulus in zip(residues, moduli, strict=True):
        number += product * ((residue - number) * pow(product, -1, modulus) % modulus)
        product *= modulus
    return number
