from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product

import matplotlib as mpl
import pytest

from knightbench.lab.scores import score
from knightbench.report import plotting
from knightbench.report.cactus import cactus_svg
from tests.report.rows import row

SIZES = ("3x4", "4x4", "5x5", "5x6")


def texts(svg: str) -> list[str]:
    return [text for text in ET.fromstring(svg).itertext() if text.strip()]


def test_names_are_text_and_nothing_is_dated() -> None:
    rows = [row("sat-x?solver=y", size, "solved", 0.1 * n + 0.1) for n, size in enumerate(SIZES)]
    svg = cactus_svg(score(rows).formulations)
    assert "sat-x?solver=y" in texts(svg)
    assert "problems decided (solved or proved)" in texts(svg)
    assert "<metadata" not in svg
    assert not re.search(r"20\d\d-\d\d-\d\d", svg)


def test_who_decided_nothing_has_no_line() -> None:
    rows = [row("good", "3x4", "solved"), row("bad", "3x4", "timeout")]
    shown = texts(cactus_svg(score(rows).formulations))
    assert "good" in shown
    assert "bad" not in shown


def test_nothing_decided() -> None:
    svg = cactus_svg(score([row("bad", "3x4", "timeout")]).formulations)
    assert "no problem was decided" in texts(svg)


@pytest.mark.parametrize(
    "name", ["$x^2$ \\frac", "_hidden", "<b>&amp;</b>", "騎士", "\x1b[1m\u202e", "x" * 500]
)
def test_hostile_names(name: str) -> None:
    svg = cactus_svg(score([row(name, "3x4", "solved", 0.0)]).formulations)
    expected = {"\x1b[1m\u202e": r"\x1b[1m\u202e", "x" * 500: "x" * 69 + "…"}.get(name, name)
    assert expected in texts(svg)


def test_the_same_scores_give_the_same_plot_in_any_style() -> None:
    rows = [row(f"f{n}", size, "solved", n + 0.5) for n in range(9) for size in SIZES]
    formulations = score(rows).formulations
    before = cactus_svg(formulations)
    with mpl.rc_context({"axes.facecolor": "pink", "font.size": 30, "legend.fontsize": 30}):
        assert cactus_svg(formulations) == before
        assert mpl.rcParams["font.size"] == 30


def test_sixty_lines_are_all_different() -> None:
    lists = (plotting.COLOURS, plotting.LINES, plotting.MARKERS)
    looks = {tuple(options[n % len(options)] for options in lists) for n in range(60)}
    assert len(looks) == 60
    # Without their colours, forty are.
    plain = {tuple(options[n % len(options)] for options in lists[1:]) for n in range(40)}
    assert len(plain) == 40


def test_colours_stand_out_on_white() -> None:
    def luminance(colour: str) -> float:
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    contrasts = [1.05 / (luminance(colour) + 0.05) for colour in plotting.COLOURS]
    # What WCAG 2 asks of graphics.
    assert min(contrasts) >= 3
    assert all(a != b for a, b in product(plotting.COLOURS, repeat=2) if a is not b)
