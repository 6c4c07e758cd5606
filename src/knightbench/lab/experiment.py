"""Experiments: every formulation on every problem with every seed, rows kept as they come.

An experiment is a short Python script::

    experiment = Experiment(
        name="mine",
        problems=[Problem.from_board("6x6"), Problem.from_board("6x6", closed=True)],
        formulations=["sat-cutset", "cpsat-circuit"],
        time_limit=10,
    )

    if __name__ == "__main__":
        experiment.main()

``python mine.py`` makes the runs that ``results/mine`` does not hold yet, and writes the report.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knightbench.formulation import Formulation, make
from knightbench.lab import machine
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Result, Run, judge, row
from knightbench.lab.solve import check_terms
from knightbench.lab.store import open_store, read_rows
from knightbench.lab.supervisor import supervise
from knightbench.problem import Problem


@dataclass(frozen=True)
class Experiment:
    """A comparison of formulations on problems.

    Parameters
    ----------
    name : str
        The name of its results folder.
    problems : sequence of Problem, or mapping of str to Problem
        A mapping gives the labels that tables show.
    formulations : sequence of str or Formulation
        Names, with parameters where wanted: ``"sat-positions?encoding=ladder"``.
    time_limit : float
        Seconds of wall time for each run, from build to decode.
    cpu_limit : float, optional
        Seconds of processor time of all its processes.
    memory_limit : int, optional
        Bytes of resident memory of all its processes.
    seeds : sequence of int, optional
        Formulations that use none are run once, with the first.
    threads : int, optional
        How many threads each solver may use.
    presolve : bool, optional
        Whether theorems and necessary conditions are tried first.

    Raises
    ------
    ValueError
        If a formulation or a limit is not as it should be, or two problems share a label.
    """

    name: str
    problems: Sequence[Problem] | Mapping[str, Problem]
    formulations: Sequence[str | Formulation]
    time_limit: float
    cpu_limit: float | None = None
    memory_limit: int | None = None
    seeds: Sequence[int] = (0,)
    threads: int = 1
    presolve: bool = False

    def __post_init__(self) -> None:
        if not self.problems or not self.formulations or not self.seeds:
            raise ValueError(f"{self.name}: an experiment needs problems, formulations and seeds")
        check_terms(self.limits, self.threads, min(self.seeds))
        twice = [label for label, n in Counter(self._labelled()[0]).items() if n > 1]
        if twice:
            raise ValueError(f"{self.name}: two problems are called {twice[0]!r}; give them labels")

    @property
    def limits(self) -> Limits:
        """What each run may use."""
        return Limits(self.time_limit, self.cpu_limit, self.memory_limit)

    def _labelled(self) -> tuple[list[str], list[Problem]]:
        if isinstance(self.problems, Mapping):
            return list(self.problems), list(self.problems.values())
        return [str(problem) for problem in self.problems], list(self.problems)

    def runs(self) -> list[Run]:
        """Return every run, problem by problem."""
        formulations = [make(f) if isinstance(f, str) else f for f in self.formulations]
        return [
            Run(
                problem,
                formulation,
                label=label,
                seed=seed,
                threads=self.threads,
                limits=self.limits,
                presolve=self.presolve,
            )
            for label, problem in zip(*self._labelled(), strict=True)
            for formulation in formulations
            for seed in (self.seeds if formulation.uses_seed else self.seeds[:1])
        ]

    def missing(self, folder: Path) -> list[Run]:
        """Return the runs that a results folder holds no row of."""
        done = {row["key"] for row in read_rows(folder)}
        return [run for run in self.runs() if run.key not in done]

    def run(self, folder: Path, jobs: int, *, fresh: bool = False) -> None:
        """Make the runs that are missing in `folder`, `jobs` at once, with a progress bar.

        Each row is on disk before the next run's is written. An interrupt ends the runs that
        are under way; they have no row and are made again next time.

        Parameters
        ----------
        folder : Path
            The results folder.
        jobs : int
            How many runs to make at the same time.
        fresh : bool, optional
            Whether to discard the rows that are there.

        Raises
        ------
        ValueError
            If the rows that are there were measured on another machine.
        ResultsInUse
            If another runner writes to `folder`.
        OSError
            If `folder` cannot be written.
        """
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with open_store(folder) as store, Progress(*columns, console=Console(stderr=True)) as bar:
            if fresh:
                store.clear()
            facts = machine.describe() | {"jobs": jobs}
            _refuse_another_machine(folder, facts)
            missing = self.missing(folder)
            (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n")
            progress = bar.add_task(self.name, total=len(missing))
            supported = []
            for run in missing:
                if reason := run.formulation.unsupported_reason(run.problem):
                    refused = Result(Outcome.UNSUPPORTED, message=reason)
                    store.append(row(run, refused, self.name))
                    bar.advance(progress)
                else:
                    supported.append(run)
            cores = machine.core_sets(jobs, self.threads)
            requests = ((run, run.request) for run in supported)
            with contextlib.closing(supervise(requests, jobs, cores)) as replies:
                for run, reply in replies:
                    store.append(row(run, judge(run, reply), self.name))
                    bar.advance(progress)

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run the experiment from the command line, and write its report.

        Parameters
        ----------
        arguments : sequence of str, optional
            In place of those of the process.

        Returns
        -------
        int
            The exit code: 0, or 2 with a line on standard error.
        """
        parser = argparse.ArgumentParser(description=f"Run the experiment {self.name}.")
        add_options(parser)
        options = parser.parse_args(arguments)
        try:
            self.carry_out(options)
        except (ValueError, OSError, RuntimeError) as error:
            print(f"{self.name}: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print(f"{self.name}: interrupted; run it again to go on", file=sys.stderr)
            return 130
        return 0

    def carry_out(self, options: argparse.Namespace) -> None:
        """Do what the options of `add_options` say."""
        jobs = options.jobs or max(1, machine.cores() // self.threads)
        folder = Path(options.results or Path("results") / self.name)
        if options.dry_run:
            print(self.forecast(folder, jobs))
            return
        self.run(folder, jobs, fresh=options.fresh)
        from knightbench.report import write_report

        for path in write_report(folder):
            print(path)

    def forecast(self, folder: Path, jobs: int) -> str:
        """Return how many runs there are, how many are missing, and how long they can take."""
        runs, missing = self.runs(), self.missing(folder)
        supported = [r for r in missing if not r.formulation.unsupported_reason(r.problem)]
        seconds = len(supported) * self.time_limit / jobs
        return (
            f"{self.name}: {len(runs)} runs, {len(runs) - len(missing)} of them in {folder} "
            f"already; {len(missing)} to make, {len(missing) - len(supported)} of them "
            f"unsupported. With {jobs} at once and {self.time_limit:g} s each, at most "
            f"{seconds:,.0f} s ({seconds / 60:,.1f} min), start-up of each process not counted"
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of an experiment's command line to a parser."""
    parser.add_argument("--results", metavar="DIR", help="results folder [results/NAME]")
    parser.add_argument(
        "--jobs",
        type=_positive,
        metavar="N",
        help="runs at once [as many as the cores serve threads]",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="discard the rows that are there, and begin anew"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say how many runs, and how long they can take"
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: it must be at least 1")
    return number


def _refuse_another_machine(folder: Path, facts: Mapping[str, Any]) -> None:
    """Raise ValueError if the rows in `folder` come from another machine: times would mix."""
    described = folder / "machine.json"
    if not described.exists() or not read_rows(folder):
        return
    there = json.loads(described.read_text())
    for fact in ("cpu", "cores"):
        if there.get(fact) != facts[fact]:
            raise ValueError(
                f"{folder} holds runs of another machine ({there.get('cpu')}, "
                f"{there.get('cores')} cores); give --results DIR for a folder of its own, or "
                "--fresh to discard them"
            )


def found_in(namespace: Mapping[str, Any]) -> list[Experiment]:
    """Return the experiments that a script defines."""
    return [value for value in namespace.values() if isinstance(value, Experiment)]
