"""Residues: their moduli and size, what they let through, and what is asked of them."""

import math
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat.network import Network, encode
from knightbench.catalogue.sat.solvers import INCREMENTAL_SOLVERS
from knightbench.formulation import ask, make, refusal
from tests.catalogue.extra.grid import assert_right_on_the_grid
from tests.catalogue.small_problems import assert_right, small_problems
from tests.conformance.brute_force import has_tour

MODULI = ("auto", "2", "3", "2,3", "4,6", "5")


def serves(problem, moduli):
    """Whether the moduli are not above the number of vertices."""
    largest = 2 if moduli == "auto" else max(map(int, moduli.split(",")))
    return largest <= problem.size + (not problem.closed)


def clauses_of(problem, moduli):
    """Variables without and with the residues, clauses of the degrees and of the residues."""
    network = Network.of(problem)
    variables, degrees = encode(problem, network, "mixed")
    formulation = make("sat-chinese-remainder", moduli=moduli)
    order = list(formulation.order(problem, network, variables + 1))
    used = {abs(literal) for clause in (*degrees, *order) for literal in clause}
    assert used == set(range(1, max(used) + 1))
    return variables, len(used), degrees, order


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("moduli", ["auto", "2", "3", "2,3,5", "7", "4,6"])
@pytest.mark.parametrize("board", ["3x4", "5x6", "8x8"])
def test_the_model_is_as_large_as_stated(board, moduli, closed):
    problem = Problem.from_board(board, closed=closed)
    without, used, degrees, order = clauses_of(problem, moduli)
    answer = ask(make("sat-chinese-remainder", moduli=moduli), problem, Context())
    assert answer.statistics["variables"] == used
    assert answer.statistics["clauses"] == len(degrees) + len(order)

    n, m = problem.size, problem.moves
    d = int(problem.degrees[0])
    size, a, b = (n - 1, 2 * m - 2 * d, 2 * d) if closed else (n, 2 * m, 2 * n)
    auto = {"3x4": "2,3,5", "5x6": "2,3,5" if closed else "2,3,5,7", "8x8": "2,3,5,7"}[board]
    chosen = [int(p) for p in (auto if moduli == "auto" else moduli).split(",")]
    variables = sum(size if p == 2 else p * size for p in chosen)
    clauses = sum(
        2 * a + b if p == 2 else p * a + b + size * (p * (p - 1) // 2 + 1) for p in chosen
    )
    assert (used - without, len(order)) == (variables, clauses)


def test_the_first_primes_whose_product_is_at_least_the_vertices():
    chosen = make("sat-chinese-remainder").chosen_moduli
    for vertices in range(2, 3000):
        moduli = chosen(vertices)
        assert moduli == [2, 3, 5, 7, 11, 13][: len(moduli)]
        assert math.prod(moduli[:-1]) < vertices <= math.prod(moduli)


@pytest.mark.parametrize(
    "moduli", ["", "1", "0,2", "2,,3", "2;3", "-2", "two", "2, 3", "3,3", "3,03"]
)
def test_wrong_moduli_are_named(moduli):
    with pytest.raises(ValueError, match="sat-chinese-remainder: moduli="):
        make("sat-chinese-remainder", moduli=moduli)


def test_whether_it_is_complete_depends_on_its_parameters():
    assert make("sat-chinese-remainder").complete
    assert make("sat-chinese-remainder?again=no").complete
    assert make("sat-chinese-remainder?moduli=2,3").complete
    assert not make("sat-chinese-remainder?moduli=2,3&again=no").complete


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 8, 9, 10, 12])
@pytest.mark.parametrize("moduli", ["2", "3", "2,3", "4,6", "5"])
def test_a_second_cycle_is_let_through_where_its_length_is_a_multiple_of_all(moduli, length):
    """Seven squares in a cycle with the first, and a second cycle that the moves allow."""
    graph = nx.disjoint_union(nx.cycle_graph(7), nx.cycle_graph(length))
    problem = Problem.from_graph(graph, closed=True)
    spec = f"sat-chinese-remainder?moduli={moduli}"
    multiple = length % math.lcm(*map(int, moduli.split(","))) == 0
    given_up = ask(make(spec + "&again=no"), problem, Context())
    if multiple:
        assert (given_up.status, given_up.reason) == (Status.UNKNOWN, "incomplete")
    else:
        assert given_up.status is Status.UNSATISFIABLE
        assert given_up.reason == "no choice of moves satisfies the clauses, and every tour would"
    again = ask(make(spec), problem, Context())
    assert again.status is Status.UNSATISFIABLE
    assert (again.reason == "no move leads from some part of the graph to the rest") == multiple
    assert ask(make("sat-chinese-remainder"), problem, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("solver", INCREMENTAL_SOLVERS)
def test_every_solver_goes_on_after_a_cut(solver):
    """Petersen's 2-factors are pairs of pentagons, of which the modulus 5 forbids none."""
    problem = Problem.from_graph(nx.petersen_graph(), closed=True)
    answer = ask(make("sat-chinese-remainder?moduli=5", solver=solver), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] == 7, "six 2-factors, each of them cut off"
    assert answer.statistics["cuts"] == 12
    answer = ask(make("sat-chinese-remainder?moduli=3", solver=solver), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.statistics["iterations"] == 1
    for board, closed in (("1x1", False), ("3x4", False), ("8x8", True)):
        tour = Problem.from_board(board, closed=closed)
        check(tour, ask(make("sat-chinese-remainder", solver=solver), tour, Context()).tour)


def test_kissat_is_no_choice():
    with pytest.raises(ValueError, match="kissat404 is none of"):
        make("sat-chinese-remainder?solver=kissat404")


def test_enough_moduli_need_no_cuts():
    problem = Problem.from_board("12x12", closed=True)
    cuts = []
    for moduli in ("2", "auto"):
        answer = ask(make("sat-chinese-remainder", moduli=moduli), problem, Context())
        check(problem, answer.tour)
        cuts.append(answer.statistics["cuts"])
    assert cuts[0] > cuts[-1] == 0


@pytest.mark.parametrize("moduli", ["auto", "2,3"])
def test_the_same_run_twice(moduli):
    problem = Problem.from_board("8x8", closed=True)
    formulation = make("sat-chinese-remainder", moduli=moduli)
    first, again = (ask(formulation, problem, Context(seed=s)) for s in (1, 2))
    assert first == again
    assert first.statistics["conflicts"] > 0


def test_clues_are_refused():
    problem = Problem.from_board("3x4", clues=[((0, 0), 5)])
    assert make("sat-chinese-remainder").unsupported_reason(problem) == "does not honour clues"


@pytest.mark.parametrize("closed", [False, True])
def test_moduli_above_the_number_of_vertices_are_refused(closed):
    """They would rule out no more than that number does, by clauses that grow with the square."""
    problem = Problem.from_board("6x6", closed=closed)
    most = 36 if closed else 37
    assert refusal(make(f"sat-chinese-remainder?moduli=2,{most}"), problem) is None
    for moduli in (f"2,{most + 1}", "1000000007"):
        reason = refusal(make(f"sat-chinese-remainder?moduli={moduli}"), problem)
        assert reason == f"takes moduli up to the number of vertices, which is {most}"
    for size in range(1, 40):
        problem = Problem.from_graph(nx.path_graph(size), closed=closed)
        assert refusal(make("sat-chinese-remainder"), problem) is None


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["moduli=2", "moduli=3", "moduli=2,3", "again=no"])
def test_the_grid_with_few_moduli(spec):
    assert_right_on_the_grid(make(f"sat-chinese-remainder?{spec}"))


@settings(max_examples=200, deadline=None)
@given(small_problems(), st.sampled_from(MODULI), st.sampled_from(INCREMENTAL_SOLVERS))
def test_agrees_with_brute_force(problem, moduli, solver):
    assume(serves(problem, moduli))
    formulation = make("sat-chinese-remainder", moduli=moduli, solver=solver)
    assert_right(formulation, replace(problem, clues={}), Context())


@settings(max_examples=100, deadline=None)
@given(small_problems(largest=8), st.sampled_from(MODULI))
def test_what_it_says_without_a_second_try_is_right(problem, moduli):
    assume(serves(problem, moduli))
    problem = replace(problem, clues={})
    formulation = make("sat-chinese-remainder", moduli=moduli, again=False)
    answer = ask(formulation, problem, Context())
    if answer.status is Status.UNKNOWN:
        assert answer.reason == "incomplete"
        assert moduli != "auto"
    else:
        assert (answer.status is Status.SATISFIED) == has_tour(problem)
        if answer.tour is not None:
            check(problem, answer.tour)
