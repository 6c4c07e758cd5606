"""The pruned search: never wrong, and each kind of pruning bites."""

import time
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Answer, Board, Context, Problem, Status, check
from knightbench.catalogue.graph.cycle_problem import CycleProblem
from knightbench.catalogue.graph.search import NxSearch
from knightbench.formulation import ask
from tests.conformance.brute_force import has_tour

LEVELS = ("degrees", "blocks", "factor")


def answer(problem: Problem, pruning: str = "factor") -> Answer:
    """The answer, its tour checked."""
    found = ask(NxSearch(pruning=pruning), problem, Context())
    if found.tour is not None:
        check(problem, found.tour)
    return found


def nodes_to_refute(problem: Problem, pruning: str) -> float:
    found = answer(problem, pruning)
    assert found.status is Status.UNSATISFIABLE
    return found.statistics["nodes"]


@st.composite
def small_problems(draw: st.DrawFn) -> Problem:
    """Graphs of up to eight squares around a random path, with any requests."""
    size = draw(st.integers(1, 8))
    order = draw(st.permutations(range(size)))
    pairs = [(u, v) for u in range(size) for v in range(u)]
    graph = nx.empty_graph(size)
    if pairs:
        graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), max_size=12)))
    if draw(st.booleans()):
        nx.add_path(graph, order)
    if draw(st.booleans()):
        graph.add_edge(order[0], order[-1])
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    square = st.integers(0, size - 1)
    requests: dict[str, Any] = {"closed": draw(st.booleans())}
    if draw(st.booleans()):
        # Half of the time from one order, so that requests agree with each other.
        steps = draw(st.sets(st.integers(1, size), max_size=3))
        shift = draw(st.sampled_from([0, 0, 1]))
        requests["clues"] = [(order[(step - 1 + shift) % size], step) for step in sorted(steps)]
    else:
        start, end = draw(st.none() | square), draw(st.none() | square)
        requests |= {"start": start, "end": end if size > 1 else None}
    moves = [(u, v) for u, v in graph.edges] + [(v, u) for u, v in graph.edges]
    if moves:
        some = st.lists(st.sampled_from(moves), max_size=2)
        requests |= {"require": draw(some), "require_arcs": draw(some), "forbid": draw(some)}
    return Problem.from_graph(graph, **requests)


@pytest.mark.parametrize("pruning", LEVELS)
@settings(max_examples=300, deadline=None)
@given(problem=small_problems())
def test_agrees_with_brute_force(pruning: str, problem: Problem) -> None:
    found = answer(problem, pruning)
    expected = Status.SATISFIED if has_tour(problem) else Status.UNSATISFIABLE
    assert found.status is expected


@pytest.mark.parametrize("start", [None, (0, 0)])
@pytest.mark.parametrize("size", ["5x6", "6x6", "3x10", "8x8", "7x10"])
@pytest.mark.parametrize("closed", [False, True])
def test_boards_are_toured_almost_without_a_wrong_turn(
    size: str, closed: bool, start: tuple[int, int] | None
) -> None:
    problem = Problem.from_board(size, closed=closed, start=start)
    found = answer(problem)
    assert found.status is Status.SATISFIED
    assert found.statistics["nodes"] <= problem.size


def test_a_tour_from_every_square_of_6x6() -> None:
    for row in range(6):
        for col in range(6):
            found = answer(Problem.from_board("6x6", start=(row, col)))
            assert found.status is Status.SATISFIED


def test_odd_boards_begin_on_the_majority_colour() -> None:
    for row in range(5):
        for col in range(5):
            problem = Problem.from_board("5x5", start=(row, col))
            if (row + col) % 2:
                assert nodes_to_refute(problem, "blocks") == 0
            else:
                assert answer(problem).status is Status.SATISFIED


def test_large_boards_need_no_recursion() -> None:
    found = answer(Problem.from_board("50x50"))
    assert found.status is Status.SATISFIED


def test_stops_at_the_deadline() -> None:
    found = ask(NxSearch(), Problem.from_board("8x8"), Context(deadline=time.monotonic() - 1))
    assert (found.status, found.reason) == (Status.UNKNOWN, "time-limit")
    assert found.statistics["nodes"] == 0


def test_effort_does_not_depend_on_names() -> None:
    graph = Board(6, 7).graph()
    renamed = nx.relabel_nodes(graph, {node: f"square {node}" for node in graph})
    first, second = (answer(Problem.from_graph(g, closed=True)) for g in (graph, renamed))
    assert first.tour == second.tour
    assert first.statistics == second.statistics


def test_model_size() -> None:
    board = Board(5, 6)
    for closed in (False, True):
        problem = Problem.from_board(board, closed=closed)
        graph = CycleProblem(problem).graph
        assert graph.number_of_nodes() == problem.size + (not closed)
        assert graph.number_of_edges() == problem.moves + (0 if closed else problem.size)


# Each kind of pruning, on a problem that it refutes at once and that the levels below do not.


def two_blocks(first: nx.Graph, second: nx.Graph) -> nx.Graph:
    """Two graphs that share the first square of each."""
    joined = nx.disjoint_union(first, second)
    return nx.contracted_nodes(joined, 0, len(first), copy=True)


def bridged(first: nx.Graph, second: nx.Graph) -> nx.Graph:
    """Two graphs joined by a move between the first square of each."""
    joined = nx.disjoint_union(first, second)
    joined.add_edge(0, len(first))
    return joined


def test_degrees() -> None:
    star = Problem.from_graph(nx.star_graph(3))
    assert nodes_to_refute(star, "degrees") == 0
    # All moves of the corners are forced; together they close a cycle of eight too early.
    assert nodes_to_refute(Problem.from_board("3x4", closed=True), "degrees") == 0
    ring = nx.cycle_graph(6)
    opposed = Problem.from_graph(ring, closed=True, require_arcs=[(0, 1), (4, 3)])
    assert nodes_to_refute(opposed, "degrees") == 0


@pytest.mark.parametrize(
    ("graph", "closed"),
    [
        pytest.param(
            nx.disjoint_union(nx.complete_graph(5), nx.complete_graph(5)), False, id="two parts"
        ),
        pytest.param(
            two_blocks(nx.complete_graph(5), nx.complete_graph(5)), True, id="articulation"
        ),
        pytest.param(bridged(nx.complete_graph(5), nx.complete_graph(5)), True, id="bridge"),
        pytest.param(
            two_blocks(
                two_blocks(nx.complete_graph(4), nx.complete_graph(4)), nx.complete_graph(4)
            ),
            False,
            id="three blocks at a square",
        ),
        pytest.param(nx.complete_bipartite_graph(4, 5), True, id="colours of a cycle"),
        pytest.param(nx.complete_bipartite_graph(3, 5), False, id="colours of a path"),
    ],
)
def test_blocks(graph: nx.Graph, closed: bool) -> None:
    problem = Problem.from_graph(graph, closed=closed)
    assert nodes_to_refute(problem, "blocks") == 0
    assert nodes_to_refute(problem, "degrees") > 0


def test_colours_are_balanced_block_by_block() -> None:
    # Each part has five squares of the colour of its end of the bridge, and the ends differ.
    part = nx.complete_bipartite_graph(5, 3)
    problem = Problem.from_graph(bridged(part, part))
    colours = nx.bipartite.color(problem.graph())
    assert sum(colours.values()) == 8
    assert nodes_to_refute(problem, "blocks") == 0
    assert nodes_to_refute(problem, "degrees") > 0


def test_two_triangles_at_a_square_have_a_path_and_no_cycle() -> None:
    bowtie = two_blocks(nx.cycle_graph(3), nx.cycle_graph(3))
    assert answer(Problem.from_graph(bowtie)).status is Status.SATISFIED
    assert nodes_to_refute(Problem.from_graph(bowtie, closed=True), "blocks") == 0
    # A path through the shared square cannot begin there.
    assert nodes_to_refute(Problem.from_graph(bowtie, start=0), "blocks") == 0


@pytest.mark.parametrize("cols", [*range(5, 13), 30])
def test_factor_refutes_four_rows(cols: int) -> None:
    assert nodes_to_refute(Problem.from_board(Board(4, cols), closed=True), "factor") == 0


def test_blocks_alone_do_not_refute_four_rows() -> None:
    assert nodes_to_refute(Problem.from_board("4x10", closed=True), "blocks") > 100


def test_clues() -> None:
    # (2, 3) is three moves from (0, 0): one is too few, and two lead to the wrong colour too.
    for step in (2, 3):
        problem = Problem.from_board("8x8", start=(0, 0), clues=[((2, 3), step)])
        assert nodes_to_refute(problem, "degrees") == 0
    far = Problem.from_board("8x8", start=(0, 0), clues=[((7, 7), 5)])
    assert nodes_to_refute(far, "degrees") == 0
    near = answer(Problem.from_board("8x8", start=(0, 0), clues=[((7, 7), 7)]))
    assert near.status is Status.SATISFIED


@pytest.mark.parametrize("closed", [False, True])
def test_requests_of_a_known_tour_lead_to_a_tour(closed: bool) -> None:
    plain = Problem.from_board("8x8", closed=closed)
    tour = answer(plain).tour
    assert tour is not None
    name = [plain.name(square) for square in tour]
    asked = Problem.from_board(
        "8x8",
        closed=closed,
        end=name[-1],
        clues=[(name[step - 1], step) for step in (7, 30, 31, 50)],
        require=[(name[10], name[9])],
        require_arcs=[(name[40], name[41])],
    )
    assert answer(asked).status is Status.SATISFIED
