"""The tables that set formulations beside each other: together, in pairs, and as boards grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from knightbench.lab.pairwise import LEVEL, Pair
from knightbench.lab.portfolio import Portfolio
from knightbench.lab.scaling import CONFIDENCE, MINIMUM_SIZES, Scaling
from knightbench.report.tables import Table, to_csv
from knightbench.report.text import p_value, ratio, seconds

#: So many boards are listed by name.
LISTED = 12

#: So many differences between pairs are told in a line each.
TOLD = 15


def contribution_table(together: Portfolio) -> Table:
    """Return what each formulation adds to the others."""
    return Table(
        "What each formulation adds to the others, those who add most first.",
        ("formulation", "decides alone", "fastest on", "PAR-2 lost without it (s)"),
        [
            (item.label, f"{item.alone:,}", f"{item.fastest:,}", seconds(item.par2_loss))
            for item in together.contributions
        ],
        numeric=frozenset({1, 2, 3}),
    )


def difference_table(pairs: Sequence[Pair]) -> Table:
    """Return the pairs between which a difference was found, the surest first, as far as told."""
    found = [_turned(pair) for pair in pairs if pair.differ]
    found.sort(key=lambda pair: pair.p or 0.0)
    which = "Differences found, the surest first."
    if len(found) > TOLD:
        which = f"The {TOLD} surest differences of {len(found):,}; all are in pairwise.csv."
    head = (
        *("faster", "slower", "problems of both", "won", "lost"),
        *("times as fast where both decide", "problems both decide", "p", "p, corrected"),
    )
    return Table(
        f"{which} A problem is won by who decides it sooner, or alone.",
        head,
        [
            (
                *(pair.first, pair.second, f"{pair.problems:,}"),
                *(f"{pair.first_wins:,}", f"{pair.second_wins:,}", ratio(pair.ratio)),
                *(f"{pair.both:,}", p_value(pair.p), p_value(pair.corrected)),
            )
            for pair in found[:TOLD]
        ],
        numeric=frozenset(range(2, len(head))),
    )


def _turned(pair: Pair) -> Pair:
    """Return the pair with the favoured one first."""
    if pair.favoured == pair.first:
        return pair
    return replace(
        pair,
        first=pair.second,
        second=pair.first,
        first_wins=pair.second_wins,
        second_wins=pair.first_wins,
        ratio=None if pair.ratio is None else 1 / pair.ratio,
    )


def win_table(pairs: Sequence[Pair], names: Sequence[str]) -> Table:
    """Return the problems won and lost by each formulation against each other one."""
    cells: dict[tuple[str, str], str] = {}
    for pair in pairs:
        for one, other, won, lost in (
            (pair.first, pair.second, pair.first_wins, pair.second_wins),
            (pair.second, pair.first, pair.second_wins, pair.first_wins),
        ):
            star = " *" if pair.differ and pair.favoured == one else ""
            cells[one, other] = f"{won}:{lost}{star}"
    return Table(
        "Problems won and lost by the line's formulation against the column's. *: the line's is "
        f"the faster one, p below {LEVEL:g} after correction.",
        ("formulation", *names),
        [(one, *(cells.get((one, other), "") for other in names)) for one in names],
        folded="Every pair",
    )


def scaling_table(fits: Sequence[Scaling]) -> Table:
    """Return the exponents, family by family."""
    return Table(
        "Time as a power of the squares, over boards whose tour was found. No exponent where a "
        f"formulation found tours on fewer than {MINIMUM_SIZES} sizes.",
        (
            *("boards", "formulation", "exponent", f"{CONFIDENCE:.0%} interval"),
            *("R²", "sizes", "fitted to", "left out, undecided"),
        ),
        [
            (
                fit.family,
                fit.formulation,
                "—" if fit.line is None else f"{fit.line.exponent:.2f}",
                "—" if fit.line is None else f"{fit.line.low:.2f} to {fit.line.high:.2f}",
                "—" if fit.line is None else f"{fit.line.r_squared:.2f}",
                str(fit.sizes),
                _listed(fit.boards),
                _listed(fit.undecided),
            )
            for fit in fits
        ],
        numeric=frozenset({2, 3, 4, 5}),
        prose=frozenset({6}),
    )


def _listed(boards: Sequence[str]) -> str:
    """Return names in a row, the middle of a long row left out."""
    if len(boards) > LISTED:
        return f"{', '.join(boards[:3])}, … {boards[-1]} ({len(boards)} boards)"
    return ", ".join(boards) or "—"


def pairwise_csv(pairs: Sequence[Pair]) -> str:
    """Return one line a pair, unrounded; an empty field where there is nothing to tell."""
    head = (
        *("first", "second", "problems", "first_wins", "second_wins", "both_decide"),
        *("second_over_first", "favoured", "p", "p_holm"),
    )
    return to_csv(
        head,
        (
            (
                *(pair.first, pair.second, pair.problems, pair.first_wins, pair.second_wins),
                *(pair.both, pair.ratio, pair.favoured, pair.p, pair.corrected),
            )
            for pair in pairs
        ),
    )


def scaling_csv(fits: Sequence[Scaling]) -> str:
    """Return one line for each formulation on each family, unrounded."""
    head = (
        *("family", "formulation", "exponent", "low", "high", "r_squared"),
        *("sizes", "boards", "undecided"),
    )
    return to_csv(
        head,
        (
            (
                *(fit.family, fit.formulation),
                *(
                    (fit.line.exponent, fit.line.low, fit.line.high, fit.line.r_squared)
                    if fit.line is not None
                    else (None,) * 4
                ),
                *(fit.sizes, " ".join(fit.boards), " ".join(fit.undecided)),
            )
            for fit in fits
        ),
    )
