"""Claims that there is no tour are looked into before their rows are written."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import networkx as nx
import pytest

from knightbench import Problem
from knightbench.formulation import load_plugin
from knightbench.lab import settle
from knightbench.lab.experiment import Experiment
from knightbench.lab.reply import Reply
from knightbench.lab.request import Limits, Request
from knightbench.lab.runner import make_runs
from knightbench.lab.second_stage import supervise_backed
from knightbench.lab.store import read_rows
from knightbench.proof import certificate

PLUGIN = Path(__file__).parents[2] / "experiments" / "misbehaving.py"
LIMITS = Limits(wall=60.0)
PETERSEN = Problem.from_graph(nx.petersen_graph(), closed=True)


@pytest.fixture
def misbehaving():
    load_plugin(PLUGIN)


def rows_of(folder: Path, problems: dict[str, Problem], formulations: list[str], **terms):
    experiment = Experiment("backed", problems, formulations, time_limit=20, **terms)
    make_runs(experiment, folder, jobs=2)
    return {(row["name"], row["problem"]["label"]): row for row in read_rows(folder)}


def test_each_kind_of_backing_is_recorded(tmp_path):
    problems = {
        "4x4": Problem.from_board("4x4"),
        "2x1": Problem.from_board("2x1", closed=True),
        "3x4": Problem.from_board("3x4"),
        "petersen": PETERSEN,
        "30": Problem.from_graph(nx.disjoint_union(nx.complete_graph(15), nx.complete_graph(15))),
    }
    rows = rows_of(tmp_path, problems, ["backtracking?max_calls=100000", "held-karp"])
    assert len(rows) == 10
    recorded = {label: row["backing"] for (name, label), row in rows.items() if name != "held-karp"}
    assert recorded["4x4"]["theorem"]["name"] == "open tours"
    assert "A169696" in recorded["4x4"]["theorem"]["source"]
    assert recorded["2x1"]["theorem"]["name"] == "contradiction"
    assert set(recorded["petersen"]) == {"exhaustive"}
    assert recorded["petersen"]["exhaustive"]["states"] > 0
    assert rows["backtracking", "3x4"]["outcome"] == "solved"
    assert recorded["3x4"] == {}
    # It gave up, and claimed nothing.
    assert rows["backtracking", "30"]["outcome"] == "gave-up"
    assert recorded["30"] == {}


def test_a_false_claim_is_wrong_where_a_count_finds_a_tour(tmp_path, misbehaving):
    cycle = Problem.from_graph(nx.cycle_graph(8), closed=True)
    rows = rows_of(
        tmp_path,
        {"cycle": cycle, "petersen": PETERSEN},
        ["misbehaving?how=claims-none-with-a-ground"],
    )
    wrong, right = rows["misbehaving", "cycle"], rows["misbehaving", "petersen"]
    assert wrong["outcome"] == "wrong"
    assert wrong["message"] == "said that there is no tour, but an exhaustive count found 1"
    assert wrong["backing"] == {}
    assert right["outcome"] == "proved"
    assert set(right["backing"]) == {"exhaustive"}


def test_what_cannot_be_settled_says_why(tmp_path, misbehaving):
    formulation = "misbehaving?how=claims-none-with-a-ground"
    problems = {"petersen": PETERSEN}
    [row] = rows_of(tmp_path, problems, [formulation], backing_limit=0.001).values()
    assert row["outcome"] == "proved"
    assert row["backing"] == {"unfinished": ["an exhaustive count took more than 0.001 s"]}


FORGER = """
from dataclasses import dataclass

from knightbench import Answer, Formulation, parameter, register
from knightbench.proof import certificate


@register
@dataclass(frozen=True)
class Forger(Formulation):
    name, summary, source, certifies = "forger", "proves what it likes", "the tests", True
    how: str = parameter("false", "what its proof is like")

    def solve(self, problem, context):
        steps = [[1], []]
        argument = {"kind": "clauses", "lemmas": [], "steps": steps}
        told = dict(certificate(problem, argument, "sat-cutset"))
        if self.how == "none":
            del told["claim"]
        return Answer.unsatisfiable().certified(told if context.certify else None)
"""


@pytest.fixture
def forger(tmp_path):
    file = tmp_path / "forger.py"
    file.write_text(FORGER)
    load_plugin(file)


def test_certificates_are_checked_and_recorded(tmp_path):
    problems = {"3x8": Problem.from_board("3x8", closed=True), "petersen": PETERSEN}
    rows = rows_of(tmp_path, problems, ["sat-cutset", "backtracking"], certify=True)
    for label, also in (("3x8", "theorem"), ("petersen", "exhaustive")):
        row = rows["sat-cutset", label]
        assert row["outcome"] == "proved"
        assert set(row["backing"]) == {"certificate", also}
        told = row["backing"]["certificate"]
        assert told["steps"] > told["lemmas"] >= 0
        assert (told["kind"], told["checker"]) == ("clauses", settle.CHECKER)
        assert told["seconds"] > 0
        # It has none to give.
        assert set(rows["backtracking", label]["backing"]) == {also}


def test_certificates_are_made_only_where_asked_for(tmp_path):
    [row] = rows_of(tmp_path, {"petersen": PETERSEN}, ["sat-cutset"]).values()
    assert set(row["backing"]) == {"exhaustive"}


@pytest.mark.parametrize(
    ("how", "told"),
    [("false", "its certificate does not hold: step 1 "), ("none", "its certificate is none: ")],
)
def test_a_certificate_that_fails_makes_the_run_wrong(tmp_path, forger, how, told):
    # What it claims is true; its proof of it is not.
    formulation = f"forger?how={how}"
    [row] = rows_of(tmp_path / "r", {"p": PETERSEN}, [formulation], certify=True).values()
    assert row["outcome"] == "wrong"
    assert told in row["message"]
    assert row["backing"] == {}


def test_a_certificate_is_about_the_problem_that_was_asked():
    other = Problem.from_board("5x5", closed=True)
    told = certificate(other, {"kind": "colours", "squares": list(range(0, 25, 2))})
    assert "certificate" in settle.check_certificate(other, json.dumps(told))
    tours = Problem.from_board("5x6", closed=True)
    assert "refuted" in settle.check_certificate(tours, json.dumps(told))


def reply(kind: str, **message) -> Reply:
    return Reply(
        kind=kind,
        message=message,
        startup=0,
        total=0,
        time={},
        phase=None,
        statistics={},
        cpu=None,
        peak_memory=None,
        measured={},
        machine={},
        cores=None,
        warnings=(),
        log="",
    )


class Stub:
    """A supervisor whose workers answer at once, and which writes down what it was asked."""

    def __init__(self, settled: Reply) -> None:
        self.asked: list[str] = []
        self.settled = settled

    def __call__(self, errands):
        for tag, request in errands:
            self.asked.append(request.task)
            solved = reply("answer", status="UNSATISFIABLE", tour=None, reason=None)
            yield tag, solved if request.task == "solve" else self.settled


def test_a_problem_is_settled_once_and_its_claims_come_first():
    other = Problem.from_board("4x4")
    requests = [(i, Request(problem, "a")) for i, problem in enumerate([PETERSEN, PETERSEN, other])]
    supervise = Stub(reply("answer", found={"theorem": {"name": "t"}}))
    replies = dict(supervise_backed(iter(requests), supervise, LIMITS))
    assert supervise.asked == ["solve", "settle", "solve", "solve", "settle"]
    assert [replies[i].backing for i in range(3)] == [{"theorem": {"name": "t"}}] * 3


def test_a_reply_waits_for_both_its_certificate_and_its_problem():
    class Late(Stub):
        def __call__(self, errands):
            for tag, request in errands:
                self.asked.append(request.task)
                certificate = "{}" if request.formulation == "a" else None
                if request.task == "solve":
                    said = {"status": "UNSATISFIABLE", "certificate": certificate}
                    yield tag, reply("answer", **said)
                elif request.task == "check":
                    yield tag, reply("wall")
                else:
                    yield tag, self.settled

    found = {"unfinished": ["no count"]}
    late = Late(reply("answer", found=found))
    requests = [(name, Request(PETERSEN, name)) for name in "ab"]
    replies = list(supervise_backed(requests, late, LIMITS))
    assert late.asked == ["solve", "check", "settle", "solve"]
    assert [tag for tag, _reply in replies] == ["a", "b"]
    unfinished = ["the check of its certificate took more than 60 s", "no count"]
    assert replies[0][1].backing == {"unfinished": unfinished}
    assert replies[1][1].backing == found
    # What was looked at need not be kept.
    assert replies[0][1].message["certificate"] is None


def test_a_count_does_not_back_the_formulation_that_made_it():
    found = {"exhaustive": {"method": settle.COUNTER_WITH_CLUES, "states": 1, "seconds": 0.1}}
    requests = [
        ("own", Request(PETERSEN, f"{settle.COUNTER_WITH_CLUES}?x=1")),
        ("a", Request(PETERSEN, "a")),
    ]
    replies = dict(supervise_backed(requests, Stub(reply("answer", found=found)), LIMITS))
    assert replies["own"].backing == {}
    assert replies["a"].backing == found


@pytest.mark.parametrize(
    ("settled", "told"),
    [
        (reply("wall"), "an exhaustive count took more than 60 s"),
        (reply("memory"), "more than its limit of memory"),
        (reply("died", message="ended by signal SIGSEGV"), "SIGSEGV"),
        (reply("error", message="ValueError: no"), "ValueError: no"),
    ],
)
def test_a_worker_that_fails_leaves_the_claim_unbacked(settled, told):
    [(_tag, backed)] = supervise_backed([(0, Request(PETERSEN, "a"))], Stub(settled), LIMITS)
    assert told in backed.backing["unfinished"][0]


def test_closing_it_closes_the_supervisor():
    closed = []

    def supervise(errands):
        try:
            for tag, _request in errands:
                yield tag, reply("wall")
        finally:
            closed.append(True)

    requests = [(0, Request(PETERSEN, "a"))] * 2
    with contextlib.closing(supervise_backed(requests, supervise, LIMITS)) as replies:
        next(replies)
    assert closed == [True]


def test_a_theorem_is_asked_before_a_count():
    assert set(settle.settle(Problem.from_board("4x8", closed=True))) == {"theorem"}
    assert set(settle.settle(PETERSEN)) == {"exhaustive"}
    assert "refuted" in settle.settle(Problem.from_graph(nx.cycle_graph(5), closed=True))


def test_clues_are_counted_by_another_method():
    # The second square is no move away from the first.
    none = Problem.from_board("3x4", start=(0, 0), clues=[((2, 3), 2)])
    assert settle.count(none)["exhaustive"]["method"] == settle.COUNTER_WITH_CLUES
    some = Problem.from_board("3x4", clues=[((1, 2), 2)])
    assert "refuted" in settle.count(some)


def test_required_moves_are_counted():
    square = nx.cycle_graph(6)
    square.add_edge(0, 3)
    impossible = Problem.from_graph(square, closed=True, require=[(0, 3)])
    assert settle.count(impossible)["exhaustive"]["method"] == "knightbench.counting"


def test_what_is_too_much_to_count_stays_open(monkeypatch):
    monkeypatch.setattr(settle, "MOST_STATES", 3)
    [why] = settle.count(PETERSEN)["unfinished"]
    assert "states" in why


def test_what_nobody_counts_stays_open():
    graph = nx.hypercube_graph(5)
    clues = [((0, 0, 0, 0, 1), 2)]
    cube = Problem.from_graph(graph, closed=True, start=(0, 0, 0, 0, 0), clues=clues)
    [why] = settle.count(cube)["unfinished"]
    assert "32" in why
