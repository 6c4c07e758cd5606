import time

import networkx as nx

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make


def test_every_step_may_be_named():
    problem = Problem.from_board("3x4", start=(0, 0))
    free = ask(make("nx-monomorphism"), problem, Context()).tour
    assert free is not None
    named = Problem.from_board(
        "3x4", clues=[(problem.name(square), step) for step, square in enumerate(free, 1)]
    )
    answer = ask(make("nx-monomorphism"), named, Context())
    assert answer.tour == free
    # With one square a step, few pairs are worth a try.
    assert answer.statistics["pairs"] <= 12 * 12


def test_a_deadline_within_the_matching_is_kept():
    context = Context(deadline=time.monotonic())
    answer = ask(make("nx-monomorphism"), Problem.from_board("8x8", closed=True), context)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert answer.statistics["pairs"] == 1024


def test_a_closed_tour_begins_at_its_first_square():
    # A hub and a rim; a board with a closed tour takes half a minute.
    problem = Problem.from_graph(nx.wheel_graph(7), closed=True, start=3, end=0)
    answer = ask(make("nx-monomorphism"), problem, Context())
    assert answer.tour is not None
    check(problem, answer.tour)
