"""What is a tour: numbering, rows and columns, the square that comes again."""

import json

import networkx as nx
import pytest

from knightbench import Board, InvalidTour, Problem, check
from tests.cases.asking import STRONG, all_answer
from tests.conformance.brute_force import all_tours

# Two tours of 3x4 from (0, 3); a judge that knew one of them refused the other.


def verdict(typed, tmp_path, text: str, *more: str) -> tuple[int, str]:
    (tmp_path / "tour").write_text(text)
    code, out, err = typed("verify", tmp_path / "tour", *more)
    assert err == ""
    # What a valid tour is like comes after.
    return code, out.partition("\n")[0]


def less_one(text: str) -> str:
    rows = [[str(int(token) - 1) for token in row.split()] for row in text.splitlines()]
    return "\n".join(map(" ".join, rows)) + "\n"


def test_case_28_any_tour_is_right(typed, tmp_path):
    problem = Problem.from_board("3x4", start=(0, 3))
    tours = list(all_tours(problem))
    assert len(tours) == 2
    for tour in tours:
        rows = [[str(tour.index(4 * r + c) + 1) for c in range(4)] for r in range(3)]
        text = "\n".join(map(" ".join, rows))
        assert verdict(typed, tmp_path, text) == (0, "valid open tour")
        # Numbered from 0, it is no numbered board, and the reason is not a missing square.
        code, out = verdict(typed, tmp_path, less_one(text))
        assert (code, out) == (1, "step 0: 0 stands on the board, and steps count from 1")


@pytest.mark.parametrize("text", ["8 3 6\n5 0 1\n2 7 4\n", "0\n", "0 1\n", "0 2\n1 3\n"])
def test_case_28_steps_from_0(text, typed, tmp_path):
    assert verdict(typed, tmp_path, text)[0] == 1
    assert "steps count from 1" in verdict(typed, tmp_path, text)[1]


def test_case_28_3x3_has_no_tour(typed, tmp_path):
    assert verdict(typed, tmp_path, "9 4 7\n6 1 2\n3 8 5\n")[0] == 1
    all_answer(Problem.from_board("3x3"), False)
    all_answer(Problem.from_board(Board(3, 3, holes=[(1, 1)]), closed=True), True)


# A closed tour is written without its first square at the end.
def test_case_41_the_first_square_again(typed, tmp_path):
    for problem in (
        Problem.from_board("5x6", closed=True),
        Problem.from_graph(nx.cycle_graph(5), closed=True),
        Problem.from_graph(nx.complete_graph(3), closed=True),
    ):
        all_answer(problem, True, STRONG)
    ring = Problem.from_graph(nx.cycle_graph(5), closed=True)
    check(ring, (0, 1, 2, 3, 4))
    with pytest.raises(InvalidTour, match="step 6: 0 was visited already, at step 1"):
        check(ring, (0, 1, 2, 3, 4, 0))
    _code, out, _err = typed("solve", "5x6", "--closed", "--json", "--with", "nx-search")
    told = json.loads(out)
    assert len(told["tour"]) == 30
    assert told["tour"][0] not in told["tour"][1:]
    assert verdict(typed, tmp_path, out) == (0, "valid closed tour")
    told["tour"].append(told["tour"][0])
    code, out = verdict(typed, tmp_path, json.dumps(told))
    assert code == 1
    assert out.startswith("step 31: ")


# A local search listed its first node twice, and left none out.
def test_case_42_a_square_twice(typed, tmp_path):
    complete = Problem.from_graph(nx.complete_graph(5))
    with pytest.raises(InvalidTour, match="step 2: 0 was visited already"):
        check(complete, (0, 0, 2, 1, 3, 4))
    with pytest.raises(InvalidTour, match="step 5: 2 was visited already"):
        check(complete, (0, 1, 2, 3, 2))
    with pytest.raises(InvalidTour, match="step 5: missing"):
        check(complete, (0, 1, 2, 3))
    all_answer(complete, True)
    _code, out, _err = typed("solve", "3x4", "--json", "--with", "nx-search")
    told = json.loads(out)
    told["tour"].insert(1, told["tour"][0])
    code, out = verdict(typed, tmp_path, json.dumps(told))
    assert code == 1
    assert out.startswith("step 2: ")
    assert verdict(typed, tmp_path, "1 4 7 10\n12 9 2 5\n3 6 11 3\n")[1].startswith("step 3: ")


# Rows come first, in sizes and in squares, and both count from 0.
def test_case_43_rows_and_columns(typed):
    assert typed("solve", "3x4", "--start", "2,3", "--with", "nx-search")[0] == 0
    for size, square in (("4x3", "2,3"), ("3x4", "3,2")):
        code, _out, err = typed("solve", size, "--start", square)
        assert (code, len(err.splitlines())) == (2, 1)
        assert "is off the board: rows are 0 to" in err
    _code, out, _err = typed("solve", "3x4", "--start", "0,3", "--with", "nx-search")
    rows = out.splitlines()[:3]
    assert [len(row.split()) for row in rows] == [4, 4, 4]
    assert rows[0].split()[3] == "1"
    # A chess name is column first, from the bottom.
    _code, out, _err = typed("solve", "3x4", "--start", "d3", "--with", "nx-search", "--json")
    assert json.loads(out)["tour"][0] == [0, 3]
    for rows_, cols in ((3, 4), (4, 3), (3, 10), (10, 3)):
        board = Board(rows_, cols)
        assert board.position(board.square((rows_ - 1, 1))) == (rows_ - 1, 1)
        last = (rows_ - 1, cols - 1)
        all_answer(Problem.from_board(board, start=last), True, STRONG)
