"""What plots share: colours that are told apart, and a style that nobody's settings change."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Colours that also differ in lightness and are told apart by the colour-blind (after Okabe and
# Ito, its yellow left out and its sky blue darkened, so that all stand out on white). Lines and
# markers differ too; the three lengths share no factor, so that 8 x 5 x 9 lines are all
# different.
COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#a2457f"),
    *("#000000", "#b07d00", "#3a93c4", "#7a4f2b"),
)
LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")

_SETTINGS: Any = {
    "svg.hashsalt": "knightbench",
    "svg.fonttype": "none",
    "font.family": ["sans-serif"],
    "font.size": 10,
    # A name is text, never a formula.
    "text.parse_math": False,
}


@contextlib.contextmanager
def steady_style() -> Iterator[None]:
    """Draw in the style of reports: the same rows give the same plot, whoever makes it."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        # The text stays text, so that a glyph that this machine lacks is no loss.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def svg_text(figure: Figure) -> str:
    """Return a figure as SVG, without dates and without the document type."""
    out = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata=nothing)
    text = out.getvalue()
    # The type's address is nobody's business.
    return text[text.index("<svg") :]
