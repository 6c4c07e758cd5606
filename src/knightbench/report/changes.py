"""What changed between two results folders, as text and as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable

from knightbench.lab.compare import CONFIDENCE, BackingChange, Change, Comparison, Effort, Speed
from knightbench.report.text import count, plural, ratio, visible

SCHEMA = "knightbench.comparison/1"


def changes_json(comparison: Comparison) -> str:
    """Return the comparison as one JSON object."""
    told = {"schema": SCHEMA, "acceptable": comparison.acceptable}
    return json.dumps(told | dataclasses.asdict(comparison), ensure_ascii=False)


def changes_text(comparison: Comparison) -> str:
    """Return the comparison for people: changed outcomes first, then times and efforts."""
    return "\n".join(visible(line) for line in _lines(comparison))


def _lines(comparison: Comparison) -> Iterable[str]:
    yield (
        f"{plural(comparison.common, 'run')} compared; {comparison.only_before:,} only before, "
        f"{comparison.only_after:,} only after"
    )
    yield from (f"warning: {warning}" for warning in comparison.warnings)
    for what, changes in (
        ("WRONG", comparison.wrong),
        ("LOST", comparison.lost),
        ("gained", comparison.gained),
        ("no longer wrong", comparison.mended),
        ("undecided in another way", comparison.otherwise),
    ):
        if changes:
            yield ""
            yield f"{what}: {plural(len(changes), 'run')}"
            yield from map(_change_line, changes)
    for what, weaker in (("proofs backed by less", True), ("proofs backed by more", False)):
        backings = [change for change in comparison.backings if change.weaker == weaker]
        if backings:
            yield ""
            yield f"{what}: {plural(len(backings), 'run')}"
            yield from map(_backing_line, backings)
    if comparison.speeds:
        yield ""
        yield (
            "time after / time before, of runs decided both times (geometric mean over problems, "
            f"{CONFIDENCE:.0%} interval)"
        )
        width = max(len(speed.formulation) for speed in comparison.speeds)
        yield from (_speed_line(speed, width) for speed in comparison.speeds)
    if comparison.efforts:
        yield ""
        yield "effort, of runs that ended by themselves and alike"
        width = max(len(effort.formulation) for effort in comparison.efforts)
        for effort in comparison.efforts:
            yield from _effort_lines(effort, width)
    yield ""
    if comparison.acceptable:
        yield "no answer lost, and none wrong"
    else:
        yield (
            f"worse: {plural(len(comparison.lost), 'answer')} lost, {len(comparison.wrong):,} wrong"
        )


def _change_line(change: Change) -> str:
    where = f"  {change.formulation} on {change.problem}, seed {change.seed}"
    outcomes = f"{change.before or 'not run'} -> {change.after}"
    return f"{where}: {outcomes}" + (f": {change.message}" if change.message else "")


def _backing_line(change: BackingChange) -> str:
    where = f"  {change.formulation} on {change.problem}, seed {change.seed}"
    return f"{where}: {change.before} -> {change.after}"


def _speed_line(speed: Speed, width: int) -> str:
    told = f"  {speed.formulation:<{width}}  {ratio(speed.ratio)}"
    if speed.low is None or speed.high is None:
        return f"{told}  (one problem)"
    verdict = "faster" if speed.high < 1 else "slower" if speed.low > 1 else "no clear difference"
    return (
        f"{told}  ({ratio(speed.low)} to {ratio(speed.high)}, "
        f"{plural(speed.problems, 'problem')}): {verdict}"
    )


def _effort_lines(effort: Effort, width: int) -> Iterable[str]:
    told = f"  {effort.formulation:<{width}}  "
    if not effort.changes:
        yield f"{told}the same in {plural(effort.runs, 'run')}"
        return
    yield f"{told}another in {len(effort.changes):,} of {plural(effort.runs, 'run')}"
    for change in effort.changes:
        yield (
            f"    {change.problem}, seed {change.seed}: {count(change.before)} -> "
            f"{count(change.after)} {effort.unit}"
        )
