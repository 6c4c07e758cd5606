import json

import networkx as nx
import pytest

from knightbench import Problem
from knightbench.lab.experiment import Experiment
from knightbench.lab.runner import make_runs
from knightbench.lab.selection import EVERYTHING
from knightbench.lab.store import ROWS, read_rows


def small(**changes):
    terms = {
        "name": "small",
        "problems": [Problem.from_board("3x4"), Problem.from_board("3x4", closed=True)],
        "formulations": ["backtracking", "warnsdorff?max_calls=5"],
        "time_limit": 20,
    } | changes
    return Experiment(**terms)


def test_every_run_is_made_once_and_only_what_is_missing(tmp_path):
    make_runs(small(), tmp_path, jobs=2)
    before = (tmp_path / ROWS).read_bytes()
    rows = read_rows(tmp_path)
    assert sorted((r["problem"]["label"], r["formulation"], r["outcome"]) for r in rows) == [
        ("3x4, closed", "backtracking", "proved"),
        ("3x4, closed", "warnsdorff?max_calls=5", "gave-up"),
        ("3x4, open", "backtracking", "solved"),
        ("3x4, open", "warnsdorff?max_calls=5", "gave-up"),
    ]
    assert EVERYTHING.missing(small().runs(), read_rows(tmp_path)) == []
    make_runs(small(), tmp_path, jobs=1)
    assert (tmp_path / ROWS).read_bytes() == before

    half = b"".join(before.splitlines(keepends=True)[:2])
    (tmp_path / ROWS).write_bytes(half + b'{"torn')
    make_runs(small(), tmp_path, jobs=1)
    assert (tmp_path / ROWS).read_bytes().startswith(half)
    again = read_rows(tmp_path)
    assert {r["key"] for r in again} == {r["key"] for r in rows}
    assert len(again) == 4


def test_fresh_discards_the_rows(tmp_path):
    make_runs(small(), tmp_path, jobs=2)
    make_runs(small(formulations=["backtracking"]), tmp_path, jobs=2, fresh=True)
    assert len(read_rows(tmp_path)) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"time_limit": 21},
        {"threads": 2},
        {"presolve": True},
        {"seeds": (5,)},
        {"formulations": ["warnsdorff?max_calls=6"]},
        {"problems": [Problem.from_board("3x4", forbid=[((0, 0), (1, 2))])]},
    ],
)
def test_the_key_holds_whatever_may_decide_the_run(change):
    keys = {run.key for run in small().runs()}
    assert not keys & {run.key for run in small(**change).runs()}


def test_the_key_does_not_hold_the_label():
    named = small(problems={"mine": Problem.from_board("3x4")})
    assert {run.key for run in named.runs()} < {run.key for run in small().runs()}


def test_seeds_are_for_those_that_use_one():
    runs = small(formulations=["backtracking", "cpsat-circuit"], seeds=(1, 2, 3)).runs()
    assert len([run for run in runs if run.formulation.name == "backtracking"]) == 2
    assert len([run for run in runs if run.formulation.name == "cpsat-circuit"]) == 6


def test_an_unsupported_run_is_a_row_without_a_process(tmp_path):
    problem = Problem.from_board("3x4", end=(0, 0))
    make_runs(small(problems=[problem], formulations=["backtracking"]), tmp_path, jobs=1)
    (row,) = read_rows(tmp_path)
    assert (row["outcome"], row["time"]["total"], row["cpu"]) == ("unsupported", 0, None)
    assert "end" in row["message"]


def test_rows_hold_what_was_asked_and_what_was_measured(tmp_path):
    make_runs(small(formulations=["backtracking"]), tmp_path, jobs=1)
    row = next(r for r in read_rows(tmp_path) if r["outcome"] == "solved")
    assert row["effort"] == row["statistics"]["calls"] > 12
    assert row["effort_unit"] == "calls"
    assert sorted(row["tour"]) == list(range(12))
    assert row["limits"] == {"wall": 20, "cpu": None, "memory": None}
    assert row["versions"]["numba"]
    assert row["time"]["startup"] > 0
    assert row["time"]["total"] >= row["time"]["search"] > 0
    facts = json.loads((tmp_path / "machine.json").read_text())
    assert {
        "cpu",
        "cores",
        "memory",
        "system",
        "versions",
        "jobs",
        "git",
        "command",
    } <= facts.keys()


def test_rows_of_another_machine_are_not_mixed(tmp_path):
    make_runs(small(), tmp_path, jobs=2)
    rows = read_rows(tmp_path)
    rows[1]["machine"]["cpu"] = "another"
    (tmp_path / ROWS).write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(ValueError, match="another machine"):
        make_runs(small(), tmp_path, jobs=2)


def test_any_graph_may_visit(tmp_path):
    graph = nx.cycle_graph(["a", ("b", frozenset()), lambda: None, 4])
    problem = Problem.from_graph(graph, closed=True)
    make_runs(small(problems={"ring": problem}, formulations=["backtracking"]), tmp_path, jobs=1)
    assert [row["outcome"] for row in read_rows(tmp_path)] == ["solved"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"time_limit": 0}, "time limit 0"),
        ({"backing_limit": 0}, "time limit 0"),
        ({"time_limit": float("inf")}, "time limit inf"),
        ({"threads": 0}, "threads 0"),
        ({"seeds": ()}, "needs"),
        ({"seeds": (-1,)}, "seed -1"),
        ({"problems": []}, "needs"),
        ({"problems": [Problem.from_board("3x4")] * 2}, "two problems are called '3x4, open'"),
    ],
)
def test_senseless_terms_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        small(**change)


def test_a_dry_run_says_how_many_and_how_long(tmp_path, capsys):
    code = small().main(["--dry-run", "--results", str(tmp_path / "r"), "--jobs", "2"])
    assert code == 0
    said = capsys.readouterr().out
    assert "4 runs" in said
    assert "at most 40 s" in said
    assert not (tmp_path / "r").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    code = small().main(["--results", str(tmp_path / "file" / "results")])
    assert code == 2
    assert str(tmp_path / "file") in capsys.readouterr().err
