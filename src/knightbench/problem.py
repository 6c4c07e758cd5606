"""Problems: the question that every formulation is asked.

A problem is an undirected graph with the requests that a tour must honour: open or closed, a
first square, a last square, clues, required and forbidden moves, and what is asked of the tour as
a whole: symmetry, magic sums, few crossings.

>>> problem = Problem.from_board("5x6", closed=True, start=(2, 3))
>>> problem.size, problem.start, problem.name(15)
(30, 15, (2, 3))
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from knightbench.board import Board, IntArray

if TYPE_CHECKING:
    import networkx as nx

Move = tuple[int, int]


class Requests(TypedDict, total=False):
    """What may be asked of a tour; squares by what people call them.

    Attributes
    ----------
    closed : bool
        Whether the tour returns to its first square.
    start, end : hashable or None
        The first and the last square.
    clues : iterable of (hashable, int)
        Pairs of a square and its step, steps from 1.
    require, require_arcs, forbid : iterable of (hashable, hashable)
        Moves that the tour must make in either direction, must make from the first square to
        the second, or must not make.
    symmetry : {"half-turn", "quarter-turn"} or None
        The turn about the middle of the board that takes the tour's moves to the tour's moves.
    magic : {"semi-magic", "magic"} or None
        Whether the steps in each row add up to one sum, and those in each column to one sum; for
        ``magic``, of a square board, with the same sum in both long diagonals too.
    max_crossings : int or None
        How many crossings the tour has at most; see `knightbench.crossings`.
    """

    closed: bool
    start: Hashable
    end: Hashable
    clues: Iterable[tuple[Hashable, int]]
    require: Iterable[tuple[Hashable, Hashable]]
    require_arcs: Iterable[tuple[Hashable, Hashable]]
    forbid: Iterable[tuple[Hashable, Hashable]]
    symmetry: str | None
    magic: str | None
    max_crossings: int | None


SYMMETRIES = ("half-turn", "quarter-turn")
MAGICS = ("semi-magic", "magic")


@dataclass(frozen=True, eq=False)
class Problem:
    """A Hamiltonian question about a graph. Make one with `from_board` or `from_graph`.

    Attributes
    ----------
    offsets : array of int32, shape (size + 1,)
    targets : array of int32, shape (number of arcs,)
        The moves that may be made, in compressed sparse rows: the neighbours of square ``s`` are
        ``targets[offsets[s]:offsets[s + 1]]``, in move order. Forbidden moves are left out, so
        that a formulation which walks these rows honours them.
    closed : bool
        Whether a Hamiltonian cycle is asked for, or a path.
    start, end : int or None
        The first and the last square, where asked for.
    clues : mapping of int to int
        Step (from 1) to square, without the first and the last step.
    required_edges : tuple of (int, int)
        Moves that the tour makes in one direction or the other, smaller square first.
    required_arcs : tuple of (int, int)
        Moves that the tour makes from the first of the pair to the second.
    forbidden : tuple of (int, int)
        Moves that the tour does not make, smaller square first.
    symmetry, magic : str or None
    max_crossings : int or None
        What is asked of the tour as a whole; see `Requests`.
    board : Board or None
        The board, where the graph is one.
    names : tuple of hashable
        The names of the squares where there is no board.

    Notes
    -----
    A closed tour is a cycle written from its first square: `start`, or square 0 where none is
    asked for. Clues, the last square and the sums of a closed tour are counted from there, and the
    closing move counts among its moves.
    """

    offsets: IntArray
    targets: IntArray
    closed: bool = False
    start: int | None = None
    end: int | None = None
    clues: Mapping[int, int] = field(default_factory=dict)
    required_edges: tuple[Move, ...] = ()
    required_arcs: tuple[Move, ...] = ()
    forbidden: tuple[Move, ...] = ()
    symmetry: str | None = None
    magic: str | None = None
    max_crossings: int | None = None
    board: Board | None = None
    names: tuple[Hashable, ...] = ()

    @classmethod
    def from_board(cls, board: Board | str, **requests: Unpack[Requests]) -> Problem:
        """Return the problem of a tour on a board.

        Parameters
        ----------
        board : Board or str
            A board, or a size string such as ``"8x8"``.
        **requests
            See `Requests`; squares are written ``(row, col)``.

        Raises
        ------
        ValueError
            If a request names a square, a step or a move that does not exist, or asks for two
            squares at one step.
        """
        if isinstance(board, str):
            board = Board.parse(board)
        offsets, targets = board.adjacency()
        return _with_requests(cls(offsets, targets, board=board), requests)

    @classmethod
    def from_graph(cls, graph: nx.Graph[Any], **requests: Unpack[Requests]) -> Problem:
        """Return the problem of a tour in an undirected `networkx` graph.

        Squares are numbered in the order of ``graph.nodes``, neighbours come in adjacency order.
        Self-loops and parallel edges change nothing.

        Parameters
        ----------
        graph : networkx.Graph or networkx.MultiGraph
        **requests
            See `Requests`; squares are nodes.

        Raises
        ------
        ValueError
            If the graph is directed, or as for `from_board`.
        """
        if graph.is_directed():
            raise ValueError("the graph is directed; a problem needs an undirected networkx graph")
        names = tuple(graph.nodes)
        number = {name: square for square, name in enumerate(names)}
        neighbours = [
            [number[other] for other in graph.adj[name] if other != name] for name in names
        ]
        return cls.from_neighbours(names, neighbours, **requests)

    @classmethod
    def from_neighbours(
        cls,
        names: Sequence[Hashable],
        neighbours: Sequence[Sequence[int]],
        **requests: Unpack[Requests],
    ) -> Problem:
        """Return the problem of a tour in a graph given by its rows.

        Parameters
        ----------
        names : sequence of hashable
            What people call the squares.
        neighbours : sequence of sequences of int
            The squares one move away from each, in move order.
        **requests
            See `Requests`; squares are written by their names.

        Raises
        ------
        ValueError
            If two squares share a name, a neighbour does not exist, is its own neighbour, stands
            twice or lacks the way back, or as for `from_board`.
        """
        if len(set(names)) < len(names):
            raise ValueError("two squares share a name")
        if len(names) != len(neighbours):
            raise ValueError(f"{len(names)} names for {len(neighbours)} squares")
        arcs = {(u, v) for u, row in enumerate(neighbours) for v in row}
        if len(arcs) < sum(map(len, neighbours)):
            raise ValueError("a neighbour stands twice in a row")
        for u, v in arcs:
            if u == v or (v, u) not in arcs:
                raise ValueError(f"the move {u} - {v} is a loop, or has no way back")
        offsets = np.zeros(len(names) + 1, dtype=np.int32)
        np.cumsum([len(row) for row in neighbours], out=offsets[1:])
        targets = np.fromiter((v for row in neighbours for v in row), dtype=np.int32)
        return _with_requests(cls(offsets, targets, names=tuple(names)), requests)

    @classmethod
    def of(
        cls, problem: Problem | Board | str | nx.Graph[Any], **requests: Unpack[Requests]
    ) -> Problem:
        """Return a problem, or the one that is made from a board or a graph.

        Parameters
        ----------
        problem : Problem, Board, str or networkx.Graph
            A `Problem`; else what `from_board` or `from_graph` takes.
        **requests
            See `Requests`; none with a `Problem`, which has its own.

        Raises
        ------
        ValueError
            If it is none of these, or has requests already.
        """
        if isinstance(problem, Problem):
            if requests:
                raise ValueError(f"a Problem has its requests already: {', '.join(requests)}")
            return problem
        if isinstance(problem, (str, Board)):
            return cls.from_board(problem, **requests)
        if hasattr(problem, "adj"):
            return cls.from_graph(problem, **requests)
        raise ValueError(f"{problem!r} is no Problem, Board, size such as '8x8', or networkx graph")

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.offsets) - 1

    @property
    def moves(self) -> int:
        """The number of moves that may be made, each counted once (not by direction)."""
        return len(self.targets) // 2

    @property
    def origin(self) -> int | None:
        """The first square: the one asked for, square 0 of a closed tour, else None."""
        return 0 if self.start is None and self.closed and self.size else self.start

    @property
    def directed(self) -> bool:
        """Whether a request tells a tour from its reverse, so that the two count as two.

        That is an end, a clue, a required move with a direction, the first square of an open
        tour, and magic sums of a closed one. The first square of a closed tour says no more than
        where it is written from.
        """
        asked = self.end is not None or bool(self.clues or self.required_arcs)
        counted = self.magic is not None and self.closed
        return asked or counted or (self.start is not None and not self.closed)

    @property
    def special(self) -> tuple[str, ...]:
        """The names of those requests that are made of the tour as a whole.

        No formulation is asked a problem with one of them unless it says that it honours it.
        """
        asked = {
            "symmetry": self.symmetry is not None,
            "magic": self.magic is not None,
            "max_crossings": self.max_crossings is not None,
        }
        return tuple(name for name, present in asked.items() if present)

    @cached_property
    def turn(self) -> tuple[int, ...]:
        """The image of every square under the turn that `symmetry` asks for.

        Raises
        ------
        ValueError
            If none is asked for.
        """
        if self.symmetry is None or self.board is None:
            raise ValueError("no symmetry is asked for")
        return self.board.turned(quarter=self.symmetry == "quarter-turn")

    @property
    def steps(self) -> dict[int, int]:
        """Every step whose square is settled by a request or by the origin, as step to square."""
        steps = dict(self.clues)
        if self.origin is not None:
            steps[1] = self.origin
        if self.end is not None:
            steps[self.size] = self.end
        return steps

    @property
    def required(self) -> tuple[Move, ...]:
        """All required moves, with or without a direction, smaller square first."""
        return self.required_edges + tuple(unordered(u, v) for u, v in self.required_arcs)

    def neighbours(self, square: int) -> list[int]:
        """Return the squares one move away, in move order."""
        row: list[int] = self.targets[self.offsets[square] : self.offsets[square + 1]].tolist()
        return row

    def arcs(self) -> list[Move]:
        """Return every move in both directions, ordered by the square it leaves."""
        sources = np.repeat(np.arange(self.size), np.diff(self.offsets))
        return list(zip(sources.tolist(), self.targets.tolist(), strict=True))

    def edges(self) -> list[Move]:
        """Return every move once, smaller square first."""
        return [(u, v) for u, v in self.arcs() if u < v]

    @cached_property
    def degrees(self) -> IntArray:
        """The number of moves from each square; shape (size,)."""
        return np.diff(self.offsets)

    def name(self, square: int) -> Hashable:
        """Return what people call a square: its ``(row, col)``, or its node."""
        return self.board.position(square) if self.board is not None else self.names[square]

    def square(self, name: Hashable) -> int:
        """Return the number of a square, given its ``(row, col)`` or its node.

        Raises
        ------
        ValueError
            If there is no such square.
        """
        if self.board is not None:
            if not (
                isinstance(name, tuple)
                and len(name) == 2
                and all(isinstance(part, (int, np.integer)) for part in name)
            ):
                raise ValueError(f"{name!r} is not a square; write (row, col), counted from 0")
            return self.board.square((int(name[0]), int(name[1])))
        try:
            return self._numbers[name]
        except (KeyError, TypeError):
            raise ValueError(f"{name!r} is not a node of the graph") from None

    @cached_property
    def _numbers(self) -> dict[Hashable, int]:
        return {name: square for square, name in enumerate(self.names)}

    def graph(self) -> nx.Graph[int]:
        """Return the moves that may be made as a `networkx.Graph` whose nodes are squares."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(self.size))
        graph.add_edges_from(self.arcs())
        return graph

    @cached_property
    def contradiction(self) -> str | None:
        """Why the question answers itself with *no*, whatever the graph's moves; else None.

        The conventions (no tour of an empty graph, no closed tour of fewer than three squares)
        and requests that contradict each other are settled here, once for all formulations.
        """
        if self.size == 0:
            return "an empty graph has no tour"
        if self.closed and self.size < 3:
            return "a closed tour has at least three squares"
        step_of: dict[int, int] = {}
        for step, square in sorted(self.steps.items()):
            if square in step_of:
                if self.start is None and step_of[square] == 1:
                    return (
                        f"{self.name(square)} cannot be step {step}: with no start asked for, a "
                        "closed tour is counted from there"
                    )
                return f"{self.name(square)} cannot be both step {step_of[square]} and step {step}"
            step_of[square] = step
        forbidden = set(self.forbidden)
        for u, v in self.required:
            if (u, v) in forbidden:
                return f"the move {self.name(u)} - {self.name(v)} is both required and forbidden"
        for u, v in self.required_arcs:
            if (v, u) in self.required_arcs:
                return f"the move {self.name(u)} - {self.name(v)} is required in both directions"
        if self.symmetry == "quarter-turn" and not self.closed and self.size > 1:
            return "no open tour looks the same after a quarter turn: it would have four ends"
        return None

    def __str__(self) -> str:
        home = str(self.board) if self.board is not None else f"graph of {self.size}"
        parts = [home, "closed" if self.closed else "open"]
        if self.start is not None:
            parts.append(f"start {self.name(self.start)}")
        if self.end is not None:
            parts.append(f"end {self.name(self.end)}")
        counts = {
            "clue": len(self.clues),
            "required move": len(self.required),
            "forbidden move": len(self.forbidden),
        }
        parts += [f"{count} {what}" + "s" * (count > 1) for what, count in counts.items() if count]
        parts += [f"{self.symmetry} symmetry"] if self.symmetry is not None else []
        parts += [self.magic] if self.magic is not None else []
        if self.max_crossings is not None:
            parts.append(f"at most {self.max_crossings} crossings")
        return ", ".join(parts)


def unordered(u: int, v: int) -> Move:
    """Return a move without its direction: the smaller square first."""
    return (u, v) if u < v else (v, u)


def _with_requests(bare: Problem, requests: Requests) -> Problem:
    """Return `bare` with its requests translated to squares, each named thing checked to exist."""
    unknown = [name for name in requests if name not in Requests.__annotations__]
    if unknown:
        known = ", ".join(Requests.__annotations__)
        raise ValueError(f"there is no request {unknown[0]!r}; there are {known}")
    closed = requests.get("closed", False)
    if not isinstance(closed, (bool, np.bool_)):
        raise ValueError(f"closed is {closed!r}; it must be True or False")
    start, end = requests.get("start"), requests.get("end")
    require, forbid = requests.get("require", ()), requests.get("forbid", ())
    require_arcs = requests.get("require_arcs", ())
    wanted: dict[int, int] = {}

    def place(step: int, name: Hashable, what: str) -> None:
        try:
            square = bare.square(name)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None
        if wanted.setdefault(step, square) != square:
            raise ValueError(
                f"{what}: step {step} is asked to be both {bare.name(wanted[step])} and {name}"
            )

    if start is not None:
        place(1, start, "start")
    # The last square of a one-square tour is its first: asking for both is no contradiction.
    if end is not None:
        place(max(bare.size, 1), end, "end")
    for name, step in requests.get("clues", ()):
        if isinstance(step, bool) or not isinstance(step, (int, np.integer)):
            raise ValueError(f"clue {name}={step!r}: a step is a whole number")
        if not 1 <= step <= bare.size:
            raise ValueError(f"clue {name}={step}: steps are 1 to {bare.size}")
        place(step, name, f"clue {name}={step}")

    present = (
        {unordered(u, v) for u, v in bare.arcs()} if (require or require_arcs or forbid) else set()
    )

    def move(pair: tuple[Hashable, Hashable], what: str) -> Move:
        u, v = pair
        try:
            squares = bare.square(u), bare.square(v)
        except ValueError as error:
            raise ValueError(f"{what} {u} - {v}: {error}") from None
        if unordered(*squares) not in present:
            raise ValueError(f"{what} {u} - {v}: there is no such move")
        return squares

    arcs = tuple(dict.fromkeys(move(pair, "required move") for pair in require_arcs))
    directed = {unordered(u, v) for u, v in arcs}
    edges = dict.fromkeys(unordered(*move(pair, "required move")) for pair in require)
    forbidden = tuple(dict.fromkeys(unordered(*move(pair, "forbidden move")) for pair in forbid))
    offsets, targets = without_moves(bare.offsets, bare.targets, forbidden)
    return Problem(
        offsets,
        targets,
        closed=bool(closed),
        start=wanted.pop(1, None),
        end=wanted.pop(bare.size, None),
        clues=dict(sorted(wanted.items())),
        # A required arc says all that the same move without a direction would.
        required_edges=tuple(edge for edge in edges if edge not in directed),
        required_arcs=arcs,
        forbidden=forbidden,
        **_special(bare.board, requests),
        board=bare.board,
        names=bare.names,
    )


class _Special(TypedDict):
    symmetry: str | None
    magic: str | None
    max_crossings: int | None


def _special(board: Board | None, requests: Requests) -> _Special:
    """Return the requests made of the tour as a whole, each checked to make sense on the board."""
    symmetry, magic = requests.get("symmetry"), requests.get("magic")
    most = requests.get("max_crossings")
    for what, value, known in (("symmetry", symmetry, SYMMETRIES), ("magic", magic, MAGICS)):
        if value is not None and value not in known:
            raise ValueError(f"{what} is {value!r}; it must be {' or '.join(known)}")
    if board is None:
        for name, asked in (("symmetry", symmetry), ("magic", magic), ("max_crossings", most)):
            if asked is not None:
                raise ValueError(f"{name} is asked of tours on boards, and a graph is none")
    else:
        if symmetry is not None:
            board.turned(quarter=symmetry == "quarter-turn")
        if magic is not None and board.holes:
            raise ValueError(f"{magic} is asked of boards without holes")
        if magic == "magic" and board.rows != board.cols:
            raise ValueError("magic takes in both diagonals of a square board; ask for semi-magic")
        if most is not None and (board.wrap_rows or board.wrap_cols):
            raise ValueError("max_crossings: a move over the edge of a board is no straight line")
    if most is not None and (
        isinstance(most, (bool, np.bool_)) or not isinstance(most, (int, np.integer))
    ):
        raise ValueError(f"max_crossings is {most!r}; it must be a whole number")
    if most is not None and most < 0:
        raise ValueError(f"max_crossings is {most}; it must not be below 0")
    return {
        "symmetry": symmetry,
        "magic": magic,
        "max_crossings": None if most is None else int(most),
    }


def without_moves(
    offsets: IntArray, targets: IntArray, moves: Iterable[Move]
) -> tuple[IntArray, IntArray]:
    """Return a graph in compressed sparse rows without `moves`, in either direction."""
    gone = {arc for u, v in moves for arc in ((u, v), (v, u))}
    if not gone:
        return offsets, targets
    sources = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    kept = np.fromiter(
        (arc not in gone for arc in zip(sources.tolist(), targets.tolist(), strict=True)),
        dtype=np.bool_,
        count=len(targets),
    )
    shorter = np.zeros_like(offsets)
    np.cumsum(np.bincount(sources[kept], minlength=len(offsets) - 1), out=shorter[1:])
    return shorter, targets[kept]
