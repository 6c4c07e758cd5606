"""The plot of proof lengths: how many steps it takes to prove that boards have no tour."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from knightbench.lab.scaling import family_of
from knightbench.lab.scores import Scores
from knightbench.report.plotting import COLOURS, LINES, MARKERS, steady_style, svg_text
from knightbench.report.proof_tables import checked_proofs
from knightbench.report.text import shortened, visible

#: Characters of a name for which there is room below the plot.
LONGEST = 50

#: A line needs so many boards.
FEWEST = 2

CAPTION = (
    "Each point is a board without a tour, each line a formulation, each column boards of a kind, "
    "growing to the right. Above: how many steps its proof has; below: how long checking them "
    "took. Both axes are logarithmic, but for the 0 of proofs that need no step since propagation "
    "alone ends in a contradiction; so a straight line is a power of the number of squares. Where "
    "a line ends, the next board was not proved within the limits, or not asked."
)


class Point(NamedTuple):
    """A board, as ``4x10``, and its proof; over several seeds the medians."""

    squares: int
    board: str
    steps: float
    seconds: float


@dataclass(frozen=True)
class Series:
    """Proof lengths of one formulation over boards that grow.

    Attributes
    ----------
    formulation, boards : str
        The names of both.
    points : tuple of Point
        By squares.
    """

    formulation: str
    boards: str
    points: tuple[Point, ...]


def proof_series(scores: Scores) -> list[Series]:
    """Return the series of checked proofs, formulation by formulation.

    Boards that differ in size alone are of one kind. Those with an odd number of squares make a
    series, since one argument settles them all; the others make one for each shorter side.
    """
    found: dict[tuple[str, str], list[Point]] = defaultdict(list)
    for formulation in scores.formulations:
        for truth in scores.truths:
            proofs = checked_proofs(scores, formulation.cells.get(truth.problem["hash"]))
            family = family_of(truth.problem)
            if proofs and family is not None:
                steps, seconds = (
                    statistics.median(proof[what] for proof in proofs)
                    for what in ("steps", "seconds")
                )
                board = truth.problem["board"]
                name = f"{board['rows']}x{board['cols']}"
                point = Point(truth.problem["size"], name, steps, seconds)
                found[formulation.label, f"{_series(truth.problem)}, {family}"].append(point)
    return [
        Series(label, boards, tuple(sorted(points)))
        for (label, boards), points in found.items()
        if len({point.squares for point in points}) >= FEWEST
    ]


def proof_svg(series: Sequence[Series]) -> str:
    """Return the plot as SVG, the same text for the same series."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    formulations = list(dict.fromkeys(one.formulation for one in series))
    kinds = sorted({one.boards for one in series})
    style: dict[str, Any] = {
        name: {
            "color": COLOURS[number % len(COLOURS)],
            "linestyle": LINES[number % len(LINES)],
            "marker": MARKERS[number % len(MARKERS)],
        }
        for number, name in enumerate(formulations)
    }
    with steady_style():
        rows = -(-len(formulations) // 2)
        figure = Figure(figsize=(2.2 + 3.2 * len(kinds), 5.6 + 0.22 * rows), layout="constrained")
        FigureCanvasSVG(figure)
        grid = figure.subplots(2, len(kinds), sharex="col", sharey="row", squeeze=False)
        drawn: dict[str, Any] = {}
        for column, kind in enumerate(kinds):
            mine = [one for one in series if one.boards == kind]
            for axes, what in zip(grid[:, column], ("steps", "seconds"), strict=True):
                for one in mine:
                    (line,) = axes.plot(
                        [point.squares for point in one.points],
                        [getattr(point, what) for point in one.points],
                        markersize=4.5,
                        linewidth=1.3,
                        **style[one.formulation],
                    )
                    drawn.setdefault(one.formulation, line)
                _dress(axes, {p.squares: p.board for one in mine for p in one.points})
            grid[0, column].set_title(kind, fontsize=10)
        grid[0, 0].set_yscale("symlog", linthresh=1)
        grid[0, 0].set_ylim(bottom=-0.3)
        grid[0, 0].set_ylabel("steps of the proof")
        grid[1, 0].set_yscale("log")
        grid[1, 0].set_ylabel("seconds to check it")
        for axes in grid[:, 0]:
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,g}"))
        names = [shortened(visible(name), LONGEST) for name in formulations]
        figure.legend(
            [drawn[name] for name in formulations],
            names,
            loc="outside lower left",
            ncols=2,
            frameon=False,
            handlelength=4,
        )
        return svg_text(figure)


def _dress(axes: Any, boards: Mapping[int, str]) -> None:
    """Give a panel its axes: the boards along the lower one, at their squares."""
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

    shown = _apart(sorted(boards))
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_major_formatter(FixedFormatter([boards[squares] for squares in shown]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(visible=True, color="#dddddd", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _apart(squares: Sequence[int], share: float = 0.12) -> list[int]:
    """Return those numbers of which no two are so close that their texts would meet.

    Parameters
    ----------
    squares : sequence of int
        In ascending order.
    share : float
        The room that a text takes, as a share of the logarithmic axis.
    """
    chosen: list[int] = []
    step = (squares[-1] / squares[0]) ** share
    for number in squares:
        if not chosen or number >= step * chosen[-1]:
            chosen.append(number)
    return chosen


def _series(problem: Mapping[str, Any]) -> str:
    board = problem["board"]
    if problem["size"] % 2:
        return "odd numbers of squares"
    return f"{min(board['rows'], board['cols'])} x n"
