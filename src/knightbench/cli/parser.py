"""What the command line accepts."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from knightbench.cli import BAD_INPUT
from knightbench.export import FORMATS
from knightbench.lab.runner import add_options, add_plugin_option


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Print the complaint and leave with the code of bad input."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


class _Once(argparse.Action):
    """An option that may be given once: the last of several would silently win."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) not in (None, self.default):
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(prog="knightbench", description="A laboratory for the knight's tour.")
    parser.add_argument("--version", action="store_true", help="print versions and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    listing = commands.add_parser("list", help="the formulations")
    listing.add_argument("--json", action="store_true", help="print a JSON list")
    listing.add_argument("--markdown", action="store_true", help="print a Markdown table")
    add_plugin_option(listing)

    solve = commands.add_parser(
        "solve",
        help="ask one formulation for one tour",
        description="Exit codes: 0 a tour; 1 proved that there is none; 2 bad input or "
        "unsupported; 3 unknown; 4 crashed, wrong or an internal error.",
    )
    solve.add_argument("size", nargs="?", help="rows x columns, as in 8x8")
    solve.add_argument("--board", action=_Once, metavar="FILE", help="board text in place of size")
    solve.add_argument(
        "--with",
        dest="formulation",
        action=_Once,
        metavar="NAME",
        help="a formulation, with parameters as in name?a=1&b=2 [sat-cutset]",
    )
    solve.add_argument("--closed", action="store_true", help="the tour returns to its first square")
    _add_board_options(solve)
    solve.add_argument(
        "--holes", action="append", default=[], metavar="SQUARES", help='as in "0,0;3,4"'
    )
    solve.add_argument(
        "--start", action=_Once, metavar="SQUARE", help="the first square, as in 0,0 or a1"
    )
    solve.add_argument(
        "--end",
        action=_Once,
        metavar="SQUARE",
        help="the last square; a closed tour without --start is counted from its top left",
    )
    solve.add_argument(
        "--clue",
        action="append",
        default=[],
        metavar="R,C=K",
        help="a square and its step, counted as --end is",
    )
    solve.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="MOVE",
        help="r,c-r,c in either direction, or r,c>r,c in this one",
    )
    solve.add_argument(
        "--forbid", action="append", default=[], metavar="MOVE", help="r,c-r,c, in both directions"
    )
    solve.add_argument(
        "--seed", action=_Once, type=int, default=0, metavar="N", help="for random choices [0]"
    )
    solve.add_argument(
        "--time-limit",
        action=_Once,
        type=float,
        metavar="S",
        help="seconds from build to decode [none]",
    )
    solve.add_argument(
        "--cpu-limit",
        action=_Once,
        type=float,
        metavar="S",
        help="seconds of processor time [none]",
    )
    solve.add_argument(
        "--memory-limit",
        action=_Once,
        type=_bytes,
        metavar="SIZE",
        help="resident memory, as in 500M or 2G [none]",
    )
    solve.add_argument(
        "--threads", action=_Once, type=int, default=1, metavar="N", help="for the solver [1]"
    )
    solve.add_argument("--presolve", action="store_true", help="try theorems first")
    solve.add_argument("--json", action="store_true", help="print one JSON object")
    solve.add_argument("--svg", action=_Once, metavar="FILE", help="write a picture of the tour")
    add_plugin_option(solve)

    verify = commands.add_parser(
        "verify",
        help="judge a tour",
        description="Judges a numbered board, or the JSON that solve prints. Exit codes: 0 valid; "
        "1 not; 2 no tour to judge.",
    )
    verify.add_argument("file", help="a file, or - for standard input")
    verify.add_argument("--closed", action="store_true", help="a board's tour must be closed")
    verify.add_argument("--json", action="store_true", help="print one JSON object")
    _add_board_options(verify)

    run = commands.add_parser("run", help="run an experiment")
    run.add_argument("file", help="a script with an Experiment, as experiments/quick.py")
    add_options(run)

    merge = commands.add_parser(
        "merge",
        help="put results folders together",
        description="Exit codes: 0 the folders agree; 1 a run ended in two ways; 2 bad input.",
    )
    merge.add_argument("folders", nargs="+", metavar="FOLDER", help="results folders")
    merge.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder to make")

    report = commands.add_parser("report", help="write tables, plot and page from rows")
    report.add_argument("folder", help="a results folder, as results/quick")

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
    return parser


def _bytes(text: str) -> int:
    """Return the bytes of a size such as ``500M``; K, M and G are powers of 1024."""
    match = re.fullmatch(r"(\d{1,12})([KMG]?)", text.strip(), re.ASCII | re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as in 500M or 2G")
    return int(match[1]) << 10 * " KMG".index(match[2].upper() or " ")


def _add_board_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--moves",
        action=_Once,
        metavar="A,B",
        help='the piece: 1,2 is the knight; "2,2;3,0" has both, with all signs and swaps',
    )
    parser.add_argument(
        "--wrap", action=_Once, choices=("rows", "cols", "both"), help="wrap-around"
    )
