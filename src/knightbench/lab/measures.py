"""Measures: what a handful of runs come to, in times and in efforts."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from knightbench.lab.verdicts import Row

#: Outcomes that settle the problem.
DECIDED = frozenset({"solved", "proved"})

#: Seconds that no clock tells from nothing. Before a logarithm, shorter times count as this.
FLOOR = 1e-6

#: Seconds added to every time before the geometric mean is taken, and subtracted after. Times
#: far below it hardly count: what is less than the noise of a busy machine is no merit.
SHIFT = 0.01


@dataclass(frozen=True)
class Spread:
    """The middle of some numbers, and the quartiles on both sides of it."""

    low: float
    median: float
    high: float


def decided(rows: Iterable[Row]) -> list[Row]:
    """Return the runs that found a tour or proved that there is none."""
    return [row for row in rows if row["outcome"] in DECIDED]


def penalised_time(row: Row, factor: float = 2.0) -> float | None:
    """Return the PAR-2 score of one run in seconds.

    The time from build to decode of a run that decided its problem, start-up left out; `factor`
    times the wall limit of any other. None where such a run had no wall limit.
    """
    if row["outcome"] in DECIDED:
        return float(row["time"]["total"])
    wall = row["limits"].get("wall")
    return None if wall is None else factor * wall


def shifted_geometric_mean(problems: Sequence[Sequence[Row]]) -> float | None:
    """Return the shifted geometric mean of the runs' times, in seconds.

    That is exp(mean of log(time + `SHIFT`)) - `SHIFT`. Each problem weighs the same, however
    many runs it has. A run that decided nothing counts as its wall limit, which is less than it
    would have taken: the mean of a formulation with such runs is a lower bound.

    Parameters
    ----------
    problems : sequence of sequence of mapping
        The runs of each problem.

    Returns
    -------
    float or None
        None if there are no runs, or one of them decided nothing and had no wall limit.
    """
    from scipy.stats import gmean

    times = [[penalised_time(run, 1.0) for run in runs] for runs in problems]
    known = [time for runs in times for time in runs if time is not None]
    if not known or len(known) < sum(map(len, times)):
        return None
    weights = [1 / len(runs) for runs in times for _ in runs]
    return float(gmean(np.array(known) + SHIFT, weights=weights)) - SHIFT


def median(rows: Iterable[Row], value: Callable[[Row], float | None]) -> float | None:
    """Return the median of `value` over the runs where it was measured; None if in none."""
    measured = [number for row in rows if (number := value(row)) is not None]
    return statistics.median(measured) if measured else None


def median_time(rows: Iterable[Row], phase: str) -> float | None:
    """Return the median seconds of a phase over the runs that decided their problem.

    Formulations that decided different problems cannot be compared by it: one that decides the
    easy problems alone has a low median.
    """
    return median(decided(rows), lambda row: row["time"][phase])


def spread_of_time(rows: Iterable[Row], phase: str) -> Spread | None:
    """Return median and quartiles of a phase's seconds over the runs that decided their problem.

    Quartiles are interpolated between the two runs that they fall between. None if no run
    decided.
    """
    times = [row["time"][phase] for row in decided(rows)]
    if not times:
        return None
    low, middle, high = np.quantile(times, [0.25, 0.5, 0.75]).tolist()
    return Spread(low, middle, high)


def median_effort(rows: Iterable[Row]) -> tuple[float | None, str]:
    """Return the median effort over the runs that decided their problem, and its unit.

    Units differ between formulations, so efforts compare runs of one formulation alone.
    """
    known = [row for row in decided(rows) if row["effort"] is not None]
    units = sorted({str(row["effort_unit"]) for row in known if row["effort_unit"]})
    return median(known, lambda row: row["effort"]), "/".join(units)
