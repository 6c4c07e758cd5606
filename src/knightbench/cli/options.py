"""What the parsers of several commands share."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from knightbench.cli import BAD_INPUT
from knightbench.cli.text import one_line
from knightbench.formats.graph import READERS
from knightbench.problem import MAGICS, SYMMETRIES

#: Where a command adds itself. The class is generic for type checkers alone.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Print the complaint and leave with the code of bad input."""
        print(one_line(f"{self.prog}: {message} (see {self.prog} --help)"), file=sys.stderr)
        raise SystemExit(BAD_INPUT)


class Once(argparse.Action):
    """An option that may be given once: the last of several would silently win."""

    def __call__(  # noqa: D102 - as argparse has it
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) not in (None, self.default):
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


def add_problem_options(parser: argparse.ArgumentParser) -> None:
    """Add the options by which `knightbench.cli.asking.asked_problem` knows the problem."""
    parser.add_argument("size", nargs="?", help="rows x columns, as in 8x8")
    parser.add_argument("--board", action=Once, metavar="FILE", help="board text in place of size")
    add_graph_options(parser)
    parser.add_argument(
        "--closed", action="store_true", help="the tour returns to its first square"
    )
    add_piece_options(parser)
    parser.add_argument(
        "--holes", action="append", default=[], metavar="SQUARES", help='as in "0,0;3,4"'
    )
    parser.add_argument(
        "--start", action=Once, metavar="SQUARE", help="the first square, as in 0,0 or a1"
    )
    parser.add_argument(
        "--end",
        action=Once,
        metavar="SQUARE",
        help="the last square; a closed tour without --start is counted from its top left",
    )
    parser.add_argument(
        "--clue",
        action="append",
        default=[],
        metavar="R,C=K",
        help="a square and its step, counted as --end is",
    )
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="MOVE",
        help="r,c-r,c in either direction, or r,c>r,c in this one",
    )
    parser.add_argument(
        "--forbid", action="append", default=[], metavar="MOVE", help="r,c-r,c, in both directions"
    )
    parser.add_argument(
        "--symmetry",
        action=Once,
        choices=SYMMETRIES,
        help="the turn of the board that takes the tour to itself",
    )
    parser.add_argument(
        "--magic",
        action=Once,
        choices=MAGICS,
        help="rows of equal sums and columns of equal sums; magic: and both long diagonals",
    )
    parser.add_argument(
        "--max-crossings",
        action=Once,
        type=int,
        metavar="N",
        help="how many pairs of moves may cross, drawn as straight lines",
    )


def add_graph_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a graph file."""
    parser.add_argument(
        "--graph",
        action=Once,
        metavar="FILE",
        help="a graph in place of a board; squares are then the names of its nodes",
    )
    parser.add_argument(
        "--format",
        action=Once,
        choices=tuple(READERS),
        help="of the graph file [told by its ending or its first line]",
    )


def add_piece_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which moves there are and where the board wraps around."""
    parser.add_argument(
        "--moves",
        action=Once,
        metavar="A,B",
        help='the piece: 1,2 is the knight; "2,2;3,0" has both, with all signs and swaps',
    )
    parser.add_argument("--wrap", action=Once, choices=("rows", "cols", "both"), help="wrap-around")


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit a run: wall time, processor time and memory."""
    parser.add_argument(
        "--time-limit",
        action=Once,
        type=float,
        metavar="S",
        help="seconds from build to decode [none]",
    )
    parser.add_argument(
        "--cpu-limit",
        action=Once,
        type=float,
        metavar="S",
        help="seconds of processor time [none]",
    )
    parser.add_argument(
        "--memory-limit",
        action=Once,
        type=size_in_bytes,
        metavar="SIZE",
        help="resident memory, as in 500M or 2G [none]",
    )


def size_in_bytes(text: str) -> int:
    """Return the bytes of a size such as ``500M``; K, M and G are powers of 1024."""
    match = re.fullmatch(r"(\d{1,12})([KMG]?)", text.strip(), re.ASCII | re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write it as in 500M or 2G")
    return int(match[1]) << 10 * " KMG".index(match[2].upper() or " ")


def refuse_unwritable(option: str, file: str) -> None:
    """Refuse a file that could not be written, before any work is done for it.

    Raises
    ------
    ValueError
        If `file`, which an option names, is no file in a folder that exists.
    """
    path = Path(file).resolve()
    if not file or path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"{option} {file!r}: give a file in a folder that exists")
