"""Text that is safe to print."""

from __future__ import annotations


def one_line(text: object) -> str:
    """Return the text in one line, with control characters made visible.

    Messages may come from anywhere: a solver's library, a plug-in, a file.
    """
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(text))
