"""Write existence.csv: on which full boards of up to 36 squares a leaper has a tour.

Run it as ``python tests/data/existence.py``; it takes some minutes. Each *yes* is a tour found by
a constraint solver and checked here move by move. Each *no* comes from two methods that share
nothing but the list of moves: that solver, and a dynamic programme over the frontier, which is
held against the tours of the smaller boards too. Nothing is written unless they agree.
"""

import csv
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from ortools.sat.python import cp_model

LEAPERS = [(0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (1, 4)]
LARGEST = 36
#: With a tour, the dynamic programme sees every state of the open tours: too many on 5x6.
LARGEST_COMPARED = 28

Edge = tuple[int, int]


def boards() -> Iterator[tuple[int, int]]:
    for rows in range(1, LARGEST + 1):
        for cols in range(rows, LARGEST // rows + 1):
            yield rows, cols


def moves(leaper: tuple[int, int], rows: int, cols: int) -> list[Edge]:
    """Every move once. Squares are numbered along the shorter side, for a narrow frontier."""
    cells = [(row, col) for col in range(cols) for row in range(rows)]
    return [
        (u, v)
        for (u, (a, b)), (v, (c, d)) in itertools.combinations(enumerate(cells), 2)
        if {abs(a - c), abs(b - d)} == set(leaper)
    ]


def closed_through_one_more(edges: list[Edge], size: int) -> list[Edge]:
    """A graph with a Hamiltonian cycle exactly where the given one has a Hamiltonian path.

    The new vertex comes first, so that the others keep their order.
    """
    return [(0, v + 1) for v in range(size)] + [(u + 1, v + 1) for u, v in edges]


def cycle_by_solver(edges: list[Edge], size: int) -> bool:
    """Whether a graph of three vertices or more has a Hamiltonian cycle, by CP-SAT's circuit."""
    if {v for edge in edges for v in edge} != set(range(size)):
        return False
    model = cp_model.CpModel()
    arcs = [(u, v, model.new_bool_var("")) for edge in edges for u, v in (edge, edge[::-1])]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return False
    following = {u: v for u, v, taken in arcs if solver.boolean_value(taken)}
    cycle = [0]
    while following[cycle[-1]] != 0:
        cycle.append(following[cycle[-1]])
    made = {(min(move), max(move)) for move in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    assert sorted(cycle) == list(range(size))
    assert made <= set(edges)
    return True


def cycle_by_frontier(edges: list[Edge], size: int) -> bool:
    """Whether a graph of three vertices or more has a Hamiltonian cycle, by Simpath.

    Edges are decided in order of their later vertex. Of the paths made so far all that counts is
    the mate of each vertex that still has an edge to come: itself if untouched, the other end of
    its path, or none if it is within a path.
    """
    order = sorted(edges, key=lambda edge: (edge[1], edge[0]))
    first: dict[int, int] = {}
    to_come: dict[int, int] = {}
    for i, edge in enumerate(order):
        for v in edge:
            first.setdefault(v, i)
            to_come[v] = to_come.get(v, 0) + 1
    if len(first) < size:
        return False
    within = -1
    frontier: list[int] = []
    states: set[tuple[int, ...]] = {()}
    for i, (u, v) in enumerate(order):
        for w in (u, v):
            to_come[w] -= 1
        fresh = [w for w in (u, v) if first[w] == i]
        stay = [w for w in frontier + fresh if to_come[w]]
        following: set[tuple[int, ...]] = set()
        for state in states:
            mate = dict(zip(frontier, state, strict=True)) | {w: w for w in fresh}
            choices = [mate]
            if within not in (mate[u], mate[v]):
                if mate[u] == v:
                    # A cycle: the one wanted if nothing is left out, and none otherwise.
                    if len(first) == size and i >= max(first.values()):
                        others = (mate[w] for w in mate if w not in (u, v))
                        if all(other == within for other in others):
                            return True
                else:
                    ends = mate[u], mate[v]
                    choices.append(mate | {u: within, v: within} | dict([ends, ends[::-1]]))
            for choice in choices:
                missing = {w: (choice[w] != within) + (choice[w] == w) for w in (u, v)}
                if all(missing[w] <= to_come[w] for w in (u, v)):
                    following.add(tuple(choice[w] for w in stay))
        frontier, states = stay, following
    return False


def main() -> None:
    rows = []
    for leaper in LEAPERS:
        for m, n in boards():
            edges, size = moves(leaper, m, n), m * n
            for closed in (False, True):
                if size < 3:
                    exists = not closed and (size == 1 or bool(edges))
                else:
                    graph = (
                        (edges, size)
                        if closed
                        else (closed_through_one_more(edges, size), size + 1)
                    )
                    exists = cycle_by_solver(*graph)
                    compared = not exists or size <= LARGEST_COMPARED
                    if compared and cycle_by_frontier(*graph) != exists:
                        sys.exit(f"the methods disagree: {leaper} on {m}x{n}, closed: {closed}")
                kind = "closed" if closed else "open"
                rows.append((*leaper, m, n, kind, "yes" if exists else "no"))
            print(*rows[-2:], flush=True)
    with Path(__file__).with_suffix(".csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("a", "b", "rows", "cols", "kind", "exists"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
