"""The versions that figures and certificates belong to."""

from __future__ import annotations

import importlib.metadata
import platform
from functools import cache

#: What a run's course may depend on; a plot's library is not among them.
PACKAGES = (
    "knightbench",
    "networkx",
    "numba",
    "numpy",
    "ortools",
    "python-sat",
    "scipy",
)


@cache
def versions() -> dict[str, str]:
    """Return the versions of Python and of every package that a run may depend on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found
