import json

import networkx as nx
import numpy as np
import pytest

from knightbench import Board, Problem
from knightbench.formats.json import json_object, name_from_json, problem_from_json, problem_to_json
from tests.conformance.problems import everything


@pytest.mark.parametrize("problem", everything(), ids=str)
def test_a_problem_survives_the_journey(problem):
    told = json.loads(json.dumps(problem_to_json(problem)))
    again = problem_from_json(told)
    assert np.array_equal(again.offsets, problem.offsets)
    assert np.array_equal(again.targets, problem.targets)
    for what in ("closed", "start", "end", "clues", "required_edges", "required_arcs", "forbidden"):
        assert getattr(again, what) == getattr(problem, what)
    assert [again.name(s) for s in range(again.size)] == [
        problem.name(s) for s in range(problem.size)
    ]
    assert problem_to_json(again)["hash"] == told["hash"]


def test_names_without_a_form_in_json_are_told_by_their_text_or_number():
    told = problem_to_json(Problem.from_graph(nx.Graph([(frozenset({1}), float("nan"))])))
    assert told["graph"]["nodes"] == ["frozenset({1})", "nan"]
    confusable = problem_to_json(Problem.from_graph(nx.Graph([("frozenset()", frozenset())])))
    assert confusable["graph"]["nodes"] == [0, 1]


def test_names_come_back_hashable():
    assert name_from_json([1, [2, "a"]]) == (1, (2, "a"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda told: told.pop("closed"),
        lambda told: told.pop("board"),
        lambda told: told.update(board=7),
        lambda told: told.update(start={"a": 1}),
        lambda told: told.update(start=[9, 9]),
        lambda told: told.update(clues=[3]),
        lambda told: told["board"].update(rows=0),
        lambda told: told["board"].update(moves=[[1, 2]]),
    ],
)
def test_what_is_no_problem_is_refused(spoil):
    told = problem_to_json(Problem.from_board(Board(3, 4)))
    spoil(told)
    with pytest.raises(ValueError, match=r"\w"):
        problem_from_json(told)


@pytest.mark.parametrize(
    ("key", "value"),
    [("closed", "false"), ("closed", float("nan")), ("max_crossings", True), ("require", "ab")],
)
def test_values_of_another_kind_are_refused_by_their_key(key, value):
    told = problem_to_json(Problem.from_board(Board(3, 4)))
    with pytest.raises(ValueError, match=f"{key} is"):
        problem_from_json({**told, key: value})


@pytest.mark.parametrize("key", ["clues", "require", "require_arcs", "forbid"])
def test_what_is_no_pair_is_refused_by_its_key(key):
    told = problem_to_json(Problem.from_board(Board(3, 4)))
    with pytest.raises(ValueError, match=f"{key} must be a list of pairs"):
        problem_from_json({**told, key: [[[0, 0]]]})


@pytest.mark.parametrize(("key", "value"), [("cols", 8.7), ("rows", True), ("wrap_rows", "no")])
def test_values_of_a_board_are_of_their_kind(key, value):
    told = problem_to_json(Problem.from_board(Board(3, 4)))
    told["board"][key] = value
    with pytest.raises(ValueError, match=f"{key} is"):
        problem_from_json(told)


def test_a_board_beside_a_graph_and_a_key_twice_are_refused():
    told = problem_to_json(Problem.from_board(Board(3, 4)))
    told["graph"] = {"nodes": [], "neighbours": []}
    with pytest.raises(ValueError, match="both"):
        problem_from_json(told)
    with pytest.raises(ValueError, match="'a' stands twice"):
        json_object('{"b": {"a": 1, "a": 2}}')
