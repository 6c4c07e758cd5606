"""Pairs of formulations: who is the faster on how many problems, and whether that is chance.

The test is Wilcoxon's signed-rank test on the logarithms of the ratios of the two times, one
ratio a problem: with several seeds, the time is the median over them, since runs on one problem
are not independent. Limits censor times, so:

- a problem that neither decides says nothing and is left out;
- where only one decides, the ratio is unknown but beyond any that could be seen: such problems
  share the extreme ranks, in favour of the one that decided;
- where only one decides, and the two had different limits, the problem is left out.

The test asks whether the two could be exchanged: were they equally good, each ratio would as
likely be its inverse. It supposes that problems are independent. Problems of an experiment are
chosen, not drawn, so that the answer holds for problems like these and no others. As there are
many pairs, p-values are corrected by Holm's method: with no difference anywhere, the chance to
see any below 0.05 is at most 0.05.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy import stats

from knightbench.lab.measures import FLOOR
from knightbench.lab.scores import FormulationScore, Scores

#: A difference counts as found where the corrected p-value is below.
LEVEL = 0.05

#: Up to so many problems the null distribution is counted out, ties included.
EXACT_UP_TO = 50


@dataclass(frozen=True)
class Pair:
    """Two formulations on the problems that both were run on and support.

    Attributes
    ----------
    first, second : str
        Their labels.
    problems : int
    first_wins, second_wins : int
        The problems on which one decides sooner, or alone.
    both : int
        The problems that both decide.
    ratio : float or None
        The geometric mean, over the problems that both decide, of the second's time divided by
        the first's: above 1 the first is the faster there.
    favoured : str or None
        Which of them the ranks favour.
    p, corrected : float or None
        The p-value of the two-sided test, by itself and among all pairs. None where no problem
        tells the two apart.
    """

    first: str
    second: str
    problems: int
    first_wins: int
    second_wins: int
    both: int
    ratio: float | None
    favoured: str | None
    p: float | None
    corrected: float | None = None

    @property
    def differ(self) -> bool:
        """Whether a difference was found."""
        return self.corrected is not None and self.corrected < LEVEL


def pairwise(scores: Scores) -> tuple[Pair, ...]:
    """Return every pair of ranked formulations, in the order of the ranking."""
    pairs = [_compare(first, second) for first, second in combinations(scores.ranked, 2)]
    tested = [pair.p for pair in pairs if pair.p is not None]
    corrected = iter(holm(tested))
    return tuple(
        pair if pair.p is None else replace(pair, corrected=next(corrected)) for pair in pairs
    )


def _compare(first: FormulationScore, second: FormulationScore) -> Pair:
    shared = [
        (first.cells[problem], second.cells[problem])
        for problem in sorted(first.cells.keys() & second.cells.keys())
        if first.cells[problem].supported and second.cells[problem].supported
    ]
    ratios = []
    for a, b in shared:
        if a.decided and b.decided:
            ratio = math.log(max(b.decision_time, FLOOR) / max(a.decision_time, FLOOR))
            # Ratios that are equal but for the last digit of a float are ties.
            ratios.append(round(ratio, 9))
        elif a.decided != b.decided and a.walls == b.walls:
            ratios.append(math.inf if a.decided else -math.inf)
    finite = [ratio for ratio in ratios if math.isfinite(ratio)]
    balance = signed_rank_balance(ratios)
    return Pair(
        first.label,
        second.label,
        problems=len(shared),
        first_wins=sum(ratio > 0 for ratio in ratios),
        second_wins=sum(ratio < 0 for ratio in ratios),
        both=len(finite),
        ratio=math.exp(math.fsum(finite) / len(finite)) if finite else None,
        favoured=None if balance == 0 else first.label if balance > 0 else second.label,
        p=signed_rank_p(ratios),
    )


def signed_rank_balance(differences: Sequence[float]) -> float:
    """Return the sum of the ranks above zero minus that of the ranks below; zeros are dropped."""
    signed = np.array([difference for difference in differences if difference != 0])
    return float(np.sum(np.sign(signed) * stats.rankdata(np.abs(signed))))


def signed_rank_p(differences: Sequence[float]) -> float | None:
    """Return the two-sided p-value of Wilcoxon's signed-rank test; zeros are dropped.

    Infinite differences share the extreme ranks. None if all differences are zero.
    """
    signed = np.array([difference for difference in differences if difference != 0])
    if not len(signed):
        return None
    # scipy ranks infinite numbers as it should, and equal ones alike.
    ranks = stats.rankdata(np.abs(signed))
    if len(signed) > EXACT_UP_TO:
        ranked = np.sign(signed) * ranks
        return float(stats.wilcoxon(ranked, correction=True, method="asymptotic").pvalue)
    # With ties, and censored times are ties, scipy has the exact distribution by a permutation
    # test alone, which takes a second a pair. Ranks are halves at the finest, so twice the sum of
    # those above zero is a whole number, and its distribution a product of polynomials.
    chance = np.ones(1)
    for doubled in (2 * ranks).astype(int):
        apart = np.zeros(doubled)
        chance = (np.concatenate([chance, apart]) + np.concatenate([apart, chance])) / 2
    above = round(2 * float(np.sum(ranks[signed > 0])))
    tail = chance[: min(above, len(chance) - 1 - above) + 1]
    return min(1.0, 2 * float(np.sum(tail)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected by Holm's method, in the same order.

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = highest
    return corrected
