from __future__ import annotations

import json
from pathlib import Path

import pytest

from knightbench.export import FORMATS, write_export
from tests.report.rows import row, write_rows


def test_files_and_notes(tmp_path: Path) -> None:
    rows = [
        row("backtracking", "3x4", "solved"),
        row("liar", "3x4", "proved"),
        row("b", "4x4", "proved"),
    ]
    write_rows(tmp_path, rows)
    into = tmp_path / "made" / "here"
    paths, notes = write_export(tmp_path, "csv", into)
    assert (paths, notes) == ([into / "runs.csv"], ())
    paths, notes = write_export(tmp_path, "mkplot", into)
    assert {path.name for path in paths} == {"backtracking.json", "b.json"}
    assert all(json.loads(path.read_text())["stats"] for path in paths)
    assert notes == (
        "left out, for it was wrong: liar",
        "3 pairs without a run are told as not solved",
    )
    paths, notes = write_export(tmp_path, "bibtex", into)
    assert paths == [into / "references.bib"]
    assert notes == ("no entry for b: told in words", "no entry for liar: told in words")
    assert "SourceProgram2" in paths[0].read_text()


def test_no_other_format(tmp_path: Path) -> None:
    write_rows(tmp_path, [row("a", "3x4", "solved")])
    with pytest.raises(ValueError, match="one of csv, mkplot, bibtex"):
        write_export(tmp_path, "xlsx", tmp_path / "x")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_is_written_of_no_results(tmp_path: Path, form: str) -> None:
    with pytest.raises(ValueError, match="holds no runs yet"):
        write_export(tmp_path / "nothing", form, tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
