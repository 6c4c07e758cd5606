"""Subcycles of a 2-factor, and joining them by exchanging two edges.

A *2-factor* is a choice of moves in which every square has exactly two: a set of disjoint cycles
that visits every square. It is a closed tour as soon as there is one cycle. Let u-v be a move of
one cycle and x-y a move of another. If u-x and v-y are moves too, then taking those two instead
joins the cycles into one::

    ( ...  u       x  ... )        ( ...  u ----- x  ... )
           |       |          ->
    ( ...  v       y  ... )        ( ...  v ----- y  ... )

On a knight's board such places abound, so that a 2-factor is most of the way to a tour.

A 2-factor is held as `mates`, an array of shape (size, 2): the two squares next to each square,
in no order. A second array of that shape, `protected`, is true where the move to that mate must
stay. Both ends of a move must agree on that. Cycles have at least three squares.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from knightbench.board import IntArray
from knightbench.catalogue.reference._kernel import compiled
from knightbench.problem import Move

BoolArray = NDArray[np.bool_]


@compiled
def label_cycles(mates: IntArray, labels: IntArray) -> int:
    """Label each square with its cycle; cycles count in the order of their smallest squares.

    Parameters
    ----------
    mates : array of int32, shape (size, 2)
        The 2-factor.
    labels : array of int32, shape (size,)
        Filled with the number of each square's cycle, from 0.

    Returns
    -------
    int
        How many cycles there are.
    """
    labels[:] = -1
    cycles = 0
    for first in range(len(mates)):
        square = first
        while labels[square] < 0:
            labels[square] = cycles
            square = mates[square, 0] if labels[mates[square, 0]] < 0 else mates[square, 1]
        if labels[first] == cycles:
            cycles += 1
    return cycles


@compiled
def merge_cycles(
    offsets: IntArray, targets: IntArray, mates: IntArray, protected: BoolArray
) -> tuple[int, int]:
    """Join cycles of a 2-factor by exchanging two edges, until no exchange joins any more.

    Parameters
    ----------
    offsets, targets : array of int32
        The graph, in compressed sparse rows.
    mates : array of int32, shape (size, 2)
        The 2-factor; changed in place.
    protected : array of bool, shape (size, 2)
        Which moves of the 2-factor must stay. A move that is taken in an exchange is free, so
        this array holds for the result as it did for the input.

    Returns
    -------
    cycles, exchanges : int
        How many cycles there were, and how many exchanges were made. Each leaves one cycle less.

    Notes
    -----
    Squares are gone through in order, and each takes the first exchange that joins; the result
    depends on nothing else. A pass costs O(squares + moves): the squares next to v are marked
    once, so that whether v-y is a move is looked up and not searched. A second pass hardly ever
    finds what the first one left, so mostly there are two.

    Which cycle a square is in is kept by union-find over the labels of the first cycles.
    """
    size = len(mates)
    labels = np.empty(size, dtype=np.int32)
    cycles = label_cycles(mates, labels)
    parent = np.arange(cycles).astype(np.int32)
    next_to = np.full(size, -1, dtype=np.int32)
    marks = 0
    exchanges = 0
    before = -1
    while exchanges > before and exchanges < cycles - 1:
        before = exchanges
        for u in range(size):
            for slot in range(2):
                if protected[u, slot]:
                    continue
                v = mates[u, slot]
                marks += 1
                for arc in range(offsets[v], offsets[v + 1]):
                    next_to[targets[arc]] = marks
                here = _root(parent, labels[u])
                for arc in range(offsets[u], offsets[u + 1]):
                    x = targets[arc]
                    there = _root(parent, labels[x])
                    if here == there:
                        continue
                    if not protected[x, 0] and next_to[mates[x, 0]] == marks:
                        y = mates[x, 0]
                    elif not protected[x, 1] and next_to[mates[x, 1]] == marks:
                        y = mates[x, 1]
                    else:
                        continue
                    _replace(mates, u, v, x)
                    _replace(mates, v, u, y)
                    _replace(mates, x, y, u)
                    _replace(mates, y, x, v)
                    parent[max(here, there)] = min(here, there)
                    exchanges += 1
                    break
    return cycles, exchanges


@compiled
def _root(parent: IntArray, label: int) -> int:
    while parent[label] != label:
        parent[label] = parent[parent[label]]
        label = parent[label]
    return label


@compiled
def _replace(mates: IntArray, square: int, old: int, new: int) -> None:
    mates[square, 0 if mates[square, 0] == old else 1] = new


@compiled
def walk(mates: IntArray, first: int, second: int) -> IntArray:
    """Return the squares of the cycle through the move `first` - `second`, in that direction."""
    squares = np.empty(len(mates), dtype=np.int32)
    squares[0] = before = first
    count = 1
    square = second
    while square != first:
        squares[count] = square
        count += 1
        after = mates[square, 1] if mates[square, 0] == before else mates[square, 0]
        before, square = square, after
    return squares[:count]


def protect(mates: IntArray, moves: Iterable[Move]) -> BoolArray:
    """Return the array `protected` for some moves of a 2-factor.

    Parameters
    ----------
    mates : array of int32, shape (size, 2)
        The 2-factor.
    moves : iterable of (int, int)
        Moves which it makes, in either direction.
    """
    protected = np.zeros(mates.shape, dtype=np.bool_)
    for u, v in moves:
        protected[u, mates[u] == v] = True
        protected[v, mates[v] == u] = True
    return protected


def directed_walk(mates: IntArray, first: int, arcs: Iterable[Move]) -> list[int] | None:
    """Return the cycle through `first` in the direction in which it makes all of `arcs`.

    Parameters
    ----------
    mates : array of int32, shape (size, 2)
        The 2-factor.
    first : int
        The square to begin with.
    arcs : iterable of (int, int)
        Moves with a direction; none of them leaves the choice to the order of `mates`.

    Returns
    -------
    list of int or None
        None where neither direction makes all arcs.
    """
    wanted = list(arcs)
    for second in mates[first]:
        squares: list[int] = walk(mates, first, int(second)).tolist()
        following = dict(zip(squares, squares[1:] + squares[:1], strict=True))
        if all(following.get(u) == v for u, v in wanted):
            return squares
    return None


def warm_up() -> None:
    """Compile every kernel, or load it from disk: two triangles that become one cycle."""
    offsets = np.array([0, 3, 6, 8, 11, 14, 16], dtype=np.int32)
    targets = np.array([1, 2, 3, 0, 2, 4, 0, 1, 4, 5, 0, 3, 5, 1, 3, 4], dtype=np.int32)
    mates = np.array([[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]], dtype=np.int32)
    merge_cycles(offsets, targets, mates, protect(mates, ()))
    directed_walk(mates, 0, ())
