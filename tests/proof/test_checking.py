"""Certificates as files, and what happens to those that were changed."""

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from knightbench import Board, Problem
from knightbench.cli import main
from knightbench.formats.json import problem_from_json, problem_to_json
from knightbench.formulation import make, refusal
from knightbench.proof import (
    NotACertificate,
    check,
    files,
    from_theory,
    read_certificate,
    write_certificate,
)
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything
from tests.proof.making import certified
from tests.proof.plain_rup import refutes

BOARD = Problem.from_board("3x6", closed=True)
HEADERS: dict[str, Any] = {
    "open": lambda told: told.update(closed=False),
    "wider": lambda told: told["board"].update(cols=10),
    "hole": lambda told: told["board"].update(holes=[[1, 1]]),
    "wrap": lambda told: told["board"].update(wrap_cols=True),
    "piece": lambda told: told["board"].update(moves=[[0, 1], [1, 0], [0, -1], [-1, 0]]),
    "start": lambda told: told.update(start=[0, 0]),
    "end": lambda told: told.update(end=[1, 2]),
    "clue": lambda told: told.update(clues=[[[0, 0], 5]]),
    "required move": lambda told: told.update(require=[[[0, 0], [1, 2]]]),
    "required arc": lambda told: told.update(require_arcs=[[[0, 0], [1, 2]]]),
    "forbidden move": lambda told: told.update(forbid=[[[0, 0], [1, 2]]]),
    "hash": lambda told: told.update(hash="0" * 64),
    "size": lambda told: told.update(size=10),
    "moves": lambda told: told.update(moves=3),
}


@pytest.mark.parametrize("change", HEADERS)
def test_a_problem_that_was_changed_is_refused(change: str) -> None:
    told = certified(BOARD)
    assert check(told).holds
    HEADERS[change](told["problem"])
    verdict = check(told)
    assert (verdict.holds, verdict.step) == (False, 0)


#: Problems without a tour, each beside one that has a tour, and differs in a part of its header.
THREE = [((0, 1), (2, 0)), ((0, 1), (2, 2)), ((0, 1), (1, 3))]
PAIRS = {
    "closed": (Problem.from_board("3x4", closed=True), Problem.from_board("3x4")),
    "size": (Problem.from_board("4x4"), Problem.from_board("4x5")),
    "hole": (Problem.from_board(Board(3, 4, holes=[(1, 1)])), Problem.from_board("3x4")),
    "end": (
        Problem.from_board("3x4", start=(0, 0), end=(0, 1)),
        Problem.from_board("3x4", start=(0, 0)),
    ),
    "start": (Problem.from_board("3x4", start=(1, 1)), Problem.from_board("3x4", start=(0, 0))),
    "require": (Problem.from_board("3x4", require=THREE), Problem.from_board("3x4")),
    "forbid": (
        Problem.from_board("3x4", forbid=[*THREE, ((0, 0), (2, 1)), ((0, 0), (1, 2))]),
        Problem.from_board("3x4"),
    ),
    "piece": (
        Problem.from_board(Board(3, 3, moves=(1, 2))),
        Problem.from_board(Board(3, 3, moves=(0, 1))),
    ),
    "symmetry": (
        Problem.from_board(Board(4, 4, moves=(0, 1)), symmetry="half-turn"),
        Problem.from_board(Board(4, 4, moves=(0, 1))),
    ),
    "wrap": (
        Problem.from_board(Board(3, 3), closed=True),
        Problem.from_board(Board(3, 3, wrap_rows=True, wrap_cols=True), closed=True),
    ),
}


@pytest.mark.parametrize("part", PAIRS)
def test_a_changed_problem_with_its_own_hash_is_refused_by_the_argument(part: str) -> None:
    """The hash is for accidents; whoever changes it too is refused all the same."""
    without, having = PAIRS[part]
    assert has_tour(having)
    specs = [s for s in ("sat-cutset", "sat-positions") if not refusal(make(s), without)]
    assert specs
    for told in (*(certified(without, spec) for spec in specs), from_theory(without)):
        if told is None:  # no theorem knows it
            continue
        assert check(told).holds
        assert not check({**told, "problem": problem_to_json(having)}).holds


def test_a_formula_of_another_kind_is_refused() -> None:
    told = certified(Problem.from_board("3x8", closed=True))
    for formulation in ("sat-positions", "sat-cutset?direction=none&two_cycles=no"):
        assert not check({**told, "formulation": formulation}).holds
    for formulation in ("backtracking", "sat", "", "sat-cutset?solver=none"):
        with pytest.raises(NotACertificate):
            check({**told, "formulation": formulation})


def test_what_decides_the_formula_is_all_that_matters_of_the_formulation() -> None:
    told = certified(Problem.from_board("3x8", closed=True))
    for formulation in ("sat-cutset?solver=glucose4", "sat-cegar", "sat-cutset?merge=no"):
        assert check({**told, "formulation": formulation}).holds


@pytest.mark.parametrize(
    "changed",
    [
        {"schema": "knightbench.certificate/2"},
        {"schema": None},
        {"claim": "a tour"},
        {"claim": None},
        {"problem": None},
        {"problem": {}},
        {"problem": []},
        {"formulation": None},
        {"argument": None},
        {"argument": {"kind": "clauses"}},
        {"argument": {"kind": "clauses", "lemmas": [], "steps": "0"}},
        {"argument": {"kind": "clauses", "lemmas": {}, "steps": []}},
        {"argument": {"kind": "clauses", "lemmas": [3], "steps": []}},
        {"argument": {"kind": "clauses", "lemmas": [{}], "steps": []}},
    ],
    ids=str,
)
def test_what_is_no_certificate(changed: dict[str, Any]) -> None:
    with pytest.raises(NotACertificate):
        check({**certified(BOARD), **changed})
    lacking = {key: part for key, part in certified(BOARD).items() if key not in changed}
    with pytest.raises(NotACertificate):
        check(lacking)


def test_the_check_changes_nothing() -> None:
    told = certified(BOARD)
    before = copy.deepcopy(told)
    first, second = check(told), check(told)
    assert told == before
    assert (first.what, first.steps) == (second.what, second.steps)


def test_a_problem_is_the_same_after_a_certificate() -> None:
    """Else its own certificate would be refused: requests, names of nodes, forbidden moves."""
    for problem in everything():
        told = json.loads(json.dumps(problem_to_json(problem)))
        again = problem_to_json(problem_from_json(told))
        assert {**again, "label": ""} == {**told, "label": ""}


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
def test_a_file_holds_what_was_written(tmp_path: Path, name: str) -> None:
    for problem in (
        BOARD,
        Problem.from_graph(nx.petersen_graph(), closed=True),
        Problem.from_graph(nx.relabel_nodes(nx.star_graph(3), {0: "middle", 1: ("x", 1)})),
        # Names that JSON has no form for, and names that it cannot tell apart.
        Problem.from_graph(nx.relabel_nodes(nx.star_graph(3), {0: frozenset((1,)), 1: 0.5})),
        Problem.from_graph(nx.relabel_nodes(nx.star_graph(3), {0: b"x", 1: "b'x'"})),
        Problem.from_board(Board(3, 3, holes=[(1, 1)]), closed=True, forbid=[((0, 0), (1, 2))]),
    ):
        told = certified(problem)
        write_certificate(tmp_path / name, told)
        assert read_certificate(tmp_path / name) == told
        assert check(read_certificate(tmp_path / name)).holds


def test_a_compressed_file_is_the_same_each_time(tmp_path: Path) -> None:
    told = certified(BOARD)
    write_certificate(tmp_path / "a.gz", told)
    write_certificate(tmp_path / "b.gz", told)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert json.loads(gzip.decompress((tmp_path / "a.gz").read_bytes())) == told


def judged(file: Path) -> int:
    return main(["check-proof", str(file)])


def test_check_proof_says_what_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof.json"
    write_certificate(file, certified(BOARD))
    assert judged(file) == 0
    assert "3x6, closed: no tour: " in capsys.readouterr().out
    assert main(["check-proof", "--json", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is True
    assert told["step"] is None
    assert told["steps"] > 0


def test_check_proof_names_the_step_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = certified(BOARD)
    told["argument"]["steps"] = ["0"]
    write_certificate(tmp_path / "proof.json", told)
    assert judged(tmp_path / "proof.json") == 1
    out = capsys.readouterr().out
    assert "does not hold" in out
    assert "step 1 of the proof, 0: it does not follow by unit propagation" in out


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
def test_a_file_that_was_cut_off_is_no_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    whole = tmp_path / name
    write_certificate(whole, certified(BOARD))
    data = whole.read_bytes()
    file = tmp_path / f"cut-{name}"
    for kept in range(0, len(data) - 2, max(1, len(data) // 40)):
        file.write_bytes(data[:kept])
        assert judged(file) == 2
        assert capsys.readouterr().err.count("\n") == 1
    file.write_bytes(data[: len(data) // 2] + b"\x00\xff" + data[len(data) // 2 :])
    assert judged(file) == 2


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
def test_no_more_is_read_than_a_certificate_may_hold(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    file = tmp_path / name
    write_certificate(file, certified(BOARD))
    data = file.read_bytes()
    size = len(gzip.decompress(data) if name.endswith("gz") else data)
    monkeypatch.setattr(files, "LARGEST_FILE", size)
    assert judged(file) == 0
    monkeypatch.setattr(files, "LARGEST_FILE", size - 1)
    assert judged(file) == 2
    assert f"is no certificate: it holds more than {size - 1:,} bytes" in capsys.readouterr().err
    # Beyond the limit nothing is looked at, not even the damage.
    pad = b" " * 2**22
    file.write_bytes(gzip.compress(pad)[:-1] if name.endswith("gz") else pad)
    assert judged(file) == 2
    assert "holds more than" in capsys.readouterr().err


def test_a_certificate_cannot_ask_for_a_formula_without_bound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = certified(BOARD)
    told["formulation"] = "sat-chinese-remainder?moduli=1000000007"
    write_certificate(tmp_path / "proof.json", told)
    assert judged(tmp_path / "proof.json") == 1
    assert "takes moduli up to the number of vertices" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", "3", "null", "no", '{"schema": 1}', "[" * 9999])
def test_other_files_are_no_certificates(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    assert judged(tmp_path / "file") == 2
    assert judged(tmp_path / "nothing") == 2
    assert judged(tmp_path) == 2


def test_a_theorem_is_checked_on_the_command_line(tmp_path: Path) -> None:
    told = from_theory(Problem.from_board("3x8", closed=True))
    assert told is not None
    write_certificate(tmp_path / "proof.json", told)
    assert judged(tmp_path / "proof.json") == 0


def test_other_checkers_get_the_formula_and_the_proof(tmp_path: Path) -> None:
    told = certified(Problem.from_graph(nx.petersen_graph(), closed=True))
    write_certificate(tmp_path / "proof.json", told)
    stem = tmp_path / "other"
    assert main(["check-proof", str(tmp_path / "proof.json"), "--dimacs", str(stem)]) == 0
    header, *lines = stem.with_suffix(".cnf").read_text().splitlines()
    clauses = [[int(literal) for literal in line.split()[:-1]] for line in lines]
    largest = max(abs(literal) for clause in clauses for literal in clause)
    assert header == f"p cnf {largest} {len(clauses)}"
    steps = stem.with_suffix(".drup").read_text().splitlines()
    assert refutes(clauses, steps)
    assert not refutes(clauses[: -len(told["argument"]["lemmas"])], steps)


def test_only_clauses_are_written_for_other_checkers(tmp_path: Path) -> None:
    told = from_theory(BOARD)
    assert told is not None
    write_certificate(tmp_path / "proof.json", told)
    assert main(["check-proof", str(tmp_path / "proof.json"), "--dimacs", str(tmp_path / "x")]) == 2
    assert not (tmp_path / "x.cnf").exists()


def test_where_nothing_can_be_written_nothing_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stem = tmp_path / "nowhere" / "x"
    # The certificate is not looked for: its check may take long.
    assert main(["check-proof", str(tmp_path / "proof.json"), "--dimacs", str(stem)]) == 2
    assert "give a file in a folder that exists" in capsys.readouterr().err


@pytest.mark.parametrize("nothing", [None, [], "x"])
def test_what_is_no_object_is_no_certificate(nothing: Any) -> None:
    with pytest.raises(NotACertificate, match="is an object"):
        check(nothing)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "twice.json").write_text('{"claim": 1, "claim": 2}')
    with pytest.raises(NotACertificate, match="stands twice"):
        read_certificate(tmp_path / "twice.json")
