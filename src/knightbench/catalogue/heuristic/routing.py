"""A delivery round in which every step that is no move costs something."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.constraint_solver.pywrapcp import Assignment, RoutingIndexManager, RoutingModel


@register
@dataclass(frozen=True)
class Routing(Formulation):
    """Send one vehicle of OR-Tools' routing library to every square, and look for a free round.

    Variables
        The next stop after each of the n squares, or n + 1 stops where the tour is open: the
        round of an open tour begins and ends at a dummy stop, that of a closed one at the first
        square.
    Constraints
        The stops make one round, which is built into the library.
    Objective
        The cost of a step is 0 where it is a move (from and to the dummy stop: where the tour
        may begin and end) and 1 elsewhere. A round that costs nothing is a tour.
    Size
        n variables of n values and a cost matrix of n * n, or of (n + 1) * (n + 1).

    The first round takes the cheapest arc on; then the library's local search exchanges parts of
    it, guided by penalties on the arcs of the rounds in which it was stuck (guided local search).
    It has no seed, so the seed numbers the stops anew. It ends by itself at so many `solutions`,
    rounds that were better under their penalties than the one before.

    References
    ----------
    C. Voudouris and E. Tsang, *Guided local search and its application to the traveling salesman
    problem*, European Journal of Operational Research 113(2), 469-499, 1999.

    L. Perron and V. Furnon, *OR-Tools*, Google, https://developers.google.com/optimization.
    """

    name = "routing"
    summary = "a vehicle's round where what is no move has a cost, by guided local search"
    source = "OR-Tools' routing library, with Voudouris and Tsang's guided local search, 1999"
    family = "heuristic"
    complete = False
    uses_seed = True
    effort = "solutions"
    requires = ("ortools.constraint_solver.pywrapcp",)

    solutions: int = parameter(1000, "rounds accepted before it gives up", minimum=1)
    penalty: int = parameter(100, "weight of a penalty, in percent of a step's cost", minimum=1)

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse what a cost of single steps cannot say."""
        return unsupported_requests(problem, "start", "end")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Route; ``cost`` is that of the best round, ``solutions`` how many were accepted."""
        from ortools.constraint_solver import pywrapcp

        counts = dict.fromkeys(("solutions", "cost"), 0)
        if problem.size == 1:
            return Answer.satisfied([0], **counts)
        with context.phase("build"):
            cost, depot = _costs(problem)
            stops = len(cost)
            number = context.rng.permutation(stops)
            stop = np.argsort(number)
            manager = pywrapcp.RoutingIndexManager(stops, 1, int(number[depot]))
            model = pywrapcp.RoutingModel(manager)
            by_number = cost[np.ix_(stop, stop)].tolist()
            model.SetArcCostEvaluatorOfAllVehicles(model.RegisterTransitMatrix(by_number))
            parameters = self._parameters(context)
            counts["cost"] = stops

            def look() -> None:
                counts["solutions"] += 1
                counts["cost"] = min(counts["cost"], model.CostVar().Max())
                context.report(**counts)
                if counts["cost"] == 0:
                    model.solver().FinishCurrentSearch()

            model.AddAtSolutionCallback(look)
        with context.phase("search"):
            best = model.SolveWithParameters(parameters)
        if best is None or best.ObjectiveValue() > 0:
            # The library counts milliseconds from a little earlier, and ends that much before.
            late = context.remaining < 0.05
            return Answer.unknown("time-limit" if late else "incomplete", **counts)
        with context.phase("decode"):
            tour = [int(stop[node]) for node in _round(manager, model, best)]
        return Answer.satisfied([square for square in tour if square < problem.size], **counts)

    def _parameters(self, context: Context) -> object:
        """Return the library's parameters."""
        from ortools.constraint_solver import pywrapcp, routing_enums_pb2

        parameters = pywrapcp.DefaultRoutingSearchParameters()
        parameters.first_solution_strategy = (
            routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
        )
        parameters.local_search_metaheuristic = (
            routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
        )
        parameters.guided_local_search_lambda_coefficient = self.penalty / 100
        parameters.solution_limit = self.solutions
        # A limit of time within the search would make its course depend on the machine.
        parameters.lns_time_limit.FromSeconds(10**6)
        if math.isfinite(context.deadline):
            parameters.time_limit.FromMilliseconds(math.ceil(1000 * context.remaining))
        return parameters


def _costs(problem: Problem) -> tuple[IntArray, int]:
    """Return the cost of each step between stops, and the stop at which the round begins."""
    size = problem.size
    depot = size if problem.origin is None or not problem.closed else problem.origin
    stops = size + (depot == size)
    cost = np.ones((stops, stops), dtype=np.int32)
    sources = np.repeat(np.arange(size), problem.degrees)
    cost[sources, problem.targets] = 0
    if depot == size:
        cost[depot, slice(size) if problem.start is None else problem.start] = 0
        cost[slice(size) if problem.end is None else problem.end, depot] = 0
    elif problem.end is not None:
        others = np.arange(stops) != problem.end
        cost[others, depot] = 1
    return cost, depot


def _round(manager: RoutingIndexManager, model: RoutingModel, round_: Assignment) -> list[int]:
    """Return the stops of a round, from its depot on."""
    stops = []
    index = model.Start(0)
    while not model.IsEnd(index):
        stops.append(manager.IndexToNode(index))
        index = round_.Value(model.NextVar(index))
    return stops
