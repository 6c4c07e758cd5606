"""Degrees of two and a cut for each cycle, as Dantzig, Fulkerson and Johnson have it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.catalogue.mip.solving import (
    MipFormulation,
    answer_without_solution,
    counts,
    run,
    size,
)
from knightbench.catalogue.mip.two_factor import TwoFactor, two_factor
from knightbench.formulation import Context, parameter, register, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.math_opt.python.mathopt import SolveResult

    from knightbench.catalogue.mip._separation import BoolArray, Weights

#: Random lengths are whole numbers from 1 to this.
LONGEST = 1000


@register
@dataclass(frozen=True)
class SubtourCuts(MipFormulation):
    """One binary per move, two moves at every square, and a cut for each cycle that is no tour.

    An open tour is closed by a hub with a move to every square.

    Variables
        Binaries x(e): m closed, m + n open. Where a required move has a direction, one for each
        arc: 2m closed; open 2m + f + l, with f squares that may be first and l that may be last.
    Constraints
        The moves of every node add up to 2: n closed, n + 1 open; with directions, one arc leaves
        and one enters: twice as many. Each required move and each end of the tour that is asked
        for (of a closed tour, the move from the last square to the first): 1; with directions,
        what is asked of the ends of an open tour brings none.
    Cuts
        A solution is a 2-factor. If it is one cycle, that is the tour. Else, for each of its
        cycles, the moves that leave its set of nodes S add up to at least 2, both directions
        counted; of two cycles one is enough. The solver starts anew with the cuts added.
    Size
        Closed: m variables, n constraints. Open: m + n variables, n + 1 constraints, one more for
        each end asked for. Memory O(n + m) and what the cuts take, O(m) each.
    Objective
        There is none in the problem. With ``objective=none`` a solver returns whichever 2-factor
        it meets first, and again after each cut. With ``objective=random`` each variable has a
        random length from 1 to 1000 and the total is minimised. Then fewer solves are needed: 4
        to 8 on a closed 24x24 board, where without lengths most runs had not ended after 75.
    Separation
        With ``separate=yes`` the linear relaxation is solved first and again, with cuts added for
        sets S which its fractional point leaves with less than 2: by a minimum cut between
        node 0 and every other. Branch and bound begins when there are none left.

    The statistics hold ``solves`` and ``cuts`` too, ``constraints`` without the cuts, and
    ``relaxations`` solved for separation. Nodes and simplex iterations are added up.

    Notes
    -----
    Cuts are made of whole cycles, so rounding does no harm: a cut that a solver keeps to within
    1e-6 shuts out the cycle that it was made of.

    References
    ----------
    G. Dantzig, R. Fulkerson, S. Johnson, *Solution of a large-scale traveling-salesman problem*,
    Journal of the Operations Research Society of America 2(4), 1954.
    M. W. Padberg, G. Rinaldi, *An efficient algorithm for the minimum capacity cut problem*,
    Mathematical Programming 47, 1990 (separation by minimum cuts).
    U. Pferschy, R. Staněk, *Generating subtour elimination constraints for the TSP from pure
    integer solutions*, Central European Journal of Operations Research 25, 2017 (cuts between
    solves).
    """

    name = "mip-subtour-cuts"
    summary = "MIP: two moves at every square, and a cut for each cycle until one is left"
    source = "Dantzig, Fulkerson, Johnson 1954"
    requires = (*MipFormulation.requires, "scipy.sparse.csgraph")

    objective: str = parameter(
        "random", "what is minimised: random lengths of the moves, or nothing", ("random", "none")
    )
    separate: bool = parameter(
        False, "first cut off fractional points of the linear relaxation, by minimum cuts"
    )

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues: the model knows moves, and not when they are made."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve and cut until one cycle is left."""
        from knightbench.catalogue.mip._separation import isolated_sets

        with context.phase("build"):
            factor = two_factor(problem)
            if self.objective == "random":
                _minimise_random_lengths(factor, context)
            moves = np.array(list(factor.moves), dtype=np.int32).reshape(-1, 2)
            statistics = size(factor.model) | dict.fromkeys(
                ("relaxations", "solves", "cuts", "nodes", "simplex_iterations"), 0
            )
        with context.phase("search"):
            if self.separate:
                self._separate(factor, moves, statistics, context)
            while True:
                result = self._run(factor, "solves", statistics, context)
                if not result.has_primal_feasible_solution():
                    return answer_without_solution(result, **statistics)
                made = np.rint(_weights(factor, result))
                cycles = isolated_sets(factor.nodes, moves, made)
                if not cycles:
                    break
                _cut(factor, moves, cycles, statistics)
        with context.phase("decode"):
            return Answer.satisfied(factor.tour(result), **statistics)

    def _separate(
        self,
        factor: TwoFactor,
        moves: IntArray,
        statistics: dict[str, int],
        context: Context,
    ) -> None:
        """Add cuts until the linear relaxation leaves no set of nodes too lightly.

        Whatever else the relaxation may show, that there is no solution or that time is up, is
        left to the integer program to say.
        """
        from knightbench.catalogue.mip._separation import isolated_sets, light_sets

        binaries = [x for choices in factor.moves.values() for x in choices]
        for x in binaries:
            x.integer = False
        while True:
            result = self._run(factor, "relaxations", statistics, context)
            if not result.has_primal_feasible_solution():
                break
            made = np.maximum(_weights(factor, result), 0)
            sets = isolated_sets(factor.nodes, moves, made) or light_sets(factor.nodes, moves, made)
            if not sets:
                break
            _cut(factor, moves, sets, statistics)
        for x in binaries:
            x.integer = True

    def _run(
        self, factor: TwoFactor, kind: str, statistics: dict[str, int], context: Context
    ) -> SolveResult:
        result = run(factor.model, self.solver, context)
        statistics[kind] += 1
        for key, count in counts(result).items():
            statistics[key] += count
        context.report(**statistics)
        return result


def _minimise_random_lengths(factor: TwoFactor, context: Context) -> None:
    from ortools.math_opt.python import mathopt

    binaries = [x for choices in factor.moves.values() for x in choices]
    lengths = context.rng.integers(1, LONGEST + 1, size=len(binaries)).tolist()
    terms = (length * x for length, x in zip(lengths, binaries, strict=True))
    factor.model.minimize(mathopt.fast_sum(terms))


def _weights(factor: TwoFactor, result: SolveResult) -> Weights:
    """Return how much of each move a solution makes, both directions counted."""
    values = result.variable_values()
    return np.array([sum(values[x] for x in choices) for choices in factor.moves.values()])


def _cut(
    factor: TwoFactor, moves: IntArray, sets: Iterable[BoolArray], statistics: dict[str, int]
) -> None:
    """Add the cuts of some sets of nodes: the moves that leave a set add up to at least 2."""
    from ortools.math_opt.python import mathopt

    from knightbench.catalogue.mip._separation import crossing

    variables = list(factor.moves.values())
    for inside in sets:
        leaving = [x for move in np.flatnonzero(crossing(inside, moves)) for x in variables[move]]
        factor.model.add_linear_constraint(mathopt.fast_sum(leaving) >= 2)
        statistics["cuts"] += 1
