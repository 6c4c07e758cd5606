"""The virtual best solver: all ranked formulations together, and what each adds to them.

It has, on every problem, the formulation with the least PAR-2 there, as if somebody knew
beforehand which one to ask. What a formulation adds is measured by leaving it out: its *marginal
contribution* (Xu, Hutter, Hoos and Leyton-Brown, SAT 2012). Of two formulations that do the same
equally well, neither adds anything to the other; averaging over all subsets of the portfolio, as
the Shapley value does, would share their merit out, at the price of a number that nobody can
check by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import fmean

from knightbench.lab.scores import Cell, Scores


@dataclass(frozen=True)
class Contribution:
    """What a formulation adds to the others.

    Attributes
    ----------
    label : str
    alone : int
        The problems that it decides and no other does.
    fastest : int
        The problems that it decides, no other sooner; several may be the fastest together.
    par2_loss : float or None
        By how many seconds the PAR-2 of the virtual best solver grows without it.
    """

    label: str
    alone: int
    fastest: int
    par2_loss: float | None


@dataclass(frozen=True)
class Portfolio:
    """The virtual best solver of an experiment.

    Attributes
    ----------
    problems, decided : int
        How many problems its formulations were run on, and how many at least one decides.
    par2 : float or None
        The mean over the problems of the least PAR-2 that a formulation has there. None where
        some problem was decided by nobody and had no wall limit.
    contributions : tuple of Contribution
        Those who add most first.
    """

    problems: int
    decided: int
    par2: float | None
    contributions: tuple[Contribution, ...]


def portfolio(scores: Scores) -> Portfolio:
    """Return the virtual best solver of the ranked formulations.

    A formulation that was not run on a problem has nothing to offer there.
    """
    on: dict[str, dict[str, Cell]] = {}
    for formulation in scores.ranked:
        for problem, cell in formulation.cells.items():
            on.setdefault(problem, {})[formulation.label] = cell
    problems = [on[problem] for problem in sorted(on)]
    labels = {formulation.label for formulation in scores.ranked}
    par2 = _par2(problems, labels)
    alone = dict.fromkeys(labels, 0)
    fastest = dict.fromkeys(labels, 0)
    decided = 0
    for cells in problems:
        times = {label: cell.decision_time for label, cell in cells.items() if cell.decided}
        decided += bool(times)
        for label, time in times.items():
            alone[label] += len(times) == 1
            fastest[label] += time == min(times.values())

    contributions = []
    for label in labels:
        without = _par2(problems, labels - {label})
        loss = None if par2 is None or without is None else without - par2
        contributions.append(Contribution(label, alone[label], fastest[label], loss))
    contributions.sort(key=lambda item: (-item.alone, -(item.par2_loss or 0.0), item.label))
    return Portfolio(len(problems), decided, par2, tuple(contributions))


def _par2(problems: Collection[Mapping[str, Cell]], members: Collection[str]) -> float | None:
    """Return the PAR-2 of the virtual best solver of some of the formulations."""
    best = [_best(cells, members) for cells in problems]
    known = [time for time in best if time is not None]
    return fmean(known) if known and len(known) == len(best) else None


def _best(cells: Mapping[str, Cell], members: Collection[str]) -> float | None:
    """Return the least PAR-2 on one problem; twice its longest limit where no member has one."""
    offers = [cells[label].par2() for label in cells if label in members]
    scored = [offer for offer in offers if offer is not None]
    if scored:
        return min(scored)
    walls = [wall for cell in cells.values() for wall in cell.walls if wall is not None]
    return 2.0 * max(walls) if walls else None
