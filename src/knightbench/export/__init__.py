"""Exports: the rows of an experiment in forms that other programs read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from knightbench.lab.results import Results, read_results
from knightbench.report.files import replace_file

FORMATS = ("csv", "mkplot", "bibtex")


@dataclass(frozen=True)
class Export:
    """What an export comes to.

    Attributes
    ----------
    texts : dict of str to str
        The files, by their names.
    notes : tuple of str
        What is not in them, a sentence each.
    """

    texts: dict[str, str]
    notes: tuple[str, ...] = ()


def write_export(folder: Path, form: str, into: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Write the rows of a results folder in another form.

    Parameters
    ----------
    folder : Path
        A results folder.
    form : str
        ``csv``: ``runs.csv``, one line a row. ``mkplot``: one JSON file a formulation, for
        mkplot. ``bibtex``: ``references.bib``, what the formulations come from.
    into : Path
        The folder to write into; it is made where it does not exist.

    Returns
    -------
    (list of Path, tuple of str)
        The files, and what is not in them.

    Raises
    ------
    ValueError
        If there are no rows, or one is not as it should be.
    """
    export = _export(read_results(folder), form)
    into.mkdir(parents=True, exist_ok=True)
    return [replace_file(into / name, text) for name, text in export.texts.items()], export.notes


def _export(results: Results, form: str) -> Export:
    if form == "csv":
        from knightbench.export.flat import runs_csv

        return Export({"runs.csv": runs_csv(results.rows)})
    if form == "mkplot":
        from knightbench.export.mkplot import mkplot_files
        from knightbench.lab.scores import score

        scores = score(results.rows)
        wrong = [entry.label for entry in scores.formulations if entry.disqualified]
        notes = [f"left out, for it was wrong: {label}" for label in wrong]
        if scores.missing:
            notes.append(f"{len(scores.missing)} pairs without a run are told as not solved")
        return Export(mkplot_files(scores), tuple(notes))
    if form == "bibtex":
        from knightbench.export.bibtex import bibliography, without_entry

        names = {str(row["name"]) for row in results.rows}
        notes = [f"no entry for {name}: told in words" for name in without_entry(names)]
        return Export({"references.bib": bibliography(names)}, tuple(notes))
    raise ValueError(f"there is no format {form!r}: it is one of {', '.join(FORMATS)}")
