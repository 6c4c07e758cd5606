"""The annealing of a 2-factor, compiled."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled


@compiled
def anneal(
    offsets: IntArray,
    targets: IntArray,
    mates: IntArray,
    protected: NDArray[np.bool_],
    cycles: int,
    temperature: float,
    cooling: float,
    proposals: int,
    rng: np.random.Generator,
) -> tuple[int, int]:
    """Exchange pairs of moves at random until the 2-factor is one cycle.

    Parameters
    ----------
    offsets, targets : array of int32
        The moves that may be taken, in compressed sparse rows.
    mates : array of int32, shape (vertices, 2)
        The 2-factor; changed in place.
    protected : array of bool, shape (vertices, 2)
        Which moves of the 2-factor must stay.
    cycles : int
        How many cycles it has.
    temperature : float
        At the first proposal.
    cooling : float
        What the temperature is multiplied by after each proposal.
    proposals : int
        How many exchanges to propose at most.
    rng : numpy.random.Generator
        For proposals and their acceptance.

    Returns
    -------
    cycles, proposed : int
        How many cycles are left, and how many exchanges were proposed.
    """
    size = len(mates)
    for proposal in range(proposals):
        if cycles == 1:
            return cycles, proposal
        temperature *= cooling
        # Drawn in any case, so that the course of the generator is plain to see.
        drawn = rng.random()
        u = int(rng.random() * size)
        u_slot = int(rng.random() * 2)
        arcs = offsets[u + 1] - offsets[u]
        x_slot = int(rng.random() * 2)
        arc = offsets[u] + int(rng.random() * arcs)
        if arcs == 0 or protected[u, u_slot]:
            continue
        v, x = mates[u, u_slot], targets[arc]
        y = mates[x, x_slot]
        if protected[x, x_slot] or not _exchangeable(offsets, targets, mates, u, v, x, y):
            continue
        change = _change(mates, u, v, x, y)
        if change > 0 and drawn >= math.exp(-change / temperature):
            continue
        cycles += change
        y_slot = 0 if mates[y, 0] == x else 1
        v_slot = 0 if mates[v, 0] == u else 1
        mates[u, u_slot], mates[x, x_slot] = x, u
        mates[v, v_slot], mates[y, y_slot] = y, v
    return cycles, proposals


@compiled
def _exchangeable(
    offsets: IntArray, targets: IntArray, mates: IntArray, u: int, v: int, x: int, y: int
) -> bool:
    """Return whether u-x and v-y, moves that are not made, may stand for u-v and x-y."""
    if x == mates[u, 0] or x == mates[u, 1] or y == v or y == mates[v, 0] or y == mates[v, 1]:
        return False
    return bool((targets[offsets[v] : offsets[v + 1]] == y).any())


@compiled
def _change(mates: IntArray, u: int, v: int, x: int, y: int) -> int:
    """Return how many cycles there are more when u-x and v-y stand for u-v and x-y.

    Whoever walks from v, away from u, comes back to u without meeting x: two cycles become one.
    Or they meet x first: the way from v to x is turned round. Or y first: that way is cut out.
    """
    before, square = u, v
    while square != u:
        if square == x:
            return 0
        if square == y:
            return 1
        after = mates[square, 1] if mates[square, 0] == before else mates[square, 0]
        before, square = square, after
    return -1
