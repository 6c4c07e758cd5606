"""The experiment on published facts: what is wrong is caught, and what is right is not."""

import csv
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from knightbench import Problem
from knightbench.formats.board_text import check_numbered_board, read_board_text

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "experiments" / "known_facts.py"
RESULTS = ROOT / "results" / "known_facts" / "facts.jsonl"


@pytest.fixture(scope="module")
def experiment() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("known_facts_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture
def counted_before(experiment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "counts.jsonl"
    monkeypatch.setattr(experiment, "COUNTED_BEFORE", file)
    experiment.counted.cache_clear()
    return file


def is_a_tour(text: str, problem: Problem) -> None:
    check_numbered_board(problem, read_board_text(text).clues)


def test_a_table_with_one_wrong_digit_is_caught(experiment: ModuleType, tmp_path: Path) -> None:
    table = tmp_path / "counts.csv"
    table.write_text(
        "what,rows,cols,value,source,note\n"
        "open_undirected,3,8,396,true,\nopen_undirected,3,8,386,false,\n"
        "closed_undirected,5,6,8,true,\nopen_directed,5,5,1728,true,\n"
        "open_directed,1,1,1,true,\nopen_directed,5,5,864,false,\n"
    )
    rows = [experiment.put_to_the_test(fact) for fact in experiment.known_counts(False, table)]
    assert [str(row.verdict) for row in rows] == [
        *("right", "wrong", "right", "right", "right", "wrong")
    ]
    assert [row.as_expected for row in rows] == [row.source == "true" for row in rows]
    page = experiment.summary(rows, False)
    assert "2 of them are not as expected" in page
    assert "| 396 | 396 | right |" in page


def test_every_wrong_value_is_caught(experiment: ModuleType, counted_before: Path) -> None:
    row = {"question": "closed", "board": "8x8", "count": 13267364410532, "date": "2026-11-30"}
    counted_before.write_text(json.dumps(row | {"method": "meeting", "seconds": 1}) + "\n")
    facts = [*experiment.wrong_counts(False), *experiment.euler()]
    # Listing the tours of 6x6 is for the slow test below.
    rows = [experiment.put_to_the_test(fact) for fact in facts if "reflection" not in fact.claim]
    assert [row.published for row in rows] == ["33,439,123,484,294", "376", "10,298", "none"]
    assert {str(row.verdict) for row in rows} == {"wrong"}
    assert all(row.known_wrong and row.as_expected for row in rows)
    assert [row.measured for row in rows[:3]] == ["13,267,364,410,532", "396", "9,862"]
    is_a_tour(rows[-1].tour, Problem.from_board("3x10", closed=True))


@pytest.mark.slow
def test_classes_of_6x6(experiment: ModuleType) -> None:
    facts = [*experiment.wrong_counts(False), *experiment.structure()]
    rows = [experiment.put_to_the_test(fact) for fact in facts if "6x6" in fact.claim][1:]
    assert [(row.measured, str(row.verdict)) for row in rows] == [
        ("1,245", "wrong"),
        ("5 + 17 + 1223 classes, 9862 tours", "right"),
        ("1,245", "right"),
    ]


def test_long_counts_are_not_reached_without_a_row(
    experiment: ModuleType, counted_before: Path
) -> None:
    (fact,) = [fact for fact in experiment.known_counts(False) if "of 8x10" in fact.claim]
    row = experiment.put_to_the_test(fact)
    assert (str(row.verdict), row.measured) == ("not reached", "")
    assert row.as_expected
    assert "--hard" in row.how


def test_a_wrong_value_that_is_not_caught_is_a_defect(experiment: ModuleType) -> None:
    def agrees() -> object:
        return experiment.Measured("1", True, "by hand")

    row = experiment.put_to_the_test(experiment.Fact("a claim", "nobody", "1", agrees, True))
    assert str(row.verdict) == "right"
    assert not row.as_expected


def test_counts_by_first_square(experiment: ModuleType) -> None:
    grid, *_classes = experiment.structure()
    row = experiment.put_to_the_test(grid)
    assert str(row.verdict) == "right"
    assert row.measured.startswith("304 0 56 0 304 / 0 56")


def test_figures_are_not_judged_unseen_and_their_corrections_are(experiment: ModuleType) -> None:
    rows = [experiment.put_to_the_test(fact) for fact in experiment.figures()]
    assert [str(row.verdict) for row in rows] == ["not reached", "not reached", "right", "right"]
    for row, side in zip(rows[2:], (6, 8), strict=True):
        is_a_tour(row.tour, Problem.from_board(f"{side}x{side}", start=(side - 1, 0)))


def test_theorems_on_small_boards(experiment: ModuleType) -> None:
    for fact in (*experiment.existence(20), *experiment.leapers(3, 7)):
        row = experiment.put_to_the_test(fact)
        assert str(row.verdict) == "right", row


def test_it_writes_rows_and_a_page_and_ends_with_1_on_a_surprise(
    experiment: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["known_facts.py"])
    monkeypatch.setattr(experiment, "facts", lambda hard: experiment.euler())
    assert experiment.main() == 0
    folder = tmp_path / "results" / "known_facts"
    (row,) = map(json.loads, (folder / "facts.jsonl").read_text().splitlines())
    assert (row["verdict"], row["known_wrong"]) == ("wrong", True)
    assert {"date", "machine", "versions"} <= row.keys()
    assert "1 statement: 0 right, 1 wrong" in (folder / "summary.md").read_text()
    surprise = experiment.Fact("c", "s", "1", lambda: experiment.Measured("2", False, "by hand"))
    monkeypatch.setattr(experiment, "facts", lambda hard: [surprise])
    assert experiment.main() == 1


def test_results_hold_every_published_count_and_no_surprise() -> None:
    rows = [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    claims = {row["claim"] for row in rows}
    with (ROOT / "tests" / "data" / "known_counts.csv").open() as file:
        for row in csv.DictReader(file):
            assert f"{row['what'].replace('_', ' ')} tours of {row['rows']}x{row['cols']}" in claims
    for row in rows:
        expected = "wrong" if row["known_wrong"] else "right"
        assert row["verdict"] in (expected, "not reached"), row
    assert sum(row["verdict"] == "right" for row in rows) >= 65
    assert sum(row["verdict"] == "wrong" for row in rows) >= 4
