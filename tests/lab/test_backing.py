"""What backs a proof, from rows alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from knightbench.lab.backing import KINDS, Backings
from knightbench.lab.merge import merge
from knightbench.lab.scores import score
from knightbench.lab.store import read_rows
from knightbench.lab.verdicts import check_rows
from tests.report.rows import row, write_rows

THEOREM = {"theorem": {"name": "t", "statement": "it is odd", "source": "T", "seconds": 0.1}}
COUNT = {"exhaustive": {"method": "counting", "states": 12, "seconds": 0.1}}
CERTIFICATE = {"certificate": {"steps": 63, "checker": "c", "seconds": 0.1}}


def kind(rows, number=0):
    backing = Backings(rows).of(rows[number])
    return None if backing is None else backing.kind


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        (THEOREM, "theorem"),
        (COUNT, "exhaustive"),
        (CERTIFICATE, "certificate"),
        (THEOREM | CERTIFICATE, "certificate"),
        (COUNT | THEOREM, "theorem"),
        ({}, "unbacked"),
        ({"unfinished": ["no time"]}, "unbacked"),
    ],
)
def test_the_strongest_that_was_recorded_counts(recorded, expected):
    assert kind([row("a", "4x4", "proved", backing=recorded)]) == expected
    assert expected in KINDS


def test_rows_of_older_versions_are_read():
    rows = [row("a", "4x4", "proved"), row("b", "4x4", "proved")]
    assert all("backing" not in each for each in rows)
    check_rows(rows)
    assert kind(rows[:1]) == "unbacked"
    assert kind(rows) == "cross-checked"


def test_only_proofs_are_backed():
    rows = [row("a", "3x4", outcome) for outcome in ("solved", "timeout", "wrong", "gave-up")]
    assert [kind(rows, number) for number in range(4)] == [None] * 4


def test_others_count_by_name_and_for_the_same_problem():
    rows = [
        row("a", "4x4", "proved"),
        row("a?x=1", "4x4", "proved"),
        row("b", "4x4", "proved", seed=1),
        row("b", "4x4", "proved", seed=2),
        row("c", "3x3", "proved"),
        row("d", "4x4", "timeout"),
    ]
    backings = Backings(rows)
    assert [backing.others if (backing := backings.of(r)) else None for r in rows] == [
        *(1, 1, 1, 1, 0),
        None,
    ]
    # Variants of one formulation do not confirm each other.
    assert kind(rows[:2]) == "unbacked"


def test_who_was_wrong_once_confirms_nobody():
    rows = [
        row("a", "4x4", "proved"),
        row("b", "4x4", "proved"),
        row("b?x=1", "3x4", "wrong", message="step 2: no move"),
    ]
    assert kind(rows) == "unbacked"
    assert kind(rows, 1) == "cross-checked"


def test_an_answer_of_presolve_confirms_nobody():
    settled = row("b", "4x4", "proved", presolve=True, statistics={"presolve": 1})
    searched = row("b", "4x4", "proved", presolve=True)
    assert kind([row("a", "4x4", "proved"), settled]) == "unbacked"
    assert kind([row("a", "4x4", "proved"), searched]) == "cross-checked"


def test_a_problem_is_backed_by_its_best_backed_proof():
    rows = [
        row("a", "4x4", "proved"),
        row("b", "4x4", "proved", backing=THEOREM),
        row("c", "3x3", "proved"),
    ]
    told = {truth.label: truth.backing for truth in score(rows).truths}
    assert told == {"4x4, open": "theorem", "3x3, open": "unbacked"}


def test_scores_know_what_backs_each_run_that_counts():
    rows = [row("a", "4x4", "proved", backing=COUNT), row("a", "3x4", "solved")]
    assert {key: backing.kind for key, backing in score(rows).backings.items()} == {
        rows[0]["key"]: "exhaustive"
    }


def test_a_backing_that_is_no_object_is_refused():
    with pytest.raises(ValueError, match="line 1: 'backing' is no object"):
        check_rows([row("a", "4x4", "proved", backing="me")])


def test_merging_keeps_it(tmp_path: Path):
    for name, backing in (("a", THEOREM), ("b", CERTIFICATE)):
        (tmp_path / name).mkdir()
        write_rows(tmp_path / name, [row(name, "4x4", "proved", backing=backing)])
    assert merge([tmp_path / "a", tmp_path / "b"], tmp_path / "c") == []
    assert [each["backing"] for each in read_rows(tmp_path / "c")] == [THEOREM, CERTIFICATE]
