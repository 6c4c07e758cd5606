"""What follows for every tour: against all tours, and each step against those before it."""

import itertools

import networkx as nx
import pytest
from hypothesis import given

from knightbench import Board, Problem
from knightbench.theory.forced import Consequences, Step, consequences, forced
from tests.conformance.brute_force import all_tours
from tests.theory.test_random import boards, graphs, problems, thorough


def moves_of(problem: Problem, tour: tuple[int, ...]) -> set[tuple[int, int]]:
    made = list(itertools.pairwise(tour)) + [(tour[-1], tour[0])] * problem.closed
    return {(min(move), max(move)) for move in made}


def hold(problem: Problem) -> Consequences | None:
    if problem.contradiction is not None or problem.size < 2:
        return None
    follows = consequences(problem)
    assert (follows.broken is not None) == (forced(problem) is not None)
    assert set(follows.made) | set(follows.lost) <= set(problem.edges())
    assert not set(follows.made) & set(follows.lost)
    ends = {step for step in follows.steps if len(step.squares) == 1}
    for tour in all_tours(problem):
        assert follows.broken is None
        made = moves_of(problem, tour)
        assert set(follows.made) <= made
        assert not set(follows.lost) & made
        for step in ends:
            assert (step.squares[0] in (tour[0], tour[-1])) == step.made
    return follows


@thorough
@given(problems(graphs()))
def test_every_tour_of_a_graph_does_as_it_must(problem: Problem) -> None:
    hold(problem)


@thorough
@given(problems(boards()))
def test_every_tour_of_a_board_does_as_it_must(problem: Problem) -> None:
    hold(problem)


def breaks(problem: Problem, steps: tuple[Step, ...]) -> bool:
    """Whether each step of a closed problem follows from those before, and all end in a conflict.

    Written for problems without requests, where two rules make and lose moves.
    """
    made, left = nx.empty_graph(problem.size), problem.graph()
    for step in steps:
        u, v = step.squares
        if step.made:
            assert 2 in (left.degree[u], left.degree[v])
            made.add_edge(u, v)
        else:
            full = 2 in (made.degree[u], made.degree[v])
            assert full or len(nx.shortest_path(made, u, v)) < problem.size
            left.remove_edge(u, v)
    if any(left.degree[square] < 2 for square in left):
        return True
    needed = [move for square in left if left.degree[square] == 2 for move in left.edges(square)]
    return any(
        not made.has_edge(u, v)
        and (2 in (made.degree[u], made.degree[v]) or nx.has_path(made, u, v))
        for u, v in needed
    )


@pytest.mark.parametrize(
    "size", ["1x4", "2x7", "3x3", "3x4", "3x5", "3x6", "3x7", "3x9", "4x4", "4x5", "5x5"]
)
def test_each_step_follows_from_those_before_it(size: str) -> None:
    problem = Problem.from_board(size, closed=True)
    follows = consequences(problem)
    assert follows.broken is not None
    assert breaks(problem, follows.steps)


@thorough
@given(graphs())
def test_each_step_follows_in_any_graph(graph: nx.Graph) -> None:
    problem = Problem.from_graph(graph, closed=True)
    follows = consequences(problem)
    assert follows.broken is None or breaks(problem, follows.steps)


def test_only_what_leads_to_the_conflict_is_told() -> None:
    # On 3x6 four squares suffice, though much else is forced.
    follows = consequences(Problem.from_board("3x6", closed=True))
    assert {square for step in follows.steps for square in step.squares} == {2, 6, 10, 14}
    assert len(follows.made) > 3


def test_bridges_are_made_by_open_tours_and_forced_ends_named() -> None:
    # Two triangles joined through one more square.
    chain = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 4)])
    follows = consequences(Problem.from_graph(chain))
    assert set(follows.made) == {(2, 3), (3, 4)}
    assert [step.because for step in follows.steps[:2]] == [
        "it is the only move between two parts of the graph"
    ] * 2
    assert (3,) in [step.squares for step in follows.steps if not step.made]


def test_corners_of_the_closed_board_are_forced() -> None:
    follows = consequences(Problem.from_board("8x8", closed=True))
    assert len(follows.made) == 8
    assert follows.broken is None
    assert not follows.lost
    assert consequences(Problem.from_board(Board(8, 8))).made == ()
