"""What a graph file says, whatever its format: the graph, and the requests in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack, cast

from knightbench.board import Board
from knightbench.problem import Problem, Requests

#: A file of a few bytes can ask for any number of nodes; more than these are refused.
LARGEST_GRAPH = 1_000_000

#: The requests of which there may be several.
_SEVERAL = ("clues", "require", "require_arcs", "forbid")

#: The numbered lines of a file, from 1.
Lines = Iterator[tuple[int, str]]


@dataclass(frozen=True)
class Graph:
    """An undirected graph: the names of its nodes, and each node's neighbours by number."""

    names: tuple[Hashable, ...]
    neighbours: Sequence[Sequence[int]]

    @classmethod
    def from_edges(cls, names: Sequence[Hashable], edges: Iterable[tuple[int, int]]) -> Graph:
        """Return the graph of `edges`; a loop, or an edge that stands twice, changes nothing."""
        rows: list[list[int]] = [[] for _ in names]
        for u, v in dict.fromkeys((min(edge), max(edge)) for edge in edges):
            if u != v:
                rows[u].append(v)
                rows[v].append(u)
        return cls(tuple(names), rows)


@dataclass(frozen=True)
class GraphText:
    """The graph of a file, or the board in place of one, and what the file asks of a tour."""

    home: Graph | Board
    requests: Requests = field(default_factory=lambda: Requests())

    def problem(self, **more: Unpack[Requests]) -> Problem:
        """Return the problem of the file with further requests beside its own.

        Raises
        ------
        ValueError
            If the two ask for different things of one kind, two first squares for instance, or as
            for `Problem.from_board`.
        """
        asked = dict(self.requests)
        for what, further in more.items():
            own = asked.get(what)
            if what in _SEVERAL:
                asked[what] = [*cast("Iterable[Any]", own or ()), *cast("Iterable[Any]", further)]
            elif own is None or further is None:
                asked[what] = own if further is None else further
            elif own != further:
                told = {"closed": f"asks for {'a closed' if own else 'an open'} tour"}
                told |= {"start": f"has its start at {own}", "end": f"has its end at {own}"}
                raise ValueError(f"{what} {further}: the file {told.get(what, f'asks for {own}')}")
        requests = cast(Requests, asked)
        if isinstance(self.home, Board):
            return Problem.from_board(self.home, **requests)
        return Problem.from_neighbours(self.home.names, self.home.neighbours, **requests)


def numbered_lines(text: str) -> Lines:
    """Return the lines of a text that are not blank, stripped, with their numbers from 1."""
    for number, line in enumerate(text.splitlines(), start=1):
        if stripped := line.strip():
            yield number, stripped


def whole_number(token: str) -> int | None:
    """Return the whole number that a token is, at most nine digits, or None."""
    digits = token.removeprefix("-")
    return int(token) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def node_number(token: str, nodes: int, line: int) -> int:
    """Return the index, from 0, of the node that a token numbers from 1.

    Raises
    ------
    ValueError
        If it is none of the numbers 1 to `nodes`.
    """
    number = whole_number(token)
    if number is None or not 1 <= number <= nodes:
        raise ValueError(f"line {line}: {token[:40]!r} is no node; nodes are 1 to {nodes}")
    return number - 1


def node_count(token: str, line: int) -> int:
    """Return the number of nodes that a token promises.

    Raises
    ------
    ValueError
        If it is no whole number from 0 to `LARGEST_GRAPH`.
    """
    number = whole_number(token)
    if number is None or not 0 <= number <= LARGEST_GRAPH:
        raise ValueError(
            f"line {line}: {token[:40]!r} is no number of nodes; write one from 0 to "
            f"{LARGEST_GRAPH:,}"
        )
    return number


def plainest_names(names: Sequence[str]) -> list[Hashable]:
    """Return whole numbers where every name is one as Python writes it, else the names."""
    numbers = [whole_number(name) for name in names]
    if any(str(number) != name for number, name in zip(numbers, names, strict=True)):
        return list(names)
    return list(numbers)
