"""A problem with other numbers is the same problem."""

from hypothesis import given
from hypothesis import strategies as st

from knightbench import Problem
from knightbench.catalogue.cpsat.numbering import by_degree, renumbered
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours


def test_squares_with_few_moves_come_first():
    problem = Problem.from_board("8x8")
    order = by_degree(problem)
    degrees = renumbered(problem, order).degrees.tolist()
    assert degrees == sorted(problem.degrees.tolist())
    assert order[:4] == [0, 7, 56, 63]


@given(small_problems(largest=6), st.randoms(use_true_random=False))
def test_it_has_the_same_tours(problem, random):
    order = list(range(problem.size))
    random.shuffle(order)
    other = renumbered(problem, order)
    assert {tuple(order[square] for square in tour) for tour in all_tours(other)} == set(
        all_tours(problem)
    )
    assert [other.name(k) for k in range(problem.size)] == [problem.name(s) for s in order]
    assert (other.contradiction is None) == (problem.contradiction is None)
