"""Every variant of the mixed integer programs: right, repeatable, silent, within its limits."""

import os
import subprocess
import sys
import time

import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything

SPECS = [
    "mip-mtz",
    "mip-mtz?lifted=yes",
    "mip-single-commodity-flow",
    "mip-subtour-cuts",
    "mip-subtour-cuts?objective=none",
    "mip-subtour-cuts?separate=yes",
    "mip-subtour-cuts?separate=yes&objective=none",
]
each_variant = pytest.mark.parametrize("spec", SPECS)
each_solver = pytest.mark.parametrize("solver", ["highs", "scip"])


@pytest.fixture(scope="module")
def grid():
    return [(problem, has_tour(problem)) for problem in everything()]


@pytest.mark.slow
@each_solver
@each_variant
def test_is_right_on_the_whole_grid(spec, solver, grid):
    formulation = make(spec, solver=solver)
    for problem, has_one in grid:
        if formulation.unsupported_reason(problem) is None:
            answer = ask(formulation, problem, Context(seed=3))
            expected = Status.SATISFIED if has_one else Status.UNSATISFIABLE
            assert answer.status is expected, f"{formulation} on {problem}: {answer}"
            if answer.tour is not None:
                check(problem, answer.tour)


@pytest.mark.slow
@each_solver
@each_variant
def test_boards_without_a_tour_that_no_count_of_squares_rules_out(spec, solver):
    formulation = make(spec, solver=solver)
    for size in ("3x8", "4x8"):
        answer = ask(formulation, Problem.from_board(size, closed=True), Context(seed=1))
        assert answer.status is Status.UNSATISFIABLE


@each_solver
@each_variant
def test_required_arcs_of_the_eight_by_eight(spec, solver):
    problem = Problem.from_board(
        "8x8", closed=True, require_arcs=[((6, 4), (7, 6)), ((0, 6), (2, 5))]
    )
    check(problem, ask(make(spec, solver=solver), problem, Context(seed=2)).tour)


@each_solver
@each_variant
def test_one_thread_and_one_seed_give_one_run(spec, solver):
    formulation, problem = make(spec, solver=solver), Problem.from_board("6x6", closed=True)
    first, second = (ask(formulation, problem, Context(seed=4)) for _ in range(2))
    assert first.statistics == second.statistics
    assert first.tour == second.tour


@each_solver
@pytest.mark.parametrize("spec", ["mip-mtz", "mip-single-commodity-flow", "mip-subtour-cuts"])
def test_other_seeds_give_other_tours(spec, solver):
    formulation, problem = make(spec, solver=solver), Problem.from_board("6x6")
    tours = {ask(formulation, problem, Context(seed=seed)).tour for seed in range(6)}
    assert len(tours) > 1


@each_solver
@each_variant
def test_says_nothing(spec, solver, capfd):
    ask(make(spec, solver=solver), Problem.from_board("5x6", closed=True), Context())
    assert capfd.readouterr() == ("", "")


@each_solver
@each_variant
def test_a_deadline_that_has_passed_leaves_it_unknown(spec, solver):
    problem = Problem.from_board("8x8", closed=True)
    answer = ask(make(spec, solver=solver), problem, Context(deadline=time.monotonic()))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


@each_solver
@pytest.mark.parametrize("spec", ["mip-mtz", "mip-single-commodity-flow"])
def test_a_deadline_ends_a_long_search(spec, solver):
    problem = Problem.from_board("30x30", closed=True)
    answer = ask(make(spec, solver=solver), problem, Context(deadline=time.monotonic() + 1.5))
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")


def test_a_deadline_ends_cuts_that_go_on():
    reports = []
    problem = Problem.from_board("40x40", closed=True)
    answer = ask(
        make("mip-subtour-cuts?objective=none"),
        problem,
        Context(deadline=time.monotonic() + 2, report=lambda **counts: reports.append(counts)),
    )
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert reports[-1] == answer.statistics


def test_highs_refuses_to_change_its_threads():
    problem = Problem.from_board("3x4")
    highs = make("mip-mtz")
    assert ask(highs, problem, Context(threads=1)).status is Status.SATISFIED
    with pytest.raises(RuntimeError, match="HiGHS keeps the number of threads"):
        ask(highs, problem, Context(threads=2))
    assert ask(highs, problem, Context(threads=1)).status is Status.SATISFIED


def test_scip_takes_any_number_of_threads():
    problem = Problem.from_board("6x6", closed=True)
    for threads in (1, 2, 1):
        answer = ask(make("mip-mtz?solver=scip"), problem, Context(threads=threads))
        check(problem, answer.tour)


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted by Linux")
@pytest.mark.parametrize("threads", [1, 2])
def test_highs_starts_as_many_threads_as_it_is_given(threads):
    program = f"""
import os
from knightbench import Context, Problem
from knightbench.formulation import ask, make
formulation = make("mip-mtz")
formulation.prepare()
before = len(os.listdir("/proc/self/task"))
ask(formulation, Problem.from_board("5x6", closed=True), Context(threads={threads}))
print(len(os.listdir("/proc/self/task")) - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{threads - 1}\n", "")
