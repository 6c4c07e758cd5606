"""The cactus plot: how many problems each formulation decides within a time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from knightbench.lab.measures import FLOOR
from knightbench.lab.scores import FormulationScore
from knightbench.report.plotting import COLOURS, LINES, MARKERS, steady_style, svg_text
from knightbench.report.text import shortened, visible

#: Characters of a name for which there is room below the plot.
LONGEST = 70

CAPTION = (
    "Each line is a formulation: the height at n is the time limit within which it decides n "
    "problems (solved or proved), so the line further right and lower is the better one. Where a "
    "formulation was run with several seeds, a problem's time is the median over them, undecided "
    "runs taken as infinite, so that every problem counts once."
)


def cactus_svg(formulations: Sequence[FormulationScore]) -> str:
    """Return the plot as SVG, the same text for the same scores.

    Formulations are drawn in the order given, those without a decided problem not at all.
    """
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    drawn = [formulation for formulation in formulations if formulation.decided]
    curves = [[max(FLOOR, time) for time in entry.decision_times] for entry in drawn]
    names = [shortened(visible(formulation.label), LONGEST) for formulation in drawn]
    columns = 2 if max(map(len, names), default=0) <= LONGEST // 2 - 5 else 1
    legend_height = 0.22 * -(-len(drawn) // columns)
    with steady_style():
        figure = Figure(figsize=(7.2, 4.2 + legend_height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        lines = []
        for number, times in enumerate(curves):
            lines += axes.plot(
                range(1, len(times) + 1),
                times,
                color=COLOURS[number % len(COLOURS)],
                linestyle=LINES[number % len(LINES)],
                marker=MARKERS[number % len(MARKERS)],
                markevery=max(1, len(times) // 12),
                markersize=5,
                linewidth=1.4,
            )
        axes.set_yscale("log")
        # Whole decades, so that even a narrow plot has two figures on its axis.
        shown = [time for times in curves for time in times] or [1.0]
        lowest, highest = math.log10(min(shown)), math.log10(max(shown))
        axes.set_ylim(10.0 ** math.floor(lowest), 10.0 ** (math.floor(highest) + 1))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda time, _place: f"{time:g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("problems decided (solved or proved)")
        axes.set_ylabel("time limit (s)")
        axes.set_xlim(0, max(map(len, curves), default=1) + 0.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        if drawn:
            figure.legend(
                lines,
                names,
                loc="outside lower left",
                ncols=columns,
                frameon=False,
                handlelength=4,
            )
        else:
            axes.text(0.5, 0.5, "no problem was decided", transform=axes.transAxes, ha="center")
        return svg_text(figure)
