"""What became of a worker, as the supervisor saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What became of a worker.

    Attributes
    ----------
    kind : str
        ``answer``, ``unsupported`` or ``error``, as the worker said; ``wall``, ``cpu`` or
        ``memory`` where it reached that limit; ``died`` where it ended without a word.
    message : mapping
        The worker's last message; of one that died, how.
    startup, total : float
        Seconds until it was ready, and from then on.
    time : mapping
        Seconds by phase, as far as it got.
    phase : str or None
        The last phase it entered.
    statistics : mapping
        Its last report of effort, or the statistics of its answer.
    cpu : float or None
        Seconds of processor time, by the method named in `measured`.
    peak_memory : int or None
        Bytes, by the method named in `measured`.
    measured : mapping
        How ``cpu`` and ``memory`` were measured.
    machine : mapping
        The processor's name and the number of cores of the machine it ran on.
    cores : list of int or None
        The cores it was confined to.
    warnings : tuple of str
        What may have disturbed its times.
    log : str
        The end of what it wrote to standard output and standard error.
    backing : mapping
        What was found out about its claim that there is no tour; see `knightbench.lab.settle`.
        Empty where it made none, or nobody looked.
    """

    kind: str
    message: Mapping[str, Any]
    startup: float
    total: float
    time: Mapping[str, float]
    phase: str | None
    statistics: Mapping[str, int | float]
    cpu: float | None
    peak_memory: int | None
    measured: Mapping[str, str]
    machine: Mapping[str, Any]
    cores: list[int] | None
    warnings: tuple[str, ...]
    log: str
    backing: Mapping[str, Any] = field(default_factory=dict)
