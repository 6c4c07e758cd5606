"""Each pruning by itself: it takes nothing that a tour needs, and undo brings all of it back."""

import itertools
from collections.abc import Callable

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.catalogue.graph.cycle_problem import CycleProblem
from knightbench.catalogue.graph.pruning_blocks import (
    Link,
    chain_of_blocks,
    prune_by_blocks,
    signs_of_free_ends,
)
from knightbench.catalogue.graph.pruning_clues import next_clue_is_in_reach
from knightbench.catalogue.graph.pruning_degrees import MovesLeft
from knightbench.catalogue.graph.pruning_factor import TwoFactor
from tests.conformance.brute_force import all_tours

Edges = set[frozenset[int]]


@st.composite
def graphs(draw: st.DrawFn) -> nx.Graph:
    size = draw(st.integers(3, 7))
    pairs = list(itertools.combinations(range(size), 2))
    graph = nx.empty_graph(size)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=14)))
    if draw(st.booleans()):
        nx.add_path(graph, draw(st.permutations(range(size))))
    return graph


def cycles_of(problem: Problem) -> list[Edges]:
    """The moves of every tour, each as a cycle, through the hub where it is open."""
    hub = [] if problem.closed else [problem.size]
    return [
        {frozenset(move) for move in itertools.pairwise([*tour, *hub, tour[0]])}
        for tour in all_tours(problem)
    ]


def used(left: MovesLeft) -> Edges:
    return {frozenset((u, v)) for u in range(left.size) for v in left.used[u]}


def possible(left: MovesLeft) -> Edges:
    return {frozenset(move) for move in left.graph.edges}


RULES: dict[str, Callable[[CycleProblem, MovesLeft], bool]] = {
    "degrees": lambda cycle, left: left.settle(),
    "blocks": lambda cycle, left: left.settle() and prune_by_blocks(cycle, left),
    "factor": lambda cycle, left: TwoFactor(left).prune(),
}


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=200, deadline=None)
@given(graph=graphs(), closed=st.booleans())
def test_takes_nothing_that_a_tour_needs(rule: str, graph: nx.Graph, closed: bool) -> None:
    problem = Problem.from_graph(graph, closed=closed)
    cycle = CycleProblem(problem)
    left = MovesLeft(cycle.graph, cycle.origin)
    alive = RULES[rule](cycle, left)
    for moves in cycles_of(problem):
        assert alive
        assert used(left) <= moves <= possible(left)


@settings(max_examples=200, deadline=None)
@given(graph=graphs(), data=st.data())
def test_takes_nothing_after_choices(graph: nx.Graph, data: st.DataObject) -> None:
    problem = Problem.from_graph(graph)
    cycle = CycleProblem(problem)
    left = MovesLeft(cycle.graph, cycle.origin)
    factor = TwoFactor(left)
    chosen: set[tuple[int, int]] = set()
    alive = left.settle()
    while alive and not left.finished:
        here = left.path[-1]
        node = data.draw(st.sampled_from(sorted(left.graph.neighbors(here))))
        chosen.add((here, node))
        alive = (
            (left.use_arc(here, node) if here == cycle.origin else left.use(here, node))
            and left.settle()
            and prune_by_blocks(cycle, left)
            and left.settle()
            and factor.prune()
            and left.settle()
        )
        if alive:
            left.walk(node)
        wanted = {frozenset(move) for move in chosen}
        walked = {frozenset(move) for move in itertools.pairwise(left.path)}
        for moves in cycles_of(problem):
            if wanted <= moves and _walks(moves, left.path):
                assert alive
                assert used(left) | walked <= moves <= possible(left) | walked


def _walks(moves: Edges, path: list[int]) -> bool:
    return all(frozenset(move) in moves for move in itertools.pairwise(path))


@settings(max_examples=200, deadline=None)
@given(graph=graphs(), data=st.data())
def test_undo_restores_the_state(graph: nx.Graph, data: st.DataObject) -> None:
    left = MovesLeft(graph, 0)
    if not left.settle():
        return
    before = _state(left)
    mark = left.mark()
    for _ in range(data.draw(st.integers(1, 5))):
        moves = sorted(left.graph.edges)
        if not moves:
            break
        u, v = data.draw(st.sampled_from(moves))
        if data.draw(st.booleans()):
            alive = left.use_arc(u, v) and left.settle()
        elif v not in left.used[u]:
            left.drop(u, v)
            alive = left.settle()
        else:
            continue
        if not alive:
            break
        here = left.path[-1]
        if left.used[here]:
            left.walk(left.used[here][0])
    left.undo(mark)
    assert _state(left) == before


def _state(left: MovesLeft) -> tuple[object, ...]:
    return (
        possible(left),
        used(left),
        list(left.path),
        list(left.need),
        list(left.degree),
        list(left._way),
        # Inside a segment it means nothing.
        [left._far[node] for node in range(left.size) if len(left.used[node]) < left.need[node]],
        left._moves_used,
    )


def test_a_segment_does_not_close_too_early() -> None:
    left = MovesLeft(nx.complete_graph(5), 0)
    assert left.use(0, 1)
    assert left.use(1, 2)
    assert left.settle()
    assert not left.graph.has_edge(0, 2)
    assert not left.use(0, 2)


def test_segments_are_passed_in_their_direction() -> None:
    left = MovesLeft(nx.complete_graph(6), 0)
    assert left.use_arc(1, 2)
    assert left.use_arc(3, 4)
    assert left.settle()
    # The walk leaves at 2 and 4, and enters at 1 and 3.
    assert not left.graph.has_edge(2, 4)
    assert not left.graph.has_edge(1, 3)
    assert left.graph.has_edge(2, 3)
    assert left.graph.has_edge(4, 1)


def test_blocks_come_in_order() -> None:
    # A triangle, a move and a square of four, in a row.
    graph = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)])
    triangle, move, four = {0, 1, 2}, {2, 3}, {3, 4, 5, 6}
    chain = [Link(four, 5, 3), Link(move, 3, 2), Link(triangle, 2, None)]
    assert chain_of_blocks(graph, 7, [5]) == chain
    assert chain_of_blocks(graph, 7, [5, 0]) == [*chain[:2], Link(triangle, 2, 0)]
    assert chain_of_blocks(graph, 7, [5, 4]) is None
    assert chain_of_blocks(graph, 7, [5, 2]) is None
    assert chain_of_blocks(graph, 7, [3]) is None
    assert chain_of_blocks(graph, 8, []) is None
    assert {frozenset(link.block) for link in chain_of_blocks(graph, 7, []) or []} == {
        frozenset(block) for block in (triangle, move, four)
    }


def test_signs_of_free_ends() -> None:
    sign = [1, -1, 1, -1, 1]
    odd, even = {0, 1, 2, 3, 4}, {0, 1, 2, 3}
    assert signs_of_free_ends(Link(odd, 0, 2), sign)
    assert not signs_of_free_ends(Link(odd, 0, 1), sign)
    assert not signs_of_free_ends(Link(odd, 1, None), sign)
    assert signs_of_free_ends(Link(odd, 2, None), sign) == (1,)
    assert signs_of_free_ends(Link(odd, None, None), sign) == (1,)
    assert signs_of_free_ends(Link(even, 0, 1), sign)
    assert not signs_of_free_ends(Link(even, 0, 2), sign)
    assert signs_of_free_ends(Link(even, 0, None), sign) == (-1,)
    assert signs_of_free_ends(Link(even, None, None), sign) == (-1, 1)
    assert not signs_of_free_ends(Link({0, 2, 4, 1}, None, None), sign)


def test_every_2_factor_of_four_rows_alternates() -> None:
    board = Board(4, 10)
    problem = Problem.from_board(board, closed=True)
    left = MovesLeft(problem.graph(), 0)
    assert TwoFactor(left).prune()
    rows = [{board.position(u)[0], board.position(v)[0]} for u, v in left.graph.edges]
    assert rows
    assert {1, 2} not in rows


@settings(max_examples=200, deadline=None)
@given(graph=graphs(), data=st.data())
def test_a_2_factor_is_repaired(graph: nx.Graph, data: st.DataObject) -> None:
    left = MovesLeft(graph, 0)
    kept = TwoFactor(left)
    for _ in range(4):
        mark = left.mark()
        verdicts = []
        for factor in (TwoFactor(left), kept):
            verdicts.append((factor.prune(), possible(left), used(left)))
            left.undo(mark)
        fresh, repaired = verdicts
        assert repaired[0] is fresh[0]
        assert repaired == fresh or not fresh[0]
        undecided = sorted(move for move in left.graph.edges if move[1] not in left.used[move[0]])
        if not undecided:
            break
        move = data.draw(st.sampled_from(undecided))
        if data.draw(st.booleans()):
            left.drop(*move)
        elif not left.use(*move):
            break


def test_a_clue_goes_out_of_reach() -> None:
    # Five moves from the corner to (0, 3): down once is a detour that fits, down twice is not.
    board = Board(6, 6, moves=(0, 1))
    problem = Problem.from_board(board, start=(0, 0), clues=[((0, 3), 6)])
    cycle = CycleProblem(problem)
    left = MovesLeft(cycle.graph, cycle.origin)
    assert left.use_arc(problem.size, 0)
    for position, in_reach in [((0, 0), True), ((1, 0), True), ((2, 0), False)]:
        assert left.use(left.path[-1], board.square(position))
        assert left.settle()
        left.walk(board.square(position))
        assert next_clue_is_in_reach(cycle, left) is in_reach


def test_walked_from_the_end_where_only_that_is_known() -> None:
    problem = Problem.from_board(
        "3x4", end=(0, 0), clues=[((1, 2), 3)], require_arcs=[((0, 1), (2, 2))]
    )
    cycle = CycleProblem(problem)
    hub = problem.size
    assert cycle.node_at == {0: hub, 1: 0, 10: 6, 13: hub}
    assert list(cycle.arcs) == [(10, 1), (hub, 0)]
    assert cycle.tour([hub, *range(12)]) == list(range(12))[::-1]
