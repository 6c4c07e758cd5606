from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from knightbench.board import Board
from knightbench.problem import Problem
from knightbench.report import write_report
from tests.report.rows import TOUR_3X4, row, write_rows

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&\x1b[31m\u202e|`$x$"
NAMES = [
    *("summary.md", "summary.csv", "pairwise.csv", "scaling.csv", "cactus.svg", "index.html"),
]
RING = Problem.from_board(Board(3, 1, moves=((-1, 0), (1, 0)), wrap_rows=True), closed=True)

# Elements that HTML leaves open.
VOID = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """Reads a page, and fails where its elements are not nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def report(folder: Path, rows: list[dict[str, Any]]) -> dict[str, str]:
    write_rows(folder, rows)
    paths = write_report(folder)
    assert paths == [folder / name for name in NAMES]
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    return [
        row("good", "3x4", "solved", 0.5, tour=TOUR_3X4, effort=12),
        row("good", "4x4", "proved", 1.5, effort=15),
        row("good", RING, "solved", 0.25, tour=[0, 1, 2]),
        row("liar", "3x4", "proved", 0.1),
        row("liar", "4x4", "proved", 0.1),
        row(HOSTILE, "3x4", "crashed", message=HOSTILE),
        row(HOSTILE, "4x4", "unsupported", message=HOSTILE),
        row("bad", "4x4", "wrong", message="step 2: (0, 0) to (3, 3) is not a move"),
    ]


def test_wrong_answers_come_first(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    summary = report(tmp_path, rows)["summary.md"]
    sections = re.findall(r"^## (.*)$", summary, flags=re.MULTILINE)
    assert sections == [
        "WRONG ANSWERS: 2 formulations disqualified",
        "What was run",
        "Correctness",
        "Proofs that there is no tour",
        "Speed",
        "Together",
        "Pair by pair",
        "Growth with the board",
        "What the numbers mean",
    ]
    first = summary.partition("## What was run")[0]
    assert "not ranked: bad; liar." in first
    assert "step 2: (0, 0) to (3, 3) is not a move" in first
    assert "said that there is no tour; good found one" in first


def test_without_wrong_answers_the_report_says_so(tmp_path: Path) -> None:
    files = report(tmp_path, [row("good", "3x4", "solved")])
    for name in ("summary.md", "index.html"):
        assert "No wrong answer" in files[name]
        assert "disqualified" not in files[name]


def test_the_disqualified_are_not_in_the_plot(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    plot = report(tmp_path, rows)["cactus.svg"]
    assert ">good<" in plot
    assert ">liar<" not in plot


def test_what_is_missing_is_told(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    # The ring was asked of one formulation in four, and bad was asked one problem of three.
    assert "Incomplete: 4 of 12 pairs" in report(tmp_path, rows)["summary.md"]


def test_the_page_needs_nothing_else(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    text = report(tmp_path, rows)["index.html"]
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object", "base"} & {
        tag for tag, _ in page.elements
    }
    for _tag, attributes in page.elements:
        assert not {"src", "href", "srcset", "action", "onload", "onerror"} & set(attributes)
        for name, value in attributes.items():
            if name == "xlink:href":
                assert (value or "").startswith("#")
            elif not name.startswith("xmlns"):
                assert "http" not in (value or "").replace("http-equiv", "")
    assert "@import" not in text
    assert re.findall(r"url\((?!#)", text) == []


def test_text_from_rows_is_text(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    files = report(tmp_path, rows)
    page = Page(files["index.html"])
    shown = HOSTILE.replace("\x1b", r"\x1b").replace("\u202e", r"\u202e")
    assert shown in page.text
    for name, text in files.items():
        assert "<script" not in text.replace(r"\<script", "") or name.endswith(".csv")
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_tables_can_be_listened_to(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    page = Page(report(tmp_path, rows)["index.html"])
    assert len(page.all("caption")) == len(page.all("table")) >= 6
    assert {heading["scope"] for heading in page.all("th")} == {"col", "row"}
    assert all(svg["role"] == "img" for svg in page.all("svg"))
    [html] = page.all("html")
    assert html["lang"] == "en"
    assert any(meta.get("name") == "viewport" for meta in page.all("meta"))


def test_colour_is_never_the_only_sign_of_a_wrong_answer(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    text = report(tmp_path, rows)["index.html"]
    marked = re.findall(r'<td class="wrong">([^<]*)</td>', text)
    assert len(marked) == 2 + 2
    assert all("WRONG" in cell for cell in marked)


def test_a_large_table_is_folded_away(tmp_path: Path) -> None:
    rows = [row("a", "3x4", "solved", 1.0, tour=TOUR_3X4), row("b", "3x4", "solved", 2.0)]
    files = report(tmp_path, rows)
    page = Page(files["index.html"])
    assert len(page.all("details")) == len(page.all("summary")) == 1
    inside = re.search(r"<details>(.*?)</details>", files["index.html"], flags=re.DOTALL)
    assert inside is not None
    assert "Problems won and lost" in inside[1]
    assert inside[1].count("<table>") == 1


@pytest.mark.parametrize("name", ["summary.md", "index.html", "pairwise.csv", "scaling.csv"])
def test_the_wrong_are_in_no_comparison(
    tmp_path: Path, rows: list[dict[str, Any]], name: str
) -> None:
    sizes = ("5x5", "5x6", "6x6", "6x7")
    for formulation in ("good", "fair", "bad", "liar"):
        rows += [row(formulation, size, "solved", 0.1) for size in sizes]
    text = report(tmp_path, rows)[name]
    if not name.endswith(".csv"):
        text = text[text.index("Together") : text.index("What the numbers mean")]
    assert "fair" in text
    assert "liar" not in text
    assert "bad" not in text


def test_one_formulation_is_compared_with_nobody(tmp_path: Path) -> None:
    files = report(tmp_path, [row("a", "3x4", "solved", tour=TOUR_3X4)])
    assert "## Together" not in files["summary.md"]
    assert "## Pair by pair" not in files["summary.md"]
    assert "fewer than 4 sizes, not fitted: open, knight (1 size)." in files["summary.md"]
    assert files["pairwise.csv"].count("\n") == 1


def test_without_boards_there_is_nothing_to_fit(tmp_path: Path) -> None:
    graph = Problem.from_graph(nx.path_graph(3))
    files = report(tmp_path, [row("a", graph, "solved", tour=[0, 1, 2])])
    assert "nothing to fit" in files["summary.md"]


def test_an_open_and_a_closed_tour_are_pictured(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    page = Page(report(tmp_path, rows)["index.html"])
    assert "Open tour of 12 squares: 3x4, open" in page.text
    assert any(text.startswith("Closed tour of 3 squares") for text in page.text)
    # The plot and the two tours.
    assert len(page.all("svg")) == 3


def test_boards_are_pictured_rather_than_graphs(tmp_path: Path) -> None:
    graph = Problem.from_graph(nx.path_graph(30))
    rows = [
        row("a", graph, "solved", tour=list(range(30))),
        row("a", "3x4", "solved", tour=TOUR_3X4),
    ]
    text = report(tmp_path, rows)["index.html"]
    assert "Open tour of 12 squares" in text
    assert "Open tour of 30 squares" not in text


def test_a_solved_row_whose_tour_is_none_is_refused(tmp_path: Path) -> None:
    write_rows(tmp_path, [row("a", "3x4", "solved", tour=list(range(12)))])
    with pytest.raises(ValueError, match="its tour is none: step 2"):
        write_report(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["runs.jsonl"]


def test_the_plot_is_xml(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    assert ET.fromstring(report(tmp_path, rows)["cactus.svg"]).tag.endswith("svg")


def test_the_same_rows_give_the_same_bytes_in_any_order(
    tmp_path: Path, rows: list[dict[str, Any]]
) -> None:
    before = report(tmp_path, rows)
    assert report(tmp_path, rows) == before
    random.Random(0).shuffle(rows)
    assert report(tmp_path, rows) == before


def test_nothing_else_is_left_in_the_folder(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    report(tmp_path, rows)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*NAMES, "runs.jsonl"])


def test_the_machine_is_told(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    (tmp_path / "machine.json").write_text(json.dumps({"cpu": "A <fast> one", "jobs": 2}))
    files = report(tmp_path, rows)
    assert r"| cpu | A \<fast\> one |" in files["summary.md"]
    assert "A &lt;fast&gt; one" in files["index.html"]
    assert "| runs at once | 2 |" in files["summary.md"]


@pytest.mark.parametrize("text", ["{", "[]", "\x00"])
def test_a_broken_record_of_the_machine_is_named(tmp_path: Path, text: str) -> None:
    write_rows(tmp_path, [row("a", "3x4", "solved")])
    (tmp_path / "machine.json").write_text(text)
    with pytest.raises(ValueError, match=r"machine\.json"):
        write_report(tmp_path)


def test_a_folder_without_rows(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no runs yet"):
        write_report(tmp_path)


def test_a_row_that_lacks_a_key_is_named_with_its_folder(tmp_path: Path) -> None:
    bad = row("a", "3x4", "solved")
    del bad["outcome"]
    write_rows(tmp_path, [bad])
    with pytest.raises(ValueError, match=rf"{tmp_path.name}: line 1: the key 'outcome'"):
        write_report(tmp_path)
