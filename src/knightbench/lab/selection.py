"""Which of an experiment's runs are to be made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from knightbench.lab.run import Outcome, Run


@dataclass(frozen=True)
class Selection:
    """A choice among an experiment's runs.

    Attributes
    ----------
    only, skip : tuple of str
        Shell patterns, matched against a run's formulation, the formulation's bare name, and the
        problem's label. A run is made if it matches one of `only` (all do where there are none)
        and none of `skip`.
    retry : frozenset of str
        Outcomes whose runs are made again.
    shard : (int, int)
        Which part of how many, counted from 1.
    """

    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    retry: frozenset[str] = frozenset()
    shard: tuple[int, int] = (1, 1)

    def chosen(self, runs: Iterable[Run]) -> list[Run]:
        """Return the runs that patterns and shard let through.

        A run's shard is settled by its key alone, so every machine agrees on it.
        """
        part, parts = self.shard
        return [
            run
            for run in runs
            if (not self.only or _matches(run, self.only))
            and not _matches(run, self.skip)
            and int(run.key, 16) % parts == part - 1
        ]

    def missing(
        self, runs: Iterable[Run], rows: Sequence[Mapping[str, Any]]
    ) -> list[tuple[Run, int]]:
        """Return the chosen runs that have no row, or one to be retried, each with its attempt."""
        last = {row["key"]: row for row in rows}
        return [
            (run, last[run.key]["attempt"] + 1 if run.key in last else 1)
            for run in self.chosen(runs)
            if run.key not in last or last[run.key]["outcome"] in self.retry
        ]


EVERYTHING = Selection()


def _matches(run: Run, patterns: Sequence[str]) -> bool:
    names = (str(run.formulation), run.formulation.name, run.label or str(run.problem))
    return any(fnmatchcase(name, pattern) for name in names for pattern in patterns)


def parse_retry(text: str) -> frozenset[str]:
    """Return the outcomes of a list such as ``timeout,crashed``.

    Raises
    ------
    ValueError
        If one is unknown.
    """
    known = [outcome.value for outcome in Outcome]
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    for outcome in wanted:
        if outcome not in known:
            raise ValueError(f"{outcome!r} is no outcome; they are {', '.join(known)}")
    return frozenset(wanted)


def parse_shard(text: str) -> tuple[int, int]:
    """Return part and parts of a shard such as ``2/5``.

    Raises
    ------
    ValueError
        If it is not of that form, or the part is not one of the parts.
    """
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise ValueError(f"{text!r} is no shard; write it as in 1/4, counted from 1")
    return int(match[1]), int(match[2])
