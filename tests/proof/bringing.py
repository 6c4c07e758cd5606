"""Formulations for tests, which bring certificates of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from knightbench import Answer, Context, Formulation, Problem, register
from knightbench.formulation import ask, make, parameter


@register
@dataclass(frozen=True)
class Bringing(Formulation):
    """Says that there is no tour, with a certificate of some kind."""

    name, summary, source = "bringing", "brings a certificate", "these tests"
    certifies = True

    kind: str = parameter("right", "what it brings")

    def solve(self, problem: Problem, context: Context) -> Answer:
        with context.phase("search"):
            answer = ask(make("sat-cutset"), problem, context)
        if not context.certify:
            return answer.certified(None)
        told: Any = answer.certificate
        if self.kind == "false":
            told["argument"]["steps"] = ["0"]
        elif self.kind == "large":
            told["argument"]["steps"] += ["1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 0"] * 600_000
        elif self.kind == "beside a tour":
            return Answer.satisfied(range(problem.size)).certified({})
        return answer.certified(told)
