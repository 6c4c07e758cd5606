"""The command line, as its users type it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knightbench.cli import main
from tests.lab.test_supervisor import PLUGIN

RAGGED = """\
.xxx....
.x.xx...
.xxxxxxx
xxx..x.x
x.x..xxx
sxxxxxx.
..xx.x..
...xxx..
"""


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_tour_is_printed_then_one_line(run):
    code, out, err = run("solve", "3x4", "--with", "backtracking", "--start", "0,0")
    assert (code, err) == (0, "")
    *board, line = out.splitlines()
    assert sorted(int(step) for row in board for step in row.split()) == list(range(1, 13))
    assert line.startswith("backtracking | SATISFIED | build ")
    assert line.endswith(" calls")


def test_a_proof_ends_with_1(run):
    code, out, _err = run("solve", "4x4", "--with", "backtracking")
    assert code == 1
    assert "UNSATISFIABLE" in out


def test_a_limit_ends_with_3_and_says_why(run):
    code, out, _err = run("solve", "8x8", "--with", "backtracking", "--time-limit", "0.3")
    assert code == 3
    assert "UNKNOWN (time-limit)" in out
    code, out, _err = run("solve", "8x8", "--with", "backtracking?max_calls=9")
    assert code == 3
    assert "UNKNOWN (incomplete)" in out


def test_crashed_and_wrong_end_with_4(run):
    plugin = ("--plugin", str(PLUGIN))
    code, out, err = run("solve", "3x4", "--with", "misbehaving?how=raises", *plugin)
    assert (code, len(err.splitlines())) == (4, 1)
    assert "crashed: RuntimeError" in err
    assert "\x1b" not in out + err
    code, out, err = run("solve", "3x4", "--with", "misbehaving?how=outside", *plugin)
    assert code == 4
    assert "wrong: not the tour asked for: step 1" in err
    assert "wrong" in out


@pytest.mark.parametrize("outcome", ["tour", "proof", "limit", "crash"])
def test_json_is_one_object_whatever_became_of_it(run, outcome):
    arguments = {
        "tour": ["5x5", "--with", "warnsdorff", "--start", "0,0", "--seed", "3"],
        "proof": ["5x5", "--with", "warnsdorff", "--closed"],
        "limit": ["8x8", "--with", "backtracking", "--time-limit", "0.3"],
        "crash": ["3x4", "--with", "misbehaving?how=aborts", "--plugin", str(PLUGIN)],
    }[outcome]
    _code, out, _err = run("solve", *arguments, "--json")
    told = json.loads(out)
    assert {
        *("schema", "status", "outcome", "tour", "formulation", "parameters", "problem"),
        *("statistics", "time", "reason"),
    } <= told.keys()
    assert set(told["time"]) == {"build", "search", "decode", "total"}
    assert all(isinstance(seconds, float) for seconds in told["time"].values())
    expected = {
        "tour": ("SATISFIED", "solved", None),
        "proof": ("UNSATISFIABLE", "proved", None),
        "limit": ("UNKNOWN", "timeout", "time-limit"),
        "crash": ("UNKNOWN", "crashed", None),
    }[outcome]
    assert (told["status"], told["outcome"], told["reason"]) == expected
    assert (told["tour"] is not None) == (outcome == "tour")
    if outcome in ("tour", "proof"):
        assert told["statistics"]["calls"] >= 25
    if outcome == "tour":
        assert told["tour"][0] == [0, 0]


def test_what_solve_prints_verify_accepts(run, tmp_path, monkeypatch):
    (tmp_path / "board.txt").write_text(RAGGED)
    board = ("--board", str(tmp_path / "board.txt"))
    for arguments in (
        ["3x4"],
        [*board],
        ["5x6", "--closed"],
        ["5x5", "--moves", "2,2;3,0", "--closed"],
        ["4x4", "--wrap", "both", "--holes", "0,0;a1"],
    ):
        for as_json in ([], ["--json"]):
            _code, out, _err = run("solve", *arguments, "--with", "warnsdorff", *as_json)
            (tmp_path / "tour").write_text(out)
            pieces = [] if as_json or "--moves" not in arguments else ["--moves", "2,2;3,0"]
            pieces += [] if as_json or "--wrap" not in arguments else ["--wrap", "both"]
            code, out, err = run("verify", str(tmp_path / "tour"), *pieces)
            assert (code, err) == (0, "")
            kind = "closed" if "--closed" in arguments else "open"
            # A numbered board does not say which was asked for: an open tour may close.
            verdict = out.splitlines()[0]
            assert verdict == f"valid {kind} tour" or (not as_json and "closed" in verdict)
            assert "symmetry: " in out


def test_verify_names_the_first_offending_step(run, tmp_path):
    tour = tmp_path / "tour"
    tour.write_text("1 2\n3 4\n")
    assert run("verify", str(tour)) == (1, "step 2: (0, 0) to (0, 1) is not a move\n", "")
    _code, out, _err = run("solve", "3x4", "--with", "backtracking", "--json")
    told = json.loads(out)
    told["tour"][4] = [7, 7]
    tour.write_text(json.dumps(told))
    assert run("verify", str(tour))[:2] == (
        1,
        "step 5: (7, 7) is off the board: rows are 0 to 2, columns 0 to 3\n",
    )
    assert run("verify", str(tour), "--moves", "1,3")[0] == 2
    told["tour"][2] = told["tour"][1]
    tour.write_text(json.dumps(told))
    code, out, _err = run("verify", str(tour), "--json")
    assert (code, json.loads(out)["step"]) == (1, 3)


@pytest.mark.parametrize(
    "content", ["", "hello", "{", "{}", '{"problem": 3, "tour": []}', '{"tour": null}', "[[1]]y"]
)
def test_verify_of_what_holds_no_tour_ends_with_2(run, tmp_path, content):
    (tmp_path / "tour").write_text(content)
    code, out, err = run("verify", str(tmp_path / "tour"))
    assert (code, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["0x5"], "8x8"),
        (["8x"], "8x8"),
        (["8x8x8"], "8x8"),
        (["--", "-3x4"], "8x8"),
        (["-3x4"], "knightbench"),
        ([], "give a size"),
        (["8x8", "--board", "b"], "give a size"),
        (["8x8", "--start", "9,9"], "off the board"),
        (["8x8", "--start", "z"], "row,col"),
        (["8x8", "--start", "0,0", "--start", "1,1"], "twice"),
        (["8x8", "--seed", "1", "--seed", "2"], "twice"),
        (["8x8", "--threads", "100000"], "at most"),
        (["8x8", "--holes", "0,0", "--start", "0,0"], "hole"),
        (["8x8", "--holes", "9,9"], "off the 8x8 board"),
        (["8x8", "--with", "sat-cutsett"], "did you mean sat-cutset"),
        (["8x8", "--with", "backtracking?speed=9"], "it has max_calls"),
        (["8x8", "--with", "backtracking?max_calls=many"], "whole number"),
        (["8x8", "--time-limit", "-1"], "above 0"),
        (["8x8", "--time-limit", "0"], "above 0"),
        (["8x8", "--time-limit", "nan"], "above 0"),
        (["8x8", "--time-limit", "soon"], "invalid float"),
        (["8x8", "--threads", "0"], "at least 1"),
        (["8x8", "--seed", "-1"], "below 0"),
        (["8x8", "--moves", "0,0"], "knight is 1,2"),
        (["8x8", "--moves", "1"], "as in 1,2"),
        (["8x8", "--wrap", "round"], "rows"),
        (["8x8", "--clue", "0,0"], "square=step"),
        (["8x8", "--clue", "0,0=99"], "steps are 1 to 64"),
        (["8x8", "--clue", "0,0=2", "--clue", "0,1=2"], "step 2 is asked to be both"),
        (["8x8", "--require", "0,0"], "r,c-r,c"),
        (["8x8", "--require", "0,0-0,1"], "no such move"),
        (["8x8", "--forbid", "0,0>1,2"], "both directions"),
        (["8x8", "--with", "backtracking", "--end", "0,0"], "does not honour end"),
        (["100000x100000"], "GiB"),
        (["8x8", "--plugin", "absent.py"], "no such Python file"),
        (["8x8", "--svg", "absent/tour.svg"], "a folder that exists"),
        (["8x8", "--svg", "."], "give a file"),
        (["8x8", "--speed", "9"], "unrecognized arguments"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(run, arguments, hint):
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1, err
    assert hint in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"xxx\nxx\n", "line 2"),
        (b"\x00\x01\xff", "no text file"),
        (b"", "empty"),
        (b"x?x\n", "'?'"),
    ],
)
def test_bad_board_files_end_with_2(run, tmp_path, content, hint):
    (tmp_path / "board").write_bytes(content)
    code, _out, err = run("solve", "--board", str(tmp_path / "board"))
    assert (code, len(err.splitlines())) == (2, 1)
    assert hint in err


def test_a_board_file_and_options_agree_or_are_refused(run, tmp_path):
    (tmp_path / "board").write_text("sx\nxx\n")
    code, _out, err = run("solve", "--board", str(tmp_path / "board"), "--start", "1,1")
    assert code == 2
    assert "has its start at" in err


def test_a_picture_is_written(run, tmp_path):
    picture = tmp_path / "tour.svg"
    code, *_ = run("solve", "5x6", "--closed", "--with", "warnsdorff", "--svg", str(picture))
    assert code == 0
    assert picture.read_text().lstrip().startswith(("<svg", "<?xml"))


def test_presolve_answers_what_a_theorem_knows(run):
    code, out, _err = run(
        "solve", "4x10", "--closed", "--with", "backtracking", "--presolve", "--json"
    )
    told = json.loads(out)
    assert code == 1
    assert "Schwenk" in told["reason"]
    assert told["presolve"] is True


def test_list_json_tells_what_is_needed(run):
    code, out, _err = run("list", "--json")
    assert code == 0
    told = json.loads(out)
    keys = {"name", "family", "summary", "source", "complete", "available", "parameters"}
    assert all(keys <= item.keys() for item in told)
    assert {"backtracking", "warnsdorff", "static-degree"} <= {item["name"] for item in told}
    assert {item["name"]: item["honours"] for item in told}["cpsat-time-matrix"] == ["magic"]
    plain = run("list")[1]
    assert plain.count("\n") >= len(told)
    assert "honours max_crossings" in plain


def test_no_command_and_help(run):
    assert run()[0] == 2
    assert run("--help")[0] == 0
    assert run("--version")[1].startswith("python ")


def test_an_internal_error_never_ends_with_1(run, monkeypatch):
    def broken(*_arguments: object) -> None:
        raise AssertionError("surprise")

    monkeypatch.setattr("knightbench.cli.solve.solve_run", broken)
    code, _out, err = run("solve", "3x4", "--with", "backtracking")
    assert (code, err) == (4, "knightbench: internal error: surprise\n")


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "knightbench", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_unknown(number):
    process = started("solve", "8x8", "--with", "backtracking", "--json")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while sys.platform == "linux" and not children.read_text():
        time.sleep(0.02)
    time.sleep(0.5)
    process.send_signal(number)
    out, _err = process.communicate(timeout=20)
    assert process.returncode == 3
    told = json.loads(out)
    assert (told["status"], told["reason"]) == ("UNKNOWN", "interrupted")


def test_a_reader_that_leaves_is_no_crash():
    process = started("list", "--json")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=20) == 141


def test_run_and_report(run, tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        "from knightbench import Problem\n"
        "from knightbench.lab.experiment import Experiment\n"
        "e = Experiment('mine', [Problem.from_board('3x4')], ['backtracking'], 20)\n"
    )
    results = str(tmp_path / "results")
    code, out, _err = run("run", str(script), "--results", results, "--dry-run")
    assert code == 0
    assert "1 runs" in out
    code, out, _err = run("run", str(script), "--results", results)
    assert code == 0
    assert "index.html" in out
    assert run("report", results)[0] == 0
    assert run("report", str(tmp_path / "nothing"))[0] == 2
    (tmp_path / "none.py").write_text("x = 1\n")
    code, _out, err = run("run", str(tmp_path / "none.py"))
    assert code == 2
    assert "0 experiments" in err


def test_a_formulation_from_a_neighbouring_module_runs(run, tmp_path):
    (tmp_path / "neighbour.py").write_text(PLUGIN.read_text())
    script = tmp_path / "mine.py"
    script.write_text(
        "import neighbour\nfrom knightbench import Board, Problem\n"
        "from knightbench.lab.experiment import Experiment\n"
        "line = Problem.from_board(Board(1, 5, moves=(0, 1)))\n"
        "experiment = Experiment('mine', [line], ['misbehaving', 'misbehaving?how=exits'], 20)\n"
        "if __name__ == '__main__':\n    raise SystemExit(experiment.main())\n"
    )
    for command in (["mine.py"], ["-m", "knightbench", "run", "mine.py", "--fresh"]):
        ended = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True
        )
        # One of the two crashes, as it should; the exit code says so.
        assert ended.returncode == 4, ended.stderr
        rows = (tmp_path / "results" / "mine" / "runs.jsonl").read_text().splitlines()
        assert sorted(json.loads(row)["outcome"] for row in rows) == ["crashed", "solved"]


def test_what_is_wrong_has_no_status_of_an_answer(run):
    arguments = ["3x4", "--with", "misbehaving?how=outside", "--plugin", str(PLUGIN), "--json"]
    code, out, _err = run("solve", *arguments)
    told = json.loads(out)
    assert (code, told["status"], told["outcome"], told["tour"]) == (4, "UNKNOWN", "wrong", None)


def test_a_formulation_of_ones_own_runs_from_its_own_script(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(
        PLUGIN.read_text()
        + "\nfrom knightbench.lab.experiment import Experiment\nfrom knightbench import Board\n"
        "line = Problem.from_board(Board(1, 5, moves=(0, 1)))\n"
        "experiment = Experiment('mine', [line], ['misbehaving', 'backtracking'], 20)\n"
        "if __name__ == '__main__':\n    raise SystemExit(experiment.main())\n"
    )
    printed = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True
    )
    assert printed.returncode == 0, printed.stderr
    rows = (tmp_path / "results" / "mine" / "runs.jsonl").read_text().splitlines()
    assert [json.loads(row)["outcome"] for row in rows] == ["solved", "solved"]
