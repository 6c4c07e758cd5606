"""What the command line accepts."""

from __future__ import annotations

import argparse

from knightbench.cli import check_proof, count, explain, folders, listing, sample, solve, verify
from knightbench.cli.options import Parser

#: The modules that bring the commands, in the order of the help.
COMMANDS = (listing, solve, count, sample, explain, verify, check_proof, folders)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    Each command sets ``carry_out``, a function of the options that returns the exit code.
    """
    parser = Parser(prog="knightbench", description="A laboratory for the knight's tour.")
    parser.add_argument("--version", action="store_true", help="print versions and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for module in COMMANDS:
        module.add_to(commands)
    return parser
