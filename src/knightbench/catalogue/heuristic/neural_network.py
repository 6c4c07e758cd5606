"""A network of neurons, one for each move, that settles on two moves at every square."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.board import IntArray
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Move, Problem

#: About a tenth of a second between two looks at the clock.
_UPDATES_A_SLICE = 20_000_000


@register
@dataclass(frozen=True)
class NeuralNetwork(Formulation):
    """Let one hysteresis neuron for each move fire or rest until two moves fire at every square.

    The network has n vertices and m neurons (n squares, m moves). An open tour is closed by one
    more vertex, which is next to every square: n + 1 vertices, n + m neurons. The moves that the
    requests settle always fire, and have no neuron.

    State
        Each neuron has an output V, which is 1 where its move is made, and a state U.
    Motion
        With d(x) the number of moves that fire at the vertex x, the neuron of the move x-y goes
        by ``U := U + 4 - d(x) - d(y)``, then ``V := 1`` where U > 3, ``V := 0`` where U < 0, and
        V stays what it was in between. Neurons go one after the other, in an order that is drawn
        for each try; U is 0 at first, V is drawn.
    Rest
        The network has settled after a round in which no U changed. Mostly each vertex then has
        two moves: a 2-factor. Nothing makes it one cycle; on larger boards it hardly ever is.

    Each try begins anew; it costs O(m) a round. The statistics tell apart the tries that did not
    settle in `rounds`, those that left a square with another number of moves than two, and those
    that ended in several cycles; ``cycles`` is how many the last of these had.

    References
    ----------
    Y. Takefuji and K. C. Lee, *Neural network computing for knight's tour problems*,
    Neurocomputing 4(5), 249-254, 1992.

    I. Parberry, *Scalability of a neural network for the knight's tour problem*, Neurocomputing
    12(1), 19-33, 1996.
    """

    name = "neural-network"
    summary = "one neuron a move, settling on two moves at every square"
    source = "Takefuji and Lee, Neural network computing for knight's tour problems, 1992"
    family = "heuristic"
    complete = False
    uses_seed = True
    forkable = True
    effort = "rounds"
    requires = ("numba",)

    tries: int = parameter(1000, "how often the network is set going", minimum=1)
    rounds: int = parameter(400, "updates of every neuron in which a try must settle", minimum=1)

    def prepare(self) -> None:
        """Compile the network, or load it from disk."""
        super().prepare()
        self.solve(Problem.from_board("3x4"), Context())

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse steps in the midst of a tour, which the network knows nothing of."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Set the network going until it settles on one cycle."""
        from knightbench.catalogue._cycles import directed_walk, label_cycles
        from knightbench.catalogue.heuristic._neurons import settle

        ends = ("tries", "rounds", "unsettled", "not_two_moves", "several_cycles", "cycles")
        counts = dict.fromkeys(ends, 0)
        if problem.size == 1:
            return Answer.satisfied([0], **counts)
        with context.phase("build"):
            hub = problem.size
            vertices = hub if problem.closed else hub + 1
            first = problem.origin if problem.closed else hub
            assert first is not None, "a closed problem of three squares has a first one"
            if problem.closed and problem.end not in (None, *problem.neighbours(first)):
                return Answer.unsatisfiable("the last square is not next to the first", **counts)
            arcs = _arcs(problem, first)
            settled = {(min(move), max(move)) for move in (*problem.required, *arcs)}
            hub_moves = [] if problem.closed else [(square, hub) for square in range(hub)]
            moves = np.array(
                [move for move in problem.edges() + hub_moves if move not in settled],
                dtype=np.int32,
            ).reshape(-1, 2)
            always = np.array(sorted(settled), dtype=np.int32).reshape(-1, 2)
            rounds_a_slice = 1 + _UPDATES_A_SLICE // (len(moves) + 1)
            labels = np.empty(vertices, dtype=np.int32)
        with context.phase("search"):
            for _ in range(self.tries):
                counts["tries"] += 1
                states = np.zeros(len(moves), dtype=np.int64)
                outputs = context.rng.integers(0, 2, len(moves), dtype=np.uint8)
                order = context.rng.permutation(len(moves)).astype(np.int32)
                degrees = _degrees(np.concatenate((moves[outputs > 0], always)), vertices)
                left, rest = self.rounds, False
                while left and not rest:
                    context.report(**counts)
                    if not context.remaining:
                        return Answer.unknown("time-limit", **counts)
                    made, rest = settle(
                        moves, states, outputs, degrees, order, min(left, rounds_a_slice)
                    )
                    left -= made
                    counts["rounds"] += made
                if not rest:
                    counts["unsettled"] += 1
                    continue
                if (degrees != 2).any():
                    counts["not_two_moves"] += 1
                    continue
                fired = np.concatenate((moves[outputs > 0], always))
                both = np.concatenate((fired, fired[:, ::-1]))
                mates = both[np.lexsort((both[:, 1], both[:, 0])), 1].reshape(vertices, 2)
                counts["cycles"] = label_cycles(mates, labels)
                if counts["cycles"] > 1:
                    counts["several_cycles"] += 1
                    continue
                walk = directed_walk(mates, first, arcs)
                if walk is not None:
                    tour = [square for square in walk if square < problem.size]
                    return Answer.satisfied(tour, **counts)
        return Answer.unknown("incomplete", **counts)


def _arcs(problem: Problem, first: int) -> list[Move]:
    """Return the moves with a direction that the cycle makes, written from `first`."""
    arcs = list(problem.required_arcs)
    if problem.end is not None:
        arcs.append((problem.end, first))
    if problem.start is not None and not problem.closed:
        arcs.append((first, problem.start))
    return arcs


def _degrees(moves: IntArray, vertices: int) -> IntArray:
    """Return how many of some moves each vertex has."""
    return np.bincount(moves.ravel(), minlength=vertices).astype(np.int32)
