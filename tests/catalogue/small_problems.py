"""Small problems of every kind for hypothesis, and the comparison with brute force."""

import itertools

import networkx as nx
from hypothesis import strategies as st

from knightbench import Context, Problem, Status, check
from knightbench.formulation import Formulation, ask
from tests.conformance.brute_force import has_tour


@st.composite
def small_problems(draw: st.DrawFn, largest: int = 7) -> Problem:
    """Graphs of up to `largest` nodes with requests, about half of them taken from a tour."""
    size = draw(st.integers(1, largest))
    pairs = list(itertools.combinations(range(size), 2))
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    tour = draw(st.permutations(range(size)))
    closed = draw(st.booleans())
    moves = list(itertools.pairwise(tour)) + [(tour[-1], tour[0])] * (closed and size > 2)
    if draw(st.booleans()):
        edges |= {(min(move), max(move)) for move in moves}
    graph = nx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(sorted(edges))
    present = [move for move in moves if graph.has_edge(*move)] + sorted(edges)

    def at(step: int) -> st.SearchStrategy[int]:
        return st.just(tour[step - 1]) | st.integers(0, size - 1)

    def some(moves: list[tuple[int, int]]) -> st.SearchStrategy[list[tuple[int, int]]]:
        return st.lists(st.sampled_from(moves), max_size=2) if moves else st.just([])

    clues = draw(st.sets(st.integers(2, size - 1), max_size=2)) if size > 2 else set()
    # A single square is the first and the last step, and may be asked for as only one of them.
    end = draw(st.none() | at(size)) if size > 1 else None
    return Problem.from_graph(
        graph,
        closed=closed,
        start=draw(st.none() | at(1)),
        end=end,
        clues=[(draw(at(step)), step) for step in sorted(clues)],
        require=draw(some(present)),
        require_arcs=draw(some(present)),
        forbid=draw(some(sorted(edges))) if draw(st.booleans()) else (),
    )


def assert_right(formulation: Formulation, problem: Problem, context: Context) -> None:
    """Fail unless a complete formulation says of `problem` what brute force says."""
    answer = ask(formulation, problem, context)
    where = f"{formulation} on {problem}, moves {problem.edges()}: {answer}"
    if not has_tour(problem):
        assert answer.status is Status.UNSATISFIABLE, where
        return
    assert answer.tour is not None, where
    check(problem, answer.tour)
    assert problem.origin in (None, answer.tour[0]), where
