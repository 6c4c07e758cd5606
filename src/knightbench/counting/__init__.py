"""Exact numbers of tours.

`count` and its like are in `knightbench.counting.counts`; `knightbench.counting.elimination` says
how it is done.
"""

from knightbench.counting.by_ends import count_by_ends, count_by_start
from knightbench.counting.counts import Count, Progress, count, count_within
from knightbench.counting.elimination import FrontierTooWide, MemoryLimitReached

__all__ = [
    "Count",
    "FrontierTooWide",
    "MemoryLimitReached",
    "Progress",
    "count",
    "count_by_ends",
    "count_by_start",
    "count_within",
]
