"""Random small problems of every kind, and random parameters of formulations.

They are drawn from a `random.Random`, so that hypothesis can shrink them and a long run can draw
a million of them and name each by its number.
"""

import itertools
import math
import random
from collections.abc import Hashable

import networkx as nx

from knightbench import Board, Problem
from knightbench.board import KNIGHT, Offset, leaper
from knightbench.formulation import Formulation, describe, formulations, make
from knightbench.problem import MAGICS, SYMMETRIES, Requests
from tests.conformance.brute_force import all_tours

#: What brute force may take: the logarithm of a bound on the paths that it walks, a few seconds.
HARDEST = 11.5
KING = leaper(0, 1) + leaper(1, 1)

Edge = tuple[Hashable, Hashable]


def random_problem(rng: random.Random) -> Problem:
    """A board or a graph with requests, of which most are taken from a tour where there is one."""
    while True:
        bare = _board(rng) if rng.random() < 0.6 else _graph(rng)
        if difficulty(bare) > HARDEST:
            continue
        bare = _rebuilt(bare, {"closed": rng.random() < 0.5})
        tour = _some_tour(rng, bare)
        # Most boards and graphs have no tour; drawn as they come, nearly all would not.
        if tour is not None or rng.random() < 0.35:
            return _with_requests(rng, bare, tour)


def difficulty(problem: Problem) -> float:
    """The logarithm of a bound on the number of paths from all squares."""
    ways = sum(math.log(max(1, degree - 1)) for degree in problem.degrees.tolist())
    return ways + math.log(max(1, problem.size))


def _board(rng: random.Random) -> Problem:
    rows, cols = rng.choice(
        [(1, 6), (2, 2), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (3, 6), (4, 5)]
    )
    if rng.random() < 0.5:
        rows, cols = cols, rows
    if rng.random() < 0.4:
        rows, cols = rng.randint(1, rows), rng.randint(1, cols)
    cells = list(itertools.product(range(rows), range(cols)))
    few = rng.sample(cells, min(len(cells), rng.choice([0, 0, 0, 1, 2, 4])))
    wrap = rng.random() < 0.3
    board = Board(
        rows,
        cols,
        moves=_moves(rng),
        holes=frozenset(few),
        wrap_rows=wrap and rng.random() < 0.6,
        wrap_cols=wrap and rng.random() < 0.6,
    )
    return Problem.from_board(board)


def _moves(rng: random.Random) -> tuple[Offset, ...]:
    kind = rng.randrange(8)
    if kind < 4:
        return KNIGHT
    if kind == 4:
        return leaper(*rng.choice([(0, 1), (1, 1), (1, 3), (0, 2), (2, 3), (2, 2)]))
    if kind == 5:
        return KING
    if kind == 6:
        return tuple(dict.fromkeys(leaper(0, rng.randint(1, 3)) + leaper(1, rng.randint(1, 3))))
    # Any offsets at all, with their ways back.
    some = [(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(rng.randint(1, 4))]
    both = [offset for down, right in some for offset in ((down, right), (-down, -right))]
    return tuple(dict.fromkeys(offset for offset in both if offset != (0, 0))) or KNIGHT


def _graph(rng: random.Random) -> Problem:
    size = rng.choice([0, 1, 2, *range(3, 11), *range(4, 13)])
    kind = rng.randrange(5)
    graph = nx.empty_graph(size)
    if kind == 0:
        sparse = rng.choice([0.2, 0.4, 0.6, 0.9])
        pairs = itertools.combinations(range(size), 2)
        graph.add_edges_from(pair for pair in pairs if rng.random() < sparse)
    elif kind == 1:
        ring = rng.sample(range(size), size)
        graph.add_edges_from(zip(ring, ring[1:] + ring[:1], strict=True))
        for _ in range(rng.randint(0, size)):
            graph.add_edge(rng.randrange(size), rng.randrange(size))
    elif kind == 2:
        # Two halves: nearly balanced ones are the hard ones.
        half = rng.randint(0, size)
        across = itertools.product(range(half), range(half, size))
        graph.add_edges_from(pair for pair in across if rng.random() < 0.7)
    elif kind == 3:
        # Two parts with little between them.
        for part in (range(size // 2), range(size // 2, size)):
            graph.add_edges_from(p for p in itertools.combinations(part, 2) if rng.random() < 0.8)
        for _ in range(rng.randint(0, 3)):
            if size > 1:
                graph.add_edge(rng.randrange(size // 2), rng.randrange(size // 2, size))
    elif size >= 4:
        degree = rng.choice([2, 3, 3, 3])
        graph = nx.random_regular_graph(degree, size + size * degree % 2, seed=rng.randrange(2**32))
        if rng.random() < 0.3:
            graph.remove_edges_from(rng.sample(sorted(graph.edges), 1))
    names = _names(rng, len(graph))
    order = rng.sample(range(len(graph)), len(graph))
    renamed: nx.Graph[Hashable] = nx.Graph()
    renamed.add_nodes_from(names[node] for node in order)
    edges = [(names[u], names[v]) for u, v in graph.edges]
    renamed.add_edges_from(rng.sample(edges, len(edges)))
    return Problem.from_graph(renamed)


def _names(rng: random.Random, size: int) -> list[Hashable]:
    kinds: list[list[Hashable]] = [
        list(range(size)),
        list(range(1, size + 1)),
        [chr(ord("a") + node) for node in range(size)],
        [(node, -node) for node in range(size)],
        [node if node % 2 else str(node) for node in range(size)],
    ]
    return rng.choice(kinds)


def _with_requests(rng: random.Random, bare: Problem, tour: tuple[int, ...] | None) -> Problem:
    size = bare.size
    requests: Requests = {"closed": bare.closed}
    if size and rng.random() < 0.75:
        requests |= _requests(rng, bare, tour or tuple(rng.sample(range(size), size)))
    if bare.board is not None and rng.random() < 0.15:
        _special(rng, bare.board, requests)
    try:
        return _rebuilt(bare, requests)
    except ValueError:
        # Two squares on one step, or a symmetry that the board has not: an error, no question.
        return bare


def _requests(rng: random.Random, problem: Problem, tour: tuple[int, ...]) -> Requests:
    """Requests that `tour` honours, a few of them spoiled."""
    size = problem.size
    name = problem.name
    made = list(itertools.pairwise(tour)) + [(tour[-1], tour[0])] * problem.closed
    edges = problem.edges()
    present = {frozenset(edge) for edge in edges}
    made = [move for move in made if frozenset(move) in present]
    spare = [edge for edge in edges if not {edge, edge[::-1]} & set(made)]

    def at(step: int) -> Hashable:
        return name(tour[step - 1] if rng.random() < 0.85 else rng.randrange(size))

    def some(moves: list[tuple[int, int]], most: int) -> list[Edge]:
        moves = rng.sample(moves, min(len(moves), rng.randint(0, most)))
        return [(name(u), name(v)) for u, v in moves]

    requests: Requests = {}
    if rng.random() < 0.5:
        requests["start"] = at(1)
    if rng.random() < 0.35:
        requests["end"] = at(size)
    if rng.random() < 0.35:
        steps = rng.sample(range(1, size + 1), min(size, rng.randint(1, 3)))
        requests["clues"] = [(at(step), step) for step in steps]
    if rng.random() < 0.4:
        requests["require"] = some(made if rng.random() < 0.7 else edges, 3)
    if rng.random() < 0.35:
        arcs = made + [(v, u) for u, v in made] * (rng.random() < 0.3)
        requests["require_arcs"] = some(arcs, 3)
    if rng.random() < 0.4:
        requests["forbid"] = some(spare if rng.random() < 0.7 else edges, 3)
    return requests


def _special(rng: random.Random, board: Board, requests: Requests) -> None:
    kind = rng.randrange(3)
    if kind == 0:
        requests["symmetry"] = rng.choice(SYMMETRIES)
    elif kind == 1:
        requests["magic"] = rng.choice(MAGICS)
    else:
        requests["max_crossings"] = rng.randint(0, board.size)


def _rebuilt(bare: Problem, requests: Requests) -> Problem:
    if bare.board is not None:
        return Problem.from_board(bare.board, **requests)
    rows = [bare.neighbours(square) for square in range(bare.size)]
    return Problem.from_neighbours(bare.names, rows, **requests)


def _some_tour(rng: random.Random, problem: Problem) -> tuple[int, ...] | None:
    """One of the first tours; in a closed one, it may begin anywhere."""
    tours = list(itertools.islice(all_tours(problem), 40))
    if not tours:
        return None
    tour = rng.choice(tours)
    turn = rng.randrange(len(tour)) if problem.closed and rng.random() < 0.3 else 0
    return tour[turn:] + tour[:turn]


def variant(rng: random.Random, name: str) -> Formulation:
    """A formulation with its defaults, or with other choices that go together."""
    while True:
        chosen = {}
        for parameter in describe(formulations()[name])["parameters"]:
            choices = parameter["choices"]
            if choices and rng.random() < 0.3:
                chosen[parameter["name"]] = rng.choice(choices)
        try:
            return make(name, **chosen)
        except ValueError:
            # Choices that do not go together.
            continue
