"""The grid of small problems that every formulation is put to."""

import functools
from collections.abc import Iterator

import networkx as nx

from knightbench import Board, Problem


def full_boards(largest: int = 5) -> Iterator[Problem]:
    """Every board up to largest x largest, open and closed."""
    for rows in range(1, largest + 1):
        for cols in range(1, largest + 1):
            for closed in (False, True):
                yield Problem.from_board(Board(rows, cols), closed=closed)


def starts() -> Iterator[Problem]:
    for size, squares in {
        "1x1": [(0, 0)],
        "3x4": [(0, 0), (0, 1), (1, 1), (2, 3)],
        "4x5": [(0, 0), (1, 2), (3, 4)],
        "5x5": [(0, 0), (0, 1), (2, 2)],
    }.items():
        for start in squares:
            yield Problem.from_board(size, start=start)
    for start in [(0, 0), (1, 2), (2, 9)]:
        yield Problem.from_board("3x10", closed=True, start=start)


def ends() -> Iterator[Problem]:
    yield Problem.from_board("1x1", start=(0, 0), end=(0, 0))
    yield Problem.from_board("3x4", end=(0, 0))
    yield Problem.from_board("3x4", start=(0, 0), end=(0, 1))
    yield Problem.from_board("3x4", start=(0, 0), end=(0, 2))
    yield Problem.from_board("3x4", start=(0, 0), end=(0, 0))
    yield Problem.from_board("4x5", start=(0, 0), end=(3, 0))
    yield Problem.from_board("5x5", start=(0, 0), end=(4, 4))
    yield Problem.from_board("5x5", start=(0, 0), end=(0, 1))
    yield Problem.from_board("3x10", closed=True, end=(1, 2))
    yield Problem.from_board("3x10", closed=True, start=(0, 1), end=(2, 2))
    yield Problem.from_board("3x10", closed=True, start=(0, 1), end=(2, 9))


def clues() -> Iterator[Problem]:
    yield Problem.from_board("3x4", clues=[((0, 0), 1), ((2, 1), 2)])
    yield Problem.from_board("3x4", clues=[((1, 1), 3)])
    yield Problem.from_board("3x4", clues=[((0, 0), 5), ((0, 1), 6)])
    yield Problem.from_board("3x4", clues=[((0, 0), 5), ((0, 0), 6)])
    yield Problem.from_board("4x5", start=(0, 0), clues=[((1, 2), 2), ((3, 0), 20)])
    yield Problem.from_board("5x5", clues=[((2, 2), 25), ((0, 0), 1)])
    yield Problem.from_board("5x5", clues=[((2, 2), 13)])
    yield Problem.from_board("3x10", closed=True, clues=[((2, 1), 2)])
    yield Problem.from_board("3x10", closed=True, clues=[((2, 1), 3)])
    yield Problem.from_board("3x10", closed=True, start=(2, 9), clues=[((0, 8), 2), ((1, 7), 30)])


def moves() -> Iterator[Problem]:
    edge, other = ((0, 0), (1, 2)), ((0, 1), (2, 2))
    yield Problem.from_board("3x4", require=[edge])
    yield Problem.from_board("3x4", require_arcs=[edge])
    yield Problem.from_board("3x4", require_arcs=[edge[::-1]])
    yield Problem.from_board("3x4", require_arcs=[edge, edge[::-1]])
    yield Problem.from_board("3x4", forbid=[edge])
    yield Problem.from_board("3x4", require=[edge], forbid=[edge])
    yield Problem.from_board("3x4", require=[edge, other])
    yield Problem.from_board("3x4", forbid=[edge, other])
    yield Problem.from_board("5x5", start=(0, 0), require_arcs=[((2, 2), (4, 3)), ((0, 1), (2, 2))])
    three = [((0, 1), (2, 0)), ((0, 1), (2, 2)), ((0, 1), (1, 3))]
    yield Problem.from_board("3x4", require=three)
    long = functools.partial(Problem.from_board, "3x10", closed=True)
    yield long(require_arcs=[edge])
    yield long(require_arcs=[edge[::-1]])
    yield long(require_arcs=[((0, 1), (2, 2)), ((1, 7), (2, 9))])
    yield long(require_arcs=[((0, 1), (2, 2)), ((2, 9), (1, 7))])
    yield long(require=[other], forbid=[((2, 2), (0, 3))])
    yield long(require=[((0, 2), (1, 4)), ((2, 2), (1, 4))])
    yield long(forbid=[edge])
    ring = nx.cycle_graph(5)
    yield Problem.from_graph(ring, closed=True, require_arcs=[(0, 1), (2, 3)])
    yield Problem.from_graph(ring, closed=True, require_arcs=[(0, 1), (3, 2)])
    yield Problem.from_graph(ring, closed=True, end=1)
    yield Problem.from_graph(ring, closed=True, start=2, require_arcs=[(3, 2)])
    yield Problem.from_graph(ring, require=[(0, 1)], forbid=[(1, 2)])
    yield Problem.from_graph(ring, require_arcs=[(0, 1), (3, 2)])


def boards() -> Iterator[Problem]:
    """Holes, other leapers, offsets, wrap-around."""
    for closed in (False, True):
        yield Problem.from_board(Board(4, 4, holes=[(0, 0)]), closed=closed)
        yield Problem.from_board(Board(4, 4, holes=[(1, 1), (2, 2)]), closed=closed)
        yield Problem.from_board(Board(3, 3, holes=[(1, 1)]), closed=closed)
        yield Problem.from_board(Board(5, 5, holes=[(2, 2)]), closed=closed)
        yield Problem.from_board(Board(2, 2, holes=[(0, 0), (0, 1), (1, 0), (1, 1)]), closed=closed)
        yield Problem.from_board(Board(3, 4, moves=(0, 1)), closed=closed)
        yield Problem.from_board(Board(3, 3, moves=(0, 1)), closed=closed)
        yield Problem.from_board(Board(4, 4, moves=(1, 3)), closed=closed)
        yield Problem.from_board(Board(3, 4, moves=(1, 1)), closed=closed)
        king = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        yield Problem.from_board(Board(3, 4, moves=king), closed=closed)
        far = [(2, 2), (2, -2), (-2, 2), (-2, -2), (3, 0), (-3, 0), (0, 3), (0, -3)]
        yield Problem.from_board(Board(4, 4, moves=far), closed=closed)
        yield Problem.from_board(Board(5, 5, moves=far), closed=closed)
        yield Problem.from_board(Board(3, 4, wrap_rows=True), closed=closed)
        yield Problem.from_board(Board(3, 3, wrap_cols=True), closed=closed)
        yield Problem.from_board(Board(2, 4, wrap_rows=True, wrap_cols=True), closed=closed)
        yield Problem.from_board(Board(4, 4, wrap_rows=True, wrap_cols=True), closed=closed)


def graphs() -> Iterator[Problem]:
    triangles = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
    bowtie = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])
    named = nx.Graph([("b", "a"), ("a", 3), (3, ("x", 1)), (("x", 1), "b")])
    for closed in (False, True):
        for graph in (
            nx.empty_graph(0),
            nx.empty_graph(1),
            nx.empty_graph(2),
            nx.path_graph(2),
            nx.star_graph(3),
            nx.path_graph(7),
            nx.cycle_graph(7),
            nx.complete_graph(5),
            nx.complete_bipartite_graph(3, 3),
            nx.complete_bipartite_graph(3, 4),
            nx.complete_bipartite_graph(3, 5),
            triangles,
            bowtie,
            named,
            nx.petersen_graph(),
            nx.cubical_graph(),
            nx.barbell_graph(3, 1),
        ):
            yield Problem.from_graph(graph, closed=closed)
    yield Problem.from_graph(named, start=3, end=("x", 1))
    yield Problem.from_graph(nx.petersen_graph(), start=0, end=1)
    yield Problem.from_graph(nx.petersen_graph(), start=0, end=2)


def special() -> Iterator[Problem]:
    """Requests made of the tour as a whole, which few formulations honour: not in `everything`."""
    ring = Board(3, 3, holes=[(1, 1)])
    king = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    siamese = Board(3, 3, [(-1, 1), (1, -1), (1, 0), (-1, 0)], wrap_rows=True, wrap_cols=True)
    for closed in (False, True):
        for symmetry in ("half-turn", "quarter-turn"):
            yield Problem.from_board(ring, closed=closed, symmetry=symmetry)
            yield Problem.from_board(Board(4, 4, moves=(0, 1)), closed=closed, symmetry=symmetry)
            yield Problem.from_board(Board(3, 3, moves=king), closed=closed, symmetry=symmetry)
        yield Problem.from_board("3x4", closed=closed, symmetry="half-turn")
        yield Problem.from_board(Board(3, 4, moves=king), closed=closed, symmetry="half-turn")
        yield Problem.from_board("3x4", closed=closed, magic="semi-magic")
        yield Problem.from_board(Board(2, 4, moves=king), closed=closed, magic="semi-magic")
        yield Problem.from_board(Board(3, 3, moves=king), closed=closed, magic="semi-magic")
        yield Problem.from_board(siamese, closed=closed, magic="semi-magic")
        yield Problem.from_board(siamese, closed=closed, magic="magic")
        yield Problem.from_board(ring, closed=closed, max_crossings=7)
        yield Problem.from_board(Board(2, 4, moves=king), closed=closed, max_crossings=0)
        far = [(2, 2), (2, -2), (-2, 2), (-2, -2), (0, 1), (0, -1), (1, 0), (-1, 0)]
        yield Problem.from_board(Board(3, 4, moves=far), closed=closed, max_crossings=1)
    yield Problem.from_board("3x4", max_crossings=19)
    yield Problem.from_board("3x4", max_crossings=20)
    yield Problem.from_board("3x4", start=(0, 0), symmetry="half-turn", max_crossings=20)
    yield Problem.from_board("3x7", symmetry="half-turn", max_crossings=36)


def everything() -> list[Problem]:
    kinds = (full_boards, starts, ends, clues, moves, boards, graphs)
    return [problem for kind in kinds for problem in kind()]
