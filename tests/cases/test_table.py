"""The table of cases and the tests are the same cases."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from knightbench import Board, InvalidTour, Problem
from knightbench.formulation import load_plugin
from tests.cases.asking import all_answer, prepared, under_limits

PLUGIN = Path(__file__).parents[2] / "experiments" / "misbehaving.py"
FOLDER = Path(__file__).parent
ROWS = [
    [cell.strip() for cell in line.strip("|\n").split(" | ")]
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]


def cases_of_tests() -> dict[int, set[str]]:
    """The files of tests by the number in the tests' names; 0 stands for a name without one."""
    files = defaultdict(set)
    for path in sorted(FOLDER.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                numbered = re.match(r"test_case_(\d\d)_", node.name)
                files[int(numbered[1]) if numbered else 0].add(path.name)
    return files


def test_each_row_has_its_tests_and_each_test_its_row():
    assert {int(row[0]): {row[-1]} for row in ROWS} == cases_of_tests()


def test_rows_are_whole_and_in_order():
    assert [int(row[0]) for row in ROWS] == list(range(1, len(ROWS) + 1))
    assert len(ROWS) >= 35
    for row in ROWS:
        assert len(row) == 7
        assert all(row)
        assert row[4] == "none found" or re.fullmatch(r"https?://\S+", row[4])
        assert row[5].startswith("right at once") or row[5].startswith("found: ")


def test_no_source_stands_for_what_was_searched_for():
    # Those that were handed down may lack one.
    assert {int(row[0]) for row in ROWS if row[4] == "none found"} <= set(range(1, 18))


# Were `all_answer` and `under_limits` content with anything, so were the cases.
def test_a_wrong_answer_fails_a_case():
    load_plugin(PLUGIN)
    line = Problem.from_board(Board(1, 5, moves=(0, 1)))
    try:
        for how, failure in {
            "claims-none-with-a-ground": AssertionError,
            "too-short": InvalidTour,
            "outside": InvalidTour,
        }.items():
            spec = f"misbehaving?how={how}"
            with pytest.raises(failure):
                all_answer(line, True, [spec])
            with pytest.raises(AssertionError):
                under_limits({"line": (line, True)}, 20, [spec], strong=())
        with pytest.raises(AssertionError):
            all_answer(line, False, ["misbehaving?how=answers"])
        with pytest.raises(AssertionError):
            all_answer(Problem.from_board("4x4"), True, ["nx-search"])
        with pytest.raises(AssertionError):
            under_limits({"line": (line, True)}, 20, ["misbehaving?how=raises"], strong=())
        gives_up = "misbehaving?how=gives-up"
        under_limits({"line": (line, True)}, 20, [gives_up], strong=())
        with pytest.raises(AssertionError):
            under_limits({"line": (line, True)}, 20, [gives_up], strong=[gives_up])
    finally:
        prepared.cache_clear()
