"""The network of `neural-network`, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled

FIRES_ABOVE, RESTS_BELOW = 3, 0


@compiled
def settle(
    moves: IntArray,
    states: NDArray[np.int64],
    outputs: NDArray[np.uint8],
    degrees: IntArray,
    order: IntArray,
    rounds: int,
) -> tuple[int, bool]:
    """Update the neurons, one after the other, until none of them changes its state.

    Parameters
    ----------
    moves : array of int32, shape (neurons, 2)
        The two vertices of each neuron's move.
    states : array of int64, shape (neurons,)
        The states U, 0 at first; changed in place, so that another call goes on from here.
    outputs : array of uint8, shape (neurons,)
        Which neurons fire; changed in place.
    degrees : array of int32, shape (vertices,)
        How many of the moves of each vertex fire; changed in place. Moves that always fire and
        have no neuron are counted too.
    order : array of int32
        The neurons in the order of their updates.
    rounds : int
        How often all are updated at most.

    Returns
    -------
    rounds, settled : int, bool
        The number of rounds made, and whether the last was one without a change.
    """
    for made in range(1, rounds + 1):
        changed = False
        for neuron in order:
            u, v = moves[neuron]
            change = 4 - degrees[u] - degrees[v]
            if change == 0:
                continue
            changed = True
            states[neuron] += change
            fires = outputs[neuron]
            if states[neuron] > FIRES_ABOVE:
                fires = np.uint8(1)
            elif states[neuron] < RESTS_BELOW:
                fires = np.uint8(0)
            step = np.int32(fires) - np.int32(outputs[neuron])
            outputs[neuron] = fires
            degrees[u] += step
            degrees[v] += step
        if not changed:
            return made, True
    return rounds, False
