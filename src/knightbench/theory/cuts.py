"""Cut sets: squares without which more parts remain than a tour can link."""

from __future__ import annotations

import itertools
import math

import numpy as np

from knightbench.board import IntArray
from knightbench.problem import Problem
from knightbench.theory.finding import Ends, Finding, counted, named

TOUGH = "V. Chvátal, Tough graphs and hamiltonian circuits, Discrete Math. 5 (1973)"
MATCHING = (
    "A. L. Dulmage and N. S. Mendelsohn, Coverings of bipartite graphs, Canad. J. Math. 10 (1958)"
)

#: How many squares and moves `small_cut` may look at for one size of cut: about half a second.
SMALL_CUT_WORK = 200_000


def small_cut(problem: Problem, largest: int = 3, work: int = SMALL_CUT_WORK) -> Finding | None:
    """Say that the graph falls into too many parts without two or three of its squares, or more.

    Without k of its squares a closed tour is in at most k pieces; an open one in at most k + 1,
    and in one less for each of the k that is an end.

    Scope: connected graphs, any requests. All cuts of k squares are tried, for k = 2 up to
    `largest`, where binomial(n, k - 1) x (squares + moves) is at most `work`: the last square of
    a cut comes from one search for cut squares. For k = 1 see `cut_square`.

    References
    ----------
    V. Chvátal, *Tough graphs and hamiltonian circuits*, Discrete Mathematics 5 (1973), 215-228.
    """
    import networkx as nx

    graph = problem.graph()
    if not nx.is_connected(graph):
        return None
    known = frozenset[int]() if problem.closed else Ends.of(problem).known
    # Where more than half of the squares are gone, the others are too few to be in k parts.
    for k in range(2, min(largest, problem.size // 2) + 1):
        if math.comb(problem.size, k - 1) * (problem.size + problem.moves) > work:
            return None
        for removed in itertools.combinations(range(problem.size), k - 1):
            rest = graph.copy()
            rest.remove_nodes_from(removed)
            whole = nx.number_connected_components(rest)
            # A square is in as many blocks as its part falls into without it.
            parts = dict.fromkeys(rest, whole - 1)
            for block in nx.biconnected_components(rest):
                for square in block:
                    parts[square] += 1
            for last, count in parts.items():
                cut = {*removed, last}
                most = k if problem.closed else k + 1 - len(known & cut)
                if count > most:
                    kind = "a closed" if problem.closed else "an open"
                    why = f"without {named(problem, cut)} the graph falls into {count} parts"
                    said = f"{why}, {kind} tour into {most} at most"
                    return Finding("small cut", False, said, TOUGH, tuple(sorted(cut)))
    return None


def crowded(problem: Problem) -> Finding | None:
    """Say that some squares have too few neighbours between them, however many they are.

    Take squares I without moves among each other, and their neighbours S. A closed tour makes
    2|I| moves at I, all to S, which takes 2|S|. So |S| >= |I|, and if they are equal the tour
    goes to and fro between I and S and there is no other square. An open tour makes one move
    less for each end in I, and S takes one less for each end in S. The `squares` are S: a cut
    set, as the colours of a board with an odd number of squares, or the middle rows of 4 x n.

    Such sets are found, if there are any without regard to the ends, by a maximum matching of
    squares with neighbours: from an unmatched square all that alternating paths reach, or else
    every strongly connected part of the matched graph that none leaves. An open tour is closed
    for this through one more square, next to each possible end. What is found is counted anew
    on the problem, so nothing depends on how it was found.

    Scope: any graph, any requests; required moves are not looked at. The matching takes
    O(moves x sqrt(squares)), the rest is linear.

    References
    ----------
    A. L. Dulmage and N. S. Mendelsohn, *Coverings of bipartite graphs*, Canadian Journal of
    Mathematics 10 (1958), 517-534. The count is toughness (Chvátal 1973) for cuts of this kind.
    """
    if problem.size == 1 and not problem.closed:
        return None
    ends = None if problem.closed else Ends.of(problem)
    found = [_count(problem, ends, crowd) for crowd in _candidates(problem, ends)]
    return min(filter(None, found), key=lambda finding: len(finding.squares), default=None)


def _count(problem: Problem, ends: Ends | None, crowd: frozenset[int]) -> Finding | None:
    """Return what follows for `crowd`, some squares, if they have no moves among each other."""
    around = {neighbour for square in crowd for neighbour in problem.neighbours(square)}
    if not around or crowd & around:
        return None
    made, room = 2 * len(crowd), 2 * len(around)
    if ends is not None:
        made -= max(0, min(len(ends.possible & crowd), 2 - len(ends.known - crowd)))
        room -= 2 if ends.possible <= around else min(2, len(ends.known & around))
    others = problem.size - len(crowd) - len(around)
    if made < room or (made == room and others == 0):
        return None
    kind = "a closed tour" if problem.closed else "an open tour"
    why = (
        f"{named(problem, crowd)} ({len(crowd)} in all) have moves to "
        f"{counted(len(around), 'square')} only, {named(problem, around)}: {kind} makes at least "
        f"{counted(made, 'move')} between them, and the latter take {room}"
    )
    if made == room:
        why += f", which leaves none to {counted(others, 'other square')}"
    return Finding("crowded", False, why, MATCHING, tuple(sorted(around)))


def _candidates(problem: Problem, ends: Ends | None) -> list[frozenset[int]]:
    """Return sets of squares without moves among each other that may be crowded."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    rows, cols = _ring(problem, ends)
    size = problem.size + (ends is not None)
    column_of = _matching(rows, cols, size)
    row_of = np.full(size, -1, dtype=np.int32)
    matched = np.flatnonzero(column_of >= 0)
    row_of[column_of[matched]] = matched
    # An arc from u to v: v is matched with a neighbour of u. A set that no arc leaves has as
    # many neighbours as squares, or fewer by its unmatched ones.
    kept = row_of[cols] >= 0
    sources, targets = rows[kept], row_of[cols[kept]]
    ones = np.ones(len(sources), dtype=np.int8)
    arcs = csr_array((ones, (sources, targets)), shape=(size, size))
    unmatched = np.flatnonzero(column_of < 0)
    if len(unmatched):
        reached = breadth_first_order(arcs, unmatched[0], return_predecessors=False)
        sets = [set(reached.tolist())]
    else:
        _, part_of = connected_components(arcs, connection="strong")
        left = set(part_of[sources[part_of[sources] != part_of[targets]]].tolist())
        closed: dict[int, set[int]] = {}
        for square, part in enumerate(part_of.tolist()):
            if part not in left:
                closed.setdefault(part, set()).add(square)
        sets = list(closed.values())
    starts = np.searchsorted(rows, np.arange(size + 1))
    independent = []
    for members in sets:
        around = {col for row in members for col in cols[starts[row] : starts[row + 1]].tolist()}
        independent.append(frozenset(members - around - {problem.size}))
    return independent


def _matching(rows: IntArray, cols: IntArray, size: int) -> IntArray:
    """Return the column that each row is matched with in a maximum matching, -1 for none.

    As a maximum flow: scipy's own maximum_bipartite_matching takes minutes on a 100x100 board
    with both ends given, where this takes a hundredth of a second.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    each = np.arange(size, dtype=np.int32)
    source, sink = np.full_like(each, 2 * size), np.full_like(each, 2 * size + 1)
    tails = np.concatenate([source, rows, each + size])
    heads = np.concatenate([each, cols + size, sink])
    pipes = (np.ones(len(tails), dtype=np.int32), (tails, heads))
    network = csr_array(pipes, shape=(2 * size + 2, 2 * size + 2))
    flow = maximum_flow(network, 2 * size, 2 * size + 1).flow.tocoo()
    used = (flow.data > 0) & (flow.row < size)
    column_of = np.full(size, -1, dtype=np.int32)
    column_of[flow.row[used]] = flow.col[used] - size
    return column_of


def _ring(problem: Problem, ends: Ends | None) -> tuple[IntArray, IntArray]:
    """Return the moves by row and column, an open problem's closed through one more square."""
    rows = np.repeat(np.arange(problem.size, dtype=np.int32), problem.degrees)
    if ends is None:
        return rows, problem.targets
    possible = np.array(sorted(ends.possible), dtype=np.int32)
    extra = np.full(len(possible), problem.size, dtype=np.int32)
    rows = np.concatenate([rows, possible, extra])
    cols = np.concatenate([problem.targets, extra, possible])
    order = np.argsort(rows, kind="stable")
    return rows[order], cols[order]
