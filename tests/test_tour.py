import itertools

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Board, InvalidTour, Problem, check
from knightbench.tour import numbered_board
from tests.conformance.brute_force import all_tours

TOUR = next(all_tours(Problem.from_board("3x4", start=(0, 0))))
CLOSED = next(all_tours(Problem.from_board("3x10", closed=True)))


def offence(problem: Problem, squares: list[object]) -> str:
    with pytest.raises(InvalidTour) as caught:
        check(problem, squares)  # type: ignore[arg-type] # what a broken formulation may return
    assert f"step {caught.value.step}:" in str(caught.value)
    return str(caught.value)


def test_a_tour_is_accepted():
    check(Problem.from_board("3x4", start=(0, 0)), TOUR)
    check(Problem.from_board("3x10", closed=True), CLOSED)
    check(Problem.from_board("1x1"), [0])


@pytest.mark.parametrize(
    ("change", "step", "what"),
    [
        (lambda t: t[:-1], 12, "missing: only 11 of 12"),
        (lambda t: [], 1, "missing"),
        (lambda t: [*t, 0], 13, "visited already, at step 1"),
        (lambda t: [*t[:4], t[2], *t[5:]], 5, "visited already, at step 3"),
        (lambda t: [*t[:4], 99, *t[5:]], 5, "square 99 does not exist"),
        (lambda t: [*t[:4], -1, *t[5:]], 5, "square -1 does not exist"),
        (lambda t: [*t[:4], "a", *t[5:]], 5, "'a' is not the number"),
        (lambda t: [*t[:4], True, *t[5:]], 5, "True is not the number"),
        (lambda t: [*t[:4], t[5], t[4], *t[6:]], 5, "is not a move"),
        (lambda t: t[::-1], 1, "(0, 0) must be"),
    ],
)
def test_the_first_offending_step_is_named(change, step, what):
    message = offence(Problem.from_board("3x4", start=(0, 0)), list(change(TOUR)))
    assert message.startswith(f"step {step}:")
    assert what in message


def test_an_open_tour_is_no_closed_one():
    assert "step 12" in offence(Problem.from_board("3x4", closed=True), list(TOUR))


def test_requests_are_judged():
    position = Board(3, 4).position
    used = (position(TOUR[3]), position(TOUR[4]))
    unused = ((0, 0), (1, 2)) if TOUR[1] != 6 else ((0, 0), (2, 1))
    from_3x4 = Problem.from_board
    check(from_3x4("3x4", require=[used[::-1]], require_arcs=[used]), TOUR)
    assert "never made" in offence(from_3x4("3x4", require_arcs=[used[::-1]]), list(TOUR))
    assert "never made" in offence(from_3x4("3x4", require=[unused]), list(TOUR))
    assert "step 5" in offence(from_3x4("3x4", forbid=[used]), list(TOUR))
    assert "forbidden" in offence(from_3x4("3x4", forbid=[used]), list(TOUR))
    assert "step 4" in offence(from_3x4("3x4", clues=[(used[1], 4)]), list(TOUR))
    assert "step 12" in offence(from_3x4("3x4", end=(0, 0)), list(TOUR))


def test_the_closing_move_is_a_move():
    position = Board(3, 10).position
    closing = (position(CLOSED[-1]), position(CLOSED[0]))
    check(Problem.from_board("3x10", closed=True, require_arcs=[closing]), CLOSED)
    reverse = Problem.from_board("3x10", closed=True, require_arcs=[closing[::-1]])
    assert "never made" in offence(reverse, list(CLOSED))
    forbidden = Problem.from_board("3x10", closed=True, forbid=[closing])
    assert "step 30" in offence(forbidden, list(CLOSED))


def test_a_closed_tour_may_be_written_from_any_square_unless_steps_count():
    turned = CLOSED[7:] + CLOSED[:7]
    check(Problem.from_board("3x10", closed=True), turned)
    last = Board(3, 10).position(CLOSED[-1])
    check(Problem.from_board("3x10", closed=True, end=last), CLOSED)
    assert "step 1:" in offence(Problem.from_board("3x10", closed=True, end=last), list(turned))


def test_small_closed_tours_do_not_exist():
    for graph in (nx.empty_graph(1), nx.path_graph(2)):
        assert "three" in offence(Problem.from_graph(graph, closed=True), list(graph))
    check(Problem.from_graph(nx.cycle_graph(3), closed=True), [0, 1, 2])


@given(st.permutations(range(6)), st.booleans(), st.data())
def test_check_agrees_with_the_definition(order, closed, data):
    edges = data.draw(st.sets(st.sampled_from(list(itertools.combinations(range(6), 2)))))
    graph = nx.Graph()
    graph.add_nodes_from(range(6))
    graph.add_edges_from(sorted(edges))
    steps = list(itertools.pairwise(order)) + ([(order[-1], order[0])] if closed else [])
    is_tour = all(graph.has_edge(u, v) for u, v in steps)
    try:
        check(Problem.from_graph(graph, closed=closed), order)
        judged = True
    except InvalidTour:
        judged = False
    assert judged == is_tour


def test_rendering():
    board = Board(2, 3, moves=(0, 1), holes=[(0, 1), (1, 1)], wrap_rows=True, wrap_cols=True)
    assert numbered_board(Problem.from_board(board), [0, 1, 3, 2]) == "1 . 2\n4 . 3"
    path = Problem.from_graph(nx.Graph([("a", "b")]))
    assert numbered_board(path, [1, 0]) == "b -> a"
