"""Every formulation as it comes, on boards from 5x5 to 12x12 and on impossible ones.

Run it with ``python experiments/formulations.py``; rows, tables, plot and page go to
``results/formulations``. ``--dry-run`` says how long it can take: count on a quarter of that.
"""

from knightbench import Problem, formulations
from knightbench.formulation import available
from knightbench.lab.experiment import Experiment

problems = {f"{size} open": Problem.from_board(size) for size in ("5x5", "6x6", "7x7", "8x8")}
problems |= {f"{size} open": Problem.from_board(size) for size in ("10x10", "12x12")}
problems |= {
    f"{size} closed": Problem.from_board(size, closed=True)
    for size in ("5x6", "6x6", "8x8", "10x10", "12x12")
}
# None of these exists: odd boards by colour, the others by Schwenk's theorem and the
# classification of open tours.
problems |= {
    f"{size} closed": Problem.from_board(size, closed=True)
    for size in ("5x5", "7x7", "4x6", "4x10", "3x8")
}
problems["4x4 open"] = Problem.from_board("4x4")

experiment = Experiment(
    name="formulations",
    problems=problems,
    formulations=[name for name, formulation in formulations().items() if available(formulation)],
    time_limit=5,
    seeds=(1, 2),
)

if __name__ == "__main__":
    raise SystemExit(experiment.main())
