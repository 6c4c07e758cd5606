"""Scaling: how the time to a tour grows with the squares of the board.

For each formulation and each family of boards, a straight line through the logarithms of times
and squares; its slope is the exponent b of time = a * squares ** b. It describes the sizes it was
fitted to:

- Sizes that were not decided are not in it. Those are the slow ones, so that the exponent comes
  out too low where there are any.
- On small boards the work that does not grow dominates, which also makes it too low.
- Nothing says that the growth is a power: where it is exponential, the slope depends on the
  sizes chosen.
- The interval supposes that logarithms of times scatter about the line evenly, independently and
  normally.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from knightbench.board import KNIGHT
from knightbench.lab.measures import FLOOR
from knightbench.lab.scores import FormulationScore, Scores
from knightbench.lab.verdicts import Truth

#: Below so many sizes there is no fit.
MINIMUM_SIZES = 4

#: How surely the interval holds the exponent, if the assumptions hold.
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Line:
    """A straight line through the logarithms.

    Attributes
    ----------
    exponent, low, high : float
        The slope, and the ends of its confidence interval.
    r_squared : float
        The share of the variance of the logarithms of times that it explains.
    """

    exponent: float
    low: float
    high: float
    r_squared: float


@dataclass(frozen=True)
class Scaling:
    """One formulation on one family of boards.

    Attributes
    ----------
    family, formulation : str
    boards : tuple of str
        The boards whose tours its median runs found, as ``8x8``, by squares.
    sizes : int
        How many different numbers of squares these have.
    undecided : tuple of str
        The boards that it was run on and supports, and did not decide.
    line : Line or None
        None where there are fewer than `MINIMUM_SIZES` sizes.
    """

    family: str
    formulation: str
    boards: tuple[str, ...]
    sizes: int
    undecided: tuple[str, ...]
    line: Line | None


def families(scores: Scores) -> dict[str, list[Truth]]:
    """Return the families of boards by their names, in order.

    A family holds full boards with the same moves and the same wrap-around, all open or all
    closed, with the same ends asked for or none. Problems without a tour are not in it: to prove
    is another work than to find.
    """
    found: dict[str, list[Truth]] = defaultdict(list)
    for truth in scores.truths:
        family = family_of(truth.problem)
        if family is not None and truth.known != "none":
            found[family].append(truth)
    return dict(sorted(found.items()))


def sizes_of(truths: Sequence[Truth]) -> int:
    """Return how many different numbers of squares the boards of a family have."""
    return len({truth.problem["size"] for truth in truths})


def scaling(scores: Scores) -> tuple[Scaling, ...]:
    """Return every ranked formulation on every family with enough sizes for a fit."""
    return tuple(
        _fit(family, formulation, truths)
        for family, truths in families(scores).items()
        if sizes_of(truths) >= MINIMUM_SIZES
        for formulation in scores.ranked
        if any(truth.problem["hash"] in formulation.cells for truth in truths)
    )


def family_of(problem: Mapping[str, Any]) -> str | None:
    """Return what a problem shares with those of other sizes, in words; None if it has no kin.

    None for graphs without a board, boards with holes, and problems with clues, required or
    forbidden moves, or with requests made of the tour as a whole.
    """
    board = problem.get("board")
    requests = ("clues", "require", "require_arcs", "forbid")
    if board is None or board["holes"] or any(problem[name] for name in requests):
        return None
    if any(name in problem for name in ("symmetry", "magic", "max_crossings")):
        return None
    words = ["closed" if problem["closed"] else "open"]
    if {(down, right) for down, right in board["moves"]} == set(KNIGHT):
        words.append("knight")
    else:
        moves = sorted((down, right) for down, right in board["moves"] if (down, right) > (0, 0))
        words.append("moves " + " ".join(f"({down}, {right})" for down, right in moves))
    wraps = [name for name in ("rows", "cols") if board[f"wrap_{name}"]]
    if wraps:
        words.append(f"wrapped in {' and '.join(wraps)}")
    words += [f"{end} given" for end in ("start", "end") if problem[end] is not None]
    return ", ".join(words)


def _fit(family: str, formulation: FormulationScore, truths: Sequence[Truth]) -> Scaling:
    cells = [
        (truth.problem, formulation.cells[truth.problem["hash"]])
        for truth in truths
        if truth.problem["hash"] in formulation.cells
    ]
    found = [(problem, cell.decision_time) for problem, cell in cells if cell.decided]
    sizes = len({problem["size"] for problem, _ in found})
    line = None
    if sizes >= MINIMUM_SIZES:
        line = fit([problem["size"] for problem, _ in found], [time for _, time in found])
    return Scaling(
        family,
        formulation.label,
        boards=tuple(_board_name(problem) for problem, _ in found),
        sizes=sizes,
        undecided=tuple(
            _board_name(problem) for problem, cell in cells if cell.supported and not cell.decided
        ),
        line=line,
    )


def fit(squares: Sequence[int], times: Sequence[float]) -> Line:
    """Return the line of least squares through the logarithms of at least three points."""
    logarithms = np.log(np.maximum(times, FLOOR))
    if np.ptp(logarithms) == 0:
        # A level line explains equal times; scipy divides by their variance.
        return Line(0.0, 0.0, 0.0, 1.0)
    found = stats.linregress(np.log(squares), logarithms)
    width = stats.t.ppf((1 + CONFIDENCE) / 2, len(squares) - 2) * found.stderr
    return Line(
        exponent=float(found.slope),
        low=float(found.slope - width),
        high=float(found.slope + width),
        r_squared=float(found.rvalue**2),
    )


def _board_name(problem: Mapping[str, Any]) -> str:
    return f"{problem['board']['rows']}x{problem['board']['cols']}"
