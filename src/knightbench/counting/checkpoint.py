"""What a count keeps on disk, so that it goes on where it was cut off.

A checkpoint is a folder with

* ``count.json``: what is counted and how, and the finished parts;
* ``layer.npz``: the layer that was reached in the part under way;
* ``first.npz``: the finished first side of it, where two sides are joined.

Each is written whole under another name and then renamed, so that it is there in its old state or
in its new one, whatever ends the process. An array file names the part and the step that it belongs
to; one that is of no use any more is not read.
"""

from __future__ import annotations

import json
import os
import time
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]

#: A layer is written when this many times the last writing's time has passed since, and at least
#: so many seconds: what is lost by a cut is little, and so is what writing costs.
PAUSE_FACTOR, LEAST_PAUSE = 10.0, 1.0

#: What reading an array file raises that is cut off, empty or otherwise damaged, by the place of
#: the damage.
DAMAGED = (
    EOFError,
    KeyError,
    NotImplementedError,
    TypeError,
    ValueError,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


class Checkpoint:
    """A folder in which one count is kept.

    Parameters
    ----------
    folder : Path
        It is made where it does not exist.
    question : mapping
        What is counted and how, as plain values: a count goes on only with the same.

    Raises
    ------
    ValueError
        If the folder holds the checkpoint of another count.
    OSError
        If it cannot be read or written.
    """

    def __init__(self, folder: Path, question: Mapping[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._question = dict(question)
        self._written = time.monotonic()
        self._pause = LEAST_PAUSE
        self._finished: dict[str, int] = {}
        known = folder / "count.json"
        if known.exists():
            try:
                told = json.loads(known.read_text(encoding="utf-8"))
                asked, finished = told["question"], told["finished"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{known} is no checkpoint of a count") from None
            if asked != self._question:
                raise ValueError(
                    f"{folder} holds the checkpoint of another count: {asked.get('label')}; give "
                    "another folder"
                )
            self._finished = {part: int(number) for part, number in finished.items()}
        else:
            self._write_finished()

    def finished(self, part: str) -> int | None:
        """Return the number of a part that was finished, or None."""
        return self._finished.get(part)

    def finish(self, part: str, number: int) -> None:
        """Keep the number of a part."""
        self._finished[part] = number
        self._write_finished()

    def keep(self, name: str, part: str, step: int, arrays: Arrays, *, at_once: bool) -> None:
        """Keep arrays under a name, in place of what stood there.

        Parameters
        ----------
        name : str
            The file, without its ending.
        part : str
            What they belong to.
        step : int
            The step that was reached.
        arrays : mapping
        at_once : bool
            Whether to write them even if something was written a moment ago.
        """
        begun = time.monotonic()
        if not at_once and begun - self._written < self._pause:
            return
        # A file-like object, as numpy would add an ending to a name.
        temporary = self._folder / f"{name}.npz.part"
        with temporary.open("wb") as file:
            told = {"part": np.array(part), "step": np.array(step), **arrays}
            np.savez(file, allow_pickle=False, **told)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._folder / f"{name}.npz")
        self._written = time.monotonic()
        self._pause = max(LEAST_PAUSE, PAUSE_FACTOR * (self._written - begun))

    def kept(self, name: str, part: str) -> tuple[int, dict[str, NDArray[Any]]] | None:
        """Return the step and the arrays kept for a part under a name, or None."""
        path = self._folder / f"{name}.npz"
        if not path.exists():
            return None
        try:
            # Opened here, as numpy leaves a file open that it finds to be damaged.
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                if str(file["part"]) != part:
                    return None
                arrays = {key: file[key] for key in file.files if key not in ("part", "step")}
                return int(file["step"]), arrays
        except DAMAGED:
            raise ValueError(f"{path} is no checkpoint of a count") from None

    def _write_finished(self) -> None:
        told = {"question": self._question, "finished": self._finished}
        temporary = self._folder / "count.json.part"
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(told, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._folder / "count.json")
