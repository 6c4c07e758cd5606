"""A flow that gathers one unit at every square, as Gavish and Graves have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.mip.arcs import ArcFormulation, ArcModel, rows
from knightbench.formulation import register
from knightbench.problem import Move

if TYPE_CHECKING:
    from ortools.math_opt.python.mathopt import Variable


@register
@dataclass(frozen=True)
class SingleCommodityFlow(ArcFormulation):
    """One binary per arc, and on the arcs made a flow that gains one unit at every square.

    An open tour is closed by a hub; a closed tour begins at its first square. Nothing flows out
    of the beginning, every other square adds one unit, and the beginning swallows all. Let N be
    how many squares add: n open, n - 1 closed. The arcs that may carry something are all but
    those that leave the beginning. There is no objective.

    Variables
        Binaries x(u, v): 2m closed, 2m + f + l open, with f squares that may be first and l that
        may be last. Continuous y(u, v), the flow, from 0 to N: 2m - d closed, if the first square
        has d moves; 2m + l open.
    Constraints
        Every node is left once and entered once: 2n closed, 2n + 2 open. Each required move, and
        the closing move of a closed tour whose last square is asked for: 1. Each of the N squares
        sends on one unit more than it receives: N. An arc carries something only if it is made,
        y(u, v) <= N x(u, v): as many as there are y. What a square of a clue sends on is its
        step, counted from the beginning: 1 for each clue.
    Size
        Closed: 4m - d variables, 3n - 1 + 2m - d constraints. Open, where nothing is asked of the
        ends: 4m + 3n variables, 4n + 2 + 2m constraints. Memory O(n + m).

    Notes
    -----
    A binary within 1e-6 of 0 lets up to 1e-6 N leak through an arc that is not made. A cycle of k
    squares that avoids the beginning must be rid of k units through at most k times D such arcs,
    where D is the largest degree: it stays forbidden while 1e-6 N D is below 1, on a knight's
    board with some 10**5 squares. What a clue asks of the flow fixes its step while 2e-6 n N D
    is below 1: up to some 250 squares. Beyond, a solution is refused (see `ArcModel.tour`).

    References
    ----------
    B. Gavish, S. C. Graves, *The travelling salesman problem and related problems*, working
    paper OR 078-78, Operations Research Center, MIT, 1978.
    """

    name = "mip-single-commodity-flow"
    summary = "MIP: one binary per arc, and a flow that gains one unit at every square"
    source = "Gavish, Graves 1978"

    def order(self, arcs: ArcModel) -> None:
        """Add the flow."""
        model, depot = arcs.model, arcs.depot
        count = arcs.problem.size - arcs.depot_step
        flow: dict[Move, Variable] = {}
        for arc, made in arcs.arcs.items():
            if arc[0] != depot:
                flow[arc] = model.add_variable(lb=0, ub=count)
                model.add_linear_constraint(flow[arc] <= count * made)
        sent, received = rows(arcs.nodes, flow)
        for square in range(arcs.problem.size):
            if square != depot:
                model.add_linear_constraint(sent[square] - received[square] == 1)
        for step, square in arcs.problem.clues.items():
            model.add_linear_constraint(sent[square] == step - arcs.depot_step)
