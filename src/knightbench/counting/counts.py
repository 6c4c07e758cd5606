"""How many tours a problem has.

>>> count("5x6", closed=True).number
8
>>> count("5x5", directed=True).number
1728
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from knightbench.board import Board
from knightbench.counting.blocks import BlockLayer, Side, advance_blocks, first_blocks
from knightbench.counting.bounds import bound, combined, moduli
from knightbench.counting.checkpoint import Checkpoint
from knightbench.counting.elimination import (
    FrontierTooWide,
    Layer,
    Means,
    MemoryLimitReached,
    advance,
    check_width,
    elimination_steps,
    first_layer,
)
from knightbench.counting.meeting import Meeting, best_meeting, join_sides
from knightbench.counting.orders import (
    base_orders,
    check_order,
    cost,
    default_order,
)
from knightbench.counting.question import Cycles, cycles_of, unsupported_reason
from knightbench.formats.json import problem_to_json
from knightbench.problem import Problem, Requests

if TYPE_CHECKING:
    import networkx as nx

ELIMINATION, MEETING, AUTO = "elimination", "meeting", "auto"
METHODS = (AUTO, ELIMINATION, MEETING)

#: Up to so many states, by the bound of `cost`, tables for blocks would take longer to make.
FEW_STATES = 3_000_000

#: How many vertices of the middle may have their degrees shared out in advance.
MOST_FIXED = 8


@dataclass(frozen=True)
class Progress:
    """How far a count is.

    Attributes
    ----------
    done, steps : int
        How many steps are made, of how many.
    states : int
        How many states the last layer has.
    what : str
        What was done last, in words.
    """

    done: int
    steps: int
    states: int
    what: str


@dataclass(frozen=True)
class Count:
    """A number of tours.

    Attributes
    ----------
    problem : Problem
        What was asked.
    number : int
        How many tours there are.
    directed : bool
        Whether a tour and its reverse are two.
    method : str
        ``elimination``, ``meeting``, or ``convention`` where nothing had to be counted.
    states : int
        The most states that a layer had.
    bound : int
        What was proved before: there are no more cycles than that.
    moduli : tuple of int
        Modulo which numbers the count was made; their product is greater than the bound.
    seconds : float
        How long it took since it was begun or taken up again.
    resumed : int
        With how many steps done it was taken up from a checkpoint; else 0.
    """

    problem: Problem
    number: int
    directed: bool
    method: str
    states: int = 0
    bound: int = 0
    moduli: tuple[int, ...] = ()
    seconds: float = 0.0
    resumed: int = 0


def count(
    problem: Problem | Board | str | nx.Graph[Any],
    *,
    directed: bool = False,
    order: Sequence[int] | None = None,
    method: str = AUTO,
    threads: int = 1,
    state_limit: int | None = None,
    memory_limit: int | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[Progress], None] | None = None,
    **requests: Unpack[Requests],
) -> Count:
    """Return how many tours a problem has, exactly.

    Tours are told apart by their moves: a tour and its reverse are one, and a closed tour has no
    first square. With `directed` each tour is told from its reverse, and counts if it, in its
    direction, is as asked for. With requests that fix a direction (a first square of an open tour,
    a last square, a move in one direction) the two numbers are the same.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        Without clues, and without requests made of the tour as a whole. A size such as ``"8x8"``,
        a board and a graph are made a problem with the requests that follow.
    directed : bool, optional
        Whether a tour and its reverse are two.
    order : sequence of int, optional
        In which order to eliminate the squares; a cheap one by default. The number does not depend
        on it, time and memory do.
    method : {'auto', 'elimination', 'meeting'}, optional
        Whether to go through the squares from one end to the other, with states in a hash table,
        or from both ends, with states in blocks. By default what is likely to be faster.
    threads : int, optional
        How many threads.
    state_limit, memory_limit : int, optional
        The most states of a layer, and the most bytes of layers and tables. Without a memory
        limit, what the machine has at the time.
    checkpoint : str or Path, optional
        A folder to keep the count in. A count that was cut off, by whatever, goes on from there.
    progress : callable, optional
        Called with a `Progress` after every step.
    **requests
        See `knightbench.problem.Requests`.

    Returns
    -------
    Count

    Raises
    ------
    ValueError
        If the problem cannot be counted or its frontier is too wide, the order is none, or the
        checkpoint is that of another count.
    MemoryLimitReached
        If a limit is reached; the message says how far the count was.

    Notes
    -----
    Numbers are kept in words modulo 2**64, and where `knightbench.counting.bounds` cannot prove
    that the count is less, counted again modulo primes: no overflow goes unnoticed. How many
    states there can be for a frontier of so many squares is in `knightbench.counting.orders`.
    """
    problem = Problem.of(problem, **requests)
    reason = unsupported_reason(problem)
    if reason is not None:
        raise ValueError(reason)
    if method not in METHODS:
        raise ValueError(f"method {method!r}: there are {', '.join(METHODS)}")
    if threads < 1:
        raise ValueError(f"{threads} threads: there must be at least 1")
    if order is not None:
        order = check_order(problem, order)
    if problem.contradiction is not None:
        return Count(problem, 0, directed, "convention")
    if problem.size == 1:
        return Count(problem, 1, directed, "convention")
    begun = time.perf_counter()
    plan = _plan(problem, order, method)
    if plan is None:
        return Count(problem, 0, directed, "convention")
    memory = available_memory() if memory_limit is None else memory_limit
    with ThreadPoolExecutor(threads) as pool:
        means = Means(threads, state_limit, memory, pool)
        run = _Run(problem, plan, means, checkpoint, progress)
        cycles = run.count()
    return Count(
        problem,
        cycles * (plan.cycles.directions if directed else 1),
        directed,
        ELIMINATION if plan.meeting is None else MEETING,
        run.most_states,
        plan.bound,
        plan.moduli,
        time.perf_counter() - begun,
        run.resumed,
    )


def count_within(problem: Problem, states: int = 1_000_000) -> int | None:
    """Return how many tours a problem has, a tour and its reverse being one, or None.

    None where a layer would have more than so many states, so that this is a cheap check of small
    problems: 0 is a proof that there is no tour.

    Raises
    ------
    ValueError
        As for `count`, but for the frontier.
    """
    try:
        return count(problem, method=ELIMINATION, state_limit=states).number
    except (MemoryLimitReached, FrontierTooWide):
        return None


@dataclass(frozen=True)
class _Plan:
    """What is counted and how."""

    cycles: Cycles
    meeting: Meeting | None
    bound: int
    moduli: tuple[int, ...]


def _plan(problem: Problem, order: Sequence[int] | None, method: str) -> _Plan | None:
    """Return how to count; None where it is plain that there is nothing to count.

    Raises
    ------
    ValueError
        If the problem cannot be counted as asked.
    """
    cycles = cycles_of(problem, default_order(problem) if order is None else order)
    if cycles is None or min(map(len, cycles.neighbours)) < 2:
        return None
    meeting = None
    small = cost(cycles.neighbours, cycles.order) <= FEW_STATES
    if method == MEETING or (method == AUTO and not small):
        sweeps = base_orders(problem) if order is None else [order]
        swept = [cycles_of(problem, sweep) for sweep in sweeps]
        found = [best_meeting(graph) for graph in swept if graph is not None]
        possible = [cut for cut in found if cut is not None]
        if possible:
            best = min(possible, key=lambda cut: cut.cost)
            meeting = replace(best, refine=order is None)
        elif method == MEETING:
            raise ValueError("there is no narrow cut of this graph in its order of elimination")
    if meeting is None:
        check_width(cycles)
    most = bound(cycles)
    return _Plan(cycles, meeting, most, moduli(most))


def available_memory() -> int | None:
    """Return how many bytes can be had, or are there in all, or None where nobody says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:  # there is none on macOS
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None


class _Run:
    """One count under way: its progress, its checkpoint, its largest layer."""

    def __init__(
        self,
        problem: Problem,
        plan: _Plan,
        means: Means,
        checkpoint: str | Path | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._plan = plan
        self._means = means
        self._progress = progress
        self._checkpoint = None
        if checkpoint is not None:
            self._checkpoint = Checkpoint(Path(checkpoint), _question(problem, plan))
        self._done = self._steps = 0
        self._what = "nothing was counted yet"
        self._fixed = (self._checkpoint and self._checkpoint.finished("fixed")) or 0
        self.most_states = 0
        self.resumed = 0

    def count(self) -> int:
        """Return the number of cycles."""
        try:
            residues = [self._residue(modulus) for modulus in self._plan.moduli]
        except MemoryLimitReached as error:
            raise MemoryLimitReached(
                f"{error}; {self._done} of {self._steps} steps were made: {self._what}"
            ) from None
        return combined(residues, self._plan.moduli)

    def _residue(self, modulus: int) -> int:
        meeting = self._plan.meeting
        if meeting is None:
            return self._eliminate(modulus)
        while True:
            try:
                return self._meet(meeting, modulus)
            except MemoryLimitReached:
                if self._fixed >= min(MOST_FIXED, len(meeting.middle)):
                    raise
            # Fewer states at a time: the degrees of one more vertex are shared out.
            self._fixed += 1
            self._finish("fixed", self._fixed)

    def _told(self, states: int, what: str) -> None:
        self._done += 1
        self._what = what
        self.most_states = max(self.most_states, states)
        if self._progress is not None:
            self._progress(Progress(self._done, self._steps, states, what))

    def _finished(self, part: str, steps: int) -> int | None:
        """Return the number of a part that the checkpoint has, its steps being done."""
        number = None if self._checkpoint is None else self._checkpoint.finished(part)
        if number is not None:
            self._done += steps
            self.resumed = self._done
        return number

    def _finish(self, part: str, number: int) -> int:
        if self._checkpoint is not None:
            self._checkpoint.finish(part, number)
        return number

    def _eliminate(self, modulus: int) -> int:
        steps = elimination_steps(self._plan.cycles)
        self._steps = len(steps) * len(self._plan.moduli)
        part = f"modulo {modulus}"
        number = self._finished(part, len(steps))
        if number is not None:
            return number
        layer, begin = first_layer(steps, modulus), 0
        kept = None if self._checkpoint is None else self._checkpoint.kept("layer", part)
        if kept is not None:
            begin, arrays = kept
            layer = Layer(arrays["keys"], arrays["counts"], modulus)
            self._done += begin
            self.resumed = self._done
        for number, step in enumerate(steps[begin:], begin + 1):
            layer = advance(step, layer, self._means)
            if self._checkpoint is not None:
                arrays = {"keys": layer.keys, "counts": layer.counts}
                self._checkpoint.keep("layer", part, number, arrays, at_once=False)
            self._told(len(layer.keys), f"eliminated square {number} of {len(steps)}")
        return self._finish(part, int(sum(layer.counts.tolist())) % modulus)

    def _meet(self, meeting: Meeting, modulus: int) -> int:
        shares = list(meeting.shares(self._fixed))
        first, second = meeting.sides()
        each = len(first) + len(second) + 1
        self._steps = each * len(shares) * len(self._plan.moduli)
        self._done = each * len(shares) * self._plan.moduli.index(modulus)
        total = 0
        for share in shares:
            part = f"modulo {modulus}, share {share}"
            number = self._finished(part, each)
            if number is None:
                number = self._meet_share(meeting, share, modulus, part)
            total += number
        return total % modulus

    def _meet_share(self, meeting: Meeting, share: tuple[int, ...], modulus: int, part: str) -> int:
        first, second = meeting.sides(share)
        kept = None if self._checkpoint is None else self._checkpoint.kept("first", part)
        if kept is None:
            a = self._side(first, "first side", modulus, part, 0)
            if self._checkpoint is not None:
                self._checkpoint.keep("first", part, 0, _arrays(a), at_once=True)
        else:
            a = BlockLayer(**kept[1])
            self._done += len(first)
            self.resumed = self._done
        b = self._side(second, "second side", modulus, part, a.nbytes)
        number = join_sides(a, b, len(meeting.middle), self._means, modulus)
        self._finish(part, number)
        self._told(len(b.values), "joined the sides")
        return number

    def _side(self, side: Side, name: str, modulus: int, part: str, held: int) -> BlockLayer:
        """Return the states of the middle from one side, with `held` bytes taken already."""
        means = self._means
        if means.memory is not None:
            means = dataclasses.replace(means, memory=means.memory - held)
        layer, begin = first_blocks(), 0
        part = f"{part}, {name}"
        kept = None if self._checkpoint is None else self._checkpoint.kept("layer", part)
        if kept is not None:
            begin, arrays = kept
            layer = BlockLayer(**arrays)
            self._done += begin
            self.resumed = self._done
        for number, step in enumerate(side.steps(), 1):
            if number <= begin:
                continue
            layer = advance_blocks(step, layer, means, modulus)
            if self._checkpoint is not None:
                self._checkpoint.keep("layer", part, number, _arrays(layer), at_once=False)
            self._told(len(layer.values), f"{name}, step {number} of {len(side)}")
        return layer


def _arrays(layer: BlockLayer) -> dict[str, Any]:
    return {"vectors": layer.vectors, "starts": layer.starts, "values": layer.values}


def _question(problem: Problem, plan: _Plan) -> dict[str, Any]:
    """Return what tells one count from another, as plain values: the problem and every step."""
    told = problem_to_json(problem)
    how: list[Any] = [plan.cycles.order]
    if plan.meeting is not None:
        how = [plan.meeting.cycles.order, *(side.order for side in plan.meeting.sides())]
    digest = hashlib.sha256(json.dumps(how).encode()).hexdigest()
    return {
        "schema": "knightbench.counting/1",
        "label": told["label"],
        "problem": told["hash"],
        "orders": digest,
        "moduli": list(plan.moduli),
    }
