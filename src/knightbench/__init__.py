"""A laboratory for the knight's tour and any Hamiltonian path or cycle.

>>> import knightbench
>>> problem = knightbench.Problem.from_board("8x8", closed=True)
>>> knightbench.formulations()["backtracking"].summary
'depth-first search, candidates in move order'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knightbench.answer import Answer, Status
    from knightbench.board import Board
    from knightbench.counting import count
    from knightbench.export.frame import load
    from knightbench.formats.graph import read_graph, read_problem
    from knightbench.formulation import (
        Context,
        Formulation,
        Unfinished,
        UnsupportedProblem,
        formulations,
        parameter,
        register,
    )
    from knightbench.lab.enumeration import tours
    from knightbench.lab.solve import RunFailed, solve
    from knightbench.problem import Problem
    from knightbench.sampling.uniform import sample
    from knightbench.tour import InvalidTour, check

__all__ = [
    "Answer",
    "Board",
    "Context",
    "Formulation",
    "InvalidTour",
    "Problem",
    "RunFailed",
    "Status",
    "Unfinished",
    "UnsupportedProblem",
    "check",
    "count",
    "formulations",
    "load",
    "parameter",
    "read_graph",
    "read_problem",
    "register",
    "sample",
    "solve",
    "tours",
]

_HOMES = {
    "answer": ("Answer", "Status"),
    "board": ("Board",),
    "counting": ("count",),
    "export.frame": ("load",),
    "formats.graph": ("read_graph", "read_problem"),
    "formulation": (
        "Context",
        "Formulation",
        "Unfinished",
        "UnsupportedProblem",
        "formulations",
        "parameter",
        "register",
    ),
    "lab.enumeration": ("tours",),
    "lab.solve": ("RunFailed", "solve"),
    "problem": ("Problem",),
    "sampling.uniform": ("sample",),
    "tour": ("InvalidTour", "check"),
}


def __getattr__(name: str) -> Any:
    """Import a public name from its home when it is first used, so that importing is cheap."""
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"knightbench.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'knightbench' has no attribute {name!r}")
