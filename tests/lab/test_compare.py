from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from knightbench.lab.compare import (
    BackingChange,
    Change,
    Comparison,
    Effort,
    EffortChange,
    Speed,
    compare,
)
from knightbench.lab.results import Results, read_results
from knightbench.report.changes import changes_json, changes_text
from tests.report.rows import row, write_rows

MACHINE = {"cpu": "some", "cores": 2, "system": "Linux", "memory": 2**33, "jobs": 1}


def results(rows: list[dict[str, Any]], machine: dict[str, Any] | None = MACHINE) -> Results:
    return Results(Path("results"), [*rows], machine)


def changes(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Comparison:
    return compare(results(before), results(after))


def test_nothing_changed() -> None:
    rows = [row("a", "3x4", "solved", 1.0, effort=7), row("a", "4x4", "timeout")]
    found = changes(rows, rows)
    assert found == Comparison(
        common=2,
        only_before=0,
        only_after=0,
        wrong=(),
        lost=(),
        gained=(),
        mended=(),
        otherwise=(),
        speeds=(Speed("a", 1, 1, 1.0, None, None),),
        efforts=(Effort("a", "calls", 1, ()),),
        backings=(),
        warnings=(),
    )
    assert found.acceptable


@pytest.mark.parametrize(
    ("before", "after", "kind", "acceptable"),
    [
        ("solved", "timeout", "lost", False),
        ("proved", "gave-up", "lost", False),
        ("solved", "unsupported", "lost", False),
        ("solved", "crashed", "lost", False),
        ("timeout", "solved", "gained", True),
        ("unsupported", "proved", "gained", True),
        ("crashed", "timeout", "otherwise", True),
        ("solved", "wrong", "wrong", False),
        ("timeout", "wrong", "wrong", False),
        ("wrong", "wrong", "wrong", False),
        ("wrong", "solved", "mended", True),
        ("wrong", "timeout", "mended", True),
    ],
)
def test_what_a_change_amounts_to(before: str, after: str, kind: str, acceptable: bool) -> None:
    found = changes([row("a", "4x4", before)], [row("a", "4x4", after)])
    of_kind = {
        name: getattr(found, name) for name in ("wrong", "lost", "gained", "mended", "otherwise")
    }
    [change] = of_kind.pop(kind)
    assert change == Change("a", "4x4, open", 0, before, after, None)
    assert not any(of_kind.values())
    assert found.acceptable is acceptable


def test_a_proof_that_is_backed_by_less_is_told_and_is_no_lost_answer() -> None:
    theorem = {"theorem": {"name": "t", "statement": "s", "source": "u", "seconds": 0.1}}
    backed, bare = row("a", "4x4", "proved", backing=theorem), row("a", "4x4", "proved")
    less, more = changes([backed], [bare]), changes([bare], [backed])
    assert less.backings == (BackingChange("a", "4x4, open", 0, "theorem", "unbacked", True),)
    assert more.backings == (BackingChange("a", "4x4, open", 0, "unbacked", "theorem", False),)
    assert "proofs backed by less: 1 run\n  a on 4x4, open, seed 0: theorem -> unbacked" in (
        changes_text(less)
    )
    assert "proofs backed by more: 1 run" in changes_text(more)
    assert less.acceptable
    assert changes([backed], [backed]).backings == ()
    # Each side is backed by its own rows alone.
    other = row("b", "4x4", "proved")
    assert changes([bare], [bare, other]).backings[0].after == "cross-checked"


def test_runs_that_wrote_their_proofs_down_are_others() -> None:
    with_proof, without = row("a", "4x4", "proved", certify=True), row("a", "4x4", "proved")
    with pytest.raises(ValueError, match="certify"):
        changes([with_proof], [without])
    both = [{**with_proof, "key": "1"}, without]
    assert changes(both, both).common == 2


def test_a_wrong_run_without_a_counterpart_is_wrong_too() -> None:
    shared = row("a", "3x4", "solved")
    wrong = row("b", "3x4", "wrong", message="step 2: not a move")
    found = changes([shared], [shared, wrong])
    assert found.wrong == (Change("b", "3x4, open", 0, None, "wrong", "step 2: not a move"),)
    assert (found.common, found.only_before, found.only_after) == (1, 0, 1)
    assert not found.acceptable


def test_a_tour_in_one_folder_refutes_a_denial_in_the_other() -> None:
    tour, denial = row("a", "3x4", "solved"), row("a", "3x4", "proved")
    worse = changes([tour], [denial])
    assert [change.after for change in worse.wrong] == ["wrong"]
    assert worse.wrong[0].message == "said that there is no tour; a found one"
    better = changes([denial], [tour])
    assert (better.wrong, better.lost, len(better.mended)) == ((), (), 1)


def test_versions_do_not_count_and_are_warned_of() -> None:
    found = changes(
        [row("a", "3x4", "solved", versions={"ortools": "1", "numba": "5"})],
        [row("a", "3x4", "solved", versions={"ortools": "2", "numba": "5"})],
    )
    assert found.common == 1
    assert found.warnings == ("versions differ: ortools 1 before, 2 after",)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 9},
        {"presolve": True},
        {"threads": 4},
        {"wall": 6.0},
    ],
)
def test_other_conditions_are_other_runs(change: dict[str, Any]) -> None:
    shared = row("a", "4x4", "proved")
    found = changes(
        [shared, row("a", "3x4", "solved")], [shared, row("a", "3x4", "timeout", **change)]
    )
    assert (found.common, found.only_before, found.only_after) == (1, 1, 1)
    assert found.acceptable


def test_a_limit_that_is_none_is_no_limit() -> None:
    old = row("a", "3x4", "solved", limits={"wall": 5})
    new = row("a", "3x4", "solved", limits={"wall": 5.0, "cpu": None, "memory": None})
    found = changes([old], [new])
    assert found.common == 1
    assert found.speeds[0].formulation == "a"


def test_nothing_in_common() -> None:
    with pytest.raises(ValueError, match="no run in common"):
        changes([row("a", "3x4", "solved")], [row("b", "3x4", "solved")])


def test_the_last_attempt_counts_and_a_wrong_one_sticks() -> None:
    before = [row("a", "3x4", "solved")]
    after = [
        row("a", "3x4", "crashed", attempt=1),
        row("a", "3x4", "solved", attempt=3),
        row("a", "3x4", "timeout", attempt=2),
    ]
    assert changes(before, after).acceptable
    assert [c.before for c in changes(after[:1] + after[2:], before).gained] == ["timeout"]
    wrong = row("a", "3x4", "wrong", attempt=1)
    assert len(changes(before, [wrong, *after[1:]]).wrong) == 1


def test_of_several_versions_in_one_folder_the_later_counts() -> None:
    early = row("a", "3x4", "timeout", versions={"numba": "1"}, started="2026-01-01T00:00:00+00:00")
    late = row("a", "3x4", "solved", versions={"numba": "2"}, started="2026-01-02T00:00:00+00:00")
    before = [row("a", "3x4", "solved")]
    assert changes(before, [late, early]).acceptable


def test_speed_by_hand() -> None:
    # Ratios 2 and 8 on one problem, 1 on another: 4 and 1, whose geometric mean is 2.
    before = [
        row("a", "3x4", "solved", 1.0, seed=0),
        row("a", "3x4", "solved", 1.0, seed=1),
        row("a", "4x4", "proved", 3.0),
        row("a", "5x5", "timeout", 5.0),
    ]
    after = [
        row("a", "3x4", "solved", 2.0, seed=0),
        row("a", "3x4", "solved", 8.0, seed=1),
        row("a", "4x4", "proved", 3.0),
        row("a", "5x5", "solved", 0.1),
    ]
    [speed] = changes(before, after).speeds
    assert (speed.formulation, speed.problems, speed.runs) == ("a", 2, 3)
    assert speed.ratio == pytest.approx(2.0)
    # Logarithms log 4 and 0 are log 2 off their mean; standard error log 2; 1 degree of freedom.
    width = 12.706204736174698 * math.log(2)
    assert speed.low == pytest.approx(2 * math.exp(-width))
    assert speed.high == pytest.approx(2 * math.exp(width))
    assert stats.t.cdf(12.706204736174698, 1) == pytest.approx(0.975)


def test_equal_ratios_have_an_interval_of_no_width() -> None:
    before = [row("a", size, "solved", 2.0) for size in ("3x4", "5x5", "5x6")]
    after = [row("a", size, "solved", 1.0) for size in ("3x4", "5x5", "5x6")]
    [speed] = changes(before, after).speeds
    assert (speed.ratio, speed.low, speed.high) == pytest.approx((0.5, 0.5, 0.5))


def test_a_wrong_run_is_in_no_mean() -> None:
    before = [row("a", "3x4", "solved", 1.0), row("a", "4x4", "proved", 1.0)]
    after = [row("a", "3x4", "wrong", 0.001), row("a", "4x4", "proved", 2.0)]
    [speed] = changes(before, after).speeds
    assert (speed.runs, speed.ratio) == (1, pytest.approx(2.0))


def test_efforts_of_equal_seeds() -> None:
    before = [
        row("a", "3x4", "solved", seed=0, effort=10),
        row("a", "3x4", "solved", seed=1, effort=20),
        row("a", "4x4", "gave-up", effort=5),
        row("a", "5x5", "timeout", effort=1000),
        row("a", "5x6", "solved", effort=None),
    ]
    after = [
        row("a", "3x4", "solved", seed=0, effort=10),
        row("a", "3x4", "solved", seed=1, effort=21),
        row("a", "4x4", "gave-up", effort=5),
        row("a", "5x5", "timeout", effort=9),
        row("a", "5x6", "solved", effort=7),
    ]
    # A limit cuts efforts off where the machine is; what was not measured is not compared.
    change = EffortChange("3x4, open", 1, 20, 21)
    assert changes(before, after).efforts == (Effort("a", "calls", 3, (change,)),)


def test_efforts_in_another_unit_are_not_compared() -> None:
    found = changes(
        [row("a", "3x4", "solved", effort=10)],
        [row("a", "3x4", "solved", effort=3, effort_unit="nodes")],
    )
    assert found.efforts == ()


def test_conditions_are_told_apart() -> None:
    rows = [row("a", "3x4", "solved", presolve=presolve) for presolve in (False, True)]
    found = changes(rows, rows)
    assert [speed.formulation for speed in found.speeds] == ["a [no presolve]", "a [presolve]"]


def test_other_machines_are_warned_of() -> None:
    rows = [row("a", "3x4", "solved")]
    found = compare(results(rows), results(rows, MACHINE | {"cpu": "other", "jobs": 2}))
    assert found.warnings == (
        "the machines differ, so that times are not comparable: some with 2 cores and other with "
        "2 cores",
        "runs at once differs: 1 before, 2 after",
    )
    home = {"machine": {"cpu": "third", "cores": 8}}
    found = compare(results(rows), results([{**rows[0], **home}]))
    assert found.warnings[0].endswith("some with 2 cores and third with 8 cores")
    mixed = [{**rows[0], **home}, row("b", "3x4", "solved", machine={"cpu": "x", "cores": 1})]
    assert "not comparable" in compare(results(mixed), results(mixed)).warnings[0]
    assert "not recorded" in compare(results(rows, None), results(rows)).warnings[0]


def test_another_default_under_the_same_name_is_warned_of() -> None:
    found = changes(
        [row("a", "3x4", "solved", parameters={"limit": 100, "gone": 1})],
        [row("a", "3x4", "solved", parameters={"limit": 200, "new": 1})],
    )
    assert found.warnings == ("a has other parameters after than before under the same name",)
    found = changes(
        [row("a", "3x4", "solved", parameters={"limit": 100})],
        [row("a", "3x4", "solved", parameters={"limit": 100, "new": 1})],
    )
    assert found.warnings == ()


def test_disturbed_runs_are_counted() -> None:
    found = changes(
        [row("a", "3x4", "solved", warnings=["busy"])], [row("a", "3x4", "solved", warnings=[])]
    )
    assert found.warnings == ("disturbed runs: 1 before, 0 after; see their rows",)


def test_the_order_of_rows_changes_nothing() -> None:
    rng = random.Random(4)
    outcomes = ["solved", "solved", "timeout", "gave-up", "crashed"]

    def some() -> list[dict[str, Any]]:
        return [
            row(name, size, rng.choice(outcomes), rng.random(), seed=seed, effort=rng.randrange(9))
            for name in "abc"
            for size in ("3x4", "5x5", "5x6", "6x6")
            for seed in range(2)
            if rng.random() < 0.9
        ]

    before, after = some(), some()
    expected = changes(before, after)
    rng.shuffle(before)
    rng.shuffle(after)
    assert changes(before, after) == expected


def test_text_tells_the_worst_first() -> None:
    before = [
        row("a", "3x4", "solved", 1.0, effort=10),
        row("a", "5x5", "solved", 1.0),
        row("a", "5x6", "solved", 1.0, effort=10),
        row("a", "6x6", "timeout"),
        row("a", "4x4", "solved"),
    ]
    after = [
        row("a", "3x4", "solved", 4.0, effort=1234),
        row("a", "5x5", "timeout"),
        row("a", "5x6", "solved", 4.0, effort=10),
        row("a", "6x6", "solved", 4.0),
        row("a", "4x4", "wrong", message="step 2:\nnot a move"),
    ]
    assert changes_text(changes(before, after)).splitlines() == [
        "5 runs compared; 0 only before, 0 only after",
        "",
        "WRONG: 1 run",
        r"  a on 4x4, open, seed 0: solved -> wrong: step 2:\nnot a move",
        "",
        "LOST: 1 run",
        "  a on 5x5, open, seed 0: solved -> timeout",
        "",
        "gained: 1 run",
        "  a on 6x6, open, seed 0: timeout -> solved",
        "",
        "time after / time before, of runs decided both times (geometric mean over problems, "
        "95% interval)",
        "  a  4.00  (4.00 to 4.00, 2 problems): slower",
        "",
        "effort, of runs that ended by themselves and alike",
        "  a  another in 1 of 2 runs",
        "    3x4, open, seed 0: 10 -> 1,234 calls",
        "",
        "worse: 1 answer lost, 1 wrong",
    ]


def test_json_tells_everything() -> None:
    before, after = [row("a", "3x4", "solved")], [row("a", "3x4", "timeout")]
    told = json.loads(changes_json(changes(before, after)))
    assert (told["schema"], told["acceptable"]) == ("knightbench.comparison/1", False)
    [lost] = told["lost"]
    assert (lost["formulation"], lost["before"], lost["after"]) == ("a", "solved", "timeout")
    assert {"wrong", "gained", "speeds", "efforts", "warnings", "common"} <= told.keys()


def test_a_folder_is_read_with_its_machine(tmp_path: Path) -> None:
    write_rows(tmp_path, [row("a", "3x4", "solved")])
    assert read_results(tmp_path).machine is None
    (tmp_path / "machine.json").write_text(json.dumps(MACHINE))
    assert read_results(tmp_path).machine == MACHINE
    with pytest.raises(ValueError, match="nothing holds no runs yet"):
        read_results(tmp_path / "nothing")
