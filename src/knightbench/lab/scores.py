"""Scores: what the rows of an experiment say of its problems and its formulations.

Everything here is a pure function of rows; nothing is run, read or written.

The last attempt of a run counts, with one exception: a wrong attempt is not mended by asking
again. A formulation that was wrong once is disqualified: it keeps its counts and loses its rank.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knightbench.lab.backing import Backing, Backings
from knightbench.lab.labels import labels
from knightbench.lab.measures import DECIDED, penalised_time, shifted_geometric_mean
from knightbench.lab.verdicts import Row, Truth, check_rows, counting, derive_truths, judged


@dataclass(frozen=True)
class Cell:
    """The runs of one formulation on one problem: one a seed."""

    runs: tuple[Row, ...]

    @cached_property
    def counts(self) -> Counter[str]:
        """How many runs had each outcome."""
        return Counter(run["outcome"] for run in self.runs)

    @cached_property
    def decision_time(self) -> float:
        """The median over the seeds of the seconds to a decision; infinite if undecided.

        A run without a decision counts as infinite, and so does the middle of a finite and an
        infinite time: of two runs, both must decide.
        """
        return statistics.median(
            run["time"]["total"] if run["outcome"] in DECIDED else math.inf for run in self.runs
        )

    @property
    def decided(self) -> bool:
        """Whether its median run decided the problem."""
        return math.isfinite(self.decision_time)

    @property
    def supported(self) -> bool:
        """Whether the formulation supported at least one of its runs."""
        return self.counts["unsupported"] < len(self.runs)

    @property
    def walls(self) -> set[float | None]:
        """The wall limits of its runs."""
        return {run["limits"].get("wall") for run in self.runs}

    def par2(self, supported_only: bool = False) -> float | None:
        """Return the mean over the runs of `penalised_time`.

        None where a run has no score, or where nothing is left to score.
        """
        return _mean(
            penalised_time(run)
            for run in self.runs
            if not (supported_only and run["outcome"] == "unsupported")
        )


@dataclass(frozen=True)
class FormulationScore:
    """The runs of one formulation over the problems of an experiment.

    Attributes
    ----------
    label : str
        The formulation as it is written in tables: see `labels`.
    cells : mapping of str to Cell
        Its runs by the hash of the problem.
    disqualified : bool
        Whether the formulation was wrong once in the experiment, in any attempt, and under any
        condition.
    """

    label: str
    cells: Mapping[str, Cell]
    disqualified: bool

    @cached_property
    def runs(self) -> tuple[Row, ...]:
        """Its runs over all problems."""
        return tuple(run for cell in self.cells.values() for run in cell.runs)

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of its runs had each outcome."""
        return Counter(run["outcome"] for run in self.runs)

    @property
    def complete(self) -> bool:
        """Whether it can prove that there is no tour."""
        return all(run["complete"] for run in self.runs)

    @cached_property
    def decision_times(self) -> list[float]:
        """Seconds to a decision of each problem that it decided, in ascending order."""
        return sorted(cell.decision_time for cell in self.cells.values() if cell.decided)

    @property
    def decided(self) -> int:
        """The number of problems that its median run decided."""
        return len(self.decision_times)

    @property
    def supported(self) -> int:
        """The number of its problems of which it supported at least one run."""
        return sum(cell.supported for cell in self.cells.values())

    def par2(self, supported_only: bool = False) -> float | None:
        """Return the mean over the problems of each problem's PAR-2, in seconds.

        Every problem weighs the same, however many seeds it was run with.

        Parameters
        ----------
        supported_only : bool, optional
            Leave unsupported runs out. Formulations that support different problems cannot be
            compared by that score. Otherwise such a run counts as any other that decided
            nothing.
        """
        cells = (cell for cell in self.cells.values() if cell.supported or not supported_only)
        return _mean(cell.par2(supported_only) for cell in cells)

    @property
    def shifted_mean(self) -> float | None:
        """The shifted geometric mean of its times over all its problems, in seconds.

        An unsupported run counts as any other that decided nothing. See
        `shifted_geometric_mean`.
        """
        return shifted_geometric_mean([cell.runs for cell in self.cells.values()])


@dataclass(frozen=True)
class Scores:
    """All that a report needs.

    Attributes
    ----------
    experiment : str
    rows : tuple of mapping
        Every row, with what other rows refute made ``wrong``.
    counting : tuple of mapping
        The rows that count: one a run.
    truths : tuple of Truth
        The problems, by size.
    formulations : tuple of FormulationScore
        The best first, by problems decided and then by PAR-2 over all problems; the disqualified
        at the end.
    wrong : tuple of mapping
        The rows that were wrong.
    missing : tuple of (str, str)
        Formulation and problem, by their labels, where there is no row.
    backings : mapping of str to Backing
        What backs each proof among the rows that count, by the key of its run.
    """

    experiment: str
    rows: tuple[Row, ...]
    counting: tuple[Row, ...]
    truths: tuple[Truth, ...]
    formulations: tuple[FormulationScore, ...]
    wrong: tuple[Row, ...]
    missing: tuple[tuple[str, str], ...]
    backings: Mapping[str, Backing]

    @property
    def ranked(self) -> tuple[FormulationScore, ...]:
        """The formulations that were never wrong: every comparison is between these alone."""
        return tuple(entry for entry in self.formulations if not entry.disqualified)


def score(rows: Sequence[Row]) -> Scores:
    """Return the scores of an experiment's rows; their order does not matter.

    Raises
    ------
    ValueError
        If there are no rows, or one of them is not as it should be.
    """
    if not rows:
        raise ValueError("there are no rows to score")
    check_rows(rows)
    everything = sorted(judged(rows), key=_by_run)
    counted = counting(everything)
    wrong = [row for row in everything if row["outcome"] == "wrong"]
    disqualified = {row["formulation"] for row in wrong}
    label_of = labels(counted)
    truths = derive_truths(everything)
    backings = Backings(everything)

    cells: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    specs: dict[str, str] = {}
    for row in counted:
        label = label_of[row["key"]]
        specs[label] = row["formulation"]
        cells[label][row["problem"]["hash"]].append(row)
    formulations = [
        FormulationScore(
            label,
            {key: Cell(tuple(runs)) for key, runs in by_problem.items()},
            specs[label] in disqualified,
        )
        for label, by_problem in cells.items()
    ]
    formulations.sort(key=_by_rank)
    return Scores(
        experiment=", ".join(sorted({str(row["experiment"]) for row in rows})),
        rows=tuple(everything),
        counting=tuple(counted),
        truths=tuple(truths),
        formulations=tuple(formulations),
        wrong=tuple(wrong),
        missing=tuple(
            (formulation.label, truth.label)
            for formulation in formulations
            for truth in truths
            if truth.problem["hash"] not in formulation.cells
        ),
        backings={row["key"]: found for row in counted if (found := backings.of(row)) is not None},
    )


def _by_run(row: Row) -> tuple[Any, ...]:
    return (
        row["formulation"],
        row["problem"]["size"],
        row["problem"]["label"],
        row["seed"],
        row["key"],
        row["attempt"],
        row["started"],
    )


def _by_rank(formulation: FormulationScore) -> tuple[Any, ...]:
    par2 = formulation.par2()
    return (
        formulation.disqualified,
        -formulation.decided,
        math.inf if par2 is None else par2,
        formulation.label,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    """Return the mean; None if there are no values, or one of them is None."""
    known: list[float] = []
    for value in values:
        if value is None:
            return None
        known.append(value)
    return statistics.fmean(known) if known else None
