"""What the models make of the solvers' arithmetic and of endings that are no answer."""

from types import SimpleNamespace

import networkx as nx
import pytest
from ortools.math_opt.python import mathopt

from knightbench import Context, Problem, Status
from knightbench.catalogue.mip.arcs import ArcModel
from knightbench.catalogue.mip.mtz import MillerTuckerZemlin
from knightbench.catalogue.mip.single_commodity_flow import SingleCommodityFlow
from knightbench.catalogue.mip.solving import answer_without_solution, run
from knightbench.catalogue.mip.two_factor import MoveModel

RING = Problem.from_graph(nx.cycle_graph(6), closed=True)
TRIANGLES = Problem.from_graph(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)), closed=True)


def result_with(model, made):
    """A solution as a solver would give it, in which just these moves or arcs are made."""
    variables = {x: 0.0 for choices in model.moves.values() for x in choices}
    for x in made:
        variables[x] = 1 - 1e-7
    return SimpleNamespace(variable_values=lambda: variables)


def test_a_solution_is_rounded():
    arcs = ArcModel(RING)
    made = [arcs.arcs[u, (u + 1) % 6] for u in range(6)]
    assert arcs.tour(result_with(arcs, made)) == [0, 1, 2, 3, 4, 5]
    moves = MoveModel(RING)
    made = [x for choices in moves.moves.values() for x in choices]
    assert sorted(moves.tour(result_with(moves, made))) == [0, 1, 2, 3, 4, 5]


def test_a_rounded_solution_that_is_no_tour_is_an_error():
    arcs = ArcModel(TRIANGLES)
    made = [arcs.arcs[arc] for arc in ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3))]
    with pytest.raises(RuntimeError, match="no tour"):
        arcs.tour(result_with(arcs, made))
    moves = MoveModel(TRIANGLES)
    made = [x for choices in moves.moves.values() for x in choices]
    with pytest.raises(RuntimeError, match="no tour"):
        moves.tour(result_with(moves, made))


@pytest.mark.parametrize("solver", ["highs", "scip"])
@pytest.mark.parametrize("formulation", [MillerTuckerZemlin(), SingleCommodityFlow()])
def test_the_order_and_nothing_else_forbids_two_cycles(solver, formulation):
    arcs = ArcModel(TRIANGLES)
    assert run(arcs.model, solver, Context()).has_primal_feasible_solution()
    formulation.order(arcs)
    result = run(arcs.model, solver, Context())
    assert answer_without_solution(result).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_an_ending_between_infeasible_and_unbounded_is_no_proof(solver):
    model = mathopt.Model()
    model.maximize(model.add_integer_variable(lb=0))
    result = run(model, solver, Context())
    with pytest.raises(RuntimeError, match="without an answer"):
        answer_without_solution(result)


@pytest.mark.parametrize(
    "reason",
    [
        reason
        for reason in mathopt.TerminationReason
        if reason is not mathopt.TerminationReason.INFEASIBLE
    ],
)
def test_only_infeasible_is_a_proof(reason):
    result = SimpleNamespace(termination=mathopt.Termination(reason=reason))
    with pytest.raises(RuntimeError, match="without an answer"):
        answer_without_solution(result)
    proof = mathopt.Termination(reason=mathopt.TerminationReason.INFEASIBLE)
    answer = answer_without_solution(SimpleNamespace(termination=proof))
    assert answer.status is Status.UNSATISFIABLE


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (mathopt.Limit.TIME, "time-limit"),
        (mathopt.Limit.MEMORY, "memory-limit"),
        (mathopt.Limit.INTERRUPTED, "interrupted"),
    ],
)
def test_a_limit_is_named(limit, reason):
    termination = mathopt.Termination(
        reason=mathopt.TerminationReason.NO_SOLUTION_FOUND, limit=limit
    )
    answer = answer_without_solution(SimpleNamespace(termination=termination), nodes=3)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, reason)
    assert answer.statistics == {"nodes": 3}
