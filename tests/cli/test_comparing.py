"""The commands ``compare`` and ``export``, as their users type them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knightbench.cli import main
from tests.report.rows import row, write_rows

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def folder(path: Path, *rows: dict[str, Any]) -> Path:
    path.mkdir()
    write_rows(path, [*rows])
    return path


def test_compare_ends_with_1_on_a_lost_or_wrong_answer(run: Run, tmp_path: Path) -> None:
    good = folder(tmp_path / "good", row("a", "3x4", "solved"))
    lost = folder(tmp_path / "lost", row("a", "3x4", "timeout"))
    wrong = folder(tmp_path / "wrong", row("a", "3x4", "wrong", message="step 2: not a move"))
    assert run("compare", good, good)[0] == 0
    assert run("compare", lost, good)[0] == 0
    assert run("compare", wrong, good)[0] == 0
    code, out, err = run("compare", good, lost)
    assert (code, err) == (1, "")
    assert "LOST: 1 run\n  a on 3x4, open, seed 0: solved -> timeout\n" in out
    code, out, _err = run("compare", good, wrong)
    assert code == 1
    assert "step 2: not a move" in out
    # A tour before refutes a denial after, though the row says that it is a proof.
    denied = folder(tmp_path / "denied", row("a", "3x4", "proved"))
    code, out, _err = run("compare", good, denied, "--json")
    assert code == 1
    told = json.loads(out)
    assert told["acceptable"] is False
    assert told["wrong"][0]["formulation"] == "a"


def test_compare_of_bad_input_ends_with_2(run: Run, tmp_path: Path) -> None:
    good = folder(tmp_path / "good", row("a", "3x4", "solved"))
    other = folder(tmp_path / "other", row("b", "3x4", "solved"))
    broken = folder(tmp_path / "broken", {**row("a", "3x4", "solved"), "outcome": "fine"})
    for arguments, hint in (
        ((good, tmp_path / "absent"), "holds no runs yet"),
        ((good, other), "no run in common"),
        ((good, broken), "'fine' is none of"),
        ((good,), "after"),
    ):
        code, out, err = run("compare", *arguments)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert hint in err


def test_export_writes_beside_the_rows_or_where_it_is_told(run: Run, tmp_path: Path) -> None:
    results = folder(tmp_path / "results", row("a", "3x4", "solved"), row("b", "3x4", "wrong"))
    code, out, err = run("export", results, "--format", "csv")
    assert (code, err) == (0, "")
    assert out == f"{results / 'export' / 'runs.csv'}\n"
    assert (results / "export" / "runs.csv").is_file()
    code, out, err = run("export", results, "--format", "mkplot", "-o", tmp_path / "there")
    assert (code, out) == (0, f"{tmp_path / 'there' / 'a.json'}\n")
    assert err == "knightbench: left out, for it was wrong: b\n"
    assert run("export", results, "--format", "bibtex", "-o", tmp_path / "there")[0] == 0
    assert (tmp_path / "there" / "references.bib").is_file()


def test_export_of_bad_input_ends_with_2(run: Run, tmp_path: Path) -> None:
    results = folder(tmp_path / "results", row("a", "3x4", "solved"))
    for arguments, hint in (
        ((results,), "--format"),
        ((results, "--format", "xlsx"), "csv"),
        ((tmp_path / "absent", "--format", "csv"), "holds no runs yet"),
    ):
        code, out, err = run("export", *arguments)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert hint in err
