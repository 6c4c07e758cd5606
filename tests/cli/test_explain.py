"""``knightbench explain``, as its users type it."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from knightbench.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["explain", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_no_tour_ends_with_1_and_shows_the_cut(run: Run) -> None:
    code, out, err = run("4x10", "--closed")
    assert (code, err) == (1, "")
    assert out.startswith("4x10, closed\nThere is no closed tour.\n")
    assert "1. Pósa: " in out
    assert "3. Schwenk 1991: " in out
    assert "Mathematical Gems" in out
    assert (
        "      0 1 2 3 4 5 6 7 8 9\n   0  A B A C A D A E A F\n   1  A # A # A # A # A #\n" in out
    )
    assert "   #: 10 squares taken away\n   A to K: 11 parts left\n" in out
    assert "\x1b" not in out


def test_a_known_tour_ends_with_0(run: Run) -> None:
    code, out, _err = run("8x8", "--closed", "--start", "d4")
    assert code == 0
    assert "There is a closed tour." in out
    assert "Schwenk" in out


def test_the_unknown_ends_with_0_and_says_so(run: Run) -> None:
    code, out, _err = run("6x6", "--start", "0,0", "--end", "0,1", "--require", "0,0-1,2")
    assert code == 0
    assert "Nothing known forbids a tour that is open, and no theorem promises one." in out
    assert "makes 7 moves:" in out
    assert "Of the same board, where nothing is asked of the tour: 6x6 is one of" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["4"],
        ["4x4", "--start", "9,9"],
        ["4x4", "--svg", "/no/such/folder/x.svg"],
        ["4x4", "--svg", ""],
        ["4x4", "--with", "backtracking"],
    ],
)
def test_bad_input_ends_with_2_in_one_line(run: Run, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_holes_leapers_and_wrapping(run: Run) -> None:
    code, out, _err = run("3x4", "--holes", "0,0;2,3", "--closed")
    assert code == 1
    assert "\n   0  . " in out
    code, out, _err = run("6x6", "--moves", "1,3")
    assert code == 1
    assert "multiple of 2" in out
    code, out, _err = run("3x3", "--wrap", "both", "--moves", "0,1", "--closed")
    assert "1,0" in out.splitlines()[0]
    code, out, _err = run("4x4", "--closed", "--wrap", "cols", "--clue", "0,1=3")
    assert code == 1
    assert "colours" in out


def test_json_tells_everything(run: Run) -> None:
    code, out, _err = run("3x6", "--closed", "--json")
    told = json.loads(out)
    assert (code, told["verdict"], told["forced"], told["bare"]) == (1, "none", [], None)
    assert told["schema"] == "knightbench.explanation/1"
    assert told["problem"]["label"] == "3x6, closed"
    cut, forced, *_others, paper = told["grounds"]
    assert cut["squares"] == [[0, 2], [2, 2]]
    assert [[0, 2], "#"] in cut["picture"]["marks"]
    assert cut["picture"]["legend"] == [["#", "2 squares taken away"], ["A to C", "3 parts left"]]
    assert forced["argument"][-1].startswith("In the end")
    assert [[0, 2], [1, 0]] in forced["picture"]["moves"]
    assert (paper["theorem"], paper["picture"]) == ("Schwenk 1991", None)
    assert all(ground["source"] for ground in told["grounds"])
    code, out, _err = run("8x8", "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "exists")
    code, out, _err = run("5x5", "--moves", "2,2;3,0", "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "unknown")


def test_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    assert run("4x10", "--closed", "--svg", str(file))[0] == 1
    svg = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    crossed = [path for path in svg.iter(f"{space}path") if path.get("class") == "concerned"]
    parts = [rect for rect in svg.iter(f"{space}rect") if rect.get("class") == "part"]
    assert (len(crossed), len(parts)) == (10, 30)
    words = [text.text or "" for text in svg.iter(f"{space}text")]
    assert words.count("A") == 20
    assert "crossed out: 10 squares taken away" in words
    assert any("Mathematical Gems" in line for line in words)
    title = svg.find(f"{space}title")
    assert title is not None
    assert title.text == "4x10, closed: There is no closed tour."


@pytest.mark.parametrize(
    "arguments", [["8x8"], ["1x1"], ["1x2", "--closed"], ["5x5", "--moves", "2,2;3,0"]]
)
def test_a_picture_is_drawn_even_where_nothing_is_marked(
    run: Run, tmp_path: Path, arguments: list[str]
) -> None:
    file = tmp_path / "why.svg"
    run(*arguments, "--svg", str(file))
    svg = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert "concerned" not in {element.get("class") for element in svg.iter()}


def test_the_move_of_the_two_cases_is_drawn(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "why.svg"
    assert run("3x8", "--closed", "--svg", str(file))[0] == 1
    svg = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert [path.get("d") for path in svg.iter() if path.get("class") == "moves"] == [
        "M226 26L266 106"
    ]


def test_wide_boards_are_left_to_the_picture(run: Run) -> None:
    _code, out, _err = run("4x41", "--closed")
    assert "drawn by --svg only" in out
    assert "#: 41 squares taken away" in out
    assert not re.search(r"(?m)^   0  ", out)
    assert re.search(r"(?m)^   0   A", run("4x40", "--closed")[1])


def test_help_says_what_the_exit_codes_are(run: Run) -> None:
    code, out, _err = run("--help")
    assert code == 0
    assert "1 there is no tour" in " ".join(out.split())
