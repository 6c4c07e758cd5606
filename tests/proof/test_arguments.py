"""Cuts, colours and theorems: what is accepted is true, and what is true of boards is accepted."""

import itertools
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings

from knightbench import Board, Problem
from knightbench.proof import NotACertificate, certificate, check, from_theory
from knightbench.proof.cut import check_cut
from knightbench.proof.verdict import Refuted
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything
from tests.proof.making import claimed


def holds(problem: Problem, **argument: Any) -> bool:
    return check(claimed(problem, argument)).holds


def assert_nothing_rules_a_tour_out(problem: Problem) -> None:
    """Try every set of squares as a cut and as a colour."""
    exists = has_tour(problem)
    for count in range(problem.size + 1):
        for squares in itertools.combinations(range(problem.size), count):
            for kind in ("cut", "colours"):
                if holds(problem, kind=kind, squares=list(squares)):
                    assert not exists, f"{kind} {squares} of {problem}, moves {problem.edges()}"


@given(small_problems(largest=6))
@settings(deadline=None, max_examples=150)
def test_no_cut_and_no_colours_rule_a_tour_out(problem: Problem) -> None:
    assert_nothing_rules_a_tour_out(problem)


@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_graph(nx.cycle_graph(6), closed=True, start=0, end=1),
        Problem.from_graph(nx.cycle_graph(6), start=0, end=1),
        Problem.from_graph(nx.path_graph(7)),
        Problem.from_graph(nx.path_graph(7), start=6, clues=[(3, 4)]),
        Problem.from_graph(nx.complete_bipartite_graph(3, 4), start=3, end=6),
        Problem.from_graph(nx.empty_graph(1), start=0, end=0),
    ],
    ids=str,
)
def test_no_cut_and_no_colours_rule_these_tours_out(problem: Problem) -> None:
    assert has_tour(problem)
    assert_nothing_rules_a_tour_out(problem)


@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_board("4x8", closed=True),
        Problem.from_board("12x4", closed=True),
        Problem.from_board("3x6", closed=True),
        Problem.from_board("5x5", closed=True),
        Problem.from_board("5x5", start=(0, 1)),
        Problem.from_board("6x6", start=(0, 0), end=(5, 5)),
        Problem.from_board("3x3"),
        Problem.from_graph(nx.barbell_graph(3, 1), closed=True),
        Problem.from_graph(nx.complete_bipartite_graph(3, 5)),
        Problem.from_graph(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))),
    ],
    ids=str,
)
def test_what_can_be_counted_is_counted(problem: Problem) -> None:
    told = from_theory(problem)
    assert told is not None
    assert told["argument"]["kind"] in ("cut", "colours")
    verdict = check(told)
    assert verdict.holds, verdict.what
    assert (verdict.steps, verdict.step) == (1, None)


def test_theory_is_certified_where_it_says_no_and_nowhere_else() -> None:
    missing = []
    for problem in everything():
        if problem.size > 16:  # brute force would take its time
            continue
        told = from_theory(problem)
        if has_tour(problem):
            assert told is None, problem
        elif told is None:
            missing.append(str(problem))
        else:
            assert check(told).holds, problem
    # No theorem is known to say it of these: the Petersen graph and some requests.
    assert len(missing) <= 5, missing


def test_both_ends_in_one_part_take_two_pieces() -> None:
    # Two squares between three parts; the tour begins and ends in the same one.
    graph = nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (0, 4), (1, 4), (2, 5), (5, 0)])
    free = Problem.from_graph(graph)
    tied = Problem.from_graph(graph, start=2, end=5)
    assert has_tour(free)
    assert not has_tour(tied)
    check_cut(tied, {"squares": [0, 1]})
    with pytest.raises(Refuted):
        check_cut(free, {"squares": [0, 1]})


def test_a_tour_that_ends_in_the_cut_has_a_piece_less() -> None:
    graph = nx.star_graph(2)
    with pytest.raises(Refuted):
        check_cut(Problem.from_graph(graph), {"squares": [0]})
    for ends in ({"start": 0}, {"end": 0}):
        check_cut(Problem.from_graph(graph, **ends), {"squares": [0]})
    # The two squares with one move are ends too, and are in no cut.
    with pytest.raises(Refuted):
        check_cut(Problem.from_graph(graph, start=1), {"squares": [0]})


def test_a_theorem_is_evaluated_anew() -> None:
    schwenk = {
        "kind": "theorem",
        "theorem": "Schwenk 1991",
        "statement": "3x8: of the boards 3 x n with n even, those with n = 4, 6 and 8 have no "
        "closed tour",
        "source": "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Math. Mag. "
        "64 (1991)",
        "squares": [],
    }
    board = Problem.from_board("3x8", closed=True)
    assert holds(board, **schwenk)
    # Another board, another question, another piece, a hole.
    for other in (
        Problem.from_board("3x10", closed=True),
        Problem.from_board("8x8", closed=True),
        Problem.from_board("3x8"),
        Problem.from_board(Board(3, 8, moves=(0, 1)), closed=True),
        Problem.from_board(Board(3, 8, holes=[(1, 1)]), closed=True),
    ):
        assert not holds(other, **schwenk), other
    for change in (
        {"theorem": "Fermat 1637"},
        {"theorem": "Conrad et al. 1994"},
        {"statement": "there is none"},
        {"source": "a margin"},
        {"squares": [1]},
    ):
        assert not holds(board, **{**schwenk, **change}), change


def test_a_theorem_that_promises_a_tour_certifies_nothing() -> None:
    problem = Problem.from_board("8x8", closed=True)
    from knightbench.proof.theorems import told
    from knightbench.theory import possible

    finding = possible(problem)
    assert finding is not None
    assert not check(claimed(problem, dict(told(finding)))).holds


def test_requests_that_contradict_each_other_are_certified_by_convention() -> None:
    problem = Problem.from_board("3x4", start=(0, 0), end=(0, 0))
    told = from_theory(problem)
    assert told is not None
    assert told["argument"]["theorem"] == "contradiction"
    assert check(told).holds
    asked = Problem.from_board("3x4", start=(0, 0), end=(0, 1))
    assert not check(certificate(asked, told["argument"])).holds


@pytest.mark.parametrize(
    "argument",
    [
        {},
        {"kind": "faith"},
        {"kind": "cut"},
        {"kind": "cut", "squares": "0"},
        {"kind": "cut", "squares": [True]},
        {"kind": "cut", "squares": [0.5]},
        {"kind": "colours", "squares": [[0, 0]]},
        {"kind": "theorem", "theorem": "Schwenk 1991"},
        {"kind": "clauses", "lemmas": [], "steps": []},
    ],
    ids=str,
)
def test_an_argument_that_is_none(argument: dict[str, Any]) -> None:
    with pytest.raises(NotACertificate):
        check(claimed(Problem.from_board("3x4", closed=True), argument))


@pytest.mark.parametrize("squares", [[0, 0], [-1], [12], [10**30]])
@pytest.mark.parametrize("kind", ["cut", "colours"])
def test_squares_of_another_board_are_refused(kind: str, squares: list[int]) -> None:
    verdict = check(claimed(Problem.from_board("3x4"), {"kind": kind, "squares": squares}))
    assert (verdict.holds, verdict.step) == (False, 0)
