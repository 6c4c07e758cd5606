"""``run``, ``merge``, ``report``, ``compare``, ``export``: experiments and their results."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from knightbench.cli.options import Commands
from knightbench.cli.text import one_line
from knightbench.export import FORMATS
from knightbench.formulation import load_plugin
from knightbench.lab.experiment import found_in
from knightbench.lab.merge import merge as merge_folders
from knightbench.lab.runner import add_options, add_plugin_option, carry_out
from knightbench.lab.store import read_rows


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    run = commands.add_parser("run", help="run an experiment")
    run.add_argument("file", help="a script with an Experiment, as experiments/quick.py")
    add_options(run)
    run.set_defaults(carry_out=run_experiment)

    merge = commands.add_parser(
        "merge",
        help="put results folders together",
        description="Exit codes: 0 the folders agree; 1 a run ended in two ways; 2 bad input.",
    )
    merge.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders")
    merge.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder to make")
    merge.set_defaults(carry_out=merge_results)

    report = commands.add_parser("report", help="write tables, plot and page from rows")
    report.add_argument("folder", help="a results folder, as results/quick")
    report.set_defaults(carry_out=report_results)

    compare = commands.add_parser(
        "compare",
        help="what changed between two results folders",
        description="Runs are matched by problem, formulation, presolve, seed, threads and limits, "
        "whatever their versions. Exit codes: 0 no answer was lost and none is wrong after; "
        "1 one was or is; 2 bad input.",
    )
    compare.add_argument("before", help="a results folder")
    compare.add_argument("after", help="another one")
    compare.add_argument("--json", action="store_true", help="print one JSON object")
    compare.set_defaults(carry_out=compare_results)

    export = commands.add_parser(
        "export",
        help="rows in a form that other programs read",
        description="csv: runs.csv, one line a row. mkplot: one JSON file a formulation, as the "
        "plotting program mkplot reads them. bibtex: references.bib, what the formulations come "
        "from.",
    )
    export.add_argument("folder", help="a results folder, as results/quick")
    export.add_argument("--format", required=True, choices=FORMATS)
    export.add_argument("-o", "--output", metavar="DIR", help="where the files go [FOLDER/export]")
    add_plugin_option(export)
    export.set_defaults(carry_out=export_results)


def run_experiment(options: argparse.Namespace) -> int:
    """Run the experiment that a script defines."""
    experiments = found_in(vars(load_plugin(options.file)))
    if len(experiments) != 1:
        raise ValueError(
            f"{options.file}: {len(experiments)} experiments; there must be one, "
            "as in experiment = Experiment(...)"
        )
    return carry_out(experiments[0], options)


def merge_results(options: argparse.Namespace) -> int:
    """Put results folders together, and say where they do not agree."""
    into = Path(options.output)
    disagreements = merge_folders([Path(folder) for folder in options.folders], into)
    for disagreement in disagreements:
        print(one_line(disagreement))
    print(f"{into}: {len(read_rows(into))} rows, {len(disagreements)} disagreements")
    return 1 if disagreements else 0


def report_results(options: argparse.Namespace) -> int:
    """Write tables, plot and page from the rows of a results folder."""
    from knightbench.report import write_report

    for path in write_report(Path(options.folder)):
        print(path)
    return 0


def compare_results(options: argparse.Namespace) -> int:
    """Say what changed between two results folders; 1 if an answer was lost or is wrong."""
    # Not above: what asks for one tour needs no statistics.
    from knightbench.lab.compare import compare as compared
    from knightbench.lab.results import read_results
    from knightbench.report.changes import changes_json, changes_text

    before, after = (read_results(Path(folder)) for folder in (options.before, options.after))
    found = compared(before, after)
    print(changes_json(found) if options.json else changes_text(found))
    return 0 if found.acceptable else 1


def export_results(options: argparse.Namespace) -> int:
    """Write the rows of a results folder in a form that other programs read."""
    from knightbench.export import write_export

    folder = Path(options.folder)
    files, notes = write_export(folder, options.format, Path(options.output or folder / "export"))
    for path in files:
        print(path)
    for note in notes:
        print(f"knightbench: {one_line(note)}", file=sys.stderr)
    return 0
