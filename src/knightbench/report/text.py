r"""Text from rows, made safe to print; numbers as people read them.

Names and error messages come from formulations, solvers and graphs that others wrote. Nothing of
them may act on the page: markup is escaped, and characters that cannot be seen are spelt out.

>>> print(visible("two\nlines"), escape_markdown("a|b *c*"))
two\nlines a\|b \*c\*
"""

from __future__ import annotations

import html
import math
import re
import unicodedata

from knightbench.lab.measures import Spread

#: Controls, formats (which turn the direction of writing), surrogates, private and unassigned
#: characters, and line and paragraph separators.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

_MARKDOWN = re.compile(r"[\\`*\[\]<>|~$]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|^[#+-](?=\s|$)")


def visible(text: object) -> str:
    """Return the text of anything, characters that cannot be seen written as in Python."""
    return "".join(
        character.encode("unicode_escape").decode()
        if unicodedata.category(character) in _INVISIBLE
        else character
        for character in str(text)
    )


def escape_html(text: object) -> str:
    """Return text for HTML and SVG, between tags and within quoted attributes."""
    return html.escape(visible(text))


def escape_markdown(text: object) -> str:
    """Return text for Markdown, in a paragraph or in a table's cell."""
    return _MARKDOWN.sub(lambda match: "\\" + match[0], visible(text))


def shortened(text: str, longest: int) -> str:
    """Return text cut to `longest` characters, an ellipsis in place of what was cut."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def seconds(value: float | None) -> str:
    """Return a number of seconds with three significant digits, without an exponent.

    >>> [seconds(value) for value in (None, 0.0, 0.00001234, 0.5, 12.345, 12345.6)]
    ['—', '0', '0.0000123', '0.500', '12.3', '12346']
    """
    if value is None:
        return "—"
    if value == 0:
        return "0"
    decimals = max(0, 2 - math.floor(math.log10(value)))
    return f"{value:.{decimals}f}"


def milliseconds(spread: Spread | None) -> str:
    """Return a median of seconds with its quartiles, in milliseconds.

    >>> milliseconds(Spread(0.5, 1.0, 2.0))
    '1000 (500 to 2000)'
    """
    if spread is None:
        return "—"
    low, middle, high = (
        seconds(1000 * value) for value in (spread.low, spread.median, spread.high)
    )
    return f"{middle} ({low} to {high})"


def ratio(value: float | None) -> str:
    """Return a ratio with three significant digits; one past all measure as a power of ten.

    >>> [ratio(value) for value in (None, 0.1234, 1.0, 12.34, 1234.5, 1.2e7, 3e-9)]
    ['—', '0.123', '1.00', '12.3', '1,234', '1.2e+07', '3.0e-09']
    """
    if value is None:
        return "—"
    if not 1e-4 <= value < 1e6:
        return f"{value:.1e}"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(value)))}f}"


def p_value(value: float | None) -> str:
    """Return a p-value as people write it.

    >>> [p_value(value) for value in (None, 0.25, 0.0312, 0.00001)]
    ['—', '0.25', '0.031', '< 0.001']
    """
    if value is None:
        return "—"
    return "< 0.001" if value < 0.001 else f"{value:.2g}"


def count(value: float | None) -> str:
    """Return a count with its thousands set apart; a fraction keeps one decimal.

    >>> [count(value) for value in (None, 12345, 2.5)]
    ['—', '12,345', '2.5']
    """
    if value is None:
        return "—"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def plural(number: int, what: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "run"), plural(1200, "run")
    ('1 run', '1,200 runs')
    """
    return f"{number:,} {what}" + "s" * (number != 1)
