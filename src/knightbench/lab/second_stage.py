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


@dataclass
class _Claim(Generic[Tag]):
    """A run that says that there is no tour, and what has been found out about that.

    Attributes
    ----------
    open : int
        How many errands are still to come back.
    """

    tag: Tag
    request: Request
    reply: Reply
    found: dict[str, Any] = field(default_factory=dict)
    open: int = 0

    def learn(self, found: Mapping[str, Any]) -> None:
        """Take in what was found out."""
        unfinished = [*self.found.get("unfinished", ()), *found.get("unfinished", ())]
        self.found |= found
        if unfinished:
            self.found["unfinished"] = unfinished

    def backed(self) -> Reply:
        """Return its reply with all that was found out."""
        found = dict(self.found)
        name = self.request.formulation.partition("?")[0]
        if found.get("exhaustive", {}).get("method") == name:
            # Its own count does not back it.
            del found["exhaustive"]
        # Its certificate has been looked at, and may be large.
        message = {**self.reply.message, "certificate": None}
        return dataclasses.replace(self.reply, message=message, backing=found)


#: What a worker is to do: make a run, settle a problem (by its hash), or check a claim's
#: certificate.
_Errand: TypeAlias = tuple[Tag, Request] | str | _Claim[Tag]
Supervise: TypeAlias = Callable[
    [Iterable[tuple[Any, Request]]], Generator[tuple[Any, Reply], None, None]
]


def supervise_backed(
    requests: Iterable[tuple[Tag, Request]], supervise: Supervise, limits: Limits
) -> Generator[tuple[Tag, Reply], None, None]:
    """Run requests, and yield each with its reply, once what backs its claim is known.

    Parameters
    ----------
    requests : iterable of (tag, Request)
    supervise : callable
        Runs requests and yields the replies; it takes them one by one as places come free.
    limits : Limits
        What looking into one claim may use. A claim that nobody can back by then stays unbacked.
    """
    yield from _Stages[Tag](requests, limits).replies(supervise)


class _Stages(Generic[Tag]):
    def __init__(self, requests: Iterable[tuple[Tag, Request]], limits: Limits) -> None:
        self._first = iter(requests)
        self._limits = limits
        self._second: deque[tuple[str | _Claim[Tag], Request]] = deque()
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
                    elif isinstance(errand, _Claim):
                        checked = self._found(reply, "the check of its certificate")
                        yield from self._return(errand, checked)
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
        """Yield a run's reply, or hold it back while its claim is looked into."""
        if reply.kind != "answer" or reply.message.get("status") != "UNSATISFIABLE":
            yield tag, reply
            return
        claim = _Claim(tag, request, reply, open=1)
        certificate = reply.message.get("certificate")
        if certificate is not None:
            claim.open += 1
            self._second.append((claim, self._errand(request, "check", certificate)))
        problem = problem_to_json(request.problem)["hash"]
        if problem in self._settled:
            yield from self._return(claim, self._settled[problem])
            return
        if problem not in self._held:
            self._held[problem] = []
            self._second.append((problem, self._errand(request, "settle")))
        self._held[problem].append(claim)

    def _errand(self, request: Request, task: str, certificate: str = "") -> Request:
        """Return the request to look into a claim."""
        return Request(
            request.problem,
            formulation="",
            forkable=True,
            limits=self._limits,
            task=task,
            certificate=certificate,
        )

    def _settle(self, problem: str, reply: Reply) -> Iterator[tuple[Tag, Reply]]:
        found = self._settled[problem] = self._found(reply, "an exhaustive count")
        for claim in self._held.pop(problem):
            yield from self._return(claim, found)

    def _return(self, claim: _Claim[Tag], found: Mapping[str, Any]) -> Iterator[tuple[Tag, Reply]]:
        """Yield a claim's reply once all that was to be found out about it is known."""
        claim.learn(found)
        claim.open -= 1
        if not claim.open:
            yield claim.tag, claim.backed()

    def _found(self, reply: Reply, what: str) -> Mapping[str, Any]:
        """Return what a worker found out, or why it did not."""
        if reply.kind == "answer":
            found: Mapping[str, Any] = reply.message["found"]
            return found
        if reply.kind == "wall":
            return {"unfinished": [f"{what} took more than {self._limits.wall:g} s"]}
        if reply.kind in ("cpu", "memory"):
            return {"unfinished": [f"{what} took more than its limit of {reply.kind}"]}
        return {"unfinished": [f"{what} failed: {reply.message['message']}"]}
