"""Nine formulations on small boards, 5 seconds each: what the laboratory does, in one page.

Run it with ``python experiments/quick.py``; rows, tables, plot and page go to ``results/quick``.
"""

from knightbench import Problem
from knightbench.formats.board_text import read_board_text
from knightbench.lab.experiment import Experiment

SIZES = ("5x5", "6x6", "8x8", "5x6", "3x10")

# 36 squares in a ragged outline; the tour begins at the square s.
RAGGED = read_board_text("""
.xxx....
.x.xx...
.xxxxxxx
xxx..x.x
x.x..xxx
sxxxxxx.
..xx.x..
...xxx..
""")

problems = {f"{size} open": Problem.from_board(size) for size in SIZES}
problems |= {f"{size} closed": Problem.from_board(size, closed=True) for size in SIZES}
problems["ragged open"] = Problem.from_board(RAGGED.board, start=RAGGED.start)
# Impossible, as 5x5 closed is: both follow from Schwenk's theorem.
problems["4x6 closed"] = Problem.from_board("4x6", closed=True)

experiment = Experiment(
    name="quick",
    problems=problems,
    formulations=[
        "backtracking",
        "warnsdorff",
        "static-degree",
        "nx-search",
        "cpsat-circuit",
        "cpsat-positions",
        "sat-positions",
        "sat-cutset",
        "two-factor",
    ],
    time_limit=5,
    seeds=(1, 2, 3),
)

if __name__ == "__main__":
    raise SystemExit(experiment.main())
