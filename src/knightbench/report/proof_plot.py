"""The plot of proof lengths: how many steps it takes to prove that boards have no tour."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from knightbench.lab.measures import FLOOR
from knightbench.lab.scaling import family_of
from knightbench.lab.scores import Scores
from knightbench.report.plotting import COLOURS, LINES, MARKERS, steady_style, svg_text
from knightbench.report.proof_tables import checked_proofs
from knightbench.report.text import shortened, visible

#: Characters of a name for which there is room below the plot.
LONGEST = 100

#: A line needs so many boards.
FEWEST = 2

CAPTION = (
    "Each point is a board without a tour; each line follows one formulation over boards that "
    "grow. Left: how many steps its proof has. Right: how long checking them took. All axes are "
    "logarithmic, so that a straight line is a power of the number of squares; a theorem that "
    "settles a board takes no steps and would lie below the plot."
)


class Point(NamedTuple):
    """A board and its proof; over several seeds the medians."""

    squares: int
    steps: float
    seconds: float
    label: str


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
                point = Point(truth.problem["size"], steps, seconds, truth.label)
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
    from matplotlib.ticker import FuncFormatter, NullFormatter

    names = [shortened(visible(f"{one.formulation}: {one.boards}"), LONGEST) for one in series]
    formulations = list(dict.fromkeys(one.formulation for one in series))
    kinds = list(dict.fromkeys(one.boards for one in series))
    with steady_style():
        figure = Figure(figsize=(9.2, 4.2 + 0.22 * len(series)), layout="constrained")
        FigureCanvasSVG(figure)
        panels = figure.subplots(1, 2)
        lines = []
        for axes, what in zip(panels, ("steps", "seconds"), strict=True):
            lines = [
                axes.plot(
                    [point.squares for point in one.points],
                    [max(getattr(point, what), FLOOR) for point in one.points],
                    color=COLOURS[formulations.index(one.formulation) % len(COLOURS)],
                    linestyle=LINES[kinds.index(one.boards) % len(LINES)],
                    marker=MARKERS[kinds.index(one.boards) % len(MARKERS)],
                    markersize=5,
                    linewidth=1.4,
                )[0]
                for one in series
            ]
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("squares of the board")
            squares = sorted({point.squares for one in series for point in one.points})
            axes.set_xticks(_apart(squares), minor=False)
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,g}"))
                axis.set_minor_formatter(NullFormatter())
            axes.grid(visible=True, color="#dddddd", linewidth=0.6)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
        panels[0].set_ylabel("steps of the proof")
        panels[1].set_ylabel("seconds to check it")
        figure.legend(lines, names, loc="outside lower left", frameon=False, handlelength=4)
        return svg_text(figure)


def _apart(squares: Sequence[int], factor: float = 1.25) -> list[int]:
    """Return numbers of which no two are so close that their texts would meet on the axis."""
    chosen: list[int] = []
    for number in squares:
        if not chosen or number >= factor * chosen[-1]:
            chosen.append(number)
    return chosen


def _series(problem: Mapping[str, Any]) -> str:
    board = problem["board"]
    if problem["size"] % 2:
        return "odd numbers of squares"
    return f"{min(board['rows'], board['cols'])} x n"
