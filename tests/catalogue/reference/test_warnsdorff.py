"""The ways to break the ties of Warnsdorff's rule, against plain restatements of them."""

import time

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Board, Context, Problem, Status, check
from knightbench.catalogue.reference import source_program, squirrel_cull
from knightbench.formulation import ask, make, unsupported_requests
from tests.catalogue.small_problems import assert_right, small_problems
from tests.conformance.brute_force import has_tour
from tests.conformance.problems import everything

TIES = ("source", "first", "last", "random", "pohl", "roth", "centre", "squirrel-cull")
ON_ANY_GRAPH = ("source", "first", "last", "random", "pohl")


def rule(ties, **parameters):
    formulation = make("warnsdorff", ties=ties, **parameters)
    formulation.prepare()
    return formulation


def walk(problem, first, prefer):
    """Follow Warnsdorff's rule from `first` to its end; `prefer` orders the equal ones."""
    path = [first]
    while True:
        free = set(range(problem.size)) - set(path)

        def onward(square, free=free):
            return [other for other in problem.neighbours(square) if other in free]

        candidates = onward(path[-1])
        if not candidates:
            return path
        fewest = min(len(onward(square)) for square in candidates)
        equal = [square for square in candidates if len(onward(square)) == fewest]
        preferences = [prefer(problem, square, onward) for square in equal]
        if prefer is last:
            equal, preferences = equal[::-1], preferences[::-1]
        path.append(equal[preferences.index(min(preferences))])


def first(problem, square, onward):
    return 0


def last(problem, square, onward):
    return 0


def second_level(problem, square, onward):
    return sum(len(onward(other)) for other in onward(square))


def from_centre(problem, square, onward):
    row, col = problem.board.position(square)
    middle_row, middle_col = (problem.board.rows - 1) / 2, (problem.board.cols - 1) / 2
    return -((row - middle_row) ** 2) - (col - middle_col) ** 2


@pytest.mark.parametrize(
    ("ties", "prefer"),
    [
        ("source", first),
        ("first", first),
        ("last", last),
        ("pohl", second_level),
        ("roth", from_centre),
        ("centre", from_centre),
    ],
)
def test_a_walk_is_that_of_the_plain_rule(ties, prefer):
    ended = 0
    for size in ("5x5", "5x8", "7x7", "8x8"):
        board = Board.parse(size)
        for square in range(board.size):
            problem = Problem.from_board(board, start=board.position(square))
            expected = walk(problem, square, prefer)
            answer = ask(rule(ties, backtrack=False), problem, Context())
            assert answer.statistics["calls"] == len(expected)
            assert answer.tour == (tuple(expected) if len(expected) == problem.size else None)
            ended += answer.tour is None
    assert ended > 20, "walks that fail are compared too"


@pytest.mark.parametrize("m", [*range(5, 41), 74])
def test_squirrel_and_cull_have_a_tour_of_square_boards_from_the_corner(m):
    problem = Problem.from_board(f"{m}x{m}", start=(0, 0))
    answer = ask(rule("squirrel-cull", backtrack=False), problem, Context())
    if m == 74:
        assert (answer.status, answer.statistics["calls"]) == (Status.UNKNOWN, 5432)
    else:
        check(problem, answer.tour)
        assert answer.statistics["calls"] == m * m


@pytest.mark.slow
def test_squirrel_and_cull_have_a_tour_of_larger_square_boards_but_one():
    failed = []
    for m in range(41, 121):
        problem = Problem.from_board(f"{m}x{m}", start=(0, 0))
        if ask(rule("squirrel-cull", backtrack=False), problem, Context()).tour is None:
            failed.append(m)
    assert failed == [74]


@pytest.mark.parametrize("start", [(0, 1), (1, 2), (4, 5), (5, 2)])
def test_squirrel_and_cull_step_back_through_their_orders(start):
    # Closed, so that the search steps back past squares that change the order.
    problem = Problem.from_board("6x6", start=start, closed=True)
    stages = squirrel_cull.stages(6)
    neighbours_of_start = set(map(problem.name, problem.neighbours(problem.start)))
    free = dict.fromkeys(map(problem.name, range(36)))
    calls = 0

    def moves(position):
        reached = {
            number: (position[0] + down, position[1] + right)
            for number, (down, right) in squirrel_cull.NUMBERED.items()
        }
        return {number: other for number, other in reached.items() if other in free}

    def enter(position, stage):
        nonlocal calls
        calls += 1
        del free[position]
        if not free and position in neighbours_of_start:
            return True
        order, last = stages[stage]
        if last == (position[0] + 1, position[1] + 1):
            stage += 1
            order = stages[stage][0]
        candidates = moves(position)
        by_order = [candidates[n] for n in map(int, order) if n in candidates]
        by_order.sort(key=lambda other: len(moves(other)))
        if any(enter(other, stage) for other in by_order):
            return True
        free[position] = None
        return False

    assert enter(start, 0)
    answer = ask(rule("squirrel-cull"), problem, Context())
    check(problem, answer.tour)
    assert answer.statistics["calls"] == calls


def test_chance_depends_on_the_seed_and_on_nothing_else():
    problem = Problem.from_board("8x8", closed=True)
    formulation = rule("random", backtrack=False)
    answers = [ask(formulation, problem, Context(seed=seed)) for seed in (1, 2, 3, 1)]
    for answer in answers:
        check(problem, answer.tour)
    assert len({answer.tour for answer in answers[:3]}) == 3
    assert answers[0] == answers[3]


def test_only_chance_uses_the_seed():
    assert [ties for ties in TIES if make("warnsdorff", ties=ties).uses_seed] == ["random"]


def test_chance_without_backtracking_gives_up_after_its_tries():
    problem = Problem.from_board("3x3", start=(0, 0))
    answer = ask(rule("random", backtrack=False, tries=7), problem, Context())
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "incomplete")
    assert answer.statistics["calls"] == 7 * 8


def test_chance_tries_every_first_square_in_each_round():
    answer = ask(rule("random", backtrack=False, tries=5), Problem.from_board("3x3"), Context())
    assert answer.statistics["calls"] == 5 * (8 * 8 + 1)


def test_it_is_complete_only_with_backtracking_and_without_a_cap():
    for ties in TIES:
        assert make("warnsdorff", ties=ties).complete
        assert not make("warnsdorff", ties=ties, backtrack=False).complete
        assert not make("warnsdorff", ties=ties, max_calls=10**9).complete


def test_a_search_that_ends_below_its_cap_is_a_proof_and_says_so():
    problem = Problem.from_board("3x5")
    answer = ask(rule("pohl", max_calls=10**6), problem, Context())
    assert answer.status is Status.UNSATISFIABLE
    assert answer.reason


@pytest.mark.parametrize("program", ["backtracking", "static-degree", "warnsdorff?ties=random"])
def test_pauses_change_nothing(program, monkeypatch):
    problems = [
        Problem.from_board("4x5", start=(0, 1)),
        Problem.from_board("3x10", closed=True, start=(1, 4)),
        Problem.from_board("3x5"),
    ]
    formulation = make(program)
    at_once = [ask(formulation, problem, Context(seed=3)) for problem in problems]
    monkeypatch.setattr(source_program, "CALLS_A_SLICE", 23)
    paused = [ask(formulation, problem, Context(seed=3)) for problem in problems]
    assert at_once == paused


@pytest.mark.parametrize("program", ["backtracking", "static-degree", "warnsdorff?ties=pohl"])
def test_a_deadline_ends_the_search(program):
    problem = Problem.from_board("7x7", closed=True)
    formulation = make(program)
    formulation.prepare()
    reports = []
    context = Context(deadline=time.monotonic() + 0.5, report=lambda calls: reports.append(calls))
    answer = ask(formulation, problem, context)
    assert (answer.status, answer.reason) == (Status.UNKNOWN, "time-limit")
    assert answer.statistics["calls"] == reports[-1] > reports[0]


@given(small_problems(), st.sampled_from(ON_ANY_GRAPH), st.booleans(), st.integers(0, 9))
def test_it_agrees_with_brute_force(problem, ties, backtrack, seed):
    formulation = rule(ties, backtrack=backtrack, tries=3)
    if formulation.unsupported_reason(problem):
        assert unsupported_requests(problem, "start")
    elif backtrack:
        assert_right(formulation, problem, Context(seed=seed))
    else:
        answer = ask(formulation, problem, Context(seed=seed))
        if answer.tour is not None:
            check(problem, answer.tour)
        else:
            assert answer.status is Status.UNKNOWN or problem.contradiction


@pytest.mark.slow
@pytest.mark.parametrize("ties", [ties for ties in TIES if ties != "source"])
def test_it_is_right_on_the_whole_grid(ties):
    formulation = rule(ties)
    asked = 0
    for problem in everything():
        if formulation.unsupported_reason(problem) is None:
            answer = ask(formulation, problem, Context(seed=1))
            assert (answer.status is Status.SATISFIED) == has_tour(problem), problem
            if answer.tour is not None:
                check(problem, answer.tour)
            asked += 1
    assert asked >= (10 if ties == "squirrel-cull" else 50)


def test_ties_that_need_a_board_refuse_what_has_none():
    graph = Problem.from_graph(nx.cycle_graph(5))
    torus = Problem.from_board(Board(6, 6, wrap_rows=True))
    for problem in (graph, torus):
        assert make("warnsdorff", ties="roth").unsupported_reason(problem)
        assert make("warnsdorff", ties="squirrel-cull").unsupported_reason(problem)
    for board in (Board(5, 6), Board(6, 6, holes=[(0, 0)]), Board(6, 6, moves=(1, 3))):
        problem = Problem.from_board(board)
        assert make("warnsdorff", ties="squirrel-cull").unsupported_reason(problem)
        assert make("warnsdorff", ties="roth").unsupported_reason(problem) is None
