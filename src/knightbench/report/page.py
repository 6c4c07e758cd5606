"""The page of a report: one HTML file that needs nothing else, neither network nor scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from knightbench.formats.json import problem_from_json
from knightbench.lab.scores import Scores
from knightbench.lab.verdicts import Row
from knightbench.report import summary
from knightbench.report.cactus import CAPTION
from knightbench.report.proof_plot import CAPTION as LENGTHS
from knightbench.report.summary import Section
from knightbench.report.tables import Table
from knightbench.report.text import escape_html, visible
from knightbench.report.tour_svg import tour_svg
from knightbench.tour import InvalidTour

#: Tours of more squares are not pictured.
PICTURED = 400

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b19; --paper: #fdfcf9; --faint: #6a655c;
  --line: #ddd6c8; --band: #f4efe4; --alarm: #9c1c12; --alarm-paper: #fdecea; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece8e0; --paper: #17181a; --faint: #a8a297; --line: #3b3c3e;
    --band: #222426; --alarm: #ff9d90; --alarm-paper: #3a1613; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem clamp(.75rem, 3vw, 2.5rem) 4rem; max-width: 90rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
p { max-width: 44rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0 1.5rem; }
.scroll:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption, figcaption { text-align: left; color: var(--faint); font-size: .875rem; }
/* A wide table scrolls, its caption stays where it can be read. */
caption span { display: block; position: sticky; left: 0; padding-bottom: .4rem;
  max-width: min(44rem, 100vw - 2rem); }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
td { min-width: 6rem; }
thead th { vertical-align: bottom; background: var(--band); min-width: 4rem; }
tbody th { position: sticky; left: 0; background: var(--paper); font-weight: 600;
  min-width: min(13rem, 38vw); overflow-wrap: anywhere; }
tbody tr:nth-child(even) > * { background: var(--band); }
td.number { text-align: right; white-space: nowrap; min-width: 0; }
th.number { text-align: right; min-width: 5rem; }
td.prose { min-width: 15rem; max-width: 40rem; overflow-wrap: anywhere; }
.alarm { border: 3px solid var(--alarm); background: var(--alarm-paper); padding: 0 1rem;
  margin: 1.5rem 0; }
.alarm h2 { color: var(--alarm); margin-top: 1rem; }
.alarm tbody tr > * { background: var(--alarm-paper); }
tbody tr > .wrong { color: var(--alarm); font-weight: 700; background: var(--alarm-paper); }
summary { cursor: pointer; padding: .3rem 0; }
figure { margin: 1rem 0; }
figcaption { max-width: 44rem; padding-top: .4rem; overflow-wrap: anywhere; }
.plot { background: #fff; display: inline-block; max-width: 100%; border-radius: 8px; }
.plot svg { display: block; width: 46rem; max-width: none; height: auto; }
.tours { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-end; }
.tours figure { width: min(100%, 30rem); }
.tours svg { display: block; width: 100%; height: auto; max-height: 32rem; }
"""

# Whatever should slip through the escaping, the browser loads and runs nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page_html(
    scores: Scores, machine: Mapping[str, Any] | None, cactus: str, proofs: str | None
) -> str:
    """Return the page.

    Parameters
    ----------
    scores : Scores
    machine : mapping or None
        The machine, as recorded beside the rows.
    cactus : str
        The cactus plot, as SVG.
    proofs : str or None
        The plot of proof lengths, as SVG, where there is one.
    """
    title = escape_html(summary.title(scores))
    alarm = summary.disqualifications(scores)
    backed = summary.proofs(scores)
    lengths = "" if proofs is None else _plot("proofs", "Plot of proof lengths", proofs, LENGTHS)
    comparisons = (summary.together(scores), summary.pairs(scores), summary.growth(scores))
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n"
    ]
    if alarm is not None:
        parts.append(_section(alarm, "alarm"))
    asked = summary.about(machine)
    if asked is not None:
        parts.append(_section(asked))
    parts += [
        _section(summary.setup(scores, machine)),
        _section(summary.correctness(scores)),
        *([_section(backed, more=lengths)] if backed is not None else []),
        _section(summary.speed(scores), more=_plot("cactus", "Cactus plot", cactus, CAPTION)),
        *(_section(section) for section in comparisons if section is not None),
        _pictures(scores),
        _section(summary.meaning()),
        "</main>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def _section(section: Section, kind: str = "", more: str = "") -> str:
    opening = f'<section class="{kind}">' if kind else "<section>"
    blocks = (
        _table(block) if isinstance(block, Table) else f"<p>{escape_html(block)}</p>\n"
        for block in section.blocks
    )
    heading = escape_html(section.heading)
    return f"{opening}\n<h2>{heading}</h2>\n{''.join(blocks)}{more}</section>\n"


def _table(table: Table) -> str:
    """Return a table; on a narrow screen it scrolls, and its first column stays in sight."""
    caption = escape_html(table.caption)
    head = "".join(
        f'<th scope="col"{_class(table, column)}>{escape_html(text)}</th>'
        for column, text in enumerate(table.head)
    )
    lines = "".join(f"<tr>{_line(table, line)}</tr>\n" for line in table.lines)
    scrolling = (
        f'<div class="scroll" role="region" aria-label="{caption}" tabindex="0">\n'
        f"<table>\n<caption><span>{caption}</span></caption>\n<thead>\n<tr>{head}</tr>\n</thead>\n"
        f"<tbody>\n{lines}</tbody>\n</table>\n</div>\n"
    )
    if not table.folded:
        return scrolling
    return f"<details>\n<summary>{escape_html(table.folded)}</summary>\n{scrolling}</details>\n"


def _line(table: Table, line: Sequence[str]) -> str:
    name, *cells = line
    return f'<th scope="row">{escape_html(name)}</th>' + "".join(
        f"<td{_class(table, column, text)}>{escape_html(text)}</td>"
        for column, text in enumerate(cells, start=1)
    )


def _class(table: Table, column: int, text: str = "") -> str:
    """Return the class of a cell. The colour of a wrong answer repeats what the word says."""
    if text.startswith(("WRONG", "not ranked: WRONG")) or text == "unbacked":
        return ' class="wrong"'
    if column in table.numeric:
        return ' class="number"'
    return ' class="prose"' if column in table.prose else ""


def _plot(mark: str, name: str, plot: str, caption: str) -> str:
    # The plot's own style sheet speaks of every element; here it is to keep to the plot.
    svg = plot.replace("*{", f"#{mark} *{{", 1)
    # Two plots on a page share no marks of their own.
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{mark}-", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{name}"', 1)
    return (
        f'<figure>\n<div class="scroll" role="region" aria-label="{name}" tabindex="0">'
        f'<div id="{mark}" class="plot">\n{svg}</div></div>\n'
        f"<figcaption>{escape_html(caption)}</figcaption>\n</figure>\n"
    )


def _pictures(scores: Scores) -> str:
    rows = list(pictured(scores))
    if not rows:
        return ""
    return (
        '<section>\n<h2>Tours from these runs</h2>\n<div class="tours">\n'
        + "".join(map(_picture, rows))
        + "</div>\n<p>Disc: the first square. Small square: the last square of an open tour. "
        "Dashed: a move over the edge of the board.</p>\n</section>\n"
    )


def pictured(scores: Scores) -> Iterable[Row]:
    """Yield the rows whose tours are shown: an open and a closed one, large and on a board.

    Of several tours of one problem, that of the formulation with the better rank.
    """
    for closed in (False, True):
        rows = [
            row
            for formulation in scores.formulations
            for row in formulation.runs
            if row["outcome"] == "solved"
            and row["tour"] is not None
            and row["problem"]["closed"] == closed
            and row["problem"]["size"] <= PICTURED
        ]
        if rows:
            yield max(rows, key=lambda row: ("board" in row["problem"], row["problem"]["size"]))


def _picture(row: Row) -> str:
    try:
        svg = tour_svg(problem_from_json(row["problem"]), row["tour"])
    except InvalidTour as error:
        raise ValueError(
            f"run {visible(row['key'])} is said to be solved, but its tour is none: {error}"
        ) from None
    what = f"{row['problem']['label']}: found by {row['formulation']}, seed {row['seed']}."
    return f"<figure>\n{svg}<figcaption>{escape_html(what)}</figcaption>\n</figure>\n"
