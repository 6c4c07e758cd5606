"""An experiment that is cut off, shared out or repeated loses nothing and doubles nothing."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from knightbench import Problem
from knightbench.cli import main
from knightbench.lab import system
from knightbench.lab.experiment import Experiment
from knightbench.lab.merge import merge
from knightbench.lab.runner import make_runs
from knightbench.lab.selection import Selection, parse_retry, parse_shard
from knightbench.lab.store import ROWS, read_rows

SIZES = ("3x4", "4x3", "3x3", "4x4", "3x5", "4x5")


def small(**changes):
    terms = {
        "name": "small",
        "problems": [Problem.from_board(size) for size in SIZES],
        "formulations": ["backtracking", "static-degree?max_calls=5"],
        "time_limit": 20,
    } | changes
    return Experiment(**terms)


def outcomes(folder):
    return sorted((r["key"], r["attempt"], r["outcome"]) for r in read_rows(folder))


def test_shards_share_out_every_run_and_merge_into_the_whole(tmp_path):
    make_runs(small(), tmp_path / "whole", jobs=2)
    parts = [tmp_path / f"part{i}" for i in (1, 2, 3)]
    for i, part in enumerate(parts, 1):
        make_runs(small(), part, jobs=2, selection=Selection(shard=(i, 3)))
    assert sum(len(read_rows(part)) for part in parts) == 12
    assert merge(parts, tmp_path / "merged") == []
    assert outcomes(tmp_path / "merged") == outcomes(tmp_path / "whole")
    with pytest.raises(ValueError, match="has rows already"):
        merge(parts, tmp_path / "merged")
    with pytest.raises(ValueError, match="has no rows"):
        merge([tmp_path / "nothing"], tmp_path / "other")


def test_merging_reports_what_does_not_agree(tmp_path, capsys):
    make_runs(small(), tmp_path / "a", jobs=2)
    rows = read_rows(tmp_path / "a")
    solved = next(row for row in rows if row["outcome"] == "solved")
    solved["effort"] += 1
    proved = next(row for row in rows if row["outcome"] == "proved")
    proved["outcome"] = "timeout"
    given_up = next(row for row in rows if row["outcome"] == "gave-up")
    given_up["time"]["total"] += 1
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / ROWS).write_text("".join(json.dumps(row) + "\n" for row in rows))
    code = main(["merge", str(tmp_path / "a"), str(tmp_path / "b"), "-o", str(tmp_path / "c")])
    *told, summary = capsys.readouterr().out.splitlines()
    assert code == 1
    assert "2 disagreements" in summary
    assert any("proved in" in line and "timeout in" in line for line in told)
    assert any("calls in" in line for line in told)
    # Nine rows are the same in both; the three others are there twice.
    assert Counter(row["attempt"] for row in read_rows(tmp_path / "c")) == {1: 12, 2: 3}


def test_a_retried_run_is_a_new_row_with_the_next_attempt(tmp_path):
    make_runs(small(), tmp_path, jobs=2)
    before = (tmp_path / ROWS).read_bytes()
    retry = Selection(retry=parse_retry("gave-up"))
    made = make_runs(small(), tmp_path, jobs=2, selection=retry)
    assert made == {"gave-up": 6}
    assert (tmp_path / ROWS).read_bytes().startswith(before)
    assert Counter(row["attempt"] for row in read_rows(tmp_path)) == {1: 12, 2: 6}
    make_runs(small(), tmp_path, jobs=2, selection=retry)
    assert Counter(row["attempt"] for row in read_rows(tmp_path)) == {1: 12, 2: 6, 3: 6}


@pytest.mark.parametrize(
    ("selection", "count"),
    [
        (Selection(), 12),
        (Selection(only=("backtracking",)), 6),
        (Selection(only=("static*",)), 6),
        (Selection(only=("static-degree?max_calls=5",)), 6),
        (Selection(only=("4x?, open",)), 6),
        (Selection(only=("4x?, open",), skip=("backtracking",)), 3),
        (Selection(skip=("*",)), 0),
    ],
)
def test_patterns_choose_runs(selection, count):
    assert len(selection.chosen(small().runs())) == count


def test_what_chooses_nothing_or_discards_too_much_is_refused(tmp_path, capsys):
    make_runs(small(), tmp_path, jobs=2)
    before = (tmp_path / ROWS).read_bytes()
    for options in (["--only", "zzz"], ["--fresh", "--only", "backtracking"]):
        assert small().main(["--results", str(tmp_path), *options]) == 2
        assert (tmp_path / ROWS).read_bytes() == before
    small().main(["--results", str(tmp_path), "--fresh", "--dry-run", "--jobs", "5"])
    said = capsys.readouterr().out
    assert "12 to make" in said
    # Twelve runs, five at once, are three rounds of 20 s.
    assert "at most 60 s" in said


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"])
def test_bad_shards_are_refused(text):
    with pytest.raises(ValueError, match="shard"):
        parse_shard(text)


def test_unknown_outcomes_are_refused():
    assert parse_retry("timeout, crashed") == {"timeout", "crashed"}
    with pytest.raises(ValueError, match="they are solved"):
        parse_retry("timeout,tired")


SCRIPT = """
from knightbench import Problem
from knightbench.lab.experiment import Experiment

experiment = Experiment(
    name="cut",
    problems=[Problem.from_board(f"{rows}x{cols}") for rows in range(1, 6) for cols in range(1, 5)],
    formulations=["backtracking", "warnsdorff?max_calls=50"],
    time_limit=20,
)

if __name__ == "__main__":
    raise SystemExit(experiment.main())
"""


def started(script: Path, results: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(script), "--results", str(results)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.slow
def test_a_runner_killed_fifty_times_makes_every_run_once(tmp_path):
    script = tmp_path / "cut.py"
    script.write_text(SCRIPT)
    chance = random.Random(1)
    cut = 0
    for _ in range(50):
        runner = started(script, tmp_path / "r")
        try:
            runner.wait(timeout=0.3 + chance.random() * 0.5)
        except subprocess.TimeoutExpired:
            runner.kill()
            cut += 1
        runner.communicate()
    assert cut > 10
    last = started(script, tmp_path / "r")
    _out, err = last.communicate(timeout=120)
    assert last.returncode == 0, err
    rows = read_rows(tmp_path / "r")
    assert len(rows) == len({row["key"] for row in rows}) == 40


@pytest.mark.skipif(not system.LINUX, reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_runner_that_ends_leaves_no_process(tmp_path, number):
    script = tmp_path / "cut.py"
    script.write_text(SCRIPT.replace("range(1, 6)", "[8]").replace("range(1, 5)", "[8]"))
    runner = started(script, tmp_path / "r")
    below: list[int] = []
    patience = time.monotonic() + 30
    while len(below) < 2 and time.monotonic() < patience:
        below = system.tree(runner.pid)[1:]
        time.sleep(0.02)
    assert len(below) >= 2, "nursery and worker"
    time.sleep(0.3)
    below = system.tree(runner.pid)[1:]
    runner.send_signal(number)
    _out, err = runner.communicate(timeout=30)
    assert runner.returncode == (-9 if number == signal.SIGKILL else 3)
    assert b"Traceback" not in err
    patience = time.monotonic() + 5
    while not all(map(system.is_zombie, below)) and time.monotonic() < patience:
        time.sleep(0.02)
    assert all(map(system.is_zombie, below))


def mounted(folder: Path, options: str) -> bool:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.skipif(
    not system.LINUX or os.geteuid() != 0, reason="a small disk is made by mounting one, as root"
)
def test_a_full_disk_stops_the_runner_and_spoils_no_row(tmp_path, capsys):
    disk = tmp_path / "disk"
    if not mounted(disk, "size=16k"):
        pytest.skip("mounting is not allowed here")
    try:
        code = small().main(["--results", str(disk / "r"), "--jobs", "1"])
        assert code == 2
        assert "No space left" in capsys.readouterr().err
        rows = read_rows(disk / "r")
        assert 0 < len(rows) < 12
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        assert small().main(["--results", str(disk / "r"), "--jobs", "1"]) == 0
        again = read_rows(disk / "r")
        assert again[: len(rows)] == rows
        assert len(again) == len({row["key"] for row in again}) == 12
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        capsys.readouterr()
        assert small().main(["--results", str(disk / "r")]) == 2
        assert "Read-only" in capsys.readouterr().err
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_two_runners_share_no_folder(tmp_path):
    script = tmp_path / "cut.py"
    script.write_text(SCRIPT)
    both = [started(script, tmp_path / "r") for _ in range(2)]
    ends = [(process.communicate(timeout=120)[1], process.returncode) for process in both]
    codes = sorted(code for _err, code in ends)
    assert codes in ([0, 2], [0, 0])
    if codes == [0, 2]:
        assert any(b"another runner is writing" in err for err, _code in ends)
    rows = read_rows(tmp_path / "r")
    assert len(rows) == len({row["key"] for row in rows}) == 40


def test_logs_and_origin_are_kept(tmp_path):
    from knightbench.formulation import load_plugin

    load_plugin(Path(__file__).parents[2] / "experiments" / "misbehaving.py")
    line = Problem.from_board("1x1")
    experiment = small(
        problems=[line], formulations=["misbehaving?how=raises", "misbehaving?how=chatters"]
    )
    make_runs(experiment, tmp_path, jobs=1)
    rows = {row["formulation"]: row for row in read_rows(tmp_path)}
    traceback = (tmp_path / rows["misbehaving?how=raises"]["log"]).read_text()
    assert "RuntimeError" in traceback
    chatter = (tmp_path / rows["misbehaving?how=chatters"]["log"]).stat().st_size
    assert 1000 < chatter <= 16 * 1024
    facts = json.loads((tmp_path / "machine.json").read_text())
    assert facts["limits"] == {"wall": 20, "cpu": None, "memory": None}
    assert facts["command"]
