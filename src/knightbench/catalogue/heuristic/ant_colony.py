"""Ants that walk at random and leave the more pheromone the farther they come."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

_INITIAL_PHEROMONE = 1e-6
#: About a tenth of a second of ants between two looks at the clock.
_STEPS_A_SLICE = 2_000_000


@register
@dataclass(frozen=True)
class AntColony(Formulation):
    """Send ants over the board, cycle by cycle, each led by what those before it left behind.

    State
        The pheromone on each of the 2m arcs (n squares, m moves), a millionth at first.
    A cycle
        An ant is sent from every square (from the first square n times, where one is asked for).
        It goes on to a free square, with a chance in proportion to the pheromone on the arc,
        until there is none. After the cycle `evaporation` percent of all pheromone is gone, and
        an ant that made k moves leaves (k - i) / (n - 1 - i) on the arc of its move i, counted
        from 0: the more the longer its walk, and the more the earlier the move.
    Success
        An ant that visits every square, and ends on the last square asked for, or next to its
        first where the tour is closed. A closed tour may be found from any square.
    Size
        Memory O(n + m); a cycle takes O(n m) steps at most.

    After `cycles` of them a colony has settled on its ways, and another begins with fresh
    pheromone. All is the paper's, but that closed tours and requests are served; its purpose was
    to count tours, so it went on after the first.

    References
    ----------
    P. Hingston and G. Kendall, *Enumerating knight's tours using an ant colony algorithm*, IEEE
    Congress on Evolutionary Computation, 1003-1010, 2005.

    P. Hingston and G. Kendall, *Ant colonies discover knight's tours*, Australian Joint
    Conference on Artificial Intelligence, 1213-1218, 2004.
    """

    name = "ant-colony"
    summary = "random walks led by the pheromone of the walks before them"
    source = "Hingston and Kendall, Enumerating knight's tours using an ant colony algorithm, 2005"
    family = "heuristic"
    complete = False
    uses_seed = True
    forkable = True
    effort = "ants"
    requires = ("numba",)

    evaporation: int = parameter(25, "percent of the pheromone that a cycle takes away", minimum=0)
    cycles: int = parameter(2000, "cycles of a colony", minimum=1)
    colonies: int = parameter(3, "colonies, one after the other", minimum=1)

    def __post_init__(self) -> None:
        if self.evaporation > 100:
            raise ValueError(f"{self.name}: evaporation={self.evaporation} is above 100 percent")

    def prepare(self) -> None:
        """Compile the ants, or load them from disk."""
        super().prepare()
        self.solve(Problem.from_board("3x4"), Context())

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse what an ant cannot be told on its way."""
        return unsupported_requests(problem, "start", "end")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Send ants; the statistics hold ``colonies``, ``cycles`` and ``ants``."""
        from knightbench.catalogue.heuristic._ants import send_ants

        with context.phase("build"):
            first, last = problem.start, problem.end
            # An open walk to the last square is the reverse of one that begins there. A closed
            # tour is turned to its first square at last, unless it must end at a certain one.
            backwards = not problem.closed and first is None
            if backwards:
                first, last = last, None
            elif problem.closed:
                first = None if last is None else problem.origin
            squares = np.arange(problem.size, dtype=np.int32)
            firsts = squares if first is None else np.full_like(squares, first)
            tour = np.empty_like(squares)
            slice_of_cycles = 1 + _STEPS_A_SLICE // (problem.size * (len(problem.targets) + 1))
        counts = dict.fromkeys(("colonies", "cycles", "ants"), 0)
        with context.phase("search"):
            for _ in range(self.colonies):
                counts["colonies"] += 1
                pheromone = np.full(len(problem.targets), _INITIAL_PHEROMONE)
                left = self.cycles
                while left:
                    context.report(**counts)
                    if not context.remaining:
                        return Answer.unknown("time-limit", **counts)
                    found, cycles, ants = send_ants(
                        problem.offsets,
                        problem.targets,
                        problem.closed,
                        firsts,
                        -1 if last is None else last,
                        1 - self.evaporation / 100,
                        pheromone,
                        context.rng,
                        min(left, slice_of_cycles),
                        tour,
                    )
                    left -= cycles
                    counts["cycles"] += cycles
                    counts["ants"] += ants
                    if found:
                        return Answer.satisfied(_written(problem, tour, backwards), **counts)
        return Answer.unknown("incomplete", **counts)


def _written(problem: Problem, tour: IntArray, backwards: bool) -> list[int]:
    """Return a tour from its first square on."""
    squares: list[int] = tour.tolist()
    if backwards:
        squares.reverse()
    if problem.origin is not None:
        turn = squares.index(problem.origin)
        squares = squares[turn:] + squares[:turn]
    return squares
