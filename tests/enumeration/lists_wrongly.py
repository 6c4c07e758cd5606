"""A formulation whose lists of tours are wrong, or never end: a plug-in for the tests."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from knightbench import Answer, Context, Formulation, Problem, Unfinished, parameter, register
from knightbench.formulation import make


@register
@dataclass(frozen=True)
class ListsWrongly(Formulation):
    """Does what `how` says with the tours of another formulation."""

    name = "lists-wrongly"
    summary = "lists tours as no formulation should"
    source = "the tests of enumeration"
    effort = "steps"
    enumerates = True
    how: str = parameter("rightly", "what it does")

    def prepare(self) -> None:
        make("nx-search").prepare()

    def solve(self, problem: Problem, context: Context) -> Answer:
        raise NotImplementedError

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        tours = make("nx-search").tours(problem, context)
        match self.how:
            case "rightly":
                yield from tours
            case "none":
                return
            case "twice":
                first = next(tours)
                yield from (first, *tours, first)
            case "turned":  # the same tour the other way round
                first = next(tours)
                yield from (first, first[::-1])
            case "too-short":
                yield next(tours)[:-1]
            case "no-squares":
                yield ("a", "b")  # type: ignore[misc] # no squares
            case "misses-one":
                next(tours)
                yield from tours
            case "gives-up":
                yield next(tours)
                raise Unfinished("incomplete")
            case "runs-out":
                yield next(tours)
                raise Unfinished("memory-limit")
            case "raises":
                yield next(tours)
                raise RuntimeError("red")
            case "leaves":
                yield next(tours)
                time.sleep(0.2)
                os._exit(0)
            case "waits":
                yield next(tours)
                time.sleep(1000)
            case "hoards":
                yield next(tours)
                hoard = [bytearray(2**20) for _ in count()]
                yield hoard  # type: ignore[misc] # never reached
