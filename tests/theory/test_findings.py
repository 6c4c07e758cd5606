"""What the package promises as a whole: order, conventions, no disagreement, no promise broken."""

import subprocess
import sys

import networkx as nx
import pytest

from knightbench import Board, Problem
from knightbench.theory import Finding, findings, impossible, possible
from knightbench.theory.explanation import PLAINEST_FIRST
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything

Known = list[tuple[Problem, list[Finding]]]


@pytest.fixture(scope="module")
def known() -> Known:
    return [(problem, findings(problem)) for problem in everything()]


@pytest.mark.slow
def test_conformance_problems_agree_with_brute_force(known: Known) -> None:
    for problem, found in known:
        if found:
            truth = has_tour(problem)
            assert [finding for finding in found if finding.verdict != truth] == [], problem
    assert sum(bool(found) for _, found in known) > 100


def test_never_says_both(known: Known) -> None:
    for problem, found in known:
        no = [finding for finding in found if not finding.verdict]
        yes = [finding for finding in found if finding.verdict]
        assert not (no and yes)
        assert impossible(problem) == (no[0] if no else None)
        assert possible(problem) == (yes[0] if yes else None)


def test_finding_can_be_checked_by_a_reader(known: Known) -> None:
    for problem, found in known:
        for finding in found:
            # Or `explain` would not know when to tell it.
            assert finding.theorem in PLAINEST_FIRST
            assert finding.statement
            assert finding.source
            assert all(0 <= square < problem.size for square in finding.squares)
            assert len(set(finding.squares)) == len(finding.squares)


@pytest.mark.parametrize("asked", ["empty", "closed pair", "two steps"])
def test_contradiction_settles_it(asked: str) -> None:
    problem = {
        "empty": Problem.from_graph(nx.empty_graph(0)),
        "closed pair": Problem.from_graph(nx.path_graph(2), closed=True),
        "two steps": Problem.from_board("3x4", start=(0, 0), end=(0, 0)),
    }[asked]
    (finding,) = findings(problem)
    assert (finding.theorem, finding.verdict) == ("contradiction", False)
    assert finding.statement == problem.contradiction


@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_board("1x1"),
        Problem.from_board("1x1", start=(0, 0), end=(0, 0)),
        Problem.from_board(Board(2, 2, holes=[(0, 0), (0, 1), (1, 0)])),
        Problem.from_graph(nx.empty_graph(1)),
    ],
    ids=str,
)
def test_single_square_is_an_open_tour(problem: Problem) -> None:
    (finding,) = findings(problem)
    assert (finding.theorem, finding.verdict) == ("single square", True)


@pytest.mark.parametrize("cols", [10, 12, 14, 16, 18, 100])
def test_euler_was_wrong_about_three_rows(cols: int) -> None:
    finding = possible(Problem.from_board(Board(3, cols), closed=True))
    assert finding is not None
    assert finding.theorem == "Schwenk 1991"


@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_board("100x100", start=(0, 0), end=(99, 99)),
        Problem.from_board("99x101", start=(0, 1)),
        Problem.from_board("4x2500", closed=True),
        Problem.from_graph(nx.path_graph(10_000), closed=True),
        Problem.from_graph(nx.path_graph(10_000), start=5000),
    ],
    ids=str,
)
def test_large_problems_are_no_trouble(problem: Problem) -> None:
    assert impossible(problem) is not None


@pytest.mark.parametrize(
    "problem",
    [
        Problem.from_board("100x102", closed=True, end=(1, 2)),
        Problem.from_graph(nx.cycle_graph(10_000), closed=True),
        Problem.from_graph(nx.path_graph(10_000), start=0, end=9_999),
    ],
    ids=str,
)
def test_large_problems_with_a_tour_are_not_called_impossible(problem: Problem) -> None:
    assert impossible(problem) is None


def test_importing_it_loads_no_library_of_graphs() -> None:
    code = (
        "import sys, knightbench.theory\n"
        "print([name for name in ('networkx', 'scipy', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
