"""``solve --all`` on the command line."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knightbench import Problem
from knightbench.cli import main
from knightbench.formats.board_text import check_numbered_board, read_board_text
from tests.enumeration.test_listing import PLUGIN


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["solve", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def started(*arguments: str, **options) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "knightbench", "solve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_boards_each_with_its_number_and_a_summary(run):
    code, out, err = run("3x4", "--all", "--with", "nx-search")
    assert (code, err) == (0, "")
    *lines, summary = out.splitlines()
    assert summary.startswith("nx-search | 8 tours | complete | total ")
    boards = set()
    for number in range(8):
        *board, label = lines[4 * number : 4 * number + 4]
        assert label == f"tour {number + 1}"
        check_numbered_board(Problem.from_board("3x4"), read_board_text("\n".join(board)).clues)
        boards.add("".join(board))
    assert len(boards) == 8
    assert len(lines) == 32


def test_json_has_one_object_a_tour_and_one_without(run):
    code, out, err = run("3x10", "--closed", "--all", "--json", "--up-to-symmetry")
    assert (code, err) == (0, "")
    *tours, summary = map(json.loads, out.splitlines())
    assert [told["number"] for told in tours] == list(range(1, len(tours) + 1))
    assert sum(told["class_size"] for told in tours) == summary["tours"] == 16
    assert all(len(told["tour"]) == 30 for told in tours)
    assert "tour" not in summary
    assert summary["schema"] == "knightbench.tours/1"
    assert (summary["outcome"], summary["complete"]) == ("solved", True)
    assert summary["listed"] == len(tours) == sum(one["classes"] for one in summary["classes"])
    assert {"statistics", "time", "problem", "limits", "versions"} <= summary.keys()
    assert summary["statistics"]["conflicts"] > 0


def test_classes_in_words(run):
    code, out, _err = run("5x5", "--all", "--up-to-symmetry", "--with", "nx-search")
    assert code == 0
    *_, last, summary = out.splitlines()
    assert "112 classes: 104 with no symmetry, 8 with half turn" in summary
    assert last in ("class 112: 8 tours", "class 112: 4 tours, half turn")


def test_a_torus_has_too_many_symmetries_to_name(run):
    """The knight's moves on the 4x4 torus are the hypercube of 16 vertices: OEIS A006069 / 2."""
    board = (
        "4x4",
        "--wrap",
        "both",
        "--closed",
        "--all",
        "--up-to-symmetry",
        "--with",
        "sat-cegar",
    )
    code, out, _err = run(*board)
    assert code == 0
    assert "| 1,344 tours | complete | 19 classes: 6 with no symmetry, 13 with a symmetry |" in out
    told = json.loads(run(*board, "--json")[1].splitlines()[-1])
    assert sum(one["classes"] for one in told["classes"]) == 19
    assert len(told["classes"]) > 8


def test_directions(run):
    assert "| 16 directed tours |" in run("3x4", "--all", "--directed")[1]
    code, out, _err = run("3x4", "--all", "--json", "--start", "0,0", "--directed")
    summary = json.loads(out.splitlines()[-1])
    assert (code, summary["directed"]) == (0, True)
    assert summary["tours"] == summary["listed"]


def test_none(run):
    code, out, _err = run("4x4", "--all", "--with", "backtracking")
    assert code == 1
    assert out.startswith("backtracking | 0 tours | complete | ")
    assert run("4x4", "--all", "--presolve")[0] == 1


def test_limits_leave_a_lower_bound(run):
    code, out, _err = run("3x4", "--all", "--limit", "3", "--with", "nx-search")
    assert code == 3
    assert out.splitlines()[-1] == "nx-search | at least 3 tours | incomplete (limit)"
    plugin = ("--plugin", str(PLUGIN))
    code, out, _err = run(
        "3x4", "--all", "--with", "lists-wrongly?how=waits", "--time-limit", "1", *plugin
    )
    assert code == 3
    assert "| at least 1 tour | incomplete (timeout) |" in out
    code, out, _err = run("3x4", "--all", "--with", "lists-wrongly?how=gives-up", "--json", *plugin)
    summary = json.loads(out.splitlines()[-1])
    assert (code, summary["tours"], summary["complete"]) == (3, 1, False)
    assert (summary["outcome"], summary["reason"]) == ("gave-up", "gave-up")


def test_wrong_and_crashed_end_with_4(run):
    plugin = ("--plugin", str(PLUGIN))
    code, out, err = run("3x4", "--all", "--with", "lists-wrongly?how=twice", *plugin)
    assert code == 4
    assert "| 8 tours came | wrong" in out
    assert err.startswith("knightbench: wrong: a tour came twice")
    code, _out, err = run("3x4", "--all", "--with", "lists-wrongly?how=raises", *plugin)
    assert code == 4
    assert "crashed: RuntimeError: red" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--directed"], "--directed goes with --all"),
        (["--up-to-symmetry"], "--up-to-symmetry goes with --all"),
        (["--limit", "3"], "--limit goes with --all"),
        (["--all", "--limit", "0"], "--limit 0: it must be at least 1"),
        (["--all", "--svg", "x.svg"], "--svg is for one tour"),
        (["--all", "--with", "warnsdorff"], "warnsdorff: does not list all tours; backtracking, "),
        (["--all", "--with", "held-karp", "--require", "0,0-1,2"], "does not honour required"),
    ],
)
def test_bad_input(run, arguments, complaint):
    code, out, err = run("3x4", *arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_an_interrupt_ends_it_with_a_lower_bound():
    process = started("6x6", "--all")
    assert process.stdout is not None
    while process.stdout.readline() != "tour 3\n":
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "incomplete (interrupted)" in out.splitlines()[-1]
    assert err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_reader_that_goes_ends_it_all():
    process = started("6x6", "--all", "--json", env={**os.environ, "MARKED_FOR_A_TEST": "yes"})
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert first["number"] == 1
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()
    for _ in range(100):
        left = [path for path in Path("/proc").glob("[0-9]*/environ") if _is_marked(path)]
        if not left:
            return
        time.sleep(0.05)
    pytest.fail(f"{len(left)} processes are left")


def _is_marked(path: Path) -> bool:
    try:
        return b"MARKED_FOR_A_TEST=yes" in path.read_bytes()
    except OSError:
        return False
