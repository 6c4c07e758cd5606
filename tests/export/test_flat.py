from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

import knightbench
from knightbench.export.flat import flat_rows, runs_csv
from tests.report.rows import TOUR_3X4, row, write_rows

ROWS = [
    row("a", "3x4", "crashed", 0.5, attempt=1, message="boom"),
    row("a", "3x4", "solved", 1 / 3, attempt=2, tour=TOUR_3X4, statistics={"calls": 7}),
    row("b", "3x4", "proved", parameters={"limit": None, "merge": True}),
]


def test_nested_values_have_a_path() -> None:
    flat = flat_rows(ROWS)[1]
    assert flat["time.total"] == 1 / 3
    assert flat["problem.board.rows"] == 3
    assert flat["problem.label"] == "3x4, open"
    assert flat["statistics.calls"] == 7
    assert flat["tour"] == TOUR_3X4
    assert not any(isinstance(value, dict) for value in flat.values())


def test_which_rows_count_and_what_others_refute() -> None:
    flat = flat_rows(ROWS)
    assert [line["counts"] for line in flat] == [False, True, True]
    assert [line["outcome"] for line in flat] == ["crashed", "solved", "wrong"]


def test_what_backs_a_proof_has_columns_and_a_name() -> None:
    theorem = {"theorem": {"name": "odd", "statement": "s", "source": "u", "seconds": 0.5}}
    rows = [row("a", "4x4", "proved", backing=theorem), *ROWS, row("a", "3x3", "proved")]
    flat = flat_rows(rows)
    assert flat[0]["backing.theorem.name"] == "odd"
    # The third of ROWS is refuted; the last is of an older version.
    assert [line["backed"] for line in flat] == ["theorem", None, None, None, "unbacked"]
    told = list(csv.DictReader(io.StringIO(runs_csv(rows))))
    assert told[0]["backing.theorem.seconds"] == "0.5"
    assert [line["backed"] for line in told] == ["theorem", "", "", "", "unbacked"]


def test_csv_has_one_line_a_row_and_the_columns_of_all() -> None:
    text = runs_csv(ROWS)
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == text.count("\n") - 1 == 3
    assert float(lines[1]["time.total"]) == 1 / 3
    assert json.loads(lines[1]["tour"]) == TOUR_3X4
    assert (lines[0]["statistics.calls"], lines[1]["statistics.calls"]) == ("", "7")
    assert (lines[2]["parameters.limit"], lines[2]["parameters.merge"]) == ("", "yes")
    assert lines[0]["message"] == "boom"


def test_load(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    write_rows(tmp_path, ROWS)
    for folder in (tmp_path, str(tmp_path)):
        frame = knightbench.load(folder)
        assert len(frame) == 3
        assert frame["time.total"].tolist() == [0.5, 1 / 3, 1.0]
        assert frame[frame.counts].outcome.tolist() == ["solved", "wrong"]
        assert frame["tour"][1] == TOUR_3X4


def test_load_without_pandas_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(tmp_path, ROWS)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install knightbench\[pandas\]"):
        knightbench.load(tmp_path)


def test_load_of_no_results(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="holds no runs yet"):
        knightbench.load(tmp_path)
