"""What hangs together by too little: parts, bridges and cut squares."""

from __future__ import annotations

from collections.abc import Iterable

from knightbench.problem import Problem
from knightbench.theory.finding import Ends, Finding, counted, named

SOURCE = "J. A. Bondy and U. S. R. Murty, Graph Theory with Applications (1976), theorem 4.2"
BLOCKS = (
    "F. Harary and G. Prins, The block-cutpoint-tree of a graph, Publ. Math. Debrecen 13 (1966)"
)


def connected(problem: Problem) -> Finding | None:
    """Say that the graph is in several parts.

    Scope: any graph, any requests. Linear in squares and moves.
    """
    import networkx as nx

    parts = sorted(
        nx.connected_components(problem.graph()), key=lambda part: (len(part), min(part))
    )
    if len(parts) < 2:
        return None
    why = f"{named(problem, parts[0])} cannot be reached from the other squares"
    return _found("connected", why, parts[0])


def bridge(problem: Problem) -> Finding | None:
    """Say that a closed tour would have to make a move twice: a bridge, there and back.

    Scope: closed problems on a connected graph, any requests. Linear in squares and moves.
    """
    import networkx as nx

    if not problem.closed:
        return None
    graph = problem.graph()
    if not nx.is_connected(graph):
        return None
    bridges = [(min(u, v), max(u, v)) for u, v in nx.bridges(graph)]
    if not bridges:
        return None
    u, v = min(bridges)
    why = f"{problem.name(u)} - {problem.name(v)} is the only move between two parts of the graph"
    return _found("bridge", f"{why}; a closed tour would make it there and back", (u, v))


def cut_square(problem: Problem) -> Finding | None:
    """Say that the graph falls into too many parts without one of its squares.

    Without one of its squares a closed tour is in one piece; an open one in at most two, and in
    one if that square is an end.

    Scope: connected graphs, any requests. Linear in squares and moves.
    """
    import networkx as nx

    graph = problem.graph()
    if not nx.is_connected(graph):
        return None
    known = frozenset[int]() if problem.closed else Ends.of(problem).known
    parts = dict.fromkeys(range(problem.size), 0)
    for block in nx.biconnected_components(graph):
        for square in block:
            parts[square] += 1
    for square, count in parts.items():
        most = 1 if problem.closed or square in known else 2
        if count > most:
            kind = "a closed tour" if problem.closed else "an open tour"
            at_end = " that ends there" if square in known else ""
            why = f"without {problem.name(square)} the graph falls into {count} parts"
            return _found("cut square", f"{why}, {kind}{at_end} into {most} at most", (square,))
    return None


def end_blocks(problem: Problem) -> Finding | None:
    """Say that more groups of squares hang on by one square than an open tour has ends.

    A block is a largest group of squares that no single square cuts; blocks and cut squares
    form a tree. The tour enters the inside of a leaf through its one cut square, which it visits
    once, so it has an end inside. Two leaves at most: the tree is a path. An end that is known
    serves one leaf only, and a leaf needs a square inside that may be an end.

    Scope: open problems on connected graphs, any requests. Linear in squares and moves.

    References
    ----------
    F. Harary and G. Prins, *The block-cutpoint-tree of a graph*, Publicationes Mathematicae
    Debrecen 13 (1966), 103-107.
    """
    import networkx as nx

    if problem.closed:
        return None
    graph = problem.graph()
    if not nx.is_connected(graph):
        return None
    ends = Ends.of(problem)
    cuts = set(nx.articulation_points(graph))
    leaves = [block for block in nx.biconnected_components(graph) if len(block & cuts) == 1]
    # The order in which a graph's blocks are found is its own affair; here it is by their squares.
    leaves.sort(key=min)
    for leaf in leaves:
        if not ends.possible & (leaf - cuts):
            why = f"{named(problem, leaf - cuts)} hang on by {named(problem, leaf & cuts)} alone"
            return _blocks(
                f"{why}, so an open tour has an end among them, but may not", leaf & cuts
            )
    unserved = [leaf for leaf in leaves if not ends.known & (leaf - cuts)]
    free = max(0, 2 - len(ends.known))
    if len(unserved) > free:
        hooks = {square for leaf in unserved for square in leaf & cuts}
        groups = f"{counted(len(unserved), 'group')} of squares hang on by {named(problem, hooks)}"
        why = f"{groups}, each by one square alone, so an open tour has an end in each of them"
        elsewhere = f" besides {named(problem, ends.known)}" if ends.known else ""
        return _blocks(f"{why}; it has {counted(free, 'end')}{elsewhere}", hooks)
    return None


def _found(theorem: str, statement: str, squares: Iterable[int]) -> Finding:
    return Finding(theorem, False, statement, SOURCE, tuple(sorted(squares)))


def _blocks(statement: str, squares: Iterable[int]) -> Finding:
    return Finding("end blocks", False, statement, BLOCKS, tuple(sorted(squares)))
