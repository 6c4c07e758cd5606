"""Depth-first search for a Hamiltonian path or cycle, with real pruning."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.graph.cycle_problem import CycleProblem
from knightbench.catalogue.graph.pruning_blocks import prune_by_blocks
from knightbench.catalogue.graph.pruning_clues import drop_what_fits_nowhere, next_clue_is_in_reach
from knightbench.catalogue.graph.pruning_degrees import MovesLeft
from knightbench.catalogue.graph.pruning_factor import TwoFactor
from knightbench.formulation import Context, Formulation, Unfinished, parameter, register
from knightbench.problem import Problem

_LEVELS = ("degrees", "blocks", "factor")


@register
@dataclass(frozen=True)
class NxSearch(Formulation):
    """Walk a networkx graph square by square, and drop what no tour can use any more.

    An open tour is closed by a hub, a node next to every square; so the problem is a cycle, and
    the walk begins at the hub or at the first square. With n squares and m moves:

    Variables
        One per move, of n + m moves where open and m where closed: used, dropped or undecided;
        and the walk. A node of the search is a choice of the walk's next move. It is tried, and
        dropped when it fails, so that each choice splits the tours in two.
    Constraints
        At every square two used moves, no cycle that leaves a square out, the direction of
        required arcs (`pruning_degrees`): kept to a fixed point at every node of the search.
        The blocks left form a chain, each with its colours in balance (`pruning_blocks`). The
        next clue is in reach (`pruning_clues`). A 2-factor is left (`pruning_factor`).
    Size
        Memory O(n + m). The fixed point costs a node O(moves that change), a look at the graph
        costs it O(n + m), and as much again for each arc of the 2-factor that must be replaced.
        Nodes can be exponential in n.

    The graph as a whole is looked at first, and then at nodes ever further apart: each look
    doubles the distance, each dead end brings it back to nothing.

    The next square is the one with the fewest moves left (Warnsdorff's rule); among those, with
    the fewest moves in the whole graph, which on a board is nearest to the edge; then the lowest.

    References
    ----------
    F. Rubin, *A search procedure for Hamilton paths and circuits*, Journal of the ACM 21(4),
    576-580, 1974.
    """

    name = "nx-search"
    summary = "depth-first search with forced moves, chains of blocks, colours and 2-factors"
    source = "F. Rubin, A search procedure for Hamilton paths and circuits, J. ACM 21(4), 1974"
    family = "graph"
    effort = "nodes"
    forkable = True
    requires = ("networkx",)
    enumerates = True

    pruning: str = parameter("factor", "how far to prune; each includes those before", _LEVELS)

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Search; the statistics hold ``nodes``, and ``looks`` at the graph as a whole."""
        if problem.size == 1:
            return Answer.satisfied([0], nodes=0, looks=0)
        with context.phase("build"):
            search = Search(CycleProblem(problem), self.pruning)
        with context.phase("search"):
            found = search.run(context)
        counts = {"nodes": search.nodes, "looks": search.looks}
        if found is None:
            return Answer.unknown("time-limit", **counts)
        if not found:
            return Answer.unsatisfiable(None, **counts)
        with context.phase("decode"):
            tour = search.cycle.tour(search.left.path[:-1])
        return Answer.satisfied(tour, **counts)

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour in the order of the search."""
        if problem.size == 1:
            yield (0,)
            return
        with context.phase("build"):
            search = Search(CycleProblem(problem), self.pruning)
        with context.phase("search"):
            while found := search.run(context):
                yield tuple(search.cycle.tour(search.left.path[:-1]))
                context.report(nodes=search.nodes, looks=search.looks)
        context.report(nodes=search.nodes, looks=search.looks)
        if found is None:
            raise Unfinished("time-limit")


class Search:
    """One search through a problem.

    Attributes
    ----------
    cycle : CycleProblem
        What is searched for.
    left : MovesLeft
        Where the search stands; holds the whole walk at last.
    nodes, looks : int
        How many moves were chosen, and how often the graph was looked at as a whole.
    """

    def __init__(self, cycle: CycleProblem, pruning: str) -> None:
        self.cycle = cycle
        self._rank = [len(cycle.graph[node]) for node in range(cycle.size)]
        self.left = MovesLeft(cycle.graph, cycle.origin)
        self.nodes = self.looks = 0
        level = _LEVELS.index(pruning)
        # From cheap to dear; each returns False at a dead end.
        self._rules: list[Callable[[], bool]] = [self._walk_on]
        if cycle.has_clues:
            self._rules.append(lambda: next_clue_is_in_reach(cycle, self.left))
        if level >= _LEVELS.index("blocks"):
            self._rules.append(lambda: prune_by_blocks(cycle, self.left))
        if level >= _LEVELS.index("factor"):
            self._rules.append(TwoFactor(self.left).prune)
        self._distance = self._until_look = 0
        # The node after the origin, as soon as it is settled, and those that it cannot be.
        self._second: int | None = None
        self._refused: set[int] = set()
        self._begun = False
        self._choices: list[tuple[int, int]] = []

    def run(self, context: Context) -> bool | None:
        """Return whether there is a tour; None where the deadline has come before.

        Where it is called again, whether there is another one. A choice that led to a tour is
        dropped then as one that failed: all tours that make it have been found.
        """
        choices = self._choices
        left = self.left
        next_report = time.monotonic() + 1
        alive = False if self._begun else self._begin()
        self._begun = True
        while not (alive and left.finished):
            if not alive:
                if not choices:
                    return False
                self._distance = self._until_look = 0
                mark, node = choices.pop()
                left.undo(mark)
                alive = self._exclude(node)
                continue
            now = time.monotonic()
            if now >= context.deadline:
                return None
            if now >= next_report:
                context.report(nodes=self.nodes, looks=self.looks, depth=len(left.path))
                next_report = now + 1
            candidates = self._candidates()
            if not candidates:
                alive = False
                continue
            node = min(candidates, key=self._priority)
            choices.append((left.mark(), node))
            self.nodes += 1
            alive = self._choose(node)
        return True

    def _begin(self) -> bool:
        """Bring the requests into the state; return False where they fail."""
        cycle, left = self.cycle, self.left
        if cycle.has_clues and not drop_what_fits_nowhere(cycle, left):
            return False
        for u, v in cycle.arcs:
            if not left.use_arc(u, v):
                return False
            if u == cycle.origin:
                self._second = v
        if not all(left.use(u, v) for u, v in cycle.edges) or not self._prune():
            return False
        onward = left.used[cycle.origin]
        if len(left.path) == 1 and onward and not cycle.directed:
            # A cycle may be walked either way, so it may as well begin with a move it must make.
            return self._choose(onward[0])
        return True

    def _candidates(self) -> list[int]:
        """Return the nodes that the walk may go to."""
        here = self.left.path[-1]
        if here != self.cycle.origin:
            return list(self.left.graph.neighbors(here))
        used = self.left.used[here]
        around = used if len(used) == 2 else self.left.graph.neighbors(here)
        return [node for node in around if node not in self._refused]

    def _priority(self, node: int) -> tuple[int, int, int]:
        return self.left.degree[node], self._rank[node], node

    def _choose(self, node: int) -> bool:
        """Go to `node`; return False at a dead end."""
        here = self.left.path[-1]
        if here != self.cycle.origin:
            return self.left.use(here, node) and self._prune()
        self._second = node
        return self.left.use_arc(here, node) and self._prune()

    def _exclude(self, node: int) -> bool:
        """Never go to `node` from here, all tours that do having failed; False at a dead end."""
        here = self.left.path[-1]
        if here == self.cycle.origin:
            self._second = None
            if self.cycle.directed:
                # A tour may still come from there, at its end, so the move stays.
                self._refused.add(node)
                return True
        self.left.drop(here, node)
        return self._prune()

    def _prune(self) -> bool:
        """Apply the rules until none finds more; return False at a dead end."""
        looking = self._until_look == 0
        if looking:
            self.looks += 1
            self._distance = 2 * self._distance + 1
            self._until_look = self._distance
        else:
            self._until_look -= 1
        rules = self._rules if looking else self._rules[:1]
        left = self.left
        tried = 0
        while tried < len(rules) and not left.finished:
            mark = left.mark()
            if not rules[tried]():
                return False
            # What one rule has found may be news for those before it.
            tried = 0 if left.mark() != mark else tried + 1
        return True

    def _walk_on(self) -> bool:
        """Settle the moves, and walk along the used ones and to the next step's clue."""
        cycle, left = self.cycle, self.left
        if not left.settle():
            return False
        while not left.finished:
            here, position = left.path[-1], len(left.path)
            if position == 1:
                onward = [] if self._second is None else [self._second]
            else:
                onward = left.used[here]
            if not onward:
                clue = cycle.node_at.get(position)
                return position == 1 or clue is None or left.use(here, clue)
            if not cycle.allows(position, here, onward[0]):
                return False
            left.walk(onward[0])
        return True
