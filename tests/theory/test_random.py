"""No finding is ever wrong: small problems of every kind against brute force.

Two nets. In one a problem is drawn freely and brute force says what is true. In the other a tour
is drawn first and the problem is made to fit it, so that problems may be larger and none of
them may be called impossible.
"""

import itertools
from collections.abc import Hashable
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem, check
from knightbench.theory import findings
from tests.conformance.brute_force import has_tour

thorough = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def hold(problem: Problem) -> None:
    truth = has_tour(problem)
    for finding in findings(problem):
        assert finding.verdict == truth, f"{problem}, {problem.edges()}: {finding}"


@st.composite
def graphs(draw: st.DrawFn, largest: int = 7) -> nx.Graph:
    """A graph: any edges, or a spanning path or tree with some more."""
    size = draw(st.integers(1, largest))
    graph = nx.empty_graph(size)
    kind = draw(st.sampled_from(["any", "path", "tree"]))
    for square in range(1, size):
        if kind == "path":
            graph.add_edge(square - 1, square)
        elif kind == "tree":
            graph.add_edge(draw(st.integers(0, square - 1)), square)
    pairs = [(u, v) for v in range(size) for u in range(v)]
    if pairs:
        graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=2 * size)))
    return graph


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of at most twelve cells, holes among them."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, 12 // rows))
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    moves = draw(
        st.sampled_from([(1, 2), (1, 2), (0, 1), (1, 1), (1, 3), (2, 3), ((0, 1), (0, -1))])
    )
    holes = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    few = set(sorted(holes)[: draw(st.integers(0, 3))])
    wraps = draw(st.booleans()) and draw(st.booleans())
    return Board(
        rows, cols, moves=moves, holes=few, wrap_rows=wraps, wrap_cols=draw(st.booleans()) and wraps
    )


def some(draw: st.DrawFn, things: list[Any], most: int = 3) -> list[Any]:
    """Some of `things`, often none."""
    if not things or draw(st.booleans()):
        return []
    return draw(st.lists(st.sampled_from(things), max_size=most, unique=True))


@st.composite
def problems(draw: st.DrawFn, home: st.SearchStrategy[Any]) -> Problem:
    """Any requests on a graph or a board, the contradictory ones among them."""
    where = draw(home)
    make = Problem.from_board if isinstance(where, Board) else Problem.from_graph
    closed = draw(st.booleans())
    bare = make(where, closed=closed)
    names = [bare.name(square) for square in range(bare.size)]
    edges = [(bare.name(u), bare.name(v)) for u, v in bare.edges()]
    arcs = edges + [edge[::-1] for edge in edges]
    steps = dict(some(draw, [(step, name) for step in range(2, bare.size) for name in names]))
    return make(
        where,
        closed=closed,
        start=draw(st.sampled_from([None, *names])),
        end=draw(st.sampled_from([None, None, *names])) if bare.size > 1 else None,
        clues=[(name, step) for step, name in steps.items()],
        require=some(draw, arcs),
        require_arcs=some(draw, arcs),
        forbid=some(draw, edges),
    )


@thorough
@given(graphs(), st.booleans())
def test_graphs(graph: nx.Graph, closed: bool) -> None:
    hold(Problem.from_graph(graph, closed=closed))


@thorough
@given(problems(graphs()))
def test_graphs_with_requests(problem: Problem) -> None:
    hold(problem)


@thorough
@given(problems(boards()))
def test_boards_with_requests(problem: Problem) -> None:
    hold(problem)


@st.composite
def fitted(draw: st.DrawFn) -> tuple[Problem, list[int]]:
    """A problem and a tour of it, in a graph with few moves beside those of the tour."""
    closed = draw(st.booleans())
    size = draw(st.integers(3 if closed else 2, 16))
    tour = draw(st.permutations(range(size)))
    if closed and draw(st.booleans()):
        start = tour[0]
    else:
        start = None
        if closed:
            turn = tour.index(0)
            tour = tour[turn:] + tour[:turn]
        elif draw(st.booleans()):
            start = tour[0]
    made = list(itertools.pairwise(tour)) + [(tour[-1], tour[0])] * closed
    graph = nx.empty_graph(size)
    graph.add_edges_from(made)
    # Other moves join steps that are near each other, or an odd number apart.
    near = [(tour[i], tour[i + gap]) for gap in (2, 3, 5) for i in range(size - gap)]
    beside = [pair for pair in some(draw, near, size) if not graph.has_edge(*pair)]
    graph.add_edges_from(beside)
    steps = some(draw, list(range(1, size + 1)), 4)
    problem = Problem.from_graph(
        graph,
        closed=closed,
        start=start,
        end=tour[-1] if draw(st.booleans()) else None,
        clues=[(tour[step - 1], step) for step in steps],
        require=some(draw, made, 4),
        require_arcs=some(draw, made, 4),
        forbid=some(draw, beside),
    )
    return problem, tour


@thorough
@given(fitted())
def test_nothing_with_a_tour_is_called_impossible(fit: tuple[Problem, list[int]]) -> None:
    problem, tour = fit
    check(problem, tour)
    for finding in findings(problem):
        assert finding.verdict, f"{problem}, {problem.edges()}, {tour}: {finding}"


def pairs_of_ends(names: list[Hashable]) -> list[tuple[Hashable, Hashable]]:
    return [(start, end) for start in (None, *names) for end in (None, *names)]


@pytest.mark.slow
def test_every_graph_of_up_to_seven_squares() -> None:
    for graph in nx.graph_atlas_g():
        for closed in (False, True):
            hold(Problem.from_graph(graph, closed=closed))


@pytest.mark.slow
def test_every_graph_of_up_to_five_squares_with_any_ends() -> None:
    small = [graph for graph in nx.graph_atlas_g() if 2 <= len(graph) <= 5]
    for graph in small:
        for start, end in pairs_of_ends(list(graph)):
            for closed in (False, True):
                hold(Problem.from_graph(graph, closed=closed, start=start, end=end))
