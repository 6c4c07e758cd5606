"""What a worker lists is checked, told apart, and all only where nothing speaks against it."""

import contextlib
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import knightbench
from knightbench import Board, Problem, RunFailed, Unfinished, UnsupportedProblem, check
from knightbench.formulation import load_plugin, make
from knightbench.lab.distinct import FEWEST_RECENT, Distinct
from knightbench.lab.enumeration import Enumeration, Listed
from knightbench.lab.reply import Reply
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Run
from knightbench.symmetry import Symmetries, standard
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours
from tests.test_symmetry import asked_boards

PLUGIN = Path(__file__).parent / "lists_wrongly.py"
SMALL = Problem.from_board("3x4")


@pytest.fixture(autouse=True)
def plugin():
    load_plugin(PLUGIN)


def enumeration(how: str, problem: Problem = SMALL, **asked) -> Enumeration:
    limits = asked.pop("limits", Limits(wall=60))
    return Enumeration(Run(problem, make("lists-wrongly", how=how), limits=limits), **asked)


def made(how: str, problem: Problem = SMALL, **asked) -> tuple[Enumeration, list[Listed]]:
    listing = enumeration(how, problem, **asked)
    return listing, list(listing)


def workers() -> set[int]:
    """Return the processes that descend from this one."""
    found: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == os.getpid() and fields[0] != "Z":
                found.add(int(stat.parent.name))
    return found


def test_all_tours_checked_and_in_standard_form():
    listing, listed = made("rightly")
    assert (listing.outcome, listing.complete, listing.tours) == (Outcome.SOLVED, True, 8)
    assert len({one.tour for one in listed}) == listing.listed == 8
    for one in listed:
        check(SMALL, one.tour)
        assert one == Listed(standard(SMALL, one.tour))
    assert listing.reply is not None
    assert listing.reply.statistics["nodes"] > 0


def test_directed_gives_both_ways():
    listing, listed = made("rightly", directed=True)
    assert listing.tours == 16
    tours = {one.tour for one in listed}
    assert {tour[::-1] for tour in tours} == tours
    assert len(tours) == 16
    # Where a request tells them apart, each is as it was asked for.
    listing, listed = made("rightly", Problem.from_board("3x4", start=(0, 0)), directed=True)
    assert listing.tours == len(listed) > 0
    assert all(one.tour[0] == 0 for one in listed)


def test_classes():
    listing, listed = made("rightly", up_to_symmetry=True)
    assert (listing.outcome, listing.tours) == (Outcome.SOLVED, 8)
    assert sum(one.class_size for one in listed) == 8
    assert sum(listing.classes.values()) == len(listed) == listing.listed
    group = Symmetries.of(SMALL)
    assert all(group.canonical(one.tour) == one.tour for one in listed)
    both, _ = made("rightly", up_to_symmetry=True, directed=True)
    assert (both.outcome, both.tours) == (Outcome.SOLVED, 16)


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    problem=asked_boards() | small_problems(largest=6),
    directed=st.booleans(),
    up_to_symmetry=st.booleans(),
    limit=st.none() | st.integers(1, 20),
    chance=st.randoms(use_true_random=False),
)
def test_whatever_is_asked(monkeypatch, problem, directed, up_to_symmetry, limit, chance):
    """What is listed is what brute force finds, whichever of a tour and its reverse comes."""
    everyone = set()
    if problem.contradiction is None:
        everyone = {standard(problem, tour, directed) for tour in all_tours(problem)}
    once = sorted({standard(problem, tour) for tour in everyone})
    chance.shuffle(once)

    def stream(request):
        assert request.task == "list"
        for tour in once:
            turned = not problem.directed and chance.random() < 0.5
            yield list(standard(problem, tour[::-1], directed=True) if turned else tour)
        yield Reply(
            "answer", {"unfinished": None, "tours": len(once)}, 0, 0, {}, None, {}, 0, 0, {}, {},
            None, (), "",
        )  # fmt: skip

    monkeypatch.setattr("knightbench.lab.enumeration.stream", stream)
    run = Run(problem, make("nx-search"))
    listing = Enumeration(run, directed, up_to_symmetry, limit)
    listed = list(listing)
    assert listing.message is None
    assert len({one.tour for one in listed}) == len(listed) == listing.listed
    assert {one.tour for one in listed} <= everyone
    if limit is not None and limit <= len(listed):
        assert len(listed) == limit
        assert not listing.complete
        return
    assert listing.outcome is (Outcome.SOLVED if everyone else Outcome.PROVED)
    assert listing.tours == len(everyone)
    if up_to_symmetry:
        group = Symmetries.of(problem, directed)
        classes = Counter(map(group.canonical, everyone))
        assert {one.tour: one.class_size for one in listed} == classes
    else:
        assert {one.tour for one in listed} == everyone


def test_no_tour_is_a_proof():
    assert made("rightly", Problem.from_board("4x4"))[0].outcome is Outcome.PROVED
    assert made("rightly", Problem.from_board("2x2", closed=True))[0].outcome is Outcome.PROVED


@pytest.mark.parametrize(
    ("how", "outcome", "message"),
    [
        ("none", Outcome.WRONG, "there is a tour"),
        ("twice", Outcome.WRONG, "a tour came twice"),
        ("turned", Outcome.WRONG, "a tour came twice"),
        ("too-short", Outcome.WRONG, "not a tour asked for: step 12: missing"),
        ("no-squares", Outcome.WRONG, "not a tour asked for: step 1"),
        ("gives-up", Outcome.GAVE_UP, None),
        ("runs-out", Outcome.MEMOUT, None),
        ("raises", Outcome.CRASHED, "RuntimeError: red"),
        ("leaves", Outcome.CRASHED, "exit code 0 and no answer"),
    ],
)
def test_what_is_wrong_or_ends_early_is_not_complete(how, outcome, message):
    listing, listed = made(how)
    assert listing.outcome is outcome
    assert not listing.complete
    assert message is None or message in listing.message
    # What came before counts as a lower bound.
    assert (
        listing.tours
        == len(listed)
        == {"twice": 8}.get(how, 0 if how in ("none", "too-short", "no-squares") else 1)
    )


def test_a_class_that_came_in_part_gives_a_missing_tour_away():
    listing, _listed = made("misses-one")
    assert listing.outcome is Outcome.SOLVED, "nothing speaks against seven tours"
    listing, _listed = made("misses-one", up_to_symmetry=True)
    assert listing.outcome is Outcome.WRONG
    assert "8 tours are in the classes of those that came, but only 7 came" in listing.message


def test_limits_end_a_list_from_outside():
    listing, listed = made("waits", limits=Limits(wall=1.0))
    assert (listing.outcome, listing.tours, len(listed)) == (Outcome.TIMEOUT, 1, 1)
    listing, listed = made("hoards", limits=Limits(wall=60, memory=400 * 2**20))
    assert (listing.outcome, listing.tours, len(listed)) == (Outcome.MEMOUT, 1, 1)


def test_a_number_of_tours_as_limit():
    listing, listed = made("waits", limit=1)
    assert (listing.outcome, listing.complete, len(listed)) == (Outcome.GAVE_UP, False, 1)
    listing, listed = made("rightly", limit=3)
    assert (listing.complete, listing.tours, len(listed)) == (False, 3, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_list_that_is_left_alone_leaves_no_process():
    before = workers()
    found = iter(enumeration("waits"))
    next(found)
    assert workers() > before
    found.close()
    for _ in range(100):
        if workers() <= before:
            break
        time.sleep(0.05)
    assert workers() <= before


def test_tours_are_apart_from_each_other():
    """304 tours of one list that was changed on and on would be one tour 304 times."""
    found = list(knightbench.tours("5x5", start=(0, 0), formulation="backtracking"))
    assert len(found) == len(set(found)) == 304
    assert all(type(tour) is tuple for tour in found)
    problem = Problem.from_board("5x5", start=(0, 0))
    for tour in found:
        check(problem, tour)


def test_tours_says_what_is_missing():
    with pytest.raises(Unfinished, match="timeout after 1 tours"):
        list(knightbench.tours(SMALL, formulation=make("lists-wrongly", how="waits"), time_limit=1))
    for how, reason in (("gives-up", "incomplete"), ("runs-out", "memory-limit")):
        with pytest.raises(Unfinished) as caught:
            list(knightbench.tours(SMALL, formulation=make("lists-wrongly", how=how)))
        assert caught.value.reason == reason
    with pytest.raises(RunFailed, match="came twice"):
        list(knightbench.tours(SMALL, formulation=make("lists-wrongly", how="twice")))
    with pytest.raises(UnsupportedProblem, match="does not list all tours"):
        list(knightbench.tours(SMALL, formulation="warnsdorff"))
    with pytest.raises(ValueError, match="has its requests already"):
        list(knightbench.tours(SMALL, closed=True))
    assert list(knightbench.tours("4x4", formulation="nx-search")) == []


def test_more_than_a_pipe_holds():
    """A complete graph of 8 has 20160 open tours, in 400 kB of messages."""
    king = Board(2, 4, moves=[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)])
    by_hand = sum(1 for _ in knightbench.tours(king, formulation="backtracking"))
    assert by_hand == sum(1 for _ in knightbench.tours(king, formulation="held-karp"))
    import networkx as nx

    complete = nx.complete_graph(8)
    assert sum(1 for _ in knightbench.tours(complete, formulation="backtracking")) == 20160


def test_distinct():
    generator = random.Random(1)
    tours = [tuple(generator.sample(range(9), 9)) for _ in range(3 * FEWEST_RECENT)]
    seen, distinct = set(), Distinct()
    for tour in tours:
        assert distinct.add(tour) == (tour not in seen)
        seen.add(tour)
    assert len(distinct) == len(seen) > FEWEST_RECENT
    assert not any(distinct.add(tour) for tour in tours)
