"""The reference formulations, call for call against what the source programs did."""

import json
from pathlib import Path

import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from knightbench.tour import numbered_board

DATA = Path(__file__).parents[2] / "data"
RECORDED = [json.loads(line) for line in (DATA / "source_programs.jsonl").read_text().splitlines()]
STATUS = {True: Status.SATISFIED, False: Status.UNSATISFIABLE, None: Status.UNKNOWN}


@pytest.mark.parametrize("program", ["backtracking", "warnsdorff", "static-degree"])
def test_every_recorded_run_is_repeated_call_for_call(program):
    rows = [row for row in RECORDED if row["program"] == program]
    assert len(rows) > 100
    for row in rows:
        problem = Problem.from_board(f"{row['rows']}x{row['cols']}", start=tuple(row["start"]))
        cap = row["calls"] - 1 if row["found"] is None else None
        answer = ask(make(program, max_calls=cap), problem, Context())
        assert (answer.status, answer.statistics["calls"]) == (STATUS[row["found"]], row["calls"])
        if answer.tour is not None:
            check(problem, answer.tour)
            board = [list(map(int, line.split())) for line in _lines(problem, answer.tour)]
            assert board == row["board"]


def _lines(problem, tour):
    return numbered_board(problem, tour).splitlines()


def test_the_first_document_prints_this_board():
    problem = Problem.from_board("8x8", start=(0, 0))
    tour = ask(make("warnsdorff"), problem, Context()).tour
    printed = "".join(
        "".join(f"  {int(step):2d}  |" for step in line.split()) + "\n" + "------+" * 8 + "\n"
        for line in _lines(problem, tour)
    )
    recorded = (DATA / "warnsdorff_8x8_from_0_0.txt").read_text()
    assert recorded.startswith(printed)


@pytest.mark.parametrize("program", ["backtracking", "warnsdorff", "static-degree"])
def test_a_cap_stops_at_the_call_after_it(program):
    problem = Problem.from_board("5x5", closed=True)
    answer = ask(make(program, max_calls=1000), problem, Context())
    assert (answer.status, answer.statistics["calls"]) == (Status.UNKNOWN, 1001)
    assert not make(program, max_calls=1000).complete


def test_an_open_search_without_a_first_square_tries_all_in_order():
    # 5x5 has no tour from (0, 1): forbidding (0, 0) by its row leaves the sum of both searches.
    alone = [
        ask(make("backtracking"), Problem.from_board("3x5", start=divmod(s, 5)), Context())
        for s in range(15)
    ]
    together = ask(make("backtracking"), Problem.from_board("3x5"), Context())
    assert together.status is Status.UNSATISFIABLE
    assert together.statistics["calls"] == sum(a.statistics["calls"] for a in alone)


def test_a_cap_counts_over_all_first_squares():
    answer = ask(make("backtracking", max_calls=40), Problem.from_board("3x5"), Context())
    assert (answer.status, answer.statistics["calls"]) == (Status.UNKNOWN, 41)


def test_depth_is_bound_by_memory_alone():
    problem = Problem.from_board("200x200", start=(0, 0))
    answer = ask(make("warnsdorff", max_calls=10**7), problem, Context())
    assert answer.status in (Status.SATISFIED, Status.UNKNOWN)
    line = Problem.from_board("1x1")
    assert ask(make("backtracking"), line, Context()).tour == (0,)


@pytest.mark.parametrize("program", ["backtracking", "warnsdorff", "static-degree"])
def test_requests_beyond_a_first_square_are_refused(program):
    formulation = make(program)
    for requests in (
        {"end": (0, 0)},
        {"clues": [((0, 0), 3)]},
        {"require": [((0, 0), (1, 2))]},
    ):
        assert formulation.unsupported_reason(Problem.from_board("3x4", **requests))
    assert formulation.unsupported_reason(Problem.from_board("3x4", start=(0, 0))) is None
