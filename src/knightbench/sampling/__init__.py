"""Tours drawn by chance, each with the same chance as every other.

>>> from knightbench.problem import Problem
>>> len(sample(Problem.from_board("5x5"), 3, seed=1))
3
"""

from knightbench.sampling.ranking import Ranking
from knightbench.sampling.uniform import below, sample

__all__ = ["Ranking", "below", "sample"]
