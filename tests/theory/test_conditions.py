"""The conditions on graphs, one by one: what each catches, and what it must leave alone."""

from collections.abc import Callable

import networkx as nx
import pytest

from knightbench import Board, Problem
from knightbench.theory.colours import colours
from knightbench.theory.connectivity import bridge, connected, cut_square, end_blocks
from knightbench.theory.cuts import _count, crowded, small_cut
from knightbench.theory.degrees import chvatal, degrees
from knightbench.theory.finding import Ends, Finding, named
from knightbench.theory.forced import forced

Theorem = Callable[[Problem], Finding | None]
on_board, on_graph = Problem.from_board, Problem.from_graph

# A triangle at each square of a triangle.
NET = nx.cycle_graph(3)
for hook, leaf in ((0, (3, 4)), (1, (5, 6)), (2, (7, 8))):
    nx.add_cycle(NET, [hook, *leaf])
BOWTIE = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])
# Two triangles, 0 1 2 and 4 5 6, joined through 3.
CHAIN = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 4)])
LADDER = nx.ladder_graph(4)  # 0 1 2 3 over 4 5 6 7
TRIANGLES = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))
# Two hubs and three separate triangles, each square of which has a move to both hubs.
HUBS = nx.complete_bipartite_graph(2, 9)
for first in (2, 5, 8):
    nx.add_cycle(HUBS, range(first, first + 3))

CAUGHT: list[tuple[Theorem, Problem, tuple[int, ...]]] = [
    (degrees, on_board("3x3"), (4,)),
    (degrees, on_graph(nx.path_graph(3), closed=True), (0, 2)),
    (degrees, on_graph(nx.star_graph(3)), (1, 2, 3)),
    (degrees, on_graph(nx.path_graph(3), start=1), (0, 1, 2)),
    (degrees, on_graph(nx.path_graph(4), clues=[(3, 2)]), (3,)),
    (connected, on_graph(TRIANGLES), (0, 1, 2)),
    (connected, on_board(Board(10, 10, moves=(1, 3)), closed=True), ()),
    (colours, on_board("5x5", closed=True), tuple(range(1, 25, 2))),
    (colours, on_graph(nx.complete_bipartite_graph(3, 5)), (0, 1, 2)),
    (colours, on_board("5x5", start=(0, 1)), (1,)),
    (colours, on_board("5x5", end=(0, 1)), (1,)),
    (colours, on_board("5x5", clues=[((2, 2), 4)]), (12,)),
    (colours, on_board("8x8", start=(7, 7), end=(0, 0)), (63, 0)),
    (colours, on_board("8x8", clues=[((0, 0), 5), ((0, 1), 9)]), (0, 1)),
    (colours, on_board("8x8", closed=True, clues=[((0, 2), 10)]), (0, 2)),
    (colours, on_board(Board(12, 12, (0, 1)), start=(1, 1), end=(10, 10)), (13, 130)),
    (bridge, on_graph(CHAIN, closed=True), (2, 3)),
    (cut_square, on_graph(BOWTIE, closed=True), (2,)),
    (cut_square, on_graph(BOWTIE, start=2), (2,)),
    (cut_square, on_graph(nx.star_graph(3)), (0,)),
    (end_blocks, on_graph(NET), (0, 1, 2)),
    (end_blocks, on_graph(CHAIN, start=3), (2, 4)),
    (end_blocks, on_graph(CHAIN, start=0, end=1), (4,)),
    (end_blocks, on_graph(CHAIN, clues=[(0, 2), (1, 3)]), (2,)),
    (small_cut, on_graph(HUBS, closed=True), (0, 1)),
    (small_cut, on_board("3x6", closed=True), (2, 14)),
    (small_cut, on_graph(LADDER, start=1, end=5), (1, 5)),
    (small_cut, on_graph(nx.cycle_graph(4), start=0, end=2), (0, 2)),
    (crowded, on_board("4x6", closed=True), ()),
    (crowded, on_board("3x5"), (1, 3, 7, 11, 13)),
    (crowded, on_board(Board(5, 5, holes=[(2, 2)]), closed=True), (7, 11, 12, 16)),
    (crowded, on_graph(nx.complete_bipartite_graph(3, 5)), (0, 1, 2)),
    (forced, on_graph(nx.complete_graph(4), start=0, require=[(0, 1), (0, 2)]), (0, 1, 2)),
    (forced, on_graph(nx.star_graph(3)), ()),
    (forced, on_board("3x4", closed=True), (8,)),
    (forced, on_graph(nx.path_graph(3), closed=True), (0,)),
    (forced, on_graph(nx.complete_graph(5), require=[(0, 1), (0, 2), (0, 3)]), (0, 1, 2, 3)),
    (forced, on_graph(nx.complete_graph(5), require=[(0, 1), (1, 2), (2, 0)]), (2, 1, 0)),
    (forced, on_graph(nx.complete_graph(4), start=0, end=1, require=[(0, 1)]), ()),
    (forced, on_graph(nx.complete_graph(5), require_arcs=[(0, 1), (2, 1)]), (0, 1, 2)),
    (forced, on_graph(nx.complete_graph(5), start=0, require_arcs=[(1, 0)]), (0, 1)),
    (forced, on_graph(nx.complete_graph(5), end=0, require_arcs=[(0, 1)]), ()),
    (forced, on_graph(nx.cycle_graph(5), closed=True, clues=[(2, 2)]), (0, 2)),
    (forced, on_graph(nx.cycle_graph(5), closed=True, clues=[(1, 3)]), ()),
    (forced, on_graph(nx.cycle_graph(5), closed=True, end=2), (2, 0)),
    (forced, on_graph(nx.cycle_graph(5), closed=True, require_arcs=[(0, 1), (3, 2)]), ()),
    (forced, on_board("3x10", closed=True, clues=[((2, 1), 3)]), ()),
    (forced, on_graph(nx.path_graph(4), start=0, clues=[(2, 2)]), (0, 2)),
]


@pytest.mark.parametrize(("theorem", "problem", "squares"), CAUGHT)
def test_catches(theorem: Theorem, problem: Problem, squares: tuple[int, ...]) -> None:
    finding = theorem(problem)
    assert finding is not None
    assert not finding.verdict
    if squares:
        assert set(finding.squares) == set(squares)


LEFT_ALONE: list[tuple[Theorem, Problem]] = [
    (degrees, on_graph(nx.empty_graph(1))),
    (degrees, on_graph(nx.path_graph(2))),
    (degrees, on_graph(nx.path_graph(5), start=4)),
    (degrees, on_graph(nx.path_graph(5), start=4, end=0, clues=[(1, 4)])),
    (connected, on_graph(nx.empty_graph(1))),
    (colours, on_graph(nx.cycle_graph(5), start=0, end=1)),
    (colours, on_graph(TRIANGLES)),
    (colours, on_graph(nx.disjoint_union(nx.star_graph(3), nx.star_graph(3)))),
    (colours, on_board("5x5", start=(0, 0), end=(4, 4), clues=[((2, 2), 13)])),
    (colours, on_board("8x8", start=(0, 0), end=(0, 1), clues=[((0, 2), 3)])),
    (bridge, on_graph(CHAIN)),
    (cut_square, on_graph(CHAIN)),
    (cut_square, on_graph(nx.path_graph(2), start=0, end=1)),
    (end_blocks, on_graph(CHAIN, start=0, end=6)),
    (end_blocks, on_graph(CHAIN, clues=[(1, 2), (2, 3)])),
    (end_blocks, on_graph(nx.path_graph(2), start=1)),
    (small_cut, on_graph(LADDER, start=0, end=4)),
    (small_cut, on_graph(nx.cycle_graph(9), closed=True)),
    (small_cut, on_graph(nx.path_graph(9))),
    (crowded, on_graph(nx.empty_graph(1))),
    (crowded, on_board("6x6", closed=True)),
    (crowded, on_board("5x5", start=(0, 0), end=(4, 4))),
    (crowded, on_graph(nx.path_graph(9), start=0, end=8)),
    (crowded, on_graph(nx.complete_bipartite_graph(3, 4))),
    (forced, on_graph(nx.empty_graph(1))),
    (forced, on_graph(nx.path_graph(2), start=1)),
    (forced, on_graph(nx.cycle_graph(5), closed=True, start=2, require_arcs=[(3, 2)])),
    (forced, on_graph(nx.cycle_graph(5), closed=True, end=4, clues=[(3, 4)])),
    # With both ends free, squares with two moves are forced to nothing.
    (forced, on_graph(nx.cycle_graph(5))),
    (forced, on_graph(nx.cycle_graph(4), start=0, end=3, require_arcs=[(1, 2)])),
]


@pytest.mark.parametrize(("theorem", "problem"), LEFT_ALONE)
def test_leaves_alone(theorem: Theorem, problem: Problem) -> None:
    assert theorem(problem) is None


@pytest.mark.parametrize(
    ("problem", "exists"),
    [
        (on_graph(nx.complete_graph(3), closed=True), True),
        (on_graph(nx.cycle_graph(4), closed=True), True),
        (on_graph(nx.cycle_graph(5), closed=True), False),
        (on_graph(nx.complete_bipartite_graph(4, 4), closed=True, start=3), True),
        (on_graph(nx.complete_bipartite_graph(3, 4), closed=True), False),
        (on_graph(nx.complete_bipartite_graph(3, 4)), True),
        (on_graph(nx.complete_bipartite_graph(3, 5)), False),
        (on_graph(nx.complete_graph(6), start=0), True),
        (on_graph(nx.complete_bipartite_graph(3, 4), start=0), False),
        (on_graph(nx.complete_graph(6), start=0, end=1), False),
        (on_graph(nx.complete_graph(6), closed=True, end=1), False),
        (on_graph(nx.complete_graph(6), closed=True, clues=[(2, 2)]), False),
        (on_graph(nx.complete_graph(6), require=[(2, 3)]), False),
        (on_graph(nx.complete_graph(6), forbid=[(2, 3)]), True),
        (on_graph(nx.path_graph(2)), True),
        (on_graph(nx.empty_graph(2)), False),
    ],
)
def test_chvatal_promises(problem: Problem, exists: bool) -> None:
    finding = chvatal(problem)
    assert (finding is not None) == exists
    assert finding is None or finding.verdict


def test_cut_sets_are_cut_sets() -> None:
    for theorem, problem, _ in CAUGHT:
        if theorem in (cut_square, small_cut) or (theorem is crowded and problem.closed):
            finding = theorem(problem)
            assert finding is not None
            graph = problem.graph()
            graph.remove_nodes_from(finding.squares)
            most = len(finding.squares)
            if not problem.closed:
                most += 1 - len({problem.start, problem.end} & set(finding.squares))
            assert nx.number_connected_components(graph) > most


def test_forced_moves_say_what_breaks() -> None:
    five = nx.complete_graph(5)
    pendant = nx.Graph([(0, 1), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
    for problem, words in (
        (on_graph(five, require=[(0, 1), (0, 2), (0, 3)]), "0 must go to each of 1, 2 and 3"),
        (on_graph(five, start=0, require=[(0, 1), (0, 2)]), "each of 1 and 2 and be an end"),
        (on_graph(five, require=[(0, 1), (1, 2), (2, 0)]), "a cycle is closed over 0, 1 and 2"),
        (on_graph(five, start=0, end=1, require=[(0, 1)]), "the tour is over after 0 and 1"),
        (on_graph(nx.path_graph(4), start=0, clues=[(2, 2)]), "straight between 0 and 2"),
        (on_graph(five, require_arcs=[(0, 1), (2, 1)]), "fit the directions and steps"),
        (
            on_graph(nx.wheel_graph(4), forbid=[(1, 2)], clues=[(2, 2), (0, 3)], require=[(1, 3)]),
            "no two squares are left to be the ends",
        ),
        (on_graph(nx.path_graph(3), closed=True), "0 has fewer than two moves left"),
        (on_graph(nx.empty_graph(2)), "0 has no move left"),
        (on_graph(pendant, start=2, end=3), "0 has one move left, and cannot be an end"),
        (on_graph(five, require=[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]), "closed over 0, 1"),
    ):
        finding = forced(problem)
        assert finding is not None
        assert words in finding.statement


def test_a_crowd_with_moves_among_its_squares_counts_for_nothing() -> None:
    problem = on_graph(nx.complete_graph(3), closed=True)
    assert _count(problem, None, frozenset({0, 1, 2})) is None


@pytest.mark.parametrize(("size", "cut"), [("4x4", (5, 6, 9, 10)), ("3x6", (2, 3, 8, 9, 14, 15))])
def test_larger_cuts_are_looked_for_where_asked(size: str, cut: tuple[int, ...]) -> None:
    problem = on_board(size)
    assert small_cut(problem) is None
    finding = small_cut(problem, largest=6, work=400_000)
    assert finding is not None
    assert finding.squares == cut
    graph = problem.graph()
    graph.remove_nodes_from(cut)
    assert nx.number_connected_components(graph) == len(cut) + 2


def test_small_cut_bounds_its_work() -> None:
    chain = nx.Graph()
    for link in range(200):  # every third square is a cut square
        nx.add_cycle(chain, [3 * link, 3 * link + 1, 3 * link + 2, 3 * link + 3])
    assert small_cut(on_graph(chain, closed=True)) is None
    assert cut_square(on_graph(chain, closed=True)) is not None


def test_ends_that_are_settled() -> None:
    tail = nx.lollipop_graph(4, 2)  # the tail ends in square 5
    assert Ends.of(on_graph(tail)).known == {5}
    assert Ends.of(on_graph(tail)).possible == set(range(6))
    assert Ends.of(on_graph(tail, clues=[(2, 2)])).possible == {0, 1, 3, 4, 5}
    assert Ends.of(on_graph(tail, start=0)).possible == {0, 5}
    assert Ends.of(on_graph(tail, start=5)).possible == set(range(6))


def test_statements_name_squares_as_people_do() -> None:
    problem = on_board("8x8")
    assert named(problem, [9]) == "(1, 1)"
    assert named(problem, [9, 0]) == "(0, 0) and (1, 1)"
    assert named(problem, range(9), most=2) == "(0, 0), (0, 1) and 7 more"
    finding = colours(on_board("8x8", start=(7, 7), end=(0, 0)))
    assert finding is not None
    assert finding.statement.endswith(
        "(7, 7) and (0, 0) have the same colour, so their steps cannot be 1 and 64"
    )
