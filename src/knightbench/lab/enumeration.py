"""All tours of a problem, one after the other, each checked and none of them twice.

A worker streams tours; here each is checked, written in standard form and looked up among those
that came before. What came is a lower bound until the worker says that there are no more; even
then it is only taken for all of them where nothing speaks against it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Unpack

from knightbench import theory
from knightbench.answer import UnknownReason
from knightbench.board import Board
from knightbench.formulation import Formulation, Unfinished, UnsupportedProblem, refusal_to_list
from knightbench.lab.distinct import Distinct
from knightbench.lab.reply import Reply
from knightbench.lab.request import Limits
from knightbench.lab.run import Outcome, Run
from knightbench.lab.solve import DEFAULT_FORMULATION, RunFailed, asked_run
from knightbench.lab.supervisor import stream
from knightbench.problem import Problem, Requests
from knightbench.symmetry import Symmetries, Tour, standard
from knightbench.tour import InvalidTour, check

if TYPE_CHECKING:
    import networkx as nx


#: Why a list that was ended is not complete.
_UNFINISHED: dict[Outcome, UnknownReason] = {
    Outcome.TIMEOUT: "time-limit",
    Outcome.MEMOUT: "memory-limit",
    Outcome.GAVE_UP: "incomplete",
}


@dataclass(frozen=True)
class Listed:
    """One tour of a list.

    Attributes
    ----------
    tour : tuple of int
        In standard form; of a class, its canonical one.
    class_size : int
        How many tours it stands for: 1, or the size of its class.
    symmetries : tuple of str
        Where classes are listed, which symmetries leave it as it is, but for the identity.
    """

    tour: Tour
    class_size: int = 1
    symmetries: tuple[str, ...] = ()


@dataclass
class Enumeration:
    """A list of tours in the making: iterate to make it, and then look at what it came to.

    Attributes
    ----------
    run : Run
    directed : bool
        Whether a tour and its reverse are two, even where no request tells them apart.
    up_to_symmetry : bool
        Whether only one tour of each class is listed; see `knightbench.symmetry`.
    limit : int or None
        After how many listed tours it ends.
    tours : int
        How many different tours came, listed or not.
    classes : Counter
        Where classes are listed, how many there are of each symmetry.
    outcome : Outcome
        ``solved`` where these are all tours, ``proved`` where there is none; anything else says
        why it ended, and ``gave-up`` is also for its limit and for an interrupt.
    listed : int
        How many were listed: tours, or classes.
    message : str or None
        What went wrong, for ``crashed``, ``wrong`` and ``unsupported``.
    reply : Reply or None
        What the supervisor saw of the worker, once it has ended.
    """

    run: Run
    directed: bool = False
    up_to_symmetry: bool = False
    limit: int | None = None
    tours: int = 0
    listed: int = 0
    classes: Counter[tuple[str, ...]] = field(default_factory=Counter)
    outcome: Outcome = Outcome.GAVE_UP
    message: str | None = None
    reply: Reply | None = None

    @property
    def complete(self) -> bool:
        """Whether these are all tours: else their number is a lower bound."""
        return self.outcome in (Outcome.SOLVED, Outcome.PROVED)

    def __iter__(self) -> Generator[Listed, None, None]:
        """Yield the tours as they come. A worker that is left alone is ended."""
        run = self.run
        if reason := refusal_to_list(run.formulation, run.problem):
            self._end(Outcome.UNSUPPORTED, f"{run.formulation.name}: {reason}")
            return
        group = Symmetries.of(run.problem, self.directed) if self.up_to_symmetry else None
        seen, classes = Distinct(), Distinct()
        in_classes = received = 0
        with contextlib.closing(stream(replace(run.request, task="list"))) as told:
            for what in told:
                if isinstance(what, Reply):
                    self.reply = what
                    break
                received += 1
                tour = self._taken(what, seen)
                if tour is None:
                    return
                ways = {tour, self._reverse(tour)} if self.directed else {tour}
                self.tours += len(ways)
                for way in sorted(ways):
                    listed = Listed(way)
                    if group is not None:
                        first = group.canonical(way)
                        if not classes.add(first):
                            continue
                        check(run.problem, first)
                        names = tuple(str(element) for element in group.of_tour(first)[1:])
                        listed = Listed(first, group.class_size(first), names)
                        in_classes += listed.class_size
                        self.classes[names] += 1
                    self.listed += 1
                    yield listed
                    if self.listed == self.limit:
                        return
        assert self.reply is not None, "a stream ends with a reply"
        self._conclude(self.reply, received, in_classes)

    def _taken(self, squares: Any, seen: Distinct) -> Tour | None:
        """Return a tour in standard form, or None where it is none, or came before."""
        problem = self.run.problem
        try:
            check(problem, squares)
        except (InvalidTour, TypeError) as error:
            self._end(Outcome.WRONG, f"not a tour asked for: {error}")
            return None
        tour = standard(problem, squares)
        if not seen.add(tour):
            self._end(Outcome.WRONG, f"a tour came twice: {list(tour)}")
            return None
        return tour

    def _reverse(self, tour: Tour) -> Tour:
        """Return the same tour the other way round, where that is another one that is asked for."""
        if self.run.problem.directed:
            return tour
        return standard(self.run.problem, tour[::-1], directed=True)

    def _conclude(self, reply: Reply, received: int, in_classes: int) -> None:
        """Settle what a worker's end amounts to."""
        if reply.kind in ("wall", "cpu"):
            self._end(Outcome.TIMEOUT)
        elif reply.kind == "memory" or reply.message.get("memory"):
            self._end(Outcome.MEMOUT)
        elif reply.kind == "unsupported":
            self._end(Outcome.UNSUPPORTED, reply.message["message"])
        elif reply.kind != "answer":
            self._end(Outcome.CRASHED, str(reply.message["message"]))
        elif (unfinished := reply.message["unfinished"]) is not None:
            self._end(
                {"time-limit": Outcome.TIMEOUT, "memory-limit": Outcome.MEMOUT}.get(
                    unfinished, Outcome.GAVE_UP
                )
            )
        elif reply.message["tours"] != received:
            self._end(
                Outcome.CRASHED, f"{reply.message['tours']} tours were sent, and {received} came"
            )
        elif self.up_to_symmetry and in_classes != self.tours:
            self._end(
                Outcome.WRONG,
                f"{in_classes:,} tours are in the classes of those that came, but only "
                f"{self.tours:,} came and were said to be all",
            )
        elif self.tours:
            self._end(Outcome.SOLVED)
        elif self.run.problem.contradiction is None and (
            finding := theory.possible(self.run.problem)
        ):
            self._end(Outcome.WRONG, f"there is a tour: {finding.statement} ({finding.source})")
        else:
            self._end(Outcome.PROVED)

    def _end(self, outcome: Outcome, message: str | None = None) -> None:
        self.outcome, self.message = outcome, message


def tours(
    problem: Problem | Board | str | nx.Graph[Any],
    *,
    formulation: str | Formulation | type[Formulation] = DEFAULT_FORMULATION,
    directed: bool = False,
    time_limit: float | None = None,
    cpu_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    threads: int = 1,
    **requests: Unpack[Requests],
) -> Iterator[Tour]:
    """Yield every tour of a problem, each checked and none twice, as one formulation finds them.

    It runs in a process of its own, which ends when the iterator is closed. That the iterator ends
    says that there are no more.

    Parameters
    ----------
    problem : Problem, Board, str or networkx.Graph
        A problem, or what one is made from; a string is a size such as ``"8x8"``.
    formulation : str, Formulation or its class, optional
        One that lists tours: ``enumerates`` in `knightbench list --json`.
    directed : bool, optional
        Whether a tour and its reverse are two even where no request tells them apart. Without it
        they are one, unless one of these does: a last square, a clue, a required move with a
        direction, the first square of an open tour, magic sums of a closed one.
    time_limit, cpu_limit, memory_limit, seed, threads
        As for `solve`. The time includes what the caller does between two tours.
    **requests
        Where `problem` is no Problem yet: see `knightbench.problem.Requests`.

    Yields
    ------
    tuple of int
        The squares in order of visit: a closed tour from the problem's first square, and of a
        tour and its reverse, where they are one, the lesser. No two of them share anything.

    Raises
    ------
    ValueError
        As for `solve`; an `UnsupportedProblem` where the formulation does not list tours.
    Unfinished
        If a limit was reached, or the formulation gave up: what came before is not all.
    RunFailed
        If the formulation crashed, or sent a tour twice or what is none.

    Examples
    --------
    >>> sum(1 for _ in tours("3x4", formulation="backtracking"))
    8
    """
    run = asked_run(
        problem,
        requests,
        formulation=formulation,
        limits=Limits(time_limit, cpu_limit, memory_limit),
        seed=seed,
        threads=threads,
    )
    listing = Enumeration(run, directed)
    with contextlib.closing(iter(listing)) as found:
        for listed in found:
            yield listed.tour
    if listing.outcome is Outcome.UNSUPPORTED:
        raise UnsupportedProblem(listing.message)
    if listing.outcome in (Outcome.CRASHED, Outcome.WRONG):
        raise RunFailed(listing.outcome, listing.message or "")
    if not listing.complete:
        raise Unfinished(
            _UNFINISHED[listing.outcome], f"{listing.outcome} after {listing.tours:,} tours"
        )
