"""Parts of a certificate, each of its kind or refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from knightbench.proof.verdict import NotACertificate, Refuted


def part(told: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a part of a certificate, which must be there and of its kind."""
    if key not in told:
        raise NotACertificate(f"the certificate lacks {key!r}")
    if not isinstance(told[key], kind):
        raise NotACertificate(f"the certificate's {key!r} is no {kind.__name__}")
    return told[key]


def numbers(told: Any, what: str) -> list[int]:
    """Return a list of whole numbers."""
    if not isinstance(told, list) or any(type(number) is not int for number in told):
        raise NotACertificate(f"{what} must be a list of whole numbers")
    return told


def vertices(told: Mapping[str, Any], key: str, count: int, step: int = 0) -> set[int]:
    """Return a set of squares or vertices below `count`, each named once.

    Raises
    ------
    NotACertificate
        If it is no list of whole numbers.
    Refuted
        If one of them is none of the problem's, or stands twice.
    """
    found = numbers(part(told, key, list), key)
    chosen = set(found)
    if len(chosen) < len(found) or any(not 0 <= number < count for number in chosen):
        where = f"lemma {step}: its" if step else "its"
        raise Refuted(f"{where} {key} must be different numbers from 0 to {count - 1}", step)
    return chosen
