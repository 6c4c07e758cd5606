"""Runs: one formulation on one problem with one seed under one set of limits, and its row."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property
from typing import Any

from knightbench import theory
from knightbench.answer import Answer, Status
from knightbench.formats.json import problem_to_json
from knightbench.formulation import Formulation, plugin_file
from knightbench.lab import machine
from knightbench.lab.reply import Reply
from knightbench.lab.request import NO_LIMITS, Limits, Request
from knightbench.problem import Problem
from knightbench.tour import InvalidTour, check
from knightbench.versions import versions

SCHEMA = "knightbench.run/1"


class Outcome(Enum):
    """What became of a run."""

    SOLVED = "solved"
    PROVED = "proved"
    GAVE_UP = "gave-up"
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    CRASHED = "crashed"
    WRONG = "wrong"
    UNSUPPORTED = "unsupported"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Run:
    """One run to be made.

    Attributes
    ----------
    problem : Problem
    formulation : Formulation
    label : str
        What tables call the problem.
    limits : Limits
    certify : bool
        Whether a claim that there is no tour is to come with a certificate.
    """

    problem: Problem
    formulation: Formulation
    label: str = ""
    seed: int = 0
    threads: int = 1
    limits: Limits = NO_LIMITS
    presolve: bool = False
    certify: bool = False

    @property
    def request(self) -> Request:
        """What the worker is sent."""
        plugin = plugin_file(self.formulation)
        return Request(
            problem=self.problem,
            formulation=str(self.formulation),
            plugins=(plugin,) if plugin else (),
            forkable=self.formulation.forkable and not plugin,
            seed=self.seed,
            threads=self.threads,
            limits=self.limits,
            presolve=self.presolve,
            certify=self.certify,
        )

    @property
    def terms(self) -> dict[str, Any]:
        """What was asked of whom and on which terms, as it stands in the row.

        Made anew each time: an experiment holds thousands of runs, and the problem is in each.
        """
        told = problem_to_json(self.problem)
        formulation = self.formulation
        return {
            "problem": told | {"label": self.label or told["label"]},
            "formulation": str(formulation),
            "name": formulation.name,
            "family": formulation.family,
            "parameters": formulation.parameters,
            "complete": formulation.complete,
            "uses_seed": formulation.uses_seed,
            "presolve": self.presolve,
            "seed": self.seed,
            "threads": self.threads,
            "limits": dataclasses.asdict(self.limits),
            "versions": versions(),
            # Told only where asked for, so that the key of any other run is what it always was.
            **({"certify": True} if self.certify else {}),
        }

    @cached_property
    def key(self) -> str:
        """A hash of everything that may decide how the run ends; two runs of one key repeat."""
        names = ("name", "parameters", "presolve", "versions", "seed", "limits", "threads")
        terms = self.terms
        content = {name: terms[name] for name in (*names, *(["certify"] if self.certify else []))}
        content["problem"] = terms["problem"]["hash"]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Result:
    """What became of a run, judged.

    Attributes
    ----------
    outcome : Outcome
    answer : Answer or None
        What the formulation claimed; None where it claimed nothing.
    message : str or None
        What went wrong, for ``crashed``, ``wrong`` and ``unsupported``.
    reply : Reply or None
        What the supervisor saw; None for ``unsupported``.
    """

    outcome: Outcome
    answer: Answer | None = None
    message: str | None = None
    reply: Reply | None = None


def judge(run: Run, reply: Reply) -> Result:
    """Return what a reply amounts to. No tour and no proof is taken on the formulation's word.

    A tour goes through `check`. A claim that there is none is ``wrong`` where a theorem says
    that there is one, where whoever looked into it found one, and where an incomplete formulation
    makes it without naming its ground.
    """
    if reply.kind == "unsupported":
        return Result(Outcome.UNSUPPORTED, message=reply.message["message"], reply=reply)
    if reply.kind in ("wall", "cpu", "memory"):
        answer = Answer(
            Status.UNKNOWN,
            reason="memory-limit" if reply.kind == "memory" else "time-limit",
            statistics=reply.statistics,
            time={**reply.time, "total": reply.total},
        )
        outcome = Outcome.MEMOUT if reply.kind == "memory" else Outcome.TIMEOUT
        return Result(outcome, answer, reply=reply)
    if reply.kind != "answer":
        return Result(Outcome.CRASHED, message=reply.message["message"], reply=reply)
    told = reply.message
    try:
        answer = Answer(
            status=Status(told["status"]),
            tour=None if told["tour"] is None else tuple(told["tour"]),
            reason=told["reason"],
            statistics=reply.statistics,
            time={**reply.time, "total": reply.total},
            certificate=_about(run.problem, told.get("certificate")),
        )
    except ValueError as error:
        return Result(Outcome.CRASHED, message=f"its answer is none: {error}", reply=reply)
    wrong = _why_wrong(run, answer, reply.backing)
    if wrong is not None:
        return Result(Outcome.WRONG, answer, wrong, reply)
    outcome = {
        Status.SATISFIED: Outcome.SOLVED,
        Status.UNSATISFIABLE: Outcome.PROVED,
        Status.UNKNOWN: {
            "time-limit": Outcome.TIMEOUT,
            "memory-limit": Outcome.MEMOUT,
        }.get(answer.reason or "", Outcome.GAVE_UP),
    }[answer.status]
    return Result(outcome, answer, reply=reply)


def _about(problem: Problem, certificate: str | None) -> Mapping[str, Any] | None:
    """Return a certificate with the problem as it is known here: a worker has no nodes' names."""
    if certificate is None:
        return None
    return {**json.loads(certificate), "problem": problem_to_json(problem)}


def _why_wrong(run: Run, answer: Answer, backing: Mapping[str, Any]) -> str | None:
    if answer.tour is not None:
        try:
            check(run.problem, answer.tour)
        except InvalidTour as error:
            return f"not the tour asked for: {error}"
    elif answer.status is Status.UNSATISFIABLE:
        if run.problem.contradiction is not None:
            return None
        if not run.formulation.complete and answer.reason is None:
            return "an incomplete formulation claims that there is no tour, and names no ground"
        finding = theory.possible(run.problem)
        if finding is not None:
            return f"there is a tour: {finding.statement} ({finding.source})"
        if "refuted" in backing:
            return f"said that there is no tour, but {backing['refuted']}"
    return None


def row(run: Run, result: Result, experiment: str, attempt: int = 1) -> Mapping[str, Any]:
    """Return the row of a finished run: facts as they were measured, None for what was not."""
    answer, reply = result.answer, result.reply
    # A wrong tour is evidence too, but may hold anything; it is kept in the message alone.
    tour = answer.tour if answer is not None and result.outcome is Outcome.SOLVED else None
    backing = reply.backing if reply is not None and result.outcome is Outcome.PROVED else {}
    statistics = reply.statistics if reply is not None else {}
    time = {"build": 0.0, "search": 0.0, "decode": 0.0, **(reply.time if reply else {})}
    return {
        "schema": SCHEMA,
        "key": run.key,
        "attempt": attempt,
        "experiment": experiment,
        **run.terms,
        "outcome": result.outcome.value,
        "status": answer.status.value if answer is not None else None,
        "reason": answer.reason if answer is not None else None,
        "message": result.message,
        "tour": tour,
        "backing": dict(backing),
        "time": {
            "startup": reply.startup if reply else 0.0,
            **time,
            "total": reply.total if reply else 0.0,
        },
        "cpu": reply.cpu if reply else None,
        "peak_memory": reply.peak_memory if reply else None,
        "measured": dict(reply.measured) if reply else {},
        "machine": dict(reply.machine) if reply else machine.home(),
        "cores": reply.cores if reply else None,
        "warnings": list(reply.warnings) if reply else [],
        "phase": reply.phase if reply else None,
        "effort": statistics.get(run.formulation.effort),
        "effort_unit": run.formulation.effort,
        "statistics": dict(statistics),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
