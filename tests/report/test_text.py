from __future__ import annotations

import html
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench.report.text import escape_html, escape_markdown, seconds, shortened, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\nb", r"a\nb"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\u202egnp", r"\u202egnp"),
        ("\ud800", r"\ud800"),
        ("\x00", r"\x00"),
        ("騎士 ♞ é", "騎士 ♞ é"),
    ],
)
def test_what_cannot_be_seen_is_spelt_out(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text())
def test_no_control_or_surrogate_is_left(text: str) -> None:
    shown = visible(text)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    shown.encode()


@given(st.text())
def test_html_means_the_text(text: str) -> None:
    escaped = escape_html(text)
    assert not set("<>\"'") & set(escaped)
    assert html.unescape(escaped) == visible(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a|b", r"a\|b"),
        ("<b>", r"\<b\>"),
        ("sat?x_y=1&z=2", "sat?x_y=1&z=2"),
        ("_a_", r"\_a\_"),
        ("&lt;", r"\&lt;"),
        ("$x$", r"\$x\$"),
        ("[a](b)", r"\[a\](b)"),
        ("# a", r"\# a"),
    ],
)
def test_markdown_shows_the_text(text: str, expected: str) -> None:
    assert escape_markdown(text) == expected


def test_shortened() -> None:
    assert shortened("12345", 5) == "12345"
    assert shortened("123456", 5) == "1234…"


@given(st.floats(min_value=1e-9, max_value=1e6))
def test_seconds_keep_three_digits(value: float) -> None:
    text = seconds(value)
    assert "e" not in text
    assert float(text) == pytest.approx(value, rel=0.006)
