"""The parts of counting on their own: pairings, bounds, orders, checkpoints."""

import itertools
import json
import math
import random
import shutil
import signal
import subprocess
import sys
import time

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightbench import Board, Problem
from knightbench.counting import count
from knightbench.counting._joining import cycles_of_two, room_for
from knightbench.counting._pairings import (
    ADD,
    JOIN,
    MOVE,
    apply,
    image_tables,
    pairing_of,
    rank_of,
)
from knightbench.counting._states import decode, of_step, successors
from knightbench.counting.bounds import bound, combined, moduli
from knightbench.counting.checkpoint import Checkpoint
from knightbench.counting.elimination import advance, elimination_steps, first_layer
from knightbench.counting.orders import (
    base_orders,
    default_order,
    frontiers,
    pairings,
    refined,
    states,
)
from knightbench.counting.question import cycles_of


def pairing(points: int, rank: int) -> list[int]:
    partners = np.empty(points, np.int32)
    pairing_of(points, rank, partners)
    return partners.tolist()


@pytest.mark.parametrize("points", [2, 4, 6, 8])
def test_every_pairing_has_its_rank(points):
    seen = set()
    for rank in range(pairings(points)):
        partners = pairing(points, rank)
        assert all(partners[partners[point]] == point != partners[point] for point in range(points))
        assert rank_of(points, np.array(partners, np.int32)) == rank
        assert partners[0] == 1 + rank // pairings(points - 2)
        seen.add(tuple(partners))
    assert len(seen) == pairings(points)


def edge(kind: int, i: int, j: int, partners: list[int]) -> list[int] | None:
    """What an edge does to a pairing, by points with names: 2, 4, 6, ... leave room between."""
    pairs = {frozenset((2 * u + 2, 2 * v + 2)) for u, v in enumerate(partners)}
    if kind == MOVE:
        rest = sorted(2 * u + 2 for u in range(len(partners)) if u != i)
        new = rest[j - 1] + 1 if j else 1
        pairs = {frozenset(new if u == 2 * i + 2 else u for u in pair) for pair in pairs}
    elif kind == JOIN:
        a, b = 2 * partners[i] + 2, 2 * partners[j] + 2
        if a == 2 * j + 2:
            return None
        pairs = {pair for pair in pairs if not pair & {2 * i + 2, 2 * j + 2}} | {frozenset((a, b))}
    else:
        places = [place for place in range(len(partners) + 2) if place not in (i, j)]
        named = {2 * u + 2: place for u, place in enumerate(places)}
        pairs = {frozenset(named[u] for u in pair) for pair in pairs} | {frozenset((i, j))}
    names = sorted(itertools.chain(*pairs))
    partner = {u: v for pair in pairs for u, v in itertools.permutations(pair)}
    return [names.index(partner[name]) for name in names]


@pytest.mark.parametrize("tabled", [2, 6])
@pytest.mark.parametrize("kind", [MOVE, JOIN, ADD])
def test_edges_do_to_numbers_what_they_do_to_pairings(kind, tabled):
    """With tables, and where the maps are made of maps of fewer points."""
    tables = image_tables(tabled)
    rng = random.Random(kind)
    for points in (2, 4, 6, 8):
        span = points + 2 * (kind == ADD)
        after_points = points + (2 if kind == ADD else -2 if kind == JOIN else 0)
        for i, j in itertools.product(range(span), repeat=2):
            if (kind != MOVE and i >= j) or after_points == 0:
                continue
            before = np.array([rng.randrange(1000) for _ in range(pairings(points))], np.uint64)
            after = np.zeros(pairings(after_points), np.uint64)
            apply(kind, points, i, j, before, after, *tables)
            expected = [0] * len(after)
            for rank, number in enumerate(before.tolist()):
                becomes = edge(kind, i, j, pairing(points, rank))
                if becomes is not None:
                    expected[rank_of(len(becomes), np.array(becomes, np.int32))] += number
            assert after.tolist() == expected, (points, i, j)


@pytest.mark.parametrize("modulus", [1 << 64, 4294967291])
@pytest.mark.parametrize("points", [2, 4, 6, 8])
def test_joining_two_sides_counts_single_cycles(points, modulus):
    rng = random.Random(points)
    ranks = range(pairings(points))
    a, b = ([rng.randrange(min(modulus, 1 << 64)) for _ in ranks] for _ in range(2))
    expected = 0
    for i, j in itertools.product(ranks, repeat=2):
        graph = nx.Graph([*enumerate(pairing(points, i)), *enumerate(pairing(points, j))])
        expected += a[i] * b[j] * nx.is_connected(graph)
    found = cycles_of_two(
        points,
        np.array(a, np.uint64),
        np.array(b, np.uint64),
        np.uint64(modulus % (1 << 64)),
        np.empty(room_for(points), np.uint64),
        *image_tables(),
    )
    assert int(found) == expected % modulus


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 10), st.floats(0.3, 1), st.booleans(), st.integers(0, 2**32))
def test_bounds_hold(size, density, closed, seed):
    graph = nx.gnp_random_graph(size, density, seed=seed)
    problem = Problem.from_graph(graph, closed=closed)
    cycles = cycles_of(problem, range(size))
    assert bound(cycles) >= count(problem).number


def test_the_bound_of_8x8_is_half_the_square_of_its_perfect_matchings():
    """2849759680 of them (McKay 1997): the bound exceeds half the square by rounding alone."""
    problem = Problem.from_board("8x8", closed=True)
    exact = 2_849_759_680**2 / 2
    found = bound(cycles_of(problem, default_order(problem)))
    assert exact <= found <= exact * 1.00001
    assert moduli(found) == (1 << 64,)


def test_a_wide_graph_has_a_bound_too():
    graph = nx.complete_graph(30)
    found = bound(cycles_of(Problem.from_graph(graph, closed=True), range(30)))
    assert math.factorial(29) // 2 <= found < 29**30
    assert math.prod(moduli(found)) > found


def test_more_matchings_than_a_float_holds():
    # A ring of diamonds, each crossed in two ways: 2^1100 cycles.
    ring = nx.Graph()
    for first in range(0, 4 * 1100, 4):
        a, x, y, b = range(first, first + 4)
        ring.add_edges_from([(a, x), (a, y), (x, y), (x, b), (y, b), (b, (b + 1) % (4 * 1100))])
    problem = Problem.from_graph(ring, closed=True)
    cycles = cycles_of(problem, range(problem.size))
    assert cycles is not None
    assert bound(cycles) >= 2**1100


def test_a_wide_frontier_has_no_fewer_states_than_a_narrow_one():
    numbers = [states(width, width) for width in range(200)]
    assert numbers == sorted(numbers)


def test_residues_are_combined():
    number = 12345678901234567890123456789
    chosen = moduli(1 << 100)
    assert len(chosen) == 3
    assert math.gcd(*chosen[1:]) == 1
    assert combined([number % modulus for modulus in chosen], chosen) == number


def test_a_count_modulo_every_number_is_the_same(monkeypatch):
    """As if the bound were so high that further moduli were needed."""
    monkeypatch.setattr("knightbench.counting.counts.bound", lambda _cycles: 1 << 100)
    for method in ("elimination", "meeting"):
        found = count(Problem.from_board("6x6", closed=True), method=method)
        assert (found.number, len(found.moduli)) == (9862, 3)


def test_numbers_beyond_a_word(monkeypatch):
    """With small moduli in their place, the number is greater than the first of them."""
    monkeypatch.setattr("knightbench.counting.counts.moduli", lambda _bound: (9973, 10007, 4096))
    for method in ("elimination", "meeting"):
        assert count(Problem.from_board("5x6"), method=method).number == 18784


def test_frontiers_and_refined_orders():
    problem = Problem.from_board("8x8", closed=True)
    neighbours = [set(problem.neighbours(square)) for square in range(64)]
    widths = []
    for order in base_orders(problem):
        better = refined(neighbours, order)
        assert sorted(better) == list(range(64))
        widths.append(max(map(len, frontiers(neighbours, better))))
    assert min(widths) == 16
    assert frontiers([{1}, {0, 2}, {1}], (0, 1, 2)) == [(), (1,), (2,), ()]
    assert frontiers([{1}, {0, 2}, {1}], (0,), kept=(1, 2))[-1] == (1, 2)


def test_there_are_no_more_states_than_the_bound_says():
    problem = Problem.from_board(
        Board(4, 4, moves=((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)))
    )
    steps = elimination_steps(cycles_of(problem, default_order(problem)))
    layer = first_layer(steps)
    for gone, step in enumerate(steps, 1):
        layer = advance(step, layer)
        assert len(layer.keys) <= states(step.width, gone)
    assert states(2, 9) == 5


def test_successors_by_hand():
    """A path of three squares and its dummy: 0 - 1 - 2, all next to 3."""
    problem = Problem.from_graph(nx.path_graph(3))
    first, second, *_rest = elimination_steps(cycles_of(problem, (0, 1, 2)))
    keys, chosen = np.zeros((3, 1), np.uint64), np.zeros((3, 2), np.int32)
    found = successors(*of_step(first), np.zeros(1, np.uint64), keys, chosen)
    # 0 has two neighbours left, 1 and the dummy, and needs both: they are the ends of a path.
    assert (found, chosen[0].tolist()) == (1, [0, 1])
    mates = np.empty(2, np.int32)
    decode(np.arange(2, dtype=np.int32), 2, keys[0], mates)
    assert mates.tolist() == [1, 0]
    source = keys[0].copy()
    found = successors(*of_step(second), source, keys, chosen)
    # 1 goes on to 2; to the dummy would leave 2 out.
    assert (found, chosen[0].tolist()) == (1, [0, -1])


def run_count(folder, size: str = "6x8") -> list[str]:
    arguments = [size, "--closed", "--method", "elimination", "--checkpoint", str(folder)]
    return [sys.executable, "-m", "knightbench", "count", *arguments, "--threads", "1", "--json"]


@pytest.mark.slow
def test_a_count_that_was_killed_goes_on(tmp_path):
    folder = tmp_path / "kept"
    process = subprocess.Popen(run_count(folder), stdout=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while not (folder / "layer.npz").exists() and time.monotonic() < deadline:
        assert process.poll() is None, "it was over before it could be killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    out, _ = process.communicate()
    assert (process.returncode, out) == (-signal.SIGKILL, b"")
    again = subprocess.run(run_count(folder), capture_output=True, check=True)
    told = json.loads(again.stdout)
    assert told["count"] == 55_488_142
    assert told["resumed"] > 0
    # Once more: what is finished is only read.
    told = json.loads(subprocess.run(run_count(folder), capture_output=True, check=True).stdout)
    assert (told["count"], told["resumed"]) == (55_488_142, 48)


def test_a_count_that_is_cut_off_anywhere_goes_on(tmp_path, monkeypatch):
    """Interrupted after every step, with both ways of counting."""
    monkeypatch.setattr("knightbench.counting.checkpoint.LEAST_PAUSE", 0.0)
    monkeypatch.setattr("knightbench.counting.checkpoint.PAUSE_FACTOR", 0.0)
    monkeypatch.setattr("knightbench.counting.counts.moduli", lambda _bound: (1 << 64, 10007))
    problem = Problem.from_board("3x4")
    for method in ("elimination", "meeting"):
        folder = tmp_path / method

        def interrupt(_told):
            raise KeyboardInterrupt

        cuts = 0
        while True:
            try:
                found = count(
                    problem,
                    order=range(12),
                    method=method,
                    checkpoint=folder,
                    progress=interrupt,
                )
                break
            except KeyboardInterrupt:
                cuts += 1
        assert found.number == 8
        assert cuts >= 20
        assert found.resumed > 0


def test_a_checkpoint_of_another_count_is_refused(tmp_path):
    count(Problem.from_board("3x4"), checkpoint=tmp_path)
    with pytest.raises(ValueError, match=r"checkpoint of another count: 3x4, open"):
        count(Problem.from_board("3x4", start=(0, 0)), checkpoint=tmp_path)
    (tmp_path / "count.json").write_text("{}")
    with pytest.raises(ValueError, match="no checkpoint"):
        count(Problem.from_board("3x4"), checkpoint=tmp_path)


def test_a_torn_or_foreign_layer_is_not_taken(tmp_path):
    kept = Checkpoint(tmp_path, {"label": "x"})
    kept.keep("layer", "one part", 3, {"keys": np.arange(4)}, at_once=True)
    assert kept.kept("layer", "another part") is None
    step, arrays = kept.kept("layer", "one part")
    assert (step, arrays["keys"].tolist()) == (3, [0, 1, 2, 3])
    # What an interrupted writing leaves is under another name.
    shutil.copy(tmp_path / "layer.npz", tmp_path / "layer.npz.part")
    (tmp_path / "layer.npz").write_bytes(b"PK torn")
    with pytest.raises(ValueError, match=r"layer\.npz is no checkpoint"):
        kept.kept("layer", "one part")
