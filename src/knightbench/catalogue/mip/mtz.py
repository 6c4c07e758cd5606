"""The order of the squares as numbers, as Miller, Tucker and Zemlin have it."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.catalogue.mip.arcs import ArcFormulation, ArcModel
from knightbench.formulation import parameter, register


@register
@dataclass(frozen=True)
class MillerTuckerZemlin(ArcFormulation):
    """One binary per arc, and a number per square that grows by one along every arc made.

    An open tour is closed by a hub, which comes before all squares; a closed tour begins at its
    first square, which comes before all others. Let N be how many come after: n open, n - 1
    closed. The arcs among those N squares are a = 2m where open and a = 2m - 2d where closed, if
    the first square has d moves. There is no objective.

    Variables
        Binaries x(u, v): 2m closed, 2m + f + l open, with f squares that may be first and l that
        may be last. Continuous s(v), the step of each of the N squares: between the least step
        and n; a settled square (clues, first, last) has its step alone.
    Constraints
        Every node is left once and entered once: 2n closed, 2n + 2 open. Each required move, and
        the closing move of a closed tour whose last square is asked for: 1. For each of the a
        arcs, s(u) - s(v) + N x(u, v) <= N - 1, so that s(v) >= s(u) + 1 if the arc is made.
    Size
        Closed: 2m + n - 1 variables, 2n + 2m - 2d constraints. Open, where nothing is asked of
        the ends: 2m + 3n variables, 2n + 2 + 2m constraints. Memory O(n + m).
    Lifted
        With ``lifted=yes`` the term (N - 2) x(v, u) joins each of the a rows, so that an arc made
        means s(v) = s(u) + 1; and two rows for each of the N squares bind its step to whether it
        is first or last: 2N constraints more.

    Notes
    -----
    Values within 1e-6 of 0 and 1 let s grow by a little less than one along an arc, by at most
    about 2e-6 N. A cycle that avoids the beginning stays forbidden while that is below 1: N up to
    some 10**5. A step is the one that a clue asks for while n times that is below 1: n up to some
    700. Beyond, a solution is refused (see `ArcModel.tour`).

    References
    ----------
    C. E. Miller, A. W. Tucker, R. A. Zemlin, *Integer programming formulation of traveling
    salesman problems*, Journal of the ACM 7(4), 1960.
    M. Desrochers, G. Laporte, *Improvements and extensions to the Miller-Tucker-Zemlin subtour
    elimination constraints*, Operations Research Letters 10(1), 1991 (the lifted rows).
    """

    name = "mip-mtz"
    summary = "MIP: one binary per arc, and a step for every square that grows along the arcs"
    source = "Miller, Tucker, Zemlin 1960; lifted: Desrochers, Laporte 1991"

    lifted: bool = parameter(False, "strengthen the rows as Desrochers and Laporte do")

    def order(self, arcs: ArcModel) -> None:
        """Add a step for every square after the depot."""
        model, depot, problem = arcs.model, arcs.depot, arcs.problem
        first, last = arcs.depot_step + 1, problem.size
        count = last - arcs.depot_step
        settled = {square: step for step, square in problem.steps.items()}
        steps = {
            square: model.add_variable(lb=settled.get(square, first), ub=settled.get(square, last))
            for square in range(problem.size)
            if square != depot
        }
        for (u, v), made in arcs.arcs.items():
            if depot in (u, v):
                continue
            back = (count - 2) * arcs.arcs[v, u] if self.lifted else 0
            model.add_linear_constraint(steps[u] - steps[v] + count * made + back <= count - 1)
        if self.lifted:
            for square, step in steps.items():
                is_first = arcs.arcs.get((depot, square), 0)
                is_last = arcs.arcs.get((square, depot), 0)
                model.add_linear_constraint(step + (count - 2) * is_first - is_last <= last - 1)
                model.add_linear_constraint(step - (count - 2) * is_last + is_first >= first + 1)
