"""The second stage of a run: what backs its claim that there is no tour, before its row is written.

A run that claims so is held back while another worker looks into the claim, under limits of its
own. That worker takes the place that the run leaves free, on the same cores, so that the runs
beside it are disturbed no more than by another run; and the time of the run itself is over. What
theorems and counts say depends on the problem alone, so each problem is settled once.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from knightbench.formats.json import problem_to_json
from knightbench.lab.reply import Reply
from knightbench.lab.request import Limits, Request
from knightbench.lab.watched import Tag

#: What looking into one claim may take. A claim that nobody can back by then stays unbacked.
LIMITS = Limits(wall=60.0, memory=2 * 2**30)


@dataclass
class _Claim(Generic[Tag]):
    """A run that says that there is no tour, and what has been found out about that."""

    tag: Tag
    request: Request
    reply: Reply
    found: dict[str, Any] = field(default_factory=dict)

    def backed(self) -> Reply:
        found = dict(self.found)
        name = self.request.formulation.partition("?")[0]
        if found.get("exhaustive", {}).get("method") == name:
            # Its own count does not back it.
            del found["exhaustive"]
        return dataclasses.replace(self.reply, backing=found)


#: What a worker is doing: a run by its tag, or the settling of a problem by its hash.
_Errand: TypeAlias = tuple[Tag, Request] | str
Supervise: TypeAlias = Callable[
    [Iterable[tuple[Any, Request]]], Generator[tuple[Any, Reply], None, None]
]


def supervise_backed(
    requests: Iterable[tuple[Tag, Request]], supervise: Supervise
) -> Generator[tuple[Tag, Reply], None, None]:
    """Run requests, and yield each with its reply, once what backs its claim is known.

    Parameters
    ----------
    requests : iterable of (tag, Request)
    supervise : callable
        Runs requests and yields the replies; it takes them one by one as places come free.
    """
    yield from _Stages[Tag](requests).replies(supervise)


class _Stages(Generic[Tag]):
    def __init__(self, requests: Iterable[tuple[Tag, Request]]) -> None:
        self._first = iter(requests)
        self._second: deque[tuple[str, Request]] = deque()
        self._settled: dict[str, Mapping[str, Any]] = {}
        self._held: dict[str, list[_Claim[Tag]]] = {}

    def replies(self, supervise: Supervise) -> Iterator[tuple[Tag, Reply]]:
        # A claim of the last runs is found when the supervisor has nobody left to ask; it is
        # called again for those.
        while True:
            with contextlib.closing(supervise(self._errands())) as replies:
                for errand, reply in replies:
                    if isinstance(errand, str):
                        yield from self._settle(errand, reply)
                    else:
                        tag, request = errand
                        yield from self._take(tag, request, reply)
            if not self._second:
                return

    def _errands(self) -> Iterator[tuple[_Errand[Tag], Request]]:
        """Yield what is to be done: claims first, so that rows are not held back for long."""
        while True:
            if self._second:
                yield self._second.popleft()
            elif (run := next(self._first, None)) is not None:
                yield run, run[1]
            else:
                return

    def _take(self, tag: Tag, request: Request, reply: Reply) -> Iterator[tuple[Tag, Reply]]:
        """Yield a run's reply, or hold it back where its claim is to be looked into."""
        if reply.kind != "answer" or reply.message.get("status") != "UNSATISFIABLE":
            yield tag, reply
            return
        claim = _Claim(tag, request, reply)
        problem = problem_to_json(request.problem)["hash"]
        if problem in self._settled:
            claim.found |= self._settled[problem]
            yield tag, claim.backed()
            return
        if problem not in self._held:
            self._held[problem] = []
            errand = Request(request.problem, "", forkable=True, limits=LIMITS, task="settle")
            self._second.append((problem, errand))
        self._held[problem].append(claim)

    def _settle(self, problem: str, reply: Reply) -> Iterator[tuple[Tag, Reply]]:
        found = self._settled[problem] = _found(reply)
        for claim in self._held.pop(problem):
            claim.found |= found
            yield claim.tag, claim.backed()


def _found(reply: Reply) -> Mapping[str, Any]:
    """Return what a worker found out, or why it did not."""
    if reply.kind == "answer":
        found: Mapping[str, Any] = reply.message["found"]
        return found
    if reply.kind in ("wall", "cpu", "memory"):
        limit = f"{LIMITS.wall:g} s" if reply.kind == "wall" else f"{reply.kind} limit"
        return {"unfinished": [f"no exhaustive count within its {limit}"]}
    return {"unfinished": [f"what was to settle it failed: {reply.message['message']}"]}
