"""A 2-factor by flow: where it finds tours, and that its proofs are proofs."""

import itertools
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Context, Problem, Status, check
from knightbench.catalogue.graph.two_factor import network_of, two_colours
from knightbench.formulation import ask, make
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import has_tour


@pytest.fixture(scope="module", autouse=True)
def _warm():
    make("two-factor").prepare()


def answer_to(problem, seed=0, **parameters):
    return ask(make("two-factor", **parameters), problem, Context(seed=seed))


@st.composite
def bipartite_problems(draw):
    """Small problems without clues, moves within a colour taken away unless they are required."""
    problem = replace(draw(small_problems(largest=8)), clues={})
    colours = draw(st.lists(st.booleans(), min_size=problem.size, max_size=problem.size))
    crossing = [(u, v) for u, v in problem.edges() if colours[u] != colours[v]]
    graph = nx.Graph()
    graph.add_nodes_from(range(problem.size))
    graph.add_edges_from(crossing)
    return Problem.from_graph(
        graph,
        closed=problem.closed,
        start=problem.start,
        end=problem.end,
        require=[move for move in problem.required_edges if graph.has_edge(*move)],
        require_arcs=[arc for arc in problem.required_arcs if graph.has_edge(*arc)],
    )


@settings(deadline=None, max_examples=300)
@given(bipartite_problems(), st.integers(0, 5))
def test_is_never_wrong(problem, seed):
    answer = answer_to(problem, seed)
    if answer.status is Status.SATISFIED:
        check(problem, answer.tour)
        assert problem.origin in (None, answer.tour[0])
    elif answer.status is Status.UNSATISFIABLE:
        assert answer.reason
        assert not has_tour(problem)
    else:
        assert answer.reason == "incomplete"


@st.composite
def boards_with_a_tour(draw):
    """Boards with a closed tour where even, and an open one from each of these first squares."""
    rows, cols = draw(st.sampled_from([(5, 6), (6, 6), (6, 7), (5, 8), (7, 7), (8, 8), (3, 10)]))
    problem = Problem.from_board(Board(rows, cols))
    closed = problem.size % 2 == 0 and draw(st.booleans())
    # On 7x7 the squares with an even number are those of the larger colour.
    start = draw(st.none() | st.sampled_from(range(0, problem.size, 2)))
    return replace(problem, closed=closed, start=start)


@settings(deadline=None, max_examples=100)
@given(boards_with_a_tour(), st.integers(0, 10**6))
def test_a_random_2_factor_is_one_and_makes_the_moves_that_are_certain(problem, seed):
    network = network_of(problem)
    mates = network.two_factor(np.random.default_rng(seed))
    assert mates is not None, "a tour is a 2-factor"
    moves = {(u, v) for u, pair in enumerate(mates.tolist()) for v in pair}
    assert len(moves) == 2 * len(mates)
    allowed = {*map(tuple, network.free.tolist()), *network.certain}
    assert all((v, u) in moves and ((u, v) in allowed or (v, u) in allowed) for u, v in moves)
    assert set(network.certain) <= moves


@pytest.mark.parametrize(
    ("board", "requests", "dummies"),
    [
        ("8x8", {"closed": True}, 0),
        ("8x8", {}, 2),
        ("5x5", {}, 1),
        ("8x8", {"start": (0, 0)}, 2),
    ],
)
def test_the_network_is_as_large_as_stated(board, requests, dummies):
    problem = Problem.from_board(board, **requests)
    network = network_of(problem)
    assert len(network.needs) == problem.size + dummies
    besides = {0: 0, 1: (problem.size + 1) // 2, 2: problem.size}[dummies]
    start = "start" in requests
    assert len(network.free) == problem.moves + besides - start
    assert len(network.certain) == (dummies == 2) + start
    assert network.needs.sum() == 2 * (len(network.needs) - len(network.certain))


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("board", ["5x6", "6x6", "3x10", "8x8", "10x10", "20x20", "50x50"])
def test_finds_a_tour_of_boards_that_have_one(board, closed):
    problem = Problem.from_board(board, closed=closed)
    for seed in range(5):
        check(problem, answer_to(problem, seed).tour)


@pytest.mark.parametrize("closed", [True, False])
def test_finds_a_tour_of_a_large_board(closed):
    problem = Problem.from_board("100x100", closed=closed)
    answer = answer_to(problem)
    check(problem, answer.tour)
    assert answer.statistics["cycles"] > 1, "so that the exchanges were needed"


@pytest.mark.parametrize("board", ["5x5", "7x7", "3x7", "9x11"])
def test_finds_a_tour_where_one_colour_has_a_square_more(board):
    problem = Problem.from_board(board)
    check(problem, answer_to(problem).tour)


@pytest.mark.parametrize(
    "requests",
    [
        {"start": (3, 4)},
        {"end": (3, 4)},
        {"start": (0, 0), "end": (7, 6)},
        {"closed": True, "start": (3, 4)},
        {"closed": True, "end": (1, 2)},
        {"closed": True, "start": (0, 0), "end": (2, 1)},
        {"require": [((0, 1), (2, 2)), ((4, 4), (6, 5))]},
        {"closed": True, "require_arcs": [((6, 4), (7, 6)), ((0, 6), (2, 5))]},
        {"start": (0, 0), "require_arcs": [((7, 6), (6, 4))], "forbid": [((0, 7), (1, 5))]},
    ],
)
def test_honours_what_is_asked(requests):
    problem = Problem.from_board("8x8", **requests)
    answer = answer_to(problem)
    check(problem, answer.tour)
    assert problem.origin in (None, answer.tour[0])


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (
            Problem.from_board("5x5", closed=True),
            "every move changes the colour, and 13 squares are of one colour, 12 of the other; "
            "this tour needs as many of both",
        ),
        (
            Problem.from_graph(nx.star_graph(4)),
            "every move changes the colour, and 4 squares are of one colour, 1 of the other; "
            "this tour needs at most one more",
        ),
        (
            Problem.from_graph(nx.disjoint_union(nx.cycle_graph(4), nx.cycle_graph(4))),
            "the graph falls apart into 2 parts that no move connects",
        ),
        (
            Problem.from_board("5x5", start=(0, 1)),
            "every move changes the colour, and (0, 1) has the wrong one for that end of the tour",
        ),
        (
            Problem.from_board("6x6", start=(0, 0), end=(0, 2)),
            "every move changes the colour, and (0, 2) has the wrong one for that end of the tour",
        ),
        (
            Problem.from_board("6x6", closed=True, end=(5, 5)),
            "(5, 5) to (0, 0) is not a move",
        ),
        (
            Problem.from_board(
                "6x6", require=[((2, 2), (0, 1)), ((2, 2), (0, 3)), ((2, 2), (4, 1))]
            ),
            "more than two moves are required at (2, 2)",
        ),
        (
            Problem.from_graph(nx.path_graph(6), closed=True),
            "there is no choice of moves that gives every square two of them",
        ),
        (
            Problem.from_board("3x6", closed=True),
            "there is no choice of moves that gives every square two of them",
        ),
    ],
)
def test_a_proof_has_its_reason(problem, reason):
    answer = answer_to(problem)
    assert (answer.status, answer.reason) == (Status.UNSATISFIABLE, reason)


def test_gives_up_where_there_is_a_2_factor_and_no_tour():
    answer = answer_to(Problem.from_board("4x6", closed=True), restarts=7)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
    assert answer.statistics["restarts"] == 7


def test_starting_again_is_what_finds_some_tours():
    problem = Problem.from_board("5x6", closed=True)
    tried = [(answer_to(problem, seed, restarts=0), answer_to(problem, seed)) for seed in range(10)]
    assert any(once.status is Status.UNKNOWN for once, _ in tried)
    for _, answer in tried:
        check(problem, answer.tour)


def test_a_seed_settles_the_run_and_another_makes_another():
    problem = Problem.from_board("20x20", closed=True)
    answers = [answer_to(problem, seed) for seed in (1, 1, 2)]
    assert answers[0].tour == answers[1].tour
    assert answers[0].statistics == answers[1].statistics
    assert answers[0].tour != answers[2].tour


def test_a_deadline_that_has_passed_is_admitted():
    answer = ask(make("two-factor"), Problem.from_board("8x8"), Context(deadline=0.0))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@pytest.mark.parametrize(("start", "end"), [(None, None), ((0, 0), None), (None, (0, 0))])
def test_a_single_square(start, end):
    assert answer_to(Problem.from_board("1x1", start=start, end=end)).tour == (0,)


@settings(deadline=None)
@given(small_problems())
def test_refuses_exactly_the_graphs_with_an_odd_cycle_and_names_a_move_on_one(problem):
    problem = replace(problem, clues={})
    graph = problem.graph()
    reason = make("two-factor").unsupported_reason(problem)
    if reason is None:
        colours, parts = two_colours(problem)
        assert all(colours[u] != colours[v] for u, v in graph.edges)
        assert parts == nx.number_connected_components(graph)
        return
    head, _, tail = reason.partition(": the move ")
    assert head == "needs a bipartite graph"
    u, v = (int(name) for name in tail.removesuffix(" is on an odd cycle").split(" - "))
    assert any(len(path) % 2 == 1 for path in nx.all_simple_paths(graph, u, v)), (
        "a path of an odd number of squares, which the move closes"
    )


def test_refuses_clues():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("two-factor").unsupported_reason(problem) == "does not honour clues"


def test_there_is_a_flow_exactly_where_there_is_a_2_factor():
    """Random graphs of four squares of each colour; two moves are tried at each of one colour."""
    rng = np.random.default_rng(3)
    pairs = list(itertools.product(range(4), range(4, 8)))
    for _ in range(200):
        chosen = [pair for pair in pairs if rng.random() < 0.7]
        graph = nx.Graph()
        graph.add_nodes_from(range(8))
        graph.add_edges_from(chosen)
        if not nx.is_connected(graph):
            continue
        exists = any(
            all(row.count(square) == 2 for square in range(4, 8))
            for halves in itertools.product(
                *(itertools.combinations(sorted(graph[square]), 2) for square in range(4))
            )
            for row in [list(itertools.chain.from_iterable(halves))]
        )
        network = network_of(Problem.from_graph(graph, closed=True))
        assert (network.two_factor(rng) is not None) == exists
