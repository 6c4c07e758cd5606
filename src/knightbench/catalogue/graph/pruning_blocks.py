"""Blocks in a chain, colours in balance: what a Hamiltonian path asks of a graph as a whole.

A block is a largest part that no single square cuts apart. A path that visits every square once
passes from block to block through the squares they share, and each of those once, so the blocks
form a chain, the path's ends lie in the first and the last of them, and within each block the
path is Hamiltonian again, from the square where it enters to the square where it goes on. A
cycle needs a graph that is one block. In a bipartite graph the colours of a path alternate, so
its ends tell how many squares of each colour there are, and conversely.

References
----------
J. Hopcroft, R. Tarjan, *Algorithm 447: efficient algorithms for graph manipulation*,
Communications of the ACM 16(6), 372-378, 1973 (blocks).

F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21(4),
576-580, 1974.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.graph.cycle_problem import CycleProblem
from knightbench.catalogue.graph.pruning_degrees import MovesLeft

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True)
class Link:
    """A block of a chain, and the squares at which a path enters and leaves it, where known."""

    block: set[int]
    enter: int | None
    leave: int | None


def chain_of_blocks(graph: nx.Graph[int], squares: int, ends: list[int]) -> list[Link] | None:
    """Return the blocks of a graph in the order in which every Hamiltonian path passes them.

    Parameters
    ----------
    graph : networkx.Graph
        The graph; squares without moves are looked over.
    squares : int
        How many squares the path must visit, at least two.
    ends : list of int
        The ends of the path that are known: both, one or none.

    Returns
    -------
    list of Link or None
        From the first of `ends`; from either side where none is known. None where there is no
        such chain, and so no Hamiltonian path.

    Notes
    -----
    O(squares + moves), by `networkx.biconnected_components`.
    """
    import networkx as nx

    blocks: list[set[int]] = list(nx.biconnected_components(graph))
    # A connected graph less one square is its blocks less one square each; of more than one
    # part, the blocks hold fewer.
    if sum(len(block) - 1 for block in blocks) != squares - 1:
        return None
    blocks_of: dict[int, list[int]] = {}
    for index, block in enumerate(blocks):
        for square in block:
            blocks_of.setdefault(square, []).append(index)
    shared: list[list[int]] = [[] for _ in blocks]
    for square, indices in blocks_of.items():
        if len(indices) > 2:
            return None
        if len(indices) == 2:
            for index in indices:
                shared[index].append(square)
    if any(len(squares_shared) > 2 for squares_shared in shared):
        return None

    index = next(index for index, squares_shared in enumerate(shared) if len(squares_shared) < 2)
    if ends:
        index = blocks_of[ends[0]][0]
        if len(blocks_of[ends[0]]) > 1 or len(shared[index]) > 1:
            return None
    start, end = [*ends, None, None][:2]
    chain: list[Link] = []
    enter: int | None = start
    while onward := [square for square in shared[index] if square != enter]:
        chain.append(Link(blocks[index], enter, onward[0]))
        enter = onward[0]
        index = sum(blocks_of[enter]) - index
    chain.append(Link(blocks[index], enter, end))
    if end is not None and end not in blocks[index] - {enter}:
        return None
    return chain


def signs_of_free_ends(link: Link, sign: Sequence[int]) -> tuple[int, ...]:
    """Return the colours that the unknown ends of a path through a block may have.

    Parameters
    ----------
    link : Link
        A block and the known ends.
    sign : sequence of int
        The colour of each square, -1 or 1; no move joins two of the same.

    Returns
    -------
    tuple of int
        Empty where no path between the known ends exists, whatever the unknown ones are.

    Notes
    -----
    Along a path the signs alternate, so twice their sum is the sum of those of its two ends.
    """
    excess = 2 * sum(sign[square] for square in link.block)
    known = [sign[square] for square in (link.enter, link.leave) if square is not None]
    if len(known) == 2:
        return (-1, 1) if excess == sum(known) else ()
    if len(known) == 1:
        return tuple(free for free in (-1, 1) if excess == known[0] + free)
    return {-2: (-1,), 0: (-1, 1), 2: (1,)}.get(excess, ())


def prune_by_blocks(cycle: CycleProblem, left: MovesLeft) -> bool:
    """Use and drop what the blocks and their colours settle; return False where there is no cycle.

    What is left of a walk is a path from its end, to the origin of a closed tour or to a square
    next to the hub of an open one. A block of two squares is a move that this path makes; and
    the hub keeps its moves only to squares at which the path may end.
    """
    graph, hub, sign = left.graph, cycle.hub, cycle.sign
    squares_left = sum(map(bool, left.need)) - (hub is not None)
    if squares_left == 1:
        return True
    ends = left.path[-1:] if len(left.path) > 1 else []
    if hub is None:
        ends += [left.origin] if ends else []
        chain = chain_of_blocks(graph, squares_left, ends)
        if chain is not None and not ends:
            return len(chain) == 1 and (sign is None or sum(sign) == 0)
    else:
        ends += left.used[hub]
        moves_of_hub = list(graph.edges(hub))
        graph.remove_node(hub)
        chain = chain_of_blocks(graph, squares_left, ends)
        graph.add_edges_from(moves_of_hub)
    if chain is None:
        return False
    may_end: set[int] = set()
    for link in chain:
        signs = (-1, 1) if sign is None else signs_of_free_ends(link, sign)
        if not signs:
            return False
        if len(link.block) == 2 and not left.use(*link.block):
            return False
        if link.enter is None or link.leave is None:
            inside = link.block - {link.enter, link.leave}
            may_end.update(v for v in inside if sign is None or sign[v] in signs)
    if hub is not None and len(left.used[hub]) < left.need[hub]:
        for square in list(graph.neighbors(hub)):
            if square not in may_end and square not in left.used[hub]:
                left.drop(hub, square)
    return True
