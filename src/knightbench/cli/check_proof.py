"""``check-proof``: judge a certificate that somebody brings."""

from __future__ import annotations

import argparse
import json

from knightbench.cli.options import Commands, Once, refuse_unwritable
from knightbench.cli.text import one_line


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    check_proof = commands.add_parser(
        "check-proof",
        help="judge a certificate that there is no tour",
        description="Judges a certificate that solve --certificate wrote, by its problem alone. "
        "Exit codes: 0 it holds; 1 it does not, or not for this problem; 2 no certificate.",
    )
    check_proof.add_argument("file", help="a certificate, compressed or not")
    check_proof.add_argument(
        "--dimacs",
        action=Once,
        metavar="STEM",
        help="of a proof that holds, write STEM.cnf and STEM.drup for another checker",
    )
    check_proof.add_argument("--json", action="store_true", help="print one JSON object")
    check_proof.set_defaults(carry_out=judge)


def judge(options: argparse.Namespace) -> int:
    """Judge a certificate."""
    # Loads what theorems and clauses are made with.
    from knightbench.proof import check, read_certificate
    from knightbench.proof.checking import problem_of

    if options.dimacs is not None:
        refuse_unwritable("--dimacs", f"{options.dimacs}.cnf")
    certificate = read_certificate(options.file)
    problem = problem_of(certificate)
    verdict = check(certificate)
    if verdict.holds and options.dimacs is not None:
        from knightbench.proof.dimacs import write_dimacs

        write_dimacs(certificate, options.dimacs)
    if options.json:
        told = {
            "holds": verdict.holds,
            "problem": str(problem),
            "what": verdict.what,
            "steps": verdict.steps,
            "step": verdict.step,
            "seconds": verdict.seconds,
        }
        print(json.dumps(told))
    else:
        how = f"no tour: {verdict.what}" if verdict.holds else f"does not hold: {verdict.what}"
        print(one_line(f"{problem}: {how} | {verdict.steps:,} steps, {verdict.seconds:.3f} s"))
    return 0 if verdict.holds else 1
