from __future__ import annotations

import math
import random
from typing import Any

import pytest

from knightbench.lab.measures import median_effort, median_time
from knightbench.lab.scores import FormulationScore, Scores, score
from knightbench.problem import Problem
from tests.report.rows import row


def of(scores: Scores, label: str) -> FormulationScore:
    [found] = [entry for entry in scores.formulations if entry.label == label]
    return found


def test_par2_by_hand() -> None:
    rows = [
        # 1 + 3 over two seeds: 2. One of two seeds at a limit of 5 s: (2 + 10) / 2 = 6.
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 3.0, seed=1),
        row("a", "4x4", "proved", 2.0, seed=0),
        row("a", "4x4", "timeout", 5.0, seed=1),
        # 20: twice a limit of its own.
        row("a", "3x3", "gave-up", 0.5, wall=10.0),
    ]
    a = of(score(rows), "a")
    assert a.par2() == pytest.approx((2 + 6 + 20) / 3)
    # 3x4 has the median 2; of 4x4 the middle of 2 and infinity is infinite.
    assert a.decision_times == [2.0]
    assert a.decided == 1
    assert a.counts == {"solved": 2, "proved": 1, "timeout": 1, "gave-up": 1}


@pytest.mark.parametrize("outcome", ["gave-up", "timeout", "memout", "crashed", "wrong"])
def test_every_undecided_outcome_costs_twice_the_limit(outcome: str) -> None:
    assert of(score([row("a", "3x4", outcome, 0.1)]), "a").par2() == 10.0


def test_unsupported_counts_over_all_and_not_over_the_supported() -> None:
    rows = [row("a", "3x4", "solved", 2.0), row("a", "4x4", "unsupported", 0.0)]
    a = of(score(rows), "a")
    assert a.par2() == (2 + 10) / 2
    assert a.par2(supported_only=True) == 2
    assert (a.supported, len(a.cells)) == (1, 2)


def test_nothing_supported_has_no_score_over_the_supported() -> None:
    assert of(score([row("a", "3x4", "unsupported")]), "a").par2(supported_only=True) is None


def test_without_a_wall_limit_an_undecided_run_has_no_score() -> None:
    rows = [row("a", "3x4", "solved", 2.0, wall=None), row("b", "3x4", "gave-up", wall=None)]
    scores = score(rows)
    assert of(scores, "a").par2() == 2.0
    assert of(scores, "b").par2() is None
    assert [entry.label for entry in scores.formulations] == ["a", "b"]


def test_each_problem_weighs_the_same_whatever_its_seeds() -> None:
    many = [row("a", "3x4", "solved", 1.0, seed=seed) for seed in range(9)]
    assert of(score([*many, row("a", "4x4", "proved", 3.0)]), "a").par2() == 2.0


def test_two_seeds_of_three_decide() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 2.0, seed=1),
        row("a", "3x4", "timeout", 5.0, seed=2),
    ]
    assert of(score(rows), "a").decision_times == [2.0]
    rows[1] = row("a", "3x4", "timeout", 5.0, seed=1)
    assert of(score(rows), "a").decision_times == []


def test_ranked_by_problems_decided_and_then_by_par2() -> None:
    rows = [
        row("slow", "3x4", "solved", 4.0),
        row("slow", "4x4", "proved", 4.0),
        row("fast", "3x4", "solved", 1.0),
        row("fast", "4x4", "proved", 1.0),
        row("half", "3x4", "solved", 0.001),
        row("half", "4x4", "timeout", 5.0, wall=0.002),
    ]
    assert [entry.label for entry in score(rows).formulations] == ["fast", "slow", "half"]


def test_medians_are_over_decided_runs_alone() -> None:
    rows = [
        row("a", "3x4", "solved", 1.0, effort=10),
        row("a", "4x4", "proved", 2.0, effort=20),
        row("a", "3x3", "proved", 4.0, effort=None),
        row("a", "2x2", "timeout", 500.0, effort=9999),
    ]
    runs = of(score(rows), "a").runs
    assert median_time(runs, "total") == 2.0
    assert median_time(runs, "search") == 1.0
    assert median_effort(runs) == (15, "calls")


def test_without_decided_runs_there_are_no_medians() -> None:
    runs = of(score([row("a", "3x4", "timeout")]), "a").runs
    assert median_time(runs, "total") is None
    assert median_effort(runs) == (None, "")


def test_a_tour_refutes_every_denial_of_the_same_problem() -> None:
    rows = [
        row("honest", "3x4", "solved"),
        row("liar", "3x4", "proved"),
        row("liar", "4x4", "proved"),
        row("other", "4x4", "proved"),
    ]
    scores = score(rows)
    [wrong] = scores.wrong
    assert (wrong["formulation"], wrong["problem"]["label"]) == ("liar", "3x4, open")
    assert wrong["message"] == "said that there is no tour; honest found one"
    assert [entry.label for entry in scores.formulations if entry.disqualified] == ["liar"]
    assert scores.formulations[-1].label == "liar"
    assert of(scores, "liar").counts == {"wrong": 1, "proved": 1}
    # What it says elsewhere is no evidence any more.
    assert [(truth.label, truth.known, truth.proofs) for truth in scores.truths] == [
        ("3x4, open", "tour", 0),
        ("4x4, open", "none", 1),
    ]


def test_the_disqualified_come_last_whatever_else_they_did() -> None:
    rows = [
        row("good", "3x4", "solved", 4.0),
        row("liar", "3x4", "proved", 0.1),
        row("liar", "4x4", "proved", 0.1),
        row("liar", "3x3", "proved", 0.1),
    ]
    assert [entry.label for entry in score(rows).formulations] == ["good", "liar"]


def test_a_denial_is_not_refuted_by_a_tour_of_another_problem() -> None:
    closed = Problem.from_board("3x4", closed=True)
    assert not score([row("a", "3x4", "solved"), row("b", closed, "proved")]).wrong


def test_a_denial_under_another_outcome_is_refuted_too() -> None:
    rows = [row("a", "3x4", "solved"), row("b", "3x4", "crashed", status="UNSATISFIABLE")]
    assert [run["formulation"] for run in score(rows).wrong] == ["b"]


def test_a_wrong_tour_is_no_evidence_of_a_tour() -> None:
    rows = [
        row("liar", "4x4", "wrong", message="step 2: not a move", status="SATISFIED"),
        row("honest", "4x4", "proved"),
    ]
    scores = score(rows)
    assert [run["formulation"] for run in scores.wrong] == ["liar"]
    assert scores.truths[0].known == "none"


def test_the_last_attempt_counts() -> None:
    rows = [
        row("a", "3x4", "crashed", attempt=1),
        row("a", "3x4", "solved", 2.0, attempt=3),
        row("a", "3x4", "timeout", attempt=2),
    ]
    scores = score(rows)
    assert of(scores, "a").counts == {"solved": 1}
    assert len(scores.counting) == 1
    assert len(scores.rows) == 3


def test_a_wrong_attempt_is_not_mended_by_a_later_one() -> None:
    rows = [
        row("a", "3x4", "wrong", attempt=1, message="step 2: not a move"),
        row("a", "3x4", "solved", attempt=2),
    ]
    a = of(score(rows), "a")
    assert a.disqualified
    assert a.counts == {"wrong": 1}


def test_a_tour_of_an_earlier_attempt_is_still_evidence() -> None:
    rows = [
        row("a", "3x4", "solved", attempt=1),
        row("a", "3x4", "timeout", attempt=2),
        row("b", "3x4", "proved"),
    ]
    scores = score(rows)
    assert [run["formulation"] for run in scores.wrong] == ["b"]
    assert of(scores, "a").counts == {"timeout": 1}


def test_wrong_under_one_condition_disqualifies_under_all() -> None:
    rows = [
        row("a", "3x4", "proved", presolve=False),
        row("a", "3x4", "solved", presolve=True),
        row("b", "3x4", "solved"),
    ]
    scores = score(rows)
    assert {entry.label: entry.disqualified for entry in scores.formulations} == {
        "a [no presolve]": True,
        "a [presolve]": True,
        "b [no presolve]": False,
    }


def test_parameters_make_another_formulation() -> None:
    rows = [row("a", "3x4", "proved"), row("a?x=1", "3x4", "solved")]
    scores = score(rows)
    assert {entry.label: entry.disqualified for entry in scores.formulations} == {
        "a": True,
        "a?x=1": False,
    }


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ({"threads": 4}, "4 threads"),
        ({"limits": {"wall": 60}}, "wall 60 s"),
        ({"limits": {"wall": None}}, "no wall limit"),
        ({"limits": {"wall": 5.0, "memory": 2**31}}, "memory 2 GiB"),
        ({"versions": {"knightbench": "0.2.0"}}, "knightbench 0.2.0"),
    ],
)
def test_conditions_are_told_where_one_question_was_asked_under_several(
    change: dict[str, Any], label: str
) -> None:
    rows = [row("a", "3x4", "solved", 1.0), row("a", "3x4", "solved", 2.0, **change)]
    scores = score(rows)
    assert len(scores.formulations) == 2
    assert of(scores, f"a [{label}]").par2() == 2.0


def test_limits_that_differ_by_problem_do_not_split_a_formulation() -> None:
    rows = [row("a", "3x4", "solved", wall=5.0), row("a", "8x8", "solved", wall=60.0)]
    assert [entry.label for entry in score(rows).formulations] == ["a"]


def test_what_was_not_run_is_missing_and_not_unsupported() -> None:
    rows = [row("a", "3x4", "solved"), row("a", "4x4", "unsupported"), row("b", "3x4", "solved")]
    assert score(rows).missing == (("b", "4x4, open"),)


def test_problems_that_share_a_label_are_told_apart() -> None:
    closed = Problem.from_board("6x6", closed=True)
    rows = [
        row("a", "6x6", "solved", label="mine"),
        row("a", closed, "proved", label="mine"),
    ]
    labels = [truth.label for truth in score(rows).truths]
    assert len(set(labels)) == 2
    assert all(label.startswith("mine [") for label in labels)


def test_the_order_of_rows_changes_nothing() -> None:
    rows = [
        row(name, size, outcome, seed * 0.5 + 0.1, seed=seed)
        for name, outcome in (("a", "solved"), ("b", "proved"), ("c", "timeout"))
        for size in ("3x4", "5x5", "5x6")
        for seed in range(3)
    ]
    expected = score(rows)
    shuffled = list(rows)
    random.Random(0).shuffle(shuffled)
    assert score(shuffled) == expected


@pytest.mark.parametrize("key", ["schema", "key", "outcome", "limits", "versions", "time"])
def test_a_row_without_a_key_is_named_with_its_line(key: str) -> None:
    bad = row("a", "4x4", "proved")
    del bad[key]
    with pytest.raises(ValueError, match=rf"line 2: the key '{key}' is missing"):
        score([row("a", "3x4", "solved"), bad])


@pytest.mark.parametrize(
    ("outer", "inner"), [("time", "total"), ("problem", "hash"), ("problem", "clues")]
)
def test_a_row_without_an_inner_key_is_named_with_its_line(outer: str, inner: str) -> None:
    bad = row("a", "4x4", "proved")
    del bad[outer][inner]
    with pytest.raises(ValueError, match=rf"line 1: the key '{inner}' of '{outer}' is missing"):
        score([bad])


def test_a_board_without_a_key_is_named_with_its_line() -> None:
    bad = row("a", "4x4", "proved")
    del bad["problem"]["board"]["holes"]
    with pytest.raises(ValueError, match="line 1: the key 'holes' of the board is missing"):
        score([bad])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "knightbench.run/9"}, "schema"),
        ({"outcome": "fine"}, "'fine' is none of solved, proved"),
        ({"limits": {"wall": "5"}}, "the limit 'wall'"),
        ({"limits": None}, "'limits' is no object"),
        (
            {"time": {"startup": 0, "build": 0, "search": 0, "decode": 0, "total": math.nan}},
            "the time of 'total'",
        ),
        (
            {"time": {"startup": None, "build": 0, "search": 0, "decode": 0, "total": 0}},
            "the time of 'startup'",
        ),
    ],
)
def test_a_row_that_is_not_as_it_should_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"line 1: .*{message}"):
        score([{**row("a", "3x4", "solved"), **change}])


def test_keys_that_are_not_known_are_welcome() -> None:
    assert score([row("a", "3x4", "solved", host="somewhere")]).formulations


def test_no_rows() -> None:
    with pytest.raises(ValueError, match="no rows"):
        score([])


def test_runs_with_certificates_and_without_are_told_apart() -> None:
    with_proof = {**row("a", "4x4", "proved", 2.0, certify=True), "key": "1"}
    scores = score([with_proof, row("a", "4x4", "proved", 1.0)])
    assert {f.label: f.decision_times for f in scores.formulations} == {
        "a [certify]": [2.0],
        "a [no certify]": [1.0],
    }
