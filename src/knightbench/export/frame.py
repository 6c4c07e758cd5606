"""Rows as a pandas table."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from knightbench.export.flat import flat_rows
from knightbench.lab.results import read_results


def load(folder: str | Path) -> Any:
    """Return the rows of a results folder as a `pandas.DataFrame`, one line a row.

    Nested values are columns of their own, ``time.total`` or ``problem.size``. What other rows
    refute is ``wrong``, as in a report. The column ``counts`` says which rows count: those that
    are the last attempt of their run, or its first wrong one; ``backed`` says what backs a proof,
    one of `knightbench.lab.backing.KINDS`.

    Parameters
    ----------
    folder : str or Path
        A results folder, as ``results/quick``.

    Raises
    ------
    ImportError
        If pandas is not installed.
    ValueError
        If there are no rows, or one is not as it should be.
    """
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError(
            "knightbench.load needs pandas: pip install knightbench[pandas]"
        ) from error
    return pandas.DataFrame(flat_rows(read_results(Path(folder)).rows))
