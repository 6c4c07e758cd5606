"""Requests made of the tour as a whole: what they mean, and who may be asked for them."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import networkx as nx
import pytest

from knightbench import (
    Answer,
    Board,
    Context,
    Formulation,
    InvalidTour,
    Problem,
    UnsupportedProblem,
    check,
    formulations,
    theory,
)
from knightbench.formats.json import problem_from_json, problem_to_json
from knightbench.formulation import ask, make, refusal
from knightbench.lab.experiment import Experiment
from knightbench.lab.run import Outcome, Run
from knightbench.lab.scaling import family_of
from knightbench.lab.solve import solve_run
from knightbench.magic import Sums
from knightbench.symmetry import Symmetries
from tests.catalogue.cpsat.models import all_tours_of
from tests.catalogue.cpsat.test_quartes import beverley
from tests.conformance.brute_force import all_tours

SPECIAL = {"symmetry": "half-turn", "magic": "semi-magic", "max_crossings": 30}

#: Who honours what.
HONOURS = {
    "symmetry": {"cpsat-circuit", "sat-cutset", "sat-cegar"},
    "magic": {"cpsat-positions", "cpsat-time-matrix", "cpsat-quartes"},
    "max_crossings": {"cpsat-circuit"},
}


@dataclass(frozen=True)
class Old(Formulation):
    """A formulation from before there were such requests."""

    name, summary, source = "old", "says yes to everything", "a third party"

    def unsupported_reason(self, problem: Problem) -> str | None:
        return None

    def solve(self, problem: Problem, context: Context) -> Answer:
        raise AssertionError("it was asked")


@pytest.mark.parametrize("request_name", SPECIAL)
def test_only_those_that_say_so_are_asked(request_name):
    problem = Problem.from_board("8x8", **{request_name: SPECIAL[request_name]})
    serving = {name for name in formulations() if refusal(formulations()[name](), problem) is None}
    assert serving == HONOURS[request_name]
    assert refusal(Old(), problem) == f"does not honour {request_name}"
    with pytest.raises(UnsupportedProblem, match=request_name):
        ask(Old(), problem, Context())
    result = solve_run(Run(problem, make("warnsdorff")))
    assert result.outcome is Outcome.UNSUPPORTED
    assert refusal(Old(), Problem.from_board("8x8")) is None


def test_an_experiment_has_a_row_for_who_was_not_asked(tmp_path):
    from knightbench.lab.runner import make_runs

    experiment = Experiment(
        name="special",
        problems={"few": Problem.from_board("3x4", max_crossings=20)},
        formulations=["backtracking", "cpsat-circuit"],
        time_limit=30,
    )
    outcomes = make_runs(experiment, tmp_path, jobs=1)
    assert outcomes == {"unsupported": 1, "solved": 1}


def test_honouring_takes_the_board_which_a_strategy_renumbers():
    problem = Problem.from_board("6x6", closed=True, symmetry="half-turn")
    for name in ("cpsat-circuit", "cpsat-positions", "cpsat-time-matrix"):
        assert "symmetry" in refusal(make(f"{name}?strategy=warnsdorff"), problem)


def test_no_theorem_promises_a_special_tour():
    for size, closed in (("8x8", True), ("8x8", False), ("3x4", False)):
        assert theory.possible(Problem.from_board(size, closed=closed)) is not None
        for name, value in SPECIAL.items():
            problem = Problem.from_board(size, closed=closed, **{name: value})
            assert theory.possible(problem) is None
    # There is no tour whatever is asked of it.
    assert theory.impossible(Problem.from_board("4x8", closed=True, max_crossings=9)) is not None


def test_the_hash_of_other_problems_is_what_it_was():
    told = problem_to_json(Problem.from_board("5x6", closed=True, start=(2, 3)))
    assert not SPECIAL.keys() & told.keys()
    assert told["hash"] == "49b899abf41e610c3a368f9c0061b40369c48a8290a7833bccff8aaf7ade47bd"


def test_the_problems_of_committed_results_have_their_hashes():
    rows = Path(__file__).parents[1] / "results" / "quick" / "runs.jsonl"
    problems = {}
    for line in rows.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)["problem"]
        problems[told["hash"]] = told
    assert len(problems) > 5
    for known, told in problems.items():
        assert problem_to_json(problem_from_json(told))["hash"] == known


@pytest.mark.parametrize("asked", [{name: value} for name, value in SPECIAL.items()] + [SPECIAL])
def test_a_special_problem_survives_the_journey(asked):
    problem = Problem.from_board("6x6", closed=True, **asked)
    told = json.loads(json.dumps(problem_to_json(problem)))
    again = problem_from_json(told)
    assert {name: getattr(again, name) for name in asked} == asked
    assert problem_to_json(again)["hash"] == told["hash"]
    plain = problem_to_json(Problem.from_board("6x6", closed=True))
    assert told["hash"] != plain["hash"]
    assert family_of(plain) is not None
    assert family_of(told) is None


def test_they_are_said():
    problem = Problem.from_board("6x6", closed=True, **SPECIAL)
    assert str(problem) == "6x6, closed, half-turn symmetry, semi-magic, at most 30 crossings"
    assert problem.special == tuple(SPECIAL)


@pytest.mark.parametrize(
    ("board", "asked", "why"),
    [
        (Board(6, 6), {"symmetry": "mirror"}, "half-turn or quarter-turn"),
        (Board(5, 6), {"symmetry": "quarter-turn"}, "only square boards"),
        (
            Board(4, 4, holes=[(0, 1)]),
            {"symmetry": "half-turn"},
            r"\(3, 2\) comes to lie on a hole",
        ),
        (Board(6, 6), {"magic": "half"}, "semi-magic or magic"),
        (Board(4, 6), {"magic": "magic"}, "square board"),
        (Board(4, 4, holes=[(0, 0)]), {"magic": "semi-magic"}, "without holes"),
        (Board(6, 6), {"max_crossings": -1}, "not be below 0"),
        (Board(6, 6), {"max_crossings": 1.5}, "whole number"),
        (Board(6, 6), {"max_crossings": True}, "whole number"),
        (Board(6, 6, wrap_rows=True), {"max_crossings": 3}, "over the edge"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(board, asked, why):
    with pytest.raises(ValueError, match=why):
        Problem.from_board(board, **asked)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_graph_is_no_board(name):
    with pytest.raises(ValueError, match="a graph is none"):
        Problem.from_graph(nx.cycle_graph(5), **{name: SPECIAL[name]})
    with pytest.raises(ValueError, match="no symmetry"):
        _ = Problem.from_board("3x3").turn


def test_turns_of_boards():
    board = Board(3, 3)
    assert board.turned(quarter=False) == (8, 7, 6, 5, 4, 3, 2, 1, 0)
    # The corner at the top left goes to the top right.
    assert board.turned(quarter=True) == (2, 5, 8, 1, 4, 7, 0, 3, 6)
    assert Board(2, 3, holes=[(0, 0), (1, 2)]).turned(quarter=False) == (3, 2, 1, 0)


def test_four_ends_are_too_many():
    problem = Problem.from_board("5x5", symmetry="quarter-turn")
    assert "four ends" in problem.contradiction
    assert Problem.from_board("1x1", symmetry="quarter-turn").contradiction is None
    for asked in (SPECIAL, {"symmetry": "quarter-turn", "magic": "magic"}):
        check(Problem.from_board("1x1", **asked), [0])


def offence(problem: Problem, tour) -> str:
    with pytest.raises(InvalidTour) as caught:
        check(problem, tour)
    assert caught.value.step == problem.size
    return str(caught.value)


def test_check_judges_them():
    tour = beverley()
    check(Problem.from_board("8x8", magic="semi-magic", max_crossings=98), tour)
    check(Problem.from_board("8x8", magic="semi-magic"), tour[::-1])
    assert "98 pairs" in offence(Problem.from_board("8x8", max_crossings=97), tour)
    assert "282 and 210" in offence(Problem.from_board("8x8", magic="magic"), tour)
    assert "never made" in offence(Problem.from_board("8x8", symmetry="half-turn"), tour)
    spoilt = next(all_tours(Problem.from_board("3x4")))
    assert "row" in offence(Problem.from_board("3x4", magic="semi-magic"), spoilt)


def test_sums_of_a_closed_tour_count_from_its_first_square():
    king = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    board = Board(2, 4, moves=king)
    (tour,) = all_tours(Problem.from_board(board, closed=True, magic="semi-magic"))
    problem = Problem.from_board(board, closed=True, magic="semi-magic")
    assert problem.directed
    check(problem, tour)
    turned = tour[1:] + tour[:1]
    check(replace(problem, magic=None), turned)
    with pytest.raises(InvalidTour, match=r"\(0, 0\) must be"):
        check(problem, turned)


def test_the_symmetric_closed_tours_of_the_6x6_board():
    """5 classes with a quarter turn, of 2 tours each, and 17 with a half turn alone, of 4."""
    half = Problem.from_board("6x6", closed=True, symmetry="half-turn")
    quarter = replace(half, symmetry="quarter-turn")
    found = all_tours_of("cpsat-circuit", half)
    assert len(found) == len(set(found)) == 2 * (17 * 4 + 5 * 2)
    assert len(all_tours_of("cpsat-circuit", quarter)) == 2 * 5 * 2
    for tour in found:
        check(half, tour)
    for problem, tours, classes in ((half, 78, 22), (quarter, 10, 5)):
        listed = list(make("sat-cutset").tours(problem, Context()))
        group = Symmetries.of(problem)
        assert (len(listed), len(set(map(group.canonical, listed)))) == (tours, classes)


def test_turns_of_boards_divisible_by_four():
    quarter = Problem.from_board("8x8", closed=True, symmetry="quarter-turn")
    finding = theory.impossible(quarter)
    assert finding is not None
    assert "a quarter of 64 squares, an even number" in finding.statement
    for spec in ("cpsat-circuit", "sat-cutset"):
        assert ask(make(spec), quarter, Context()).tour is None
    for spec in ("cpsat-circuit", "sat-cutset", "sat-cegar"):
        for problem in (replace(quarter, symmetry="half-turn"), _ten()):
            answer = ask(make(spec), problem, Context())
            assert answer.tour is not None
            check(problem, answer.tour)


def _ten() -> Problem:
    return Problem.from_board("10x10", closed=True, symmetry="quarter-turn")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "tours"), [("4x6", 744), ("4x8", 31_088)])
def test_the_smallest_boards_have_no_semi_magic_tour(size, tours):
    """All open tours (OEIS A079137) are listed; 4x8 after H. J. R. Murray."""
    problem = Problem.from_board(size)
    formulation = make("sat-cutset")
    formulation.prepare()
    kinds = [Sums.of(problem.board, tour).kind for tour in formulation.tours(problem, Context())]
    assert len(kinds) == tours
    assert set(kinds) == {None}
