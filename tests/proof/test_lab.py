"""Certificates on their way from a solver's process to a file."""

import dataclasses
import functools
import json
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest

import knightbench
from knightbench import Answer, Context, Formulation, Problem, Status
from knightbench.catalogue.sat import recording
from knightbench.cli import main
from knightbench.formats.json import problem_from_json
from knightbench.formulation import (
    ask,
    describe,
    formulations,
    load_plugin,
    make,
)
from knightbench.lab.certifying import certified
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run
from knightbench.lab.solve import RunFailed, solve_run
from knightbench.proof import check, read_certificate

Brings = Callable[[str], Formulation]

NAMED = nx.relabel_nodes(nx.petersen_graph(), lambda node: ("node", node))


@pytest.fixture
def bringing() -> Brings:
    """The formulation of ``bringing.py``."""
    made: Brings = load_plugin(Path(__file__).with_name("bringing.py")).Bringing
    return made


def test_an_answer_brings_its_certificate_where_it_is_asked_for() -> None:
    answer = knightbench.solve(NAMED, closed=True, certify=True)
    assert answer.certificate is not None
    # The solver's process knew the nodes by number; the certificate names them.
    assert answer.certificate["problem"]["graph"]["nodes"][3] == ["node", 3]
    assert answer.certificate["formulation"] == "sat-cutset"
    assert check(answer.certificate).holds
    assert knightbench.solve(NAMED, closed=True).certificate is None


def test_a_tour_has_no_certificate() -> None:
    answer = knightbench.solve("3x4", certify=True)
    assert answer.tour is not None
    assert answer.certificate is None


def test_theory_stands_in_for_a_formulation_without_proofs() -> None:
    proved = Result(Outcome.PROVED, Answer.unsatisfiable())
    for problem, kind in (
        (Problem.from_board("4x8", closed=True), "cut"),
        (Problem.from_board("5x5", closed=True), "colours"),
        (Problem.from_board("3x8", closed=True), "theorem"),
    ):
        answer = certified(Run(problem, make("backtracking"), certify=True), proved).answer
        assert answer is not None
        assert answer.certificate is not None
        assert answer.certificate["argument"]["kind"] == kind
        assert answer.certificate["formulation"] is None
        assert check(answer.certificate).holds
    # No theorem says it of the Petersen graph. The claim stays what it was.
    unknown = Run(Problem.from_graph(NAMED, closed=True), make("backtracking"), certify=True)
    assert certified(unknown, proved) == proved


def test_presolve_is_certified_by_the_theorem() -> None:
    problem = Problem.from_board("3x8", closed=True)
    result = solve_run(Run(problem, make("sat-cutset"), presolve=True, certify=True))
    assert result.answer is not None
    assert result.answer.certificate is not None
    assert result.answer.certificate["argument"]["theorem"] == "Schwenk 1991"


def test_a_certificate_that_does_not_hold_makes_the_run_wrong(bringing: Brings) -> None:
    run = Run(Problem.from_graph(NAMED, closed=True), bringing("false"), certify=True)
    result = solve_run(run)
    assert result.outcome is Outcome.WRONG
    assert result.message is not None
    assert "its certificate does not hold: step 1 of the proof" in result.message
    assert result.answer is not None
    assert result.answer.certificate is None
    with pytest.raises(RunFailed, match="does not hold"):
        knightbench.solve(run.problem, formulation=run.formulation, certify=True)
    # Without being asked for it brings none, and its claim is what it was.
    assert solve_run(dataclasses.replace(run, certify=False)).outcome is Outcome.PROVED


def test_what_is_no_certificate_makes_the_run_wrong() -> None:
    run = Run(Problem.from_graph(NAMED, closed=True), make("sat-cutset"), certify=True)
    for told in ({}, {"schema": "knightbench.certificate/1"}):
        claim = Answer.unsatisfiable().certified(told)
        result = certified(run, Result(Outcome.PROVED, claim))
        assert result.outcome is Outcome.WRONG
        assert result.message is not None
        assert "its certificate is none" in result.message


def test_a_certificate_beside_a_tour_is_no_answer(bringing: Brings) -> None:
    run = Run(Problem.from_board("3x4"), bringing("beside a tour"), certify=True)
    assert solve_run(run).outcome is Outcome.CRASHED


def test_a_certificate_of_thirty_megabytes_arrives_whole(bringing: Brings) -> None:
    problem = Problem.from_graph(NAMED, closed=True)
    answer = knightbench.solve(problem, formulation=bringing("large"), certify=True)
    assert answer.certificate is not None
    steps = answer.certificate["argument"]["steps"]
    assert len(steps) > 600_000
    assert sum(map(len, steps)) > 20_000_000
    assert check(answer.certificate).holds


def test_a_proof_too_large_to_pass_on_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_graph(NAMED, closed=True)
    monkeypatch.setattr(recording, "LARGEST_PROOF", 10)
    answer = ask(make("sat-cutset"), problem, Context(certify=True))
    assert answer.status is Status.UNSATISFIABLE
    assert answer.certificate is None


def test_the_key_of_a_run_says_that_a_certificate_is_asked_for_and_else_nothing() -> None:
    run = Run(Problem.from_board("3x4"), make("sat-cutset"))
    asking = dataclasses.replace(run, certify=True)
    assert "certify" not in run.terms
    assert asking.terms == {**run.terms, "certify": True}
    assert asking.key != run.key
    assert (run.request.certify, asking.request.certify) == (False, True)


def test_the_keys_of_rows_on_disk_are_still_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an experiment that was cut off would begin anew."""
    file = Path(__file__).parents[2] / "results" / "quick" / "runs.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines[::10]):
        monkeypatch.setattr(
            "knightbench.lab.run.versions", functools.partial(dict, row["versions"])
        )
        run = Run(
            problem_from_json(row["problem"]),
            make(row["formulation"]),
            seed=row["seed"],
            threads=row["threads"],
            limits=Limits(**row["limits"]),
            presolve=row["presolve"],
        )
        assert run.key == row["key"], row["formulation"]


def test_who_certifies_is_told() -> None:
    told = {name: describe(kind)["certifies"] for name, kind in formulations().items()}
    assert told["sat-cutset"] is True
    assert told["sat-positions"] is True
    assert told["backtracking"] is False
    assert not make("sat-cutset?solver=minisat22").certifies


def test_solve_writes_a_certificate_that_check_proof_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.json.gz"
    assert main(["solve", "3x6", "--closed", "--certificate", str(file)]) == 1
    assert capsys.readouterr().err == ""
    assert main(["check-proof", str(file)]) == 0
    assert read_certificate(file)["problem"]["label"] == "3x6, closed"


def test_solve_says_why_there_is_no_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.json"

    def asked(*options: str) -> tuple[int, str]:
        code = main(["solve", *options, "--certificate", str(file)])
        return code, capsys.readouterr().err

    code, said = asked("3x4")
    assert (code, "there is a tour" in said) == (0, True)
    # No theorem is known for these ends, and this solver keeps no proof.
    code, said = asked("4x5", "--start", "1,2", "--with", "sat-cutset?solver=minisat22")
    assert (code, "no theorem applies" in said) == (1, True)
    assert not file.exists()
    code, said = asked("4x5", "--start", "1,2")
    assert (code, said) == (1, "")
    assert file.exists()


def test_a_file_that_cannot_be_written_is_refused_before_the_run(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing" / "none.json", ""):
        assert main(["solve", "3x6", "--closed", "--certificate", str(file)]) == 2
