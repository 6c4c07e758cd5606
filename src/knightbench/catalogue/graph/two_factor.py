"""A 2-factor by maximum flow, its cycles joined by exchanging edges; no solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Move, Problem


@register
@dataclass(frozen=True)
class TwoFactor(Formulation):
    """Choose two moves for every square by maximum flow, then join the cycles they make.

    A 2-factor of a bipartite graph is a flow: 2 from the source to each square of one colour, at
    most 1 along each move, 2 from each square of the other colour to the sink. There is one
    exactly where all of that gets through. Its cycles are joined by two-edge exchanges (see
    `knightbench.catalogue._cycles`). If more than one is left, the squares are put in another
    random order, which leads to another flow, and it starts again.

    An open tour is made a closed one by dummy vertices, so that the graph stays bipartite. Where
    one colour has a square more, the tour begins and ends on it: one dummy vertex with a move to
    each of these squares. Where the colours are equal, the ends differ in colour: two dummy
    vertices, next to each other in the cycle, one with a move to each square of one colour and
    one to each of the other.

    A move that is certain (a required one, to an end that is asked for, between two dummy
    vertices) is taken out of the flow: both of its ends need one move less, and it is never
    exchanged. What has a direction is looked at when there is one cycle.

    Size: a flow in a network of n + 2 nodes and n + m arcs; open at most 2 nodes and n + 2 arcs
    more. By Dinic's algorithm it takes at most O(m^1.5), since the capacities are 1 and 2; in
    practice it is close to linear, and so are the exchanges.

    It says that there is no tour only where it has a proof: the graph falls apart, its colours
    do not allow a tour, or there is no 2-factor with the moves that are certain. What it does
    not find is unknown.

    References
    ----------
    L. R. Ford, D. R. Fulkerson, *Flows in Networks*, Princeton University Press, 1962.

    S. Even, R. E. Tarjan, "Network flow and testing graph connectivity", SIAM Journal on
    Computing 4(4), 507-518, 1975 (the bound).
    """

    name = "two-factor"
    summary = "two moves for every square by maximum flow, cycles joined by exchanging edges"
    source = "flows of Ford and Fulkerson, 1962, with two-edge exchange"
    family = "graph"
    complete = False
    uses_seed = True
    effort = "exchanges"
    forkable = True
    requires = ("numba", "scipy.sparse", "scipy.sparse.csgraph")

    restarts: int = parameter(100, "how often it starts again with another 2-factor", minimum=0)

    def prepare(self) -> None:
        """Compile the kernels, or load them from disk."""
        super().prepare()
        from knightbench.catalogue._cycles import warm_up

        warm_up()

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse clues, and a graph with an odd cycle."""
        if reason := unsupported_requests(problem, "start", "end", "required moves"):
            return reason
        try:
            two_colours(problem)
        except OddCycle as odd:
            return f"needs a bipartite graph: {odd}"
        return None

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Make 2-factors and join their cycles until one is left, or the restarts are used up."""
        from knightbench.catalogue._cycles import directed_walk, merge_cycles, protect

        statistics = dict.fromkeys(("restarts", "cycles", "exchanges"), 0)
        if problem.size == 1:
            return Answer.satisfied([0], **statistics)
        with context.phase("build"):
            try:
                network = network_of(problem)
            except NoTour as proof:
                return Answer.unsatisfiable(str(proof), **statistics)
            offsets, targets = network.rows()
        for restart in range(self.restarts + 1):
            if not context.remaining:
                return Answer.unknown("time-limit", **statistics)
            with context.phase("search"):
                mates = network.two_factor(context.rng)
                if mates is None:
                    reason = "there is no choice of moves that gives every square two of them"
                    return Answer.unsatisfiable(reason, **statistics)
                kept = protect(mates, network.certain)
                cycles, exchanges = merge_cycles(offsets, targets, mates, kept)
                statistics["restarts"] = restart
                statistics["cycles"] = cycles
                statistics["exchanges"] += exchanges
                context.report(**statistics)
            if exchanges == cycles - 1:
                with context.phase("decode"):
                    cycle = directed_walk(mates, network.first, network.directed)
                if cycle is not None:
                    squares = [square for square in cycle if square < problem.size]
                    return Answer.satisfied(squares, **statistics)
        return Answer.unknown("incomplete", **statistics)


class OddCycle(ValueError):
    """A graph has no colouring in two colours; the message names a move on an odd cycle."""


class NoTour(ValueError):
    """The graph has no tour; the message is the proof."""


def two_colours(problem: Problem) -> tuple[list[int], int]:
    """Colour the squares so that every move changes the colour.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    colours : list of int
        0 or 1 for each square; 0 for the first of each part.
    parts : int
        How many parts the graph has that no move connects. The colours of each could be
        exchanged.

    Raises
    ------
    OddCycle
        If there is no such colouring.
    """
    offsets, targets = problem.offsets.tolist(), problem.targets.tolist()
    colours = [-1] * problem.size
    parts = 0
    for first in range(problem.size):
        if colours[first] >= 0:
            continue
        parts += 1
        colours[first] = 0
        reached = [first]
        for u in reached:
            for v in targets[offsets[u] : offsets[u + 1]]:
                if colours[v] < 0:
                    colours[v] = 1 - colours[u]
                    reached.append(v)
                elif colours[v] == colours[u]:
                    raise OddCycle(
                        f"the move {problem.name(u)} - {problem.name(v)} is on an odd cycle"
                    )
    return colours, parts


@dataclass(frozen=True)
class Network:
    """A bipartite graph in which to find a cycle: the squares, and dummy vertices after them.

    Attributes
    ----------
    needs : array of int32, shape (vertices,)
        How many moves each vertex needs beside those that are certain.
    free : array of int32, shape (moves, 2)
        The moves that are not certain, each from a vertex of colour 0 to one of colour 1.
    certain : tuple of (int, int)
        The moves that the cycle must make.
    directed : tuple of (int, int)
        Those of them that have a direction.
    first : int
        The vertex with which the cycle is written.
    colours : array of int32, shape (vertices,)
    """

    needs: IntArray
    free: IntArray
    certain: tuple[Move, ...]
    directed: tuple[Move, ...]
    first: int
    colours: IntArray

    def rows(self) -> tuple[IntArray, IntArray]:
        """Return the free moves in compressed sparse rows."""
        tails = np.concatenate((self.free[:, 0], self.free[:, 1]))
        heads = np.concatenate((self.free[:, 1], self.free[:, 0]))
        offsets = np.zeros(len(self.needs) + 1, dtype=np.int32)
        np.cumsum(np.bincount(tails, minlength=len(self.needs)), out=offsets[1:])
        return offsets, heads[np.lexsort((heads, tails))]

    def two_factor(self, rng: np.random.Generator) -> IntArray | None:
        """Return the two vertices next to each in a random 2-factor, or None without any.

        Notes
        -----
        The algorithm takes nodes and arcs in the order of their numbers, so numbering them anew
        is all that it takes to be led to another flow.
        """
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import maximum_flow

        vertices = len(self.needs)
        source, sink = vertices, vertices + 1
        number = rng.permutation(vertices + 2)
        given = np.flatnonzero((self.colours == 0) & (self.needs > 0))
        taken = np.flatnonzero((self.colours == 1) & (self.needs > 0))
        tails = np.concatenate((self.free[:, 0], np.full(len(given), source), taken))
        heads = np.concatenate((self.free[:, 1], given, np.full(len(taken), sink)))
        capacities = np.ones(len(tails), dtype=np.int32)
        capacities[len(self.free) :] = np.concatenate((self.needs[given], self.needs[taken]))
        network = csr_matrix(
            (capacities, (number[tails], number[heads])), shape=(vertices + 2, vertices + 2)
        )
        found = maximum_flow(network, number[source], number[sink])
        if found.flow_value < self.needs[given].sum():
            return None
        flow = found.flow.tocoo()
        vertex = np.argsort(number)
        arcs = np.stack((vertex[flow.row], vertex[flow.col]), axis=1)
        used = arcs[(flow.data > 0) & (arcs < vertices).all(axis=1)]
        made = np.concatenate((used, np.array(self.certain, dtype=np.int32).reshape(-1, 2)))
        both = np.concatenate((made, made[:, ::-1])).astype(np.int32)
        mates: IntArray = both[np.lexsort((both[:, 1], both[:, 0])), 1].reshape(vertices, 2)
        return mates


def network_of(problem: Problem) -> Network:
    """Return the network of a bipartite problem of two squares or more.

    Raises
    ------
    NoTour
        If the colours, the parts or the requests show that there is none.
    """
    size, start, end = problem.size, problem.start, problem.end
    colours, parts = two_colours(problem)
    if parts > 1:
        raise NoTour(f"the graph falls apart into {parts} parts that no move connects")
    larger = int(2 * sum(colours) > size)
    surplus = 2 * colours.count(larger) - size
    if surplus > (not problem.closed):
        allowed = "as many of both" if problem.closed else "at most one more"
        raise NoTour(
            f"every move changes the colour, and {(size + surplus) // 2} squares are of one "
            f"colour, {(size - surplus) // 2} of the other; this tour needs {allowed}"
        )
    moves = problem.edges()
    certain = list(problem.required)
    directed = list(problem.required_arcs)
    if problem.closed:
        first = problem.origin
        assert first is not None, "a closed problem of three squares has a first one"
        if end is not None:
            if end not in problem.neighbours(first):
                raise NoTour(f"{problem.name(end)} to {problem.name(first)} is not a move")
            directed.append((end, first))
    else:
        first = last = size
        begins = ends = larger
        if surplus == 0:
            last = size + 1
            if start is not None:
                begins = colours[start]
            elif end is not None:
                begins = 1 - colours[end]
            ends = 1 - begins
            certain.append((first, last))
        for square, colour in ((start, begins), (end, ends)):
            if square is not None and colours[square] != colour:
                raise NoTour(
                    f"every move changes the colour, and {problem.name(square)} has the wrong "
                    "one for that end of the tour"
                )
        moves += [(first, square) for square in range(size) if colours[square] == begins]
        colours.append(1 - begins)
        if last != first:
            moves += [(last, square) for square in range(size) if colours[square] == ends]
            colours.append(1 - ends)
        if start is not None:
            directed.append((first, start))
        if end is not None:
            directed.append((end, last))
    settled = dict.fromkeys((min(move), max(move)) for move in (*certain, *directed))
    needs = np.full(len(colours), 2, dtype=np.int32)
    for move in settled:
        needs[list(move)] -= 1
    if needs.min() < 0:
        square = int(np.argmin(needs))
        raise NoTour(f"more than two moves are required at {problem.name(square)}")
    free = [
        (u, v) if colours[u] == 0 else (v, u)
        for u, v in moves
        if (min(u, v), max(u, v)) not in settled
    ]
    return Network(
        needs=needs,
        free=np.array(free, dtype=np.int32).reshape(-1, 2),
        certain=tuple(settled),
        directed=tuple(directed),
        first=first,
        colours=np.array(colours, dtype=np.int32),
    )
