"""Experiments: every formulation on every problem with every seed.

An experiment is a short Python script::

    experiment = Experiment(
        name="mine",
        problems=[Problem.from_board("6x6"), Problem.from_board("6x6", closed=True)],
        formulations=["sat-cutset", "cpsat-circuit"],
        time_limit=10,
    )

    if __name__ == "__main__":
        raise SystemExit(experiment.main())

``python mine.py`` makes the runs that ``results/mine`` does not hold yet, and writes the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knightbench.formulation import Formulation, make
from knightbench.lab.request import Limits
from knightbench.lab.run import Run
from knightbench.lab.solve import check_terms
from knightbench.problem import Problem

#: Bytes that looking into a claim may use.
BACKING_MEMORY = 2 * 2**30


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
    certify : bool, optional
        Whether claims that there is no tour are to come with certificates, from formulations that
        can give them (`Formulation.certifies`). Writing a proof down is part of the run's time.
    backing_limit : float, optional
        Seconds that the check of a certificate may take after its run, and what else may back a
        claim that there is no tour; see `knightbench.lab.settle`.
    about : sequence of str, optional
        What it asks, in paragraphs; its report begins with them.

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
    certify: bool = False
    backing_limit: float = 60.0
    about: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not self.problems or not self.formulations or not self.seeds:
            raise ValueError(f"{self.name}: an experiment needs problems, formulations and seeds")
        check_terms(self.limits, self.threads, min(self.seeds))
        check_terms(self.backing_limits, self.threads, min(self.seeds))
        twice = [label for label, n in Counter(self._labelled()[0]).items() if n > 1]
        if twice:
            raise ValueError(f"{self.name}: two problems are called {twice[0]!r}; give them labels")

    @property
    def limits(self) -> Limits:
        """What each run may use."""
        return Limits(self.time_limit, self.cpu_limit, self.memory_limit)

    @property
    def backing_limits(self) -> Limits:
        """What looking into one claim may use."""
        return Limits(self.backing_limit, None, BACKING_MEMORY)

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
                certify=self.certify,
            )
            for label, problem in zip(*self._labelled(), strict=True)
            for formulation in formulations
            for seed in (self.seeds if formulation.uses_seed else self.seeds[:1])
        ]

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run the experiment from the command line, and write its report.

        Parameters
        ----------
        arguments : sequence of str, optional
            In place of those of the process.

        Returns
        -------
        int
            The exit code: 0; 2 for bad input; 3 where it was interrupted; 4 where a run was wrong
            or crashed.
        """
        from knightbench.lab.runner import main

        return main(self, arguments)


def found_in(namespace: Mapping[str, Any]) -> list[Experiment]:
    """Return the experiments that a script defines."""
    return [value for value in namespace.values() if isinstance(value, Experiment)]
