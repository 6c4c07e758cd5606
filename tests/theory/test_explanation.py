"""Explanations: never wrong, told plainest first, and pictures that show what they say."""

import csv
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings

from knightbench import Board, Problem
from knightbench.theory import explanation as told
from knightbench.theory import findings
from knightbench.theory.boards import outer_lines
from knightbench.theory.cases import two_cases
from knightbench.theory.explanation import CONCERNED, FROM_A_PAPER, Ground, explain
from tests.conformance.brute_force import has_tour
from tests.theory.test_random import boards, graphs, problems, thorough

TABLE = Path(__file__).parents[1] / "data" / "existence.csv"


def look_at(problem: Problem, ground: Ground) -> None:
    """Fail unless the picture shows what its legend says."""
    picture = ground.picture
    if picture is None:
        return
    graph = problem.graph()
    assert set(picture.marks) <= set(graph)
    assert all(len(mark) == 1 for mark in picture.marks.values())
    theorem = ground.finding.theorem
    if theorem != "two cases":
        assert all(graph.has_edge(*move) for move in picture.moves)
    if theorem == "colours":
        assert set(picture.marks) == set(graph)
        for u, v in graph.edges:
            assert picture.marks[u].lower() != picture.marks[v].lower()
        for mark, meaning in picture.legend[:2]:
            count = [other.lower() for other in picture.marks.values()].count(mark)
            assert meaning.startswith(f"{count} square")
    elif theorem in PARTS:
        removed = {square for square, mark in picture.marks.items() if mark == CONCERNED}
        assert removed == (set(ground.finding.squares) if theorem in CUTS else set())
        graph.remove_nodes_from(removed)
        graph.remove_edges_from(picture.moves)
        parts = list(nx.connected_components(graph))
        assert len({picture.marks[min(part)] for part in parts}) == len(parts)
        for part in parts:
            assert len({picture.marks[square] for square in part}) == 1
        assert picture.legend[-1][1].startswith(f"{len(parts)} part")


CUTS = {"cut square", "end blocks", "small cut", "crowded", "Pósa"}
PARTS = CUTS | {"connected", "Knuth 1994", "bridge"}


def hold(problem: Problem) -> None:
    explanation = explain(problem)
    truth = has_tour(problem)
    if explanation.verdict is None:
        assert not explanation.grounds
    else:
        assert explanation.verdict == truth, f"{problem}, {problem.edges()}: {explanation}"
        assert {ground.finding.verdict for ground in explanation.grounds} == {truth}
    order = [told.PLAINEST_FIRST.index(ground.finding.theorem) for ground in explanation.grounds]
    assert order == sorted(order)
    for ground in explanation.grounds:
        look_at(problem, ground)
    if explanation.bare is not None:
        assert problem.board is not None
        bare = Problem.from_board(problem.board, closed=problem.closed)
        assert has_tour(bare) == explanation.bare.verdict != explanation.verdict


@settings(thorough, max_examples=120)
@given(problems(graphs(6)))
def test_no_explanation_of_a_graph_is_wrong(problem: Problem) -> None:
    hold(problem)


@settings(thorough, max_examples=80)
@given(problems(boards()))
def test_no_explanation_of_a_board_is_wrong(problem: Problem) -> None:
    hold(problem)


@thorough
@given(problems(graphs()))
def test_two_cases_leave_no_tour(problem: Problem) -> None:
    if problem.contradiction is None and problem.size > 1:
        cases = two_cases(problem)
        assert cases is None or not has_tour(problem)


def on(size: str, **requests: object) -> Problem:
    return Problem.from_board(size, **requests)


@pytest.mark.parametrize(
    ("problem", "first", "verdict"),
    [
        (on("4x10", closed=True), "Pósa", False),
        (on("10x4", closed=True), "Pósa", False),
        (on("5x7", closed=True), "colours", False),
        (on("3x4", closed=True), "Pósa", False),
        (on("3x6", closed=True), "small cut", False),
        (on("3x8", closed=True), "two cases", False),
        (on("3x3"), "degrees", False),
        (on("2x9"), "degrees", False),
        (on("4x4"), "small cut", False),
        (on("3x6"), "small cut", False),
        (on("8x8", start=(0, 0), end=(7, 7)), "colours", False),
        (on("2x2", closed=True, start=(0, 0), end=(0, 0)), "contradiction", False),
        (on("1x1"), "single square", True),
        (on("3x10", closed=True), "Schwenk 1991", True),
        (on("4x10"), "open tours", True),
        (on("6x6", start=(0, 0), end=(0, 1)), "Conrad et al. 1994", True),
        (Problem.from_board(Board(10, 10, moves=(1, 3)), closed=True), "connected", False),
    ],
)
def test_the_plainest_ground_comes_first(problem: Problem, first: str, verdict: bool) -> None:
    explanation = explain(problem)
    assert explanation.verdict is verdict
    assert explanation.grounds[0].finding.theorem == first
    assert len(explanation.grounds) >= len(findings(problem))
    for ground in explanation.grounds:
        look_at(problem, ground)


@pytest.mark.parametrize(
    ("problem", "theorem"),
    [
        (on("8x8", closed=True, symmetry="quarter-turn"), "turn"),
        (on("5x6", magic="semi-magic"), "equal sums"),
        (Problem.from_board(Board(4, 6, wrap_cols=True), closed=True), "Watkins 1997, 2000"),
        (Problem.from_board(Board(4, 6, moves=(0, 1)), closed=True), "grid"),
    ],
)
def test_theorems_about_special_tours_and_boards(problem: Problem, theorem: str) -> None:
    assert theorem in {ground.finding.theorem for ground in explain(problem).grounds}


def test_nothing_known_is_said_to_be_unknown_with_what_is_forced() -> None:
    explanation = explain(on("6x6", start=(0, 0), end=(0, 1), require=[((0, 0), (1, 2))]))
    assert explanation.verdict is None
    assert explanation.grounds == ()
    assert (0, 8) in explanation.forced
    assert explanation.bare is not None
    assert explanation.bare.verdict


def test_what_is_asked_may_be_the_reason() -> None:
    explanation = explain(on("8x8", start=(0, 0), end=(7, 7)))
    assert explanation.bare is not None
    assert explanation.bare.verdict
    assert explain(on("4x4", start=(0, 0))).bare is None
    assert explain(on("8x8")).bare is None


@pytest.mark.slow
def test_every_board_without_a_knights_tour_has_a_ground_to_look_at() -> None:
    looked_at = 0
    with TABLE.open() as file:
        for row in csv.DictReader(file):
            if (row["a"], row["b"], row["exists"]) != ("1", "2", "no"):
                continue
            board = Board(int(row["rows"]), int(row["cols"]))
            problem = Problem.from_board(board, closed=row["kind"] == "closed")
            first = explain(problem).grounds[0]
            assert first.finding.theorem not in FROM_A_PAPER, problem
            looked_at += 1
            look_at(problem, first)
    assert looked_at > 80


@pytest.mark.parametrize(("rows", "cols"), [(4, 1), (4, 4), (4, 10), (9, 4), (3, 4)])
def test_posas_argument_is_true_sentence_by_sentence(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    problem = Problem.from_board(board, closed=True)
    outer = outer_lines(board)
    assert 2 * len(outer) == problem.size
    for square in outer:
        assert not outer & set(problem.neighbours(square))
    assert {sum(board.position(square)) % 2 for square in outer} == {0, 1}
    (argument,) = [
        ground.argument for ground in explain(problem).grounds if ground.finding.theorem == "Pósa"
    ]
    assert f"{len(outer)} outer and {len(outer)} inner squares" in argument[0]
    assert ("columns" in argument[0]) == (rows != 4)


def test_forced_moves_are_drawn_and_told() -> None:
    (ground,) = [
        ground
        for ground in explain(on("3x6", closed=True)).grounds
        if ground.finding.theorem == "forced moves"
    ]
    assert ground.picture is not None
    assert set(ground.picture.moves) == {(2, 6), (6, 14), (2, 10)}
    assert ground.argument[-1].startswith("In the end a cycle is closed over")
    assert ground.argument[0] == (
        "(0, 2) - (1, 0) is made: (1, 0) has two moves left and needs both."
    )


def test_two_cases_suppose_and_do_not_ask() -> None:
    (ground, paper) = explain(on("3x8", closed=True)).grounds
    assert paper.finding.theorem == "Schwenk 1991"
    assert ground.argument[0] == "First, suppose the tour makes the move."
    assert "Second, suppose it does not." in ground.argument
    assert not any("asked for" in sentence for sentence in ground.argument)
    for here, after in pairwise(ground.argument):
        assert after.startswith("Second") == here.startswith("In the end")


def test_more_parts_than_letters_share_a_plus_sign() -> None:
    # Two pairs of corners, and sixty squares by themselves.
    grounds = explain(Problem.from_board(Board(8, 8, moves=(7, 7)))).grounds
    (picture,) = [g.picture for g in grounds if g.finding.theorem == "connected"]
    assert picture is not None
    assert list(picture.marks.values()).count("+") == 62 - 52
    ((shown, meaning),) = picture.legend
    assert shown == "A to z, and + for the others"
    assert meaning == "62 parts with no move from one to another"
