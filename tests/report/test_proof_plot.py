from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from knightbench.lab.scores import score
from knightbench.problem import Problem
from knightbench.report import write_report
from knightbench.report.proof_plot import Point, Series, proof_series, proof_svg
from tests.report.rows import row, write_rows


def proved(name: str, board: str, steps: int, seed: int = 0) -> dict[str, Any]:
    told = {"kind": "clauses", "steps": steps, "lemmas": 0, "checker": "c", "seconds": steps / 100}
    problem = Problem.from_board(board, closed=True)
    return row(name, problem, "proved", seed=seed, backing={"certificate": told})


ROWS = [
    proved("a", "4x5", 3),
    proved("a", "4x4", 2),
    proved("a", "5x5", 40, seed=0),
    proved("a", "5x5", 60, seed=1),
    proved("a", "7x5", 0),
    proved("a", "3x4", 9),
    proved("b", "4x4", 5),
]


def test_boards_of_a_kind_make_a_series_of_two_or_more() -> None:
    assert proof_series(score(ROWS)) == [
        Series(
            "a", "4 x n, closed, knight", (Point(16, "4x4", 2, 0.02), Point(20, "4x5", 3, 0.03))
        ),
        Series(
            *("a", "odd numbers of squares, closed, knight"),
            (Point(25, "5x5", 50, 0.5), Point(35, "7x5", 0, 0.0)),
        ),
    ]


def test_what_is_not_certified_or_no_full_board_is_in_no_series() -> None:
    rows = [row("a", size, "proved") for size in ("4x4", "3x3", "2x4")]
    clue = Problem.from_board("4x4", clues=[((0, 0), 3)])
    rows += [row("a", clue, "proved", backing=ROWS[0]["backing"])]
    assert proof_series(score(rows)) == []


def test_the_plot_names_boards_kinds_and_formulations() -> None:
    rows = [*ROWS, proved("b$x$<", "4x5", 5), proved("b$x$<", "4x6", 9)]
    svg = proof_svg(proof_series(score(rows)))
    texts = {text.strip() for text in ET.fromstring(svg).itertext()}
    assert {"a", "b$x$<", "4x4", "5x5", "7x5", "4 x n, closed, knight"} <= texts
    assert {"steps of the proof", "seconds to check it"} <= texts
    # A proof without steps has a place of its own.
    assert "0" in texts
    assert svg == proof_svg(proof_series(score(rows[::-1])))


def test_the_report_has_the_plot_where_there_is_something_to_plot(tmp_path: Path) -> None:
    for name, rows in (("with", ROWS), ("without", ROWS[-2:])):
        (tmp_path / name).mkdir()
        write_rows(tmp_path / name, rows)
        write_report(tmp_path / name)
    assert (tmp_path / "with" / "proofs.svg").exists()
    assert not (tmp_path / "without" / "proofs.svg").exists()
    page = (tmp_path / "with" / "index.html").read_text()
    assert "seconds to check it" in page
    assert "seconds to check it" not in (tmp_path / "without" / "index.html").read_text()
    # Two plots on a page: no mark stands for two things.
    marks = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert len(marks) == len(set(marks))
    for reference in page.split("url(#")[1:]:
        assert reference.split(")")[0] in marks
    for reference in page.split('href="#')[1:]:
        assert reference.split('"')[0] in marks
