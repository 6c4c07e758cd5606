"""Making an experiment's runs: rows as they end, and nothing lost when it is cut off."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from knightbench.formulation import load_plugin, refusal
from knightbench.lab import machine
from knightbench.lab.experiment import Experiment
from knightbench.lab.interrupt import heeded
from knightbench.lab.reply import Reply
from knightbench.lab.request import Request
from knightbench.lab.run import Outcome, Result, Run, judge, row
from knightbench.lab.second_stage import supervise_backed
from knightbench.lab.selection import EVERYTHING, Selection, parse_retry, parse_shard
from knightbench.lab.store import Store, open_store, read_rows
from knightbench.lab.supervisor import supervise

Task = tuple[Run, int]

INTERRUPTED, FAILED = 3, 4


def make_runs(
    experiment: Experiment,
    folder: Path,
    jobs: int = 1,
    selection: Selection = EVERYTHING,
    *,
    fresh: bool = False,
    cluster: str | None = None,
) -> Counter[str]:
    """Make the runs that are missing in a results folder, with a progress bar.

    Each row is on disk before the next is written. Whatever ends this function early ends the
    runs that are under way; they have no row, and are made next time.

    Parameters
    ----------
    experiment : Experiment
    folder : Path
        The results folder.
    jobs : int, optional
        How many runs to make at the same time.
    selection : Selection, optional
        Which runs.
    fresh : bool, optional
        Whether to discard the rows that are there.
    cluster : str, optional
        Where to make the runs in place of this machine; see `knightbench.lab.cluster`.

    Returns
    -------
    Counter
        How many runs ended with each outcome.

    Raises
    ------
    ValueError
        If the rows that are there were measured on another machine.
    ResultsInUse
        If another runner writes to `folder`.
    OSError
        If `folder` cannot be written.
    """
    with open_store(folder) as store:
        if fresh:
            store.clear()
        rows = read_rows(folder)
        if cluster is None:
            _refuse_another_machine(folder, rows)
        _describe(folder, experiment, jobs, cluster)
        missing = selection.missing(experiment.runs(), rows)
        # Rows may be many, and are not needed any more.
        rows.clear()
        # Asking may take a look at the whole graph, so each is asked once.
        reasons = [refusal(run.formulation, run.problem) for run, _attempt in missing]
        refused = [(task, why) for task, why in zip(missing, reasons, strict=True) if why]
        requests = (
            (task, task[0].request) for task, why in zip(missing, reasons, strict=True) if not why
        )
        outcomes: Counter[str] = Counter()
        with (
            _progress(experiment.name, len(missing)) as advance,
            contextlib.closing(_engine(requests, jobs, experiment, cluster)) as replies,
        ):
            for task, result in _judged(refused, replies):
                outcomes[result.outcome.value] += 1
                _record(store, experiment, task, result)
                advance()
    return outcomes


def _engine(
    requests: Iterator[tuple[Task, Request]],
    jobs: int,
    experiment: Experiment,
    cluster: str | None,
) -> Generator[tuple[Task, Reply], None, None]:
    """Return the replies to `requests` from this machine, or from a cluster."""
    if cluster is None:
        cores = machine.core_sets(jobs, experiment.threads)
        return supervise_backed(
            requests, lambda errands: supervise(errands, jobs, cores), experiment.backing_limits
        )
    from knightbench.lab.cluster import supervise_on_cluster

    return supervise_on_cluster(
        requests, cluster, jobs, experiment.threads, experiment.backing_limits
    )


def _judged(
    refused: Sequence[tuple[Task, str]], replies: Iterator[tuple[Task, Reply]]
) -> Iterator[tuple[Task, Result]]:
    """Yield every task with its result: the unsupported at once, the others as they end."""
    for task, reason in refused:
        yield task, Result(Outcome.UNSUPPORTED, message=reason)
    for task, reply in replies:
        yield task, judge(task[0], reply)


def _record(store: Store, experiment: Experiment, task: Task, result: Result) -> None:
    run, attempt = task
    log = None
    if result.reply is not None and result.reply.log:
        log = store.keep_log(f"{run.key}-{attempt}", result.reply.log)
    store.append({**row(run, result, experiment.name, attempt), "log": log})


@contextlib.contextmanager
def _progress(name: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on standard error; yields what advances it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(name, total=total)
        yield lambda: bar.advance(task)


def _refuse_another_machine(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise ValueError if rows were measured on another machine: times would mix."""
    home = machine.home()
    for there in (known["machine"] for known in rows if "machine" in known):
        if there != home:
            raise ValueError(
                f"{folder} holds runs of another machine ({there.get('cpu')}, "
                f"{there.get('cores')} cores); give --results DIR for a folder of its own, or "
                "--fresh to discard them"
            )


def _describe(folder: Path, experiment: Experiment, jobs: int, cluster: str | None) -> None:
    """Write ``machine.json``: where the rows come from, and the command that makes them again."""
    told = {
        **machine.describe(),
        "git": machine.commit(Path(sys.argv[0]).resolve().parent),
        "limits": {
            "wall": experiment.limits.wall,
            "cpu": experiment.limits.cpu,
            "memory": experiment.limits.memory,
        },
        "jobs": jobs,
        "cluster": cluster,
        "measured": machine.measuring_method(),
        "command": machine.command(),
        **({"about": list(experiment.about)} if experiment.about else {}),
    }
    (folder / "machine.json").write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n")


def forecast(
    experiment: Experiment, folder: Path, jobs: int, selection: Selection, *, fresh: bool = False
) -> str:
    """Return how many runs there are, how many are missing, and how long they can take."""
    runs = selection.chosen(experiment.runs())
    missing = [run for run, _attempt in selection.missing(runs, [] if fresh else read_rows(folder))]
    supported = [r for r in missing if not refusal(r.formulation, r.problem)]
    seconds = math.ceil(len(supported) / jobs) * experiment.time_limit
    return (
        f"{experiment.name}: {len(runs)} runs, {len(runs) - len(missing)} of them in {folder} "
        f"already; {len(missing)} to make, {len(missing) - len(supported)} of them "
        f"unsupported. With {jobs} at once and {experiment.time_limit:g} s each, at most "
        f"{seconds:,.0f} s ({seconds / 60:,.1f} min), start-up of each process and what backs "
        "claims that there is no tour not counted"
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of an experiment's command line to a parser."""

    def option(parse: Callable[[str], Any]) -> Callable[[str], Any]:
        def parsed(text: str) -> Any:
            try:
                return parse(text)
            except ValueError as error:
                raise argparse.ArgumentTypeError(str(error)) from None

        return parsed

    add_plugin_option(parser)
    parser.add_argument(
        "--results", metavar="DIR", help="results folder [results/NAME, or NAME-shard-I-of-N]"
    )
    parser.add_argument(
        "--jobs",
        type=option(_positive),
        metavar="N",
        help="runs at once [as many as the cores serve threads]",
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="PATTERN", help="a formulation or label"
    )
    parser.add_argument(
        "--skip", action="append", default=[], metavar="PATTERN", help="likewise, to leave out"
    )
    parser.add_argument(
        "--retry",
        type=option(parse_retry),
        default=frozenset(),
        metavar="OUTCOMES",
        help="run these again, as in timeout,crashed",
    )
    parser.add_argument(
        "--shard",
        type=option(parse_shard),
        default=(1, 1),
        metavar="I/N",
        help="this part of the runs alone, as in 1/4",
    )
    parser.add_argument(
        "--cluster",
        metavar="WHERE",
        help="local, the address of a Dask scheduler as in tcp://host:8786, or a scheduler file",
    )
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument(
        "--resume", action="store_true", help="make only what is missing; this is the default"
    )
    begin.add_argument(
        "--fresh", action="store_true", help="discard the rows that are there, and begin anew"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say how many runs, and how long they can take"
    )


def add_plugin_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that makes formulations known to a parser."""
    parser.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="FILE",
        help="a Python file that registers formulations",
    )


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"{text!r}: it must be a whole number, at least 1")
    return int(text)


def carry_out(experiment: Experiment, options: argparse.Namespace) -> int:
    """Do what the options of `add_options` say, and return the exit code.

    Raises
    ------
    ValueError
        If no run is chosen, or rows would be discarded that are not made again.
    """
    for plugin in options.plugin:
        load_plugin(plugin)
    jobs = options.jobs or max(1, machine.cores() // experiment.threads)
    part, parts = options.shard
    name = experiment.name if parts == 1 else f"{experiment.name}-shard-{part}-of-{parts}"
    folder = Path(options.results or Path("results") / name)
    selection = Selection(tuple(options.only), tuple(options.skip), options.retry, (part, parts))
    if not selection.chosen(experiment.runs()):
        raise ValueError("no run is chosen: --only and --skip match formulations and labels")
    if options.fresh and (options.only or options.skip):
        raise ValueError("--fresh discards every row; leave --only and --skip out")
    if options.dry_run:
        print(forecast(experiment, folder, jobs, selection, fresh=options.fresh))
        return 0
    outcomes = make_runs(
        experiment, folder, jobs, selection, fresh=options.fresh, cluster=options.cluster
    )
    counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    print(f"{experiment.name}: {outcomes.total()} runs made{': ' if counts else ''}{counts}")
    if not read_rows(folder):
        print(f"{experiment.name}: no rows, so no report")
        return 0
    from knightbench.report import write_report

    for path in write_report(folder):
        print(path)
    bad = outcomes["wrong"] + outcomes["crashed"]
    return FAILED if bad else 0


def main(experiment: Experiment, arguments: Sequence[str] | None) -> int:
    """Run `experiment` from the command line; see `Experiment.main`."""
    parser = argparse.ArgumentParser(description=f"Run the experiment {experiment.name}.")
    add_options(parser)
    options = parser.parse_args(arguments)

    try:
        with heeded():
            return carry_out(experiment, options)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"{experiment.name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{experiment.name}: interrupted; run it again to go on", file=sys.stderr)
        return INTERRUPTED
