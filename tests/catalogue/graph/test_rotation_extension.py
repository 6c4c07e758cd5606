import pytest

from knightbench import Context, Problem, Status, check
from knightbench.formulation import ask, make


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("size", ["6x6", "7x8", "8x8", "20x20", "50x50"])
def test_boards_of_many_sizes_are_solved(size, closed):
    problem = Problem.from_board(size, closed=closed)
    for seed in range(3):
        answer = ask(make("rotation-extension"), problem, Context(seed=seed))
        assert answer.tour is not None, seed
        check(problem, answer.tour)


def test_the_seed_decides():
    problem = Problem.from_board("8x8", closed=True)
    tours = [ask(make("rotation-extension"), problem, Context(seed=s)).tour for s in (1, 1, 2)]
    assert tours[0] == tours[1] != tours[2]


def test_it_gives_up_after_its_tries():
    problem = Problem.from_board("5x5", closed=True)
    formulation = make("rotation-extension?rotations=10&tries=3")
    answer = ask(formulation, problem, Context())
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
    assert 0 < answer.statistics["rotations"] <= 3 * 10 * 25


def test_without_a_rotation_it_is_warnsdorffs_rule():
    problem = Problem.from_board("8x8", start=(0, 0))
    answer = ask(make("rotation-extension?rotations=0"), problem, Context())
    assert answer.tour is not None
    assert answer.statistics["rotations"] == 0
