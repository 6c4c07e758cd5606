"""The set of all tours: its numbers are the known ones, and those of brute force."""

import dataclasses

import pytest
from hypothesis import given, settings

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import without_clues
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours

pytest.importorskip("graphillion")


@pytest.mark.parametrize(
    ("board", "asked", "tours"),
    [
        ("3x4", {}, 8),
        ("5x5", {}, 864),
        ("5x5", {"start": (0, 0)}, 304),
        ("5x5", {"start": (0, 1)}, 0),
        ("5x5", {"closed": True}, 0),
        ("3x10", {"closed": True}, 16),
        ("3x12", {"closed": True}, 176),
        ("4x6", {"closed": True}, 0),
        ("5x6", {"closed": True}, 8),
        ("6x6", {"closed": True}, 9862),
    ],
)
def test_counts_of_boards(board, asked, tours):
    problem = Problem.from_board(board, **asked)
    answer = ask(make("zdd"), problem, Context())
    assert answer.statistics["tours"] == tours
    assert answer.status is (Status.SATISFIED if tours else Status.UNSATISFIABLE)


def test_the_model_is_as_large_as_stated():
    problem = Problem.from_board("3x4")
    n, m = problem.size, problem.moves

    def variables(**asked):
        answer = ask(make("zdd"), Problem.from_board("3x4", **asked), Context())
        return answer.statistics["edges"]

    assert variables() == m + n
    assert variables(start=(0, 0)) == m + n
    assert variables(start=(0, 0), end=(0, 1)) == m + 2
    assert variables(closed=True) == m


def test_directions_are_not_served():
    problem = Problem.from_board("3x4", require_arcs=[((0, 0), (1, 2))])
    assert make("zdd").unsupported_reason(problem) is not None


@settings(max_examples=200, deadline=None)
@given(small_problems())
def test_agrees_with_brute_force_on_tours_and_their_number(problem):
    problem = dataclasses.replace(without_clues(problem), required_arcs=())
    if problem.contradiction:
        return
    answer = ask(make("zdd"), problem, Context())
    # A tour and its reverse are one, and brute force sees both; but where an end is asked for,
    # only one of them, except of a closed tour whose first square alone is.
    tours = list(all_tours(problem))
    either_way = problem.end is None and (problem.closed or problem.start is None)
    twice = either_way and problem.size > 1
    assert answer.statistics["tours"] == len(tours) // (2 if twice else 1)
    if tours:
        assert answer.tour is not None
        check(problem, answer.tour)
    else:
        assert answer.status is Status.UNSATISFIABLE
