"""How hard it is to prove that there is no tour, and what one idea does to that.

Run it with ``python experiments/impossible.py``; it takes about twenty minutes on two cores. Rows,
tables, plots and page go to ``results/impossible``. Every complete formulation is asked, without
theorems and with them (presolve); those that can give a certificate have theirs checked, step by
step.
"""

import argparse
import sys
from collections.abc import Sequence

from knightbench import Problem, formulations
from knightbench.formulation import available, make
from knightbench.lab.experiment import Experiment
from knightbench.lab.runner import FAILED

ABOUT = (
    "None of these boards has a closed knight's tour. A formulation that says so has to have a "
    "proof, and this experiment asks how long it is.",
    "On the boards 4 x n every move from an outer row leads to an inner row. There are as many "
    "inner squares as outer ones, so that a closed tour would have to be outside and inside by "
    "turns. The colours of its squares change by turns too: all outer squares would be of one "
    "colour, and they are not. No solver says it like this, but some find what comes to the same, "
    "and then the length of the proof grows gently with the board: compare 4x10 with 4x80. Others "
    "do not, and are lost on boards not much larger.",
    "On a board with an odd number of squares it takes a line. Every move changes the colour of "
    "the square, so a closed tour visits as many light squares as dark ones, and an odd number "
    "cannot be shared out so. But a solver that is told of squares and moves by clauses knows no "
    "colours and does not count: it rules out one case after the other, and the cases explode "
    "with the board. See how many steps 5x5, 5x7 and 7x7 take, and who gets through 7x9 at all.",
    "Whoever counts is at an advantage. Two moves meet at every square; add that up over the light "
    "squares, and over the dark ones. Every move is in both sums once, so they are equal, and the "
    "numbers of squares are not. Integer programs, and most formulations for CP-SAT, which knows "
    "such sums too, settle 7x9 in moments.",
    "One encoding in clauses carries the colours without having been told: sat-positions numbers "
    "the steps. From the square of the first step, propagation leaves one colour for all even "
    "steps and the other for all odd ones, and at the last step they do not fit: its proofs for "
    "odd boards have no steps at all. On most other boards its proofs are the longest.",
    "With presolve the laboratory tries such arguments first. Then every board here is settled "
    "before the solver begins, by a proof of no steps, at once. An idea is worth more than a "
    "faster solver.",
)

SMALL = ("3x4", "3x6", "3x8", *(f"4x{n}" for n in range(4, 11)))
ODD = ("3x3", "3x5", "3x7", "5x5", "5x7")
# Proofs of these are long. Those that can be checked are given more time.
LONG, LARGE, LARGEST = ("4x20", "4x40", "4x80"), ("7x7",), ("7x9",)

COMPLETE = [
    name for name, kind in formulations().items() if available(kind) and make(name).complete
]
CERTIFYING = [name for name in COMPLETE if make(name).certifies]


def experiment(
    boards: Sequence[str], names: Sequence[str], time_limit: float, *, presolve: bool
) -> Experiment:
    """Return a part of the experiment; all parts share a folder."""
    return Experiment(
        name="impossible",
        problems={f"{board} closed": Problem.from_board(board, closed=True) for board in boards},
        formulations=list(names),
        time_limit=time_limit,
        presolve=presolve,
        certify=True,
        backing_limit=300,
        about=ABOUT,
    )


OTHERS = [name for name in COMPLETE if name not in CERTIFYING]
PARTS = tuple(
    experiment(boards, names, time_limit, presolve=presolve)
    for presolve in (False, True)
    for boards, names, time_limit in (
        ((*SMALL, *ODD), COMPLETE, 3),
        ((*LONG, *LARGE, *LARGEST), OTHERS, 3),
        (LONG, CERTIFYING, 12),
        (LARGE, CERTIFYING, 90),
        (LARGEST, CERTIFYING, 30),
    )
)


def main() -> int:
    """Make the parts one after the other; each goes on where it stopped."""
    parser = argparse.ArgumentParser(description="Run the experiment impossible.")
    parser.add_argument("--fresh", action="store_true", help="discard the rows that are there")
    parser.add_argument("--dry-run", action="store_true", help="say how long it can take")
    options = parser.parse_args()
    worst = 0
    for number, part in enumerate(PARTS):
        arguments = ["--dry-run"] * options.dry_run + ["--fresh"] * (options.fresh and number == 0)
        code = part.main(arguments)
        if code not in (0, FAILED):
            return code
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
