"""How many tours there are, and that those listed are different."""

import json
import math

import networkx as nx
import pytest

from knightbench import Board, Context, Problem, Status, check, formulations
from knightbench.board import leaper
from knightbench.counting import count
from knightbench.formulation import ask, ask_for_all, available, make
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Run
from knightbench.lab.solve import solve_run
from tests.cases.asking import PAIR, PATIENCE, STRONG, all_answer, prepared, under_limits
from tests.conformance.brute_force import all_tours

LISTING = [
    name
    for name, formulation in formulations().items()
    if available(formulation) and formulation().enumerates
]


def listed(name: str, problem: Problem) -> list[tuple[int, ...]]:
    found = list(ask_for_all(prepared(name), problem, Context(seed=1)))
    for tour in found:
        check(problem, tour)
    return found


def undirected(problem: Problem) -> int:
    """The number of tours by brute force, a tour and its reverse being one."""
    return sum(1 for _tour in all_tours(problem)) // 2


# The same list appended 304 times is one tour and not 304.
@pytest.mark.parametrize("name", LISTING)
def test_case_09_304_different_tours_from_a_corner(name):
    for size, start in (("3x4", (0, 0)), ("3x4", (1, 0)), ("4x5", (0, 0))):
        if size == "3x4" or name in PAIR:
            problem = Problem.from_board(size, start=start)
            assert sorted(listed(name, problem)) == sorted(all_tours(problem))
    if name not in PAIR:
        return
    problem = Problem.from_board("5x5", start=(0, 0))
    found = listed(name, problem)
    assert len(found) == len(set(found)) == 304
    assert len({id(tour) for tour in found}) == 304


def test_case_09_all_of_them_on_the_command_line(typed):
    code, out, _err = typed("solve", "5x5", "--start", "0,0", "--all", "--json")
    assert code == 0
    *lines, summary = map(json.loads, out.splitlines())
    assert len({json.dumps(line["tour"]) for line in lines}) == 304
    assert (summary["tours"], summary["complete"]) == (304, True)
    code, out, _err = typed("count", "5x5", "--start", "0,0")
    assert (code, out.strip()) == (0, "304")


# A circuit constraint of which vertices may stand aside found five circuits of a triangle.
def test_case_22_circuits_of_complete_graphs(typed, tmp_path):
    for size in (3, 4, 5):
        problem = Problem.from_graph(nx.complete_graph(size), closed=True)
        expected = math.factorial(size - 1) // 2
        assert count(problem).number == undirected(problem) == expected
        for name in LISTING:
            assert len(listed(name, problem)) == expected, name
        file = tmp_path / "complete.edges"
        nx.write_edgelist(nx.complete_graph(size), file, data=False)
        assert typed("count", "--graph", file, "--closed")[1] == f"{expected}\n"
        assert typed("count", "--graph", file, "--closed", "--directed")[1] == f"{2 * expected}\n"
    # Nobody stands aside: a cycle and a vertex by itself are no tour.
    for graph in (nx.cycle_graph(3), nx.complete_graph(4), nx.path_graph(2)):
        graph.add_node("aside")
        all_answer(Problem.from_graph(graph, closed=True), False)
        all_answer(Problem.from_graph(graph), False)


# An encoding numbered the squares by the wrong side, and counted less on 6x5 than on 5x6.
@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (3, 7), (4, 5)])
def test_case_23_a_board_and_its_transpose_small(rows, cols):
    number = {}
    for size in ((rows, cols), (cols, rows)):
        problem = Problem.from_board(Board(*size))
        number[size] = count(problem).number
        assert len(listed("nx-search", problem)) == number[size]
    assert len(set(number.values())) == 1
    if rows * cols <= 12:
        assert number[rows, cols] == undirected(Problem.from_board(Board(rows, cols)))


def test_case_23_5x6_and_6x5(typed):
    for name in PAIR:
        for size in ("5x6", "6x5"):
            assert len(listed(name, Problem.from_board(size, closed=True))) == 8
    for size, expected in {"5x6": 8, "6x5": 8, "3x10": 16, "10x3": 16}.items():
        problem = Problem.from_board(size, closed=True)
        assert count(problem).number == expected
        all_answer(problem, True, STRONG)
    all_answer(Problem.from_board("6x5", closed=True), True)
    numbers = {typed("count", size)[1] for size in ("5x6", "6x5")}
    assert len(numbers) == 1


# A diagram of all cycles of a grid filled half a terabyte.
@pytest.mark.parametrize(("size", "expected"), [(2, 1), (3, 0), (4, 6), (5, 0), (6, 1072)])
def test_case_37_cycles_of_square_grids(size, expected, typed):
    board = Board(size, size, moves=leaper(0, 1))
    problem = Problem.from_board(board, closed=True)
    assert count(problem).number == expected
    for name in PAIR:
        assert len(listed(name, problem)) == expected
    if size <= 4:
        assert undirected(problem) == expected
        all_answer(problem, expected > 0)
    code, out, _err = typed("count", f"{size}x{size}", "--moves", "0,1", "--closed")
    assert (code, out.strip()) == (0, str(expected))


@pytest.mark.slow
def test_case_37_a_limit_of_memory_is_kept():
    board = Board(12, 12, moves=leaper(0, 1))
    problem = Problem.from_board(board, closed=True)
    under_limits({"12x12": (problem, True)}, specs=STRONG)
    if not available(formulations()["zdd"]):
        pytest.skip("zdd needs the extra zdd")
    limit = 200 * 2**20
    result = solve_run(Run(problem, make("zdd"), limits=Limits(wall=PATIENCE, memory=limit)))
    assert result.outcome is Outcome.MEMOUT
    assert (result.answer.status, result.answer.reason) == (Status.UNKNOWN, "memory-limit")
    # Looked at twenty times a second, it may grow a little beyond.
    assert limit / 2 < result.reply.peak_memory < 2 * limit


def test_case_37_by_a_decision_diagram():
    if not available(formulations()["zdd"]):
        pytest.skip("zdd needs the extra zdd")
    for size, expected in ((2, 1), (4, 6), (5, 0)):
        board = Board(size, size, moves=leaper(0, 1))
        problem = Problem.from_board(board, closed=True)
        answer = ask(prepared("zdd"), problem, Context())
        assert (answer.tour is not None) == (expected > 0)


# An exercise; programs took minutes for 5x5. Directed tours: OEIS A165134.
@pytest.mark.parametrize(("size", "expected"), [(1, 1), (2, 0), (3, 0), (4, 0), (5, 1728)])
def test_case_38_all_tours_of_a_board(size, expected, typed):
    code, out, _err = typed("count", f"{size}x{size}", "--directed")
    assert (code, out.strip()) == (0, str(expected))
    problem = Problem.from_board(Board(size, size))
    for name in ("backtracking", *PAIR):
        found = len(listed(name, problem))
        assert found == expected if size == 1 else 2 * found == expected
    if size < 5:
        all_answer(problem, expected > 0, STRONG)
