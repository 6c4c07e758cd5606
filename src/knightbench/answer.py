"""What a formulation claims: a status, a tour where there is one, and statistics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, get_args


class Status(Enum):
    """The three things a formulation can say of a problem."""

    SATISFIED = "SATISFIED"
    UNSATISFIABLE = "UNSATISFIABLE"
    UNKNOWN = "UNKNOWN"

    def __str__(self) -> str:
        return self.value


#: Why an answer is UNKNOWN. ``incomplete``: the method ended without a tour and without a proof.
UnknownReason = Literal["time-limit", "memory-limit", "incomplete", "interrupted"]


@dataclass(frozen=True)
class Answer:
    """A claim about a problem. Make one with `satisfied`, `unsatisfiable` or `unknown`.

    Attributes
    ----------
    status : Status
    tour : tuple of int or None
        The squares in order of visit, where the status is SATISFIED.
    reason : str or None
        Why the status is UNKNOWN (see `UnknownReason`); the ground of an UNSATISFIABLE where
        the formulation can name one.
    statistics : mapping
        The formulation's own counts: calls, conflicts, variables, clauses, ...
    time : mapping
        Seconds by phase (``build``, ``search``, ``decode``) and their ``total``. Filled in by
        whoever ran the formulation.
    certificate : mapping or None
        For an UNSATISFIABLE answer where one was asked for and could be made: what `check` of
        `knightbench.proof` takes.
    """

    status: Status
    tour: tuple[int, ...] | None = None
    reason: str | None = None
    statistics: Mapping[str, int | float] = field(default_factory=dict)
    time: Mapping[str, float] = field(default_factory=dict)
    certificate: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if (self.tour is not None) != (self.status is Status.SATISFIED):
            raise ValueError(f"a tour belongs to a SATISFIED answer and to no other: {self.status}")
        if self.status is Status.UNKNOWN and self.reason not in get_args(UnknownReason):
            raise ValueError(f"an UNKNOWN answer needs a reason, one of {get_args(UnknownReason)}")
        if self.certificate is not None and self.status is not Status.UNSATISFIABLE:
            raise ValueError(f"a certificate belongs to an UNSATISFIABLE answer: {self.status}")

    @classmethod
    def satisfied(cls, tour: Iterable[int], **statistics: int | float) -> Answer:
        """Return the claim that `tour`, squares in order of visit, is a tour."""
        squares = tuple(int(square) for square in tour)
        return cls(Status.SATISFIED, tour=squares, statistics=statistics)

    @classmethod
    def unsatisfiable(cls, reason: str | None = None, **statistics: int | float) -> Answer:
        """Return the claim that there is no tour, with its ground where one can be named."""
        return cls(Status.UNSATISFIABLE, reason=reason, statistics=statistics)

    @classmethod
    def unknown(cls, reason: UnknownReason, **statistics: int | float) -> Answer:
        """Return the admission that neither a tour nor a proof was found."""
        return cls(Status.UNKNOWN, reason=reason, statistics=statistics)

    def certified(self, certificate: Mapping[str, Any] | None) -> Answer:
        """Return the same claim with a certificate."""
        return dataclasses.replace(self, certificate=certificate)
