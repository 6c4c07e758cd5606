"""Runs on a cluster of two worker processes, one of which is killed in the middle."""

import sys
import threading
import time

import psutil
import pytest

from knightbench import Problem
from knightbench.lab.experiment import Experiment
from knightbench.lab.runner import make_runs
from knightbench.lab.store import read_rows

pytest.importorskip("distributed", reason="needs the extra cluster")

# Dask's own start and end leave sockets to the collector and speak of old ways.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def dask_workers():
    return [
        process
        for process in psutil.Process().children(recursive=True)
        if process.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(process.cmdline())
    ]


def test_rows_arrive_from_a_local_cluster_though_a_worker_is_killed(tmp_path):
    experiment = Experiment(
        "spread",
        {
            f"8x8 closed {i}": Problem.from_board("8x8", closed=True, start=divmod(i, 8))
            for i in range(6)
        },
        ["backtracking", "static-degree?max_calls=30"],
        time_limit=3,
    )
    killed = []

    def kill_one():
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            if len(list((tmp_path / "r").glob("runs.jsonl"))) and read_rows(tmp_path / "r"):
                victims = dask_workers()
                if victims:
                    victims[0].kill()
                    killed.append(victims[0].pid)
                    return
            time.sleep(0.05)

    killer = threading.Thread(target=kill_one)
    killer.start()
    make_runs(experiment, tmp_path / "r", jobs=2, cluster="local")
    killer.join()
    assert killed
    rows = read_rows(tmp_path / "r")
    assert len(rows) == len({row["key"] for row in rows}) == 12
    assert {(row["name"], row["outcome"]) for row in rows} == {
        ("backtracking", "timeout"),
        ("static-degree", "gave-up"),
    }
    marked = [row for row in rows if any("made again" in w for w in row["warnings"])]
    assert marked
    assert all(row["machine"]["cpu"] for row in rows)


def test_claims_are_looked_into_where_they_are_made(tmp_path):
    board = Problem.from_board("3x8", closed=True)
    experiment = Experiment("claims", [board], ["sat-cutset"], time_limit=20, certify=True)
    make_runs(experiment, tmp_path / "r", jobs=1, cluster="local")
    [row] = read_rows(tmp_path / "r")
    assert row["outcome"] == "proved"
    assert set(row["backing"]) == {"certificate", "theorem"}


def test_a_scheduler_that_does_not_answer_is_named(tmp_path):
    experiment = Experiment("spread", [Problem.from_board("3x4")], ["backtracking"], time_limit=3)
    code = experiment.main(["--results", str(tmp_path / "r"), "--cluster", "tcp://127.0.0.1:1"])
    assert code == 2


def test_without_the_extra_its_name_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    experiment = Experiment("spread", [Problem.from_board("3x4")], ["backtracking"], time_limit=3)
    assert experiment.main(["--results", str(tmp_path / "r"), "--cluster", "local"]) == 2
    assert "knightbench[cluster]" in capsys.readouterr().err
