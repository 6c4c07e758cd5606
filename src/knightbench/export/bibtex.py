"""BibTeX of the formulations used.

What a formulation comes from stands in a file ``references.bib``: in the folder of the module
that defines it, or in the nearest folder above it in the same package. Each entry there names the
formulations that it belongs to, in a field that BibTeX does not know and that is left out of the
export::

    @article{Rubin1974,
      formulations = {nx-search},
      author = {Frank Rubin},
      ...
    }

A name may be a pattern, as ``sat-*`` for a solver that all of them use. Entries begin with ``@``
and end with ``}`` at the beginning of a line, and are otherwise copied as they stand. A
formulation that no entry names is told by its `source`, in words.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from knightbench.formulation import Formulation, formulations

FILE = "references.bib"

_ENTRY = re.compile(r"^@\w+\{([^,\s]+),\n.*?^\}$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^[ \t]*formulations[ \t]*=[ \t]*\{([^}]*)\},?\n", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """An entry of a bibliography.

    Attributes
    ----------
    key : str
    text : str
        The entry, without its field ``formulations``.
    names : tuple of str
        What that field said: names of formulations, or patterns of them.
    """

    key: str
    text: str
    names: tuple[str, ...]


def bibliography(names: Iterable[str]) -> str:
    """Return the entries of formulations, each once, in the order of their keys.

    Parameters
    ----------
    names : iterable of str
        Their names, without parameters.
    """
    names = set(names)
    found = {entry.key: entry.text for name in names for entry in entries_of(name)}
    found |= {f"knightbench-{name}": _in_words(name) for name in without_entry(names)}
    return "\n\n".join(found[key] for key in sorted(found)) + "\n"


def without_entry(names: Iterable[str]) -> list[str]:
    """Return the names, in order, of those that no entry names."""
    return sorted(name for name in set(names) if not entries_of(name))


def entries_of(name: str) -> list[Entry]:
    """Return the entries that a formulation belongs to; empty if it is not known here."""
    formulation = formulations().get(name)
    file = None if formulation is None else _file_of(formulation)
    return [
        entry
        for entry in (read_entries(file) if file is not None else ())
        if any(fnmatchcase(name, pattern) for pattern in entry.names)
    ]


@cache
def read_entries(file: Path) -> tuple[Entry, ...]:
    """Return the entries of a file.

    Raises
    ------
    ValueError
        If an entry does not have the form told above.
    """
    text = file.read_text(encoding="utf-8")
    matches = list(_ENTRY.finditer(text))
    if len(matches) != len(re.findall(r"^@", text, re.MULTILINE)):
        raise ValueError(f"{file}: an entry begins with @ and ends with }} at a line's beginning")
    entries = []
    for match in matches:
        field = _FIELD.search(match[0])
        names = () if field is None else tuple(name.strip() for name in field[1].split(","))
        entries.append(Entry(match[1], _FIELD.sub("", match[0]), names))
    return tuple(entries)


def _file_of(formulation: type[Formulation]) -> Path | None:
    """Return the nearest bibliography: beside the module, or above it in its package."""
    folder = Path(inspect.getfile(formulation)).resolve().parent
    while not (folder / FILE).is_file():
        if not (folder / "__init__.py").is_file():
            return None
        folder = folder.parent
    return folder / FILE


def _in_words(name: str) -> str:
    """Return an entry of a formulation's own words, of its name alone if it is not known here."""
    formulation = formulations().get(name)
    title = name if formulation is None else f"{name}: {formulation.summary}"
    lines = [f"  title = {{{{{_plain(title)}}}}},"]
    if formulation is not None:
        lines.append(f"  note = {{{_plain(formulation.source)}}},")
    key = re.sub(r"[^A-Za-z0-9-]", "_", name)
    return "\n".join([f"@misc{{knightbench-{key},", *lines, "}"])


def _plain(text: str) -> str:
    """Return text in which TeX finds no command."""
    escapes = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    escapes |= {letter: "\\" + letter for letter in "{}%$&#_"}
    return "".join(escapes.get(letter, letter) for letter in text)
