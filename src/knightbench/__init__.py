"""A laboratory for the knight's tour and any Hamiltonian path or cycle.

>>> import knightbench
>>> problem = knightbench.Problem.from_board("8x8", closed=True)
>>> knightbench.formulations()["backtracking"].summary
'depth-first search, candidates in move order'
"""

from knightbench.answer import Answer, Status
from knightbench.board import Board
from knightbench.formulation import Context, Formulation, formulations, parameter, register
from knightbench.problem import Problem
from knightbench.tour import InvalidTour, check

__all__ = [
    "Answer",
    "Board",
    "Context",
    "Formulation",
    "InvalidTour",
    "Problem",
    "Status",
    "check",
    "formulations",
    "parameter",
    "register",
]
