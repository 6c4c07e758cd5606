"""The counters: their registers, their size, every solver, and what they are asked."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.catalogue.sat.binary_counter import TAPS, add_one, binary, shift, shifted
from knightbench.catalogue.sat.network import ENCODINGS, Network, encode
from knightbench.catalogue.sat.solvers import SOLVERS
from knightbench.formulation import ask, make
from tests.catalogue.extra.grid import assert_right_on_the_grid
from tests.catalogue.small_problems import assert_right, small_problems

COUNTERS = ("adder", "lfsr")


@pytest.mark.parametrize("width", [k for k in TAPS if k <= 12])
def test_a_register_runs_through_all_states_but_zero(width):
    first = binary(1, width)
    state, period = shifted(first), 1
    while state != first:
        assert any(state)
        state, period = shifted(state), period + 1
    assert period == 2**width - 1


@pytest.mark.parametrize("width", [k for k in TAPS if k > 12])
def test_a_larger_register_too(width):
    """The same register with its cells in one whole number: tuples would take seconds."""
    mask = sum(1 << (cell - 1) for cell in TAPS[width])
    state, period = 1, 0
    while state != 1 or period == 0:
        state = (state << 1 & 2**width - 1) | ((state & mask).bit_count() & 1)
        period += 1
        assert state
    assert period == 2**width - 1
    sample = binary(0x5A5A5 & 2**width - 1, width)
    number = sum(bit << place for place, bit in enumerate(sample))
    after = (number << 1 & 2**width - 1) | ((number & mask).bit_count() & 1)
    assert shifted(sample) == binary(after, width)


def test_registers_are_known_for_every_width():
    assert list(TAPS) == list(range(2, max(TAPS) + 1))
    assert all(taps[0] == width for width, taps in TAPS.items())


@pytest.mark.parametrize(
    ("counter", "width"),
    [("adder", 1), *((counter, width) for counter in COUNTERS for width in (2, 3, 4, 8))],
)
def test_the_clauses_count_as_the_counter_does(counter, width):
    """For every number the bits of the next one follow by unit propagation."""
    from pysat.solvers import Solver

    bits = list(range(1, width + 1))
    following = add_one if counter == "adder" else shift
    after, clauses = following(bits, width + 1)
    # An empty formula has no variables to propagate: name them all.
    with Solver(name="minisat22", bootstrap_with=[*clauses, [bits[-1], -bits[-1]]]) as solver:
        for number in range(2**width):
            state = binary(number, width)
            units = [bit if value else -bit for bit, value in zip(bits, state, strict=True)]
            consistent, propagated = solver.propagate(assumptions=units)
            assert consistent
            known = set(propagated) | set(units)
            expected = (
                binary((number + 1) % 2**width, width) if counter == "adder" else shifted(state)
            )
            assert tuple(literal in known for literal in after) == expected
            assert all(literal in known or -literal in known for literal in after)


def sizes(problem, counter):
    """Variables and clauses beside those of sat-cutset, counted one by one and as told."""
    formulation = make("sat-binary-counter", counter=counter)
    network = Network.of(problem)
    direction = "none" if problem.clues else "least-degree"
    variables, degrees = encode(problem, network, "mixed", direction=direction)
    order = list(formulation.order(problem, network, variables + 1))
    used = {abs(literal) for clause in (*degrees, *order) for literal in clause}
    assert used == set(range(1, max(used) + 1))
    told = ask(formulation, problem, Context()).statistics
    assert (told["variables"], told["clauses"]) == (len(used), len(degrees) + len(order))
    return len(used) - variables, len(order)


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("board", ["3x4", "4x4", "4x5", "5x6", "8x8"])
@pytest.mark.parametrize(
    "requests", [{}, {"start": (0, 0)}, {"end": (1, 2)}, {"clues": [((0, 0), 5), ((1, 2), 6)]}]
)
@pytest.mark.parametrize("closed", [False, True])
def test_the_model_is_as_large_as_stated(board, counter, requests, closed):
    if closed and "clues" in requests:
        requests = {"clues": [((1, 2), 6)]}
    problem = Problem.from_board(board, closed=closed, **requests)
    n, m = problem.size, problem.moves
    s = len(requests.get("clues", ())) or len(requests)
    if closed:
        d = int(problem.degrees[0])
        size, a, b = n - 1, 2 * m - 2 * d, 2 * d
        s -= "start" in requests
    else:
        size, a = n, 2 * m
        b = n + 1 if "start" in requests or "end" in requests else 2 * n
    if counter == "adder":
        k = size.bit_length()
        variables = 3 * size * (k - 1)
        own = 7 * size * (k - 1) - 2 * size
    else:
        k = (size + 1).bit_length()
        variables = size * (k + 1)
        own = size * (5 if len(TAPS[k]) == 2 else 17)
    assert sizes(problem, counter) == (variables, 2 * k * a + k * b + k * s + own)


def test_a_single_square_has_one_bit():
    assert sizes(Problem.from_board("1x1"), "adder") == (1, 3)
    assert sizes(Problem.from_board("1x1", start=(0, 0)), "adder") == (1, 4)


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize(("clues", "models"), [([], 12), ([(2, 3)], 6), ([(2, 3), (4, 2)], 2)])
def test_every_tour_is_one_model(counter, clues, models):
    """K5 has 24 cycles in a direction, of which a clue to one square leaves a quarter."""
    from pysat.solvers import Solver

    problem = Problem.from_graph(nx.complete_graph(5), closed=True, clues=clues)
    network = Network.of(problem)
    direction = "none" if clues else "least-degree"
    variables, clauses = encode(problem, network, "pairwise", direction=direction)
    clauses += make("sat-binary-counter", counter=counter).order(problem, network, variables + 1)
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        assert len(list(solver.enum_models())) == models


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("size", [3, 4, 6, 7, 8, 14, 15, 16, 17, 30, 31, 32, 33])
def test_a_counter_that_is_just_wide_enough(counter, size):
    """A cycle and a path of as many squares as the counter has numbers, or one more or less."""
    formulation = make("sat-binary-counter", counter=counter)
    for graph, closed in (
        (nx.cycle_graph(size), True),
        (nx.path_graph(size), False),
        (nx.complete_graph(size), True),
        (nx.complete_graph(size), False),
    ):
        problem = Problem.from_graph(graph, closed=closed)
        check(problem, ask(formulation, problem, Context()).tour)
    missed = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(size))
    answer = ask(formulation, Problem.from_graph(missed, closed=True), Context())
    assert answer.status is Status.UNSATISFIABLE


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("counter", COUNTERS)
def test_every_solver(solver, counter):
    formulation = make("sat-binary-counter", solver=solver, counter=counter)
    for board, closed in (("1x1", False), ("3x4", False), ("5x6", True)):
        problem = Problem.from_board(board, closed=closed)
        check(problem, ask(formulation, problem, Context()).tour)
    none = Problem.from_graph(nx.petersen_graph(), closed=True)
    assert ask(formulation, none, Context()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("counter", COUNTERS)
@pytest.mark.parametrize("closed", [False, True])
def test_a_clue_is_honoured_at_every_step(counter, closed):
    graph = nx.complete_graph(6)
    for step in range(2, 7):
        problem = Problem.from_graph(graph, closed=closed, clues=[(3, step)])
        tour = ask(make("sat-binary-counter", counter=counter), problem, Context()).tour
        assert tour[step - 1] == 3


def test_a_graph_beyond_the_registers_is_refused():
    size = 2**20 - 1
    problem = Problem.from_neighbours(range(size), [()] * size)
    formulation = make("sat-binary-counter", counter="lfsr")
    assert formulation.unsupported_reason(problem) == (
        "has shift registers for less than 1048575 squares"
    )
    assert make("sat-binary-counter").unsupported_reason(problem) is None


@pytest.mark.parametrize("counter", COUNTERS)
def test_the_same_run_twice(counter):
    problem = Problem.from_board("8x8", closed=True)
    formulation = make("sat-binary-counter", counter=counter)
    first, again = (ask(formulation, problem, Context(seed=s)) for s in (1, 2))
    assert first == again
    assert first.statistics["conflicts"] > 0


@pytest.mark.slow
def test_the_grid_with_the_shift_register():
    assert_right_on_the_grid(make("sat-binary-counter", counter="lfsr"))


@settings(max_examples=200, deadline=None)
@given(
    small_problems(),
    st.sampled_from(COUNTERS),
    st.sampled_from(SOLVERS),
    st.sampled_from(ENCODINGS),
)
def test_agrees_with_brute_force(problem, counter, solver, encoding):
    formulation = make("sat-binary-counter", counter=counter, solver=solver, encoding=encoding)
    assert_right(formulation, problem, Context())
