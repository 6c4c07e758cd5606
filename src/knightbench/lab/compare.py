"""Two results folders: what changed from one to the other.

Runs are matched by problem, formulation with parameters, presolve, certificates asked for or not,
seed, threads and limits.
Versions do not count, since a comparison of versions is what this is for. Of several rows of a
run the last one counts, but a wrong one is not mended by asking again.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from knightbench.lab.backing import Backings
from knightbench.lab.labels import labels
from knightbench.lab.measures import DECIDED, FLOOR
from knightbench.lab.results import Results
from knightbench.lab.verdicts import Row, judged

#: How surely an interval holds the ratio of times, if the assumptions hold.
CONFIDENCE = 0.95

#: Outcomes that do not depend on how fast the machine is, so that the effort should not either.
_ENDED_BY_ITSELF = DECIDED | {"gave-up"}


@dataclass(frozen=True)
class Change:
    """A run that ended in another way, or wrong.

    Attributes
    ----------
    formulation, problem : str
        Their labels.
    seed : int
    before, after : str or None
        The outcomes; None where there was no such run.
    message : str or None
        What was wrong, or why it crashed or was unsupported, after; of a mended run, before.
    """

    formulation: str
    problem: str
    seed: int
    before: str | None
    after: str | None
    message: str | None


@dataclass(frozen=True)
class Speed:
    """How the times of a formulation changed, over the runs decided both times.

    Attributes
    ----------
    formulation : str
    problems, runs : int
    ratio : float
        The geometric mean over the problems of the time after divided by the time before; of
        several seeds, their geometric mean is the problem's ratio. Below 1 it became faster.
    low, high : float or None
        The ends of its interval, by Student's distribution on the logarithms of the problems'
        ratios, taken as independent and normal. None for a single problem.
    """

    formulation: str
    problems: int
    runs: int
    ratio: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class EffortChange:
    """A run whose effort is another: the seed being the same, what was run is another."""

    problem: str
    seed: int
    before: float
    after: float


@dataclass(frozen=True)
class Effort:
    """How the effort of a formulation changed, over runs that ended by themselves and alike.

    Attributes
    ----------
    formulation, unit : str
    runs : int
        How many runs were compared.
    changes : tuple of EffortChange
        Those whose effort is another.
    """

    formulation: str
    unit: str
    runs: int
    changes: tuple[EffortChange, ...]


@dataclass(frozen=True)
class BackingChange:
    """A proof that is backed by another kind of evidence.

    Attributes
    ----------
    formulation, problem : str
        Their labels.
    seed : int
    before, after : str
        Of `knightbench.lab.backing.KINDS`, each by the rows of its own folder.
    weaker : bool
        Whether what backs it after is worth less.
    """

    formulation: str
    problem: str
    seed: int
    before: str
    after: str
    weaker: bool


@dataclass(frozen=True)
class Comparison:
    """What changed.

    Attributes
    ----------
    common, only_before, only_after : int
        How many runs are in both folders, and in one alone.
    wrong : tuple of Change
        Every run that is wrong after, in both folders or not.
    lost, gained : tuple of Change
        Runs decided before and not after, and the reverse.
    mended : tuple of Change
        Runs wrong before and not after.
    otherwise : tuple of Change
        Runs that were decided neither time and ended in another way.
    speeds : tuple of Speed
    efforts : tuple of Effort
    backings : tuple of BackingChange
    warnings : tuple of str
        What may make the comparison unfair.
    """

    common: int
    only_before: int
    only_after: int
    wrong: tuple[Change, ...]
    lost: tuple[Change, ...]
    gained: tuple[Change, ...]
    mended: tuple[Change, ...]
    otherwise: tuple[Change, ...]
    speeds: tuple[Speed, ...]
    efforts: tuple[Effort, ...]
    backings: tuple[BackingChange, ...]
    warnings: tuple[str, ...]

    @property
    def acceptable(self) -> bool:
        """Whether no answer was lost, and none is wrong."""
        return not self.wrong and not self.lost


def compare(before: Results, after: Results) -> Comparison:
    """Return what changed from one results folder to the other.

    A tour in either folder refutes a claim in the other that there is none.

    Raises
    ------
    ValueError
        If they have no run in common.
    """
    rows = judged([*before.rows, *after.rows])
    old = _last(rows[: len(before.rows)])
    new = _last(rows[len(before.rows) :])
    common = sorted(old.keys() & new.keys(), key=lambda run: _order(new[run]))
    if not common:
        raise ValueError(
            f"{before.folder} and {after.folder} have no run in common: a run is the same where "
            "problem, formulation, presolve, certify, seed, threads and limits are"
        )
    # Told apart by what runs are matched by, and by nothing else.
    name = labels(
        {**row, "key": run, "versions": {}, "limits": _limits(row)}
        for run, row in [*old.items(), *new.items()]
    )
    pairs = [(name[run], old[run], new[run]) for run in common]
    kinds: dict[str, list[Change]] = defaultdict(list)
    for label, was, now in pairs:
        if (kind := _kind(was["outcome"], now["outcome"])) is not None:
            kinds[kind].append(_change(label, was, now))
    for run in sorted(new.keys() - old.keys(), key=lambda run: _order(new[run])):
        if new[run]["outcome"] == "wrong":
            kinds["wrong"].append(_change(name[run], None, new[run]))
    return Comparison(
        common=len(common),
        only_before=len(old.keys() - new.keys()),
        only_after=len(new.keys() - old.keys()),
        wrong=tuple(kinds["wrong"]),
        lost=tuple(kinds["lost"]),
        gained=tuple(kinds["gained"]),
        mended=tuple(kinds["mended"]),
        otherwise=tuple(kinds["otherwise"]),
        speeds=tuple(_speeds(pairs)),
        efforts=tuple(_efforts(pairs)),
        backings=tuple(
            _backing_changes(
                pairs, Backings(rows[: len(before.rows)]), Backings(rows[len(before.rows) :])
            )
        ),
        warnings=tuple(_warnings(before, after, pairs)),
    )


Pair = tuple[str, Row, Row]


def _identity(row: Row) -> str:
    """Return what a run is matched by."""
    names = ("formulation", "presolve", "seed", "threads")
    certify = bool(row.get("certify"))
    identity = [row["problem"]["hash"], _limits(row), certify, *map(row.__getitem__, names)]
    return json.dumps(identity, sort_keys=True)


def _limits(row: Row) -> dict[str, float]:
    return {name: float(limit) for name, limit in row["limits"].items() if limit is not None}


def _last(rows: Iterable[Row]) -> dict[str, Row]:
    """Return the row of each run that counts: its first wrong one, or else its last."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row["started"], row["attempt"], row["key"])):
        found[_identity(row)].append(row)
    return {
        run: next((row for row in several if row["outcome"] == "wrong"), several[-1])
        for run, several in found.items()
    }


def _order(row: Row) -> tuple[Any, ...]:
    problem = row["problem"]
    return (
        *(row["formulation"], problem["size"], problem["label"], problem["hash"]),
        *(row["seed"], row["key"]),
    )


def _kind(before: str, after: str) -> str | None:
    """Return what the change of an outcome amounts to, None where there is none."""
    if after == "wrong":
        return "wrong"
    if before == "wrong":
        return "mended"
    if (before in DECIDED) != (after in DECIDED):
        return "gained" if after in DECIDED else "lost"
    # Solved and proved refute each other, so that both are not among decided pairs.
    return None if before == after else "otherwise"


def _change(label: str, was: Row | None, now: Row) -> Change:
    mended = was is not None and was["outcome"] == "wrong" and now["outcome"] != "wrong"
    told = was if was is not None and mended else now
    return Change(
        formulation=label,
        problem=str(now["problem"]["label"]),
        seed=now["seed"],
        before=None if was is None else was["outcome"],
        after=now["outcome"],
        message=told["message"],
    )


def _speeds(pairs: Sequence[Pair]) -> Iterable[Speed]:
    ratios: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for label, was, now in pairs:
        if was["outcome"] in DECIDED and now["outcome"] in DECIDED:
            times = (max(row["time"]["total"], FLOOR) for row in (now, was))
            ratios[label][was["problem"]["hash"]].append(math.log(next(times) / next(times)))
    for label, by_problem in sorted(ratios.items()):
        means = [float(np.mean(by_problem[problem])) for problem in sorted(by_problem)]
        middle = float(np.mean(means))
        low = high = None
        if len(means) > 1:
            width = stats.t.ppf((1 + CONFIDENCE) / 2, len(means) - 1) * stats.sem(means)
            low, high = math.exp(middle - width), math.exp(middle + width)
        runs = sum(map(len, by_problem.values()))
        yield Speed(label, len(means), runs, math.exp(middle), low, high)


def _efforts(pairs: Sequence[Pair]) -> Iterable[Effort]:
    found: dict[tuple[str, str], list[EffortChange]] = defaultdict(list)
    for label, was, now in pairs:
        alike = was["outcome"] == now["outcome"] and was["effort_unit"] == now["effort_unit"]
        measured = was["effort"] is not None and now["effort"] is not None
        if alike and measured and now["outcome"] in _ENDED_BY_ITSELF:
            problem = str(now["problem"]["label"])
            both = EffortChange(problem, now["seed"], was["effort"], now["effort"])
            found[label, str(now["effort_unit"])].append(both)
    for (label, unit), efforts in sorted(found.items()):
        changes = tuple(effort for effort in efforts if effort.before != effort.after)
        yield Effort(label, unit, len(efforts), changes)


def _backing_changes(
    pairs: Sequence[Pair], before: Backings, after: Backings
) -> Iterable[BackingChange]:
    for label, was, now in pairs:
        old, new = before.of(was), after.of(now)
        if old is not None and new is not None and old.kind != new.kind:
            weaker = new.strength < old.strength
            problem = str(now["problem"]["label"])
            yield BackingChange(label, problem, now["seed"], old.kind, new.kind, weaker)


def _warnings(before: Results, after: Results, pairs: Sequence[Pair]) -> Iterable[str]:
    """Yield what may make the comparison unfair."""
    homes = [_homes(before), _homes(after)]
    if not all(homes):
        yield "the machine is not recorded in both folders: times may not be comparable"
    elif homes[0] != homes[1] or len(homes[0]) > 1:
        told = " and ".join(", ".join(sorted(home)) for home in homes)
        yield f"the machines differ, so that times are not comparable: {told}"
    for fact in ("system", "memory", "jobs"):
        facts = [(results.machine or {}).get(fact) for results in (before, after)]
        if facts[0] != facts[1]:
            name = "runs at once" if fact == "jobs" else fact
            yield f"{name} differs: {facts[0]} before, {facts[1]} after"
    versions = [_versions(was for _, was, _ in pairs), _versions(now for _, _, now in pairs)]
    for package in sorted(versions[0].keys() | versions[1].keys()):
        told_versions = [", ".join(sorted(found.get(package, {"none"}))) for found in versions]
        if told_versions[0] != told_versions[1]:
            yield f"versions differ: {package} {told_versions[0]} before, {told_versions[1]} after"
    for label in sorted({label for label, was, now in pairs if _parameters_differ(was, now)}):
        yield f"{label} has other parameters after than before under the same name"
    disturbed = [sum(bool(row.get("warnings")) for row in side.rows) for side in (before, after)]
    if any(disturbed):
        yield f"disturbed runs: {disturbed[0]} before, {disturbed[1]} after; see their rows"


def _homes(results: Results) -> set[str]:
    """Return the machines that the rows come from."""
    recorded = results.machine or {}
    machines: list[Mapping[str, Any]] = [
        row["machine"] for row in results.rows if "machine" in row
    ] or [recorded]
    return {
        f"{machine['cpu']} with {machine.get('cores')} cores"
        for machine in machines
        if "cpu" in machine
    }


def _versions(rows: Iterable[Row]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for package, version in row["versions"].items():
            found[package].add(str(version))
    return found


def _parameters_differ(was: Row, now: Row) -> bool:
    """Return whether a parameter that both know has another value: another default, that is."""
    old, new = was.get("parameters", {}), now.get("parameters", {})
    return any(old[name] != new[name] for name in old.keys() & new.keys())
