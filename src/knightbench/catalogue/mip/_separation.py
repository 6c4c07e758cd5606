"""Sets of nodes that the moves of a weighted graph leave too lightly.

Imports scipy, so it is imported where it is used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components, maximum_flow

from knightbench.board import IntArray

BoolArray = NDArray[np.bool_]
Weights = NDArray[np.float64]

#: scipy's flows are whole numbers: weights are counted in millionths.
UNIT = 1e-6

#: A set is light if it lacks this much of a weight of 2. Solvers keep a cut to within 1e-6, so
#: that no set is light a second time.
LACKING = 1e-4


def isolated_sets(nodes: int, moves: IntArray, weights: Weights) -> list[BoolArray]:
    """Return the sets of nodes that are connected by moves with a weight, and left by none.

    Parameters
    ----------
    nodes : int
        How many.
    moves : array of int32, shape (moves, 2)
        Every move once.
    weights : array of float64, shape (moves,)
        Not negative.

    Returns
    -------
    list of array of bool, shape (nodes,)
        Whether each node is inside. Empty where all nodes are connected; one of two sets, for the
        other is its rest.
    """
    pieces, label = connected_components(_network(nodes, moves, weights), directed=False)
    return [label == piece for piece in range(pieces if pieces > 2 else pieces - 1)]


def light_sets(nodes: int, moves: IntArray, weights: Weights) -> list[BoolArray]:
    """Return sets of nodes which moves leave with a weight below 2 in all.

    Parameters and returns are as in `isolated_sets`. To within rounding, empty only where there is
    no such set.

    Notes
    -----
    A maximum flow from node 0 to every node that is in no set yet: at most `nodes` flows.
    """
    network = _network(nodes, moves, weights)
    sets: list[BoolArray] = []
    done = np.zeros(nodes, dtype=np.bool_)
    for sink in range(1, nodes):
        if done[sink]:
            continue
        residual = network - maximum_flow(network, 0, sink).flow
        residual.eliminate_zeros()
        inside = np.ones(nodes, dtype=np.bool_)
        inside[breadth_first_order(residual, 0, return_predecessors=False)] = False
        if weights[crossing(inside, moves)].sum() < 2 - LACKING:
            sets.append(inside)
            done |= inside
    return sets


def crossing(inside: BoolArray, moves: IntArray) -> BoolArray:
    """Return which moves have one node inside and one outside."""
    result: BoolArray = inside[moves[:, 0]] != inside[moves[:, 1]]
    return result


def _network(nodes: int, moves: IntArray, weights: Weights) -> csr_array:
    capacity = np.rint(weights / UNIT).astype(np.int32)
    used = capacity > 0
    tail, head = moves[used].T
    both = np.concatenate((tail, head)), np.concatenate((head, tail))
    return csr_array((np.tile(capacity[used], 2), both), shape=(nodes, nodes))
