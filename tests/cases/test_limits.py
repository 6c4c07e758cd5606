"""What is hard, what is impossible, and what has to end."""

import json
import os
import subprocess
import sys

import pytest

from knightbench import Board, Context, Problem, Status
from knightbench.formulation import ask, make
from knightbench.lab import system
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Run
from knightbench.lab.solve import solve_run
from tests.cases.asking import PAIR, all_answer, everyone, prepared, under_limits
from tests.conformance.brute_force import has_tour

RULES = [
    "static-degree",
    *(f"warnsdorff?ties={ties}" for ties in ("first", "last", "random", "pohl", "roth")),
    "warnsdorff",
    "warnsdorff?ties=squirrel-cull",
]
#: Walks that end at the first dead end: they may only give up.
WALKS = [
    *(f"warnsdorff?ties={ties}&backtrack=no" for ties in ("first", "last", "pohl", "roth")),
    "warnsdorff?backtrack=no",
]


# The sizes at which published programs with the first source program's heuristic hung.
@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(39, 41, 45, 49, 54), (59, 74)], ids=str)
def test_case_07_a_heuristic_never_says_that_there_is_no_tour(sizes, typed):
    problems = {f"{n}": (Problem.from_board(Board(n, n), start=(0, 0)), True) for n in sizes}
    # Whether it ends or not, the outcome is a tour or unknown: see `under_limits`.
    results = under_limits(problems, 0.3, ["warnsdorff", "static-degree", WALKS[0]], strong=())
    assert Outcome.TIMEOUT in {result.outcome for result in results.values()}
    under_limits(problems, 10, ["warnsdorff?ties=pohl"], strong=())
    line = ("solve", f"{sizes[0]}x{sizes[0]}", "--start", "0,0", "--time-limit", "0.5", "--json")
    code, out, _err = typed(*line, "--with", "warnsdorff")
    assert code in (0, 3)
    assert json.loads(out)["status"] in ("SATISFIED", "UNKNOWN")


# Schwenk's theorem says that none of these exists.
@pytest.mark.parametrize("cols", range(5, 13))
def test_case_14_four_rows(cols):
    all_answer(Problem.from_board(Board(4, cols), closed=True), False, PAIR)


def test_case_14_three_rows_and_odd_boards(typed, tmp_path):
    for size in ("3x3", "3x4", "3x6", "3x8", "3x5", "3x7", "5x5", "3x9", "5x7"):
        all_answer(Problem.from_board(size, closed=True), False, PAIR)
        assert typed("explain", size, "--closed")[0] == 1
    # A proof that others can check.
    proof = tmp_path / "proof.json"
    line = ("solve", "3x8", "--closed", "--with", "sat-cutset", "--certificate", proof)
    assert typed(*line)[0] == 1
    assert typed("check-proof", proof)[0] == 0
    # The nearest boards that have one.
    for size in ("3x10", "5x6", "6x6", "3x12", "10x3"):
        all_answer(Problem.from_board(size, closed=True), True, PAIR)


def test_case_14_every_formulation_on_3x6(typed):
    problem = Problem.from_board("3x6", closed=True)
    assert not has_tour(problem)
    all_answer(problem, False)
    assert typed("solve", "4x9", "--closed", "--with", "nx-search")[0] == 1
    # A limit reached is no proof.
    code, out, _err = typed(
        *("solve", "7x7", "--closed", "--with", "backtracking", "--time-limit", "0.3", "--json")
    )
    assert code == 3
    assert json.loads(out)["status"] == "UNKNOWN"


# Hamiltonian tours of odd boards do not exist, which enumeration will not find out in an hour.
# Whoever ends before, ends with the truth; the others end at their limit.
@pytest.mark.slow
def test_case_16_every_formulation_ends_at_its_limit():
    problem = Problem.from_board("9x9", closed=True)
    before = set(system.children(os.getpid()))
    results = under_limits({"9x9": (problem, False)}, 2.0, strong=())
    ended = {name: result for (_label, name), result in results.items()}
    timeouts = {name for name, result in ended.items() if result.outcome is Outcome.TIMEOUT}
    assert {"backtracking", "warnsdorff", "static-degree", "nx-monomorphism"} <= timeouts
    for name in timeouts:
        reply = ended[name].reply
        # How long after its limit one ends is for the machine to say, which may be busy. Some look
        # at the clock themselves, and end a moment before.
        assert reply.total > 1.5, name
    left = set(system.children(os.getpid())) - before
    assert not {pid for pid in left if not system.is_zombie(pid)}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["backtracking", "smt", "nx-monomorphism"])
def test_case_16_from_the_command_line(name):
    if name not in everyone():
        pytest.skip(f"{name} is not installed")
    line = ["solve", "9x9", "--closed", "--with", name, "--time-limit", "1", "--json"]
    ended = subprocess.run(
        [sys.executable, "-m", "knightbench", *line],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = json.loads(ended.stdout)
    assert (ended.returncode, told["outcome"], told["status"]) == (3, "timeout", "UNKNOWN")
    assert told["tour"] is None
    assert told["reason"] == "time-limit"


def test_case_16_limits_of_other_kinds():
    line = Problem.from_board("8x8")
    for limits in (Limits(cpu=0.3), Limits(wall=0.3), Limits(wall=0.001)):
        result = solve_run(Run(line, make("backtracking"), limits=limits))
        assert result.outcome is Outcome.TIMEOUT
        assert result.answer.reason == "time-limit"


# The rule alone fails on 8x8 for some ways with ties, which is no proof that there is no tour.
def test_case_39_every_square_of_8x8():
    board = Board(8, 8)
    failed = 0
    for square in range(0, 64, 3):
        problem = Problem.from_board(board, start=board.position(square))
        all_answer(problem, True, [*PAIR, *WALKS])
        for name in WALKS:
            failed += ask(prepared(name), problem, Context()).status is Status.UNKNOWN
    assert failed
    problems = {
        f"{board.position(square)}": (Problem.from_board(board, start=board.position(square)), True)
        for square in (0, 9, 27)
    }
    under_limits(problems, 0.3, RULES, strong=())


def test_case_39_small_boards_without_a_tour(typed):
    # A rule that steps back must try everything here, whichever way it goes first.
    for size, closed in (("4x4", False), ("3x5", False), ("3x4", True), ("3x6", True)):
        all_answer(Problem.from_board(size, closed=closed), False, [*RULES, *WALKS, *PAIR])
    all_answer(Problem.from_board("5x5", start=(1, 0)), False, RULES[1:4])
    assert typed("solve", "3x5", "--with", "warnsdorff?ties=roth")[0] == 1
    assert typed("solve", "3x5", "--with", "warnsdorff?ties=roth&backtrack=no")[0] == 3


# A solver of mixed-integer programs took steps that rise by almost one for rising.
@pytest.mark.slow
def test_case_40_rounding_makes_no_tour(typed):
    specs = [
        *("mip-mtz", "mip-mtz?lifted=yes", "mip-single-commodity-flow"),
        *("mip-subtour-cuts", "mip-subtour-cuts?solver=scip"),
    ]
    strong = ("mip-subtour-cuts", "mip-subtour-cuts?solver=scip")
    problems = {
        "6x6": (Problem.from_board("6x6", closed=True), True),
        "4x8": (Problem.from_board("4x8", closed=True), False),
        "12x12": (Problem.from_board("12x12", closed=True), True),
    }
    under_limits(problems, 1.0, specs, strong)
    assert typed("solve", "6x6", "--closed", "--with", "mip-subtour-cuts")[0] == 0


def test_case_40_small_ones():
    specs = ["mip-mtz", "mip-mtz?lifted=yes", "mip-single-commodity-flow", "mip-subtour-cuts"]
    for size, closed in (("3x4", False), ("3x4", True), ("4x4", True), ("4x5", False)):
        problem = Problem.from_board(size, closed=closed)
        all_answer(problem, has_tour(problem), specs)
