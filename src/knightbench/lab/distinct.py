"""Whether a tour came before, remembered in a few bytes a tour.

What is kept of a tour is a digest of 128 bits. That two different tours share one, so that a tour
would be called a repetition and is none, has a chance of n^2 / 2^129 among n tours: for a thousand
million of them, less than one in 10^20.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence

import numpy as np

#: How many digests are kept as Python objects at least, before they are sorted in.
FEWEST_RECENT = 1 << 14


class Distinct:
    """A set of tours that can only grow.

    Notes
    -----
    The latest digests are in a set, all others in one sorted array of 16 bytes each. They are
    sorted in when they are an eighth of it, so that n tours cost O(n log n); they take about 30
    bytes each with those in the set, and up to 70 while they are sorted.
    """

    def __init__(self) -> None:
        self._recent: set[bytes] = set()
        self._sorted = np.empty(0, dtype="V16")

    def __len__(self) -> int:
        return len(self._recent) + len(self._sorted)

    def add(self, tour: Sequence[int]) -> bool:
        """Add a tour, and return whether it is new."""
        digest = hashlib.blake2b(array("q", tour).tobytes(), digest_size=16).digest()
        if digest in self._recent or self._is_sorted_in(digest):
            return False
        self._recent.add(digest)
        if len(self._recent) >= max(FEWEST_RECENT, len(self._sorted) // 8):
            self._sort_in()
        return True

    def _is_sorted_in(self, digest: bytes) -> bool:
        key = np.frombuffer(digest, dtype="V16")
        place = int(np.searchsorted(self._sorted, key)[0])
        return place < len(self._sorted) and self._sorted[place].tobytes() == digest

    def _sort_in(self) -> None:
        recent = np.frombuffer(b"".join(self._recent), dtype="V16")
        self._sorted = np.sort(np.concatenate((self._sorted, recent)))
        self._recent.clear()
