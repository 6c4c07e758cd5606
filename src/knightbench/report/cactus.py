"""The cactus plot: how many problems each formulation decides within a time."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from typing import Any

from knightbench.lab.measures import FLOOR
from knightbench.lab.scores import FormulationScore
from knightbench.report.text import shortened, visible

#: Characters of a name for which there is room below the plot.
LONGEST = 70

# Colours that also differ in lightness and are told apart by the colour-blind (after Okabe and
# Ito, its yellow left out and its sky blue darkened, so that all stand out on white). Lines and
# markers differ too; the three lengths share no factor, so that 8 x 5 x 9 lines are all
# different.
_COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#a2457f"),
    *("#000000", "#b07d00", "#3a93c4", "#7a4f2b"),
)
_LINES = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")

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
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

    drawn = [formulation for formulation in formulations if formulation.decided]
    curves = [[max(FLOOR, time) for time in entry.decision_times] for entry in drawn]
    names = [shortened(visible(formulation.label), LONGEST) for formulation in drawn]
    columns = 2 if max(map(len, names), default=0) <= LONGEST // 2 - 5 else 1
    legend_height = 0.22 * -(-len(drawn) // columns)
    settings: Any = {
        "svg.hashsalt": "knightbench",
        "svg.fonttype": "none",
        "font.family": ["sans-serif"],
        "font.size": 10,
        # A name is text, never a formula.
        "text.parse_math": False,
    }
    with mpl.rc_context(), warnings.catch_warnings():
        # Nobody's own style: the same rows give the same plot.
        mpl.rcdefaults()
        mpl.rcParams.update(settings)
        # The text stays text, so that a glyph that this machine lacks is no loss.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(7.2, 4.2 + legend_height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        lines = []
        for number, times in enumerate(curves):
            lines += axes.plot(
                range(1, len(times) + 1),
                times,
                color=_COLOURS[number % len(_COLOURS)],
                linestyle=_LINES[number % len(_LINES)],
                marker=_MARKERS[number % len(_MARKERS)],
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
        out = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", metadata=nothing)
    # Without the document type, whose address is nobody's business.
    text = out.getvalue()
    return text[text.index("<svg") :]
