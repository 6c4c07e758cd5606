"""What a tour is like: its symmetry, its sums, how often its moves turn and cross.

>>> from knightbench.problem import Problem
>>> problem = Problem.from_board("3x4")
>>> found = properties(problem, [0, 6, 8, 1, 7, 9, 2, 11, 5, 3, 10, 4])
>>> found.symmetries, found.turns, found.meetings
((), 10, Meetings(crossings=21, touches=0, overlaps=0))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any

from knightbench.board import Board, Offset
from knightbench.crossings import Meetings, meetings
from knightbench.magic import Sums, magic_numberings
from knightbench.problem import Problem
from knightbench.special import moves_made
from knightbench.symmetry import Symmetries

#: Jelliss's words for a closed tour with a half turn that keeps its direction, or reverses it.
HALF_TURNS = {True: "Eulerian", False: "Bergholtian"}


@dataclass(frozen=True)
class TourSymmetry:
    """A rotation, reflection or shift of the board that takes a tour's moves to themselves.

    Attributes
    ----------
    name : str
        As `knightbench.symmetry` names it.
    keeps_direction : bool
        Whether the tour's image runs the same way; else it runs backwards.
    term : str or None
        What Jelliss calls it: ``Eulerian`` or ``Bergholtian``, for the half turn of a closed tour.
    """

    name: str
    keeps_direction: bool
    term: str | None = None


@dataclass(frozen=True)
class Properties:
    """What a tour is like. What makes no sense for it is None, and `omitted` says why.

    Attributes
    ----------
    closed : bool
        Whether it was asked to be closed.
    reentrant : bool
        Whether its last square is one move from its first, as in every closed tour.
    symmetries : tuple of TourSymmetry or None
        Every symmetry of the board that is one of the tour, but the identity.
    magic : str or None
        ``magic`` or ``semi-magic`` as numbered, ``none`` otherwise.
    sums : Sums or None
        As numbered: the sums of rows, columns and diagonals.
    numberings : mapping of int to str, or None
        Of a closed or re-entrant tour, the squares from which it is magic or semi-magic when it is
        counted in its own direction; see `knightbench.magic.magic_numberings`.
    meetings : Meetings or None
        Pairs of moves that cross, touch and overlap; see `knightbench.crossings`.
    turns, straights : int or None
        How often one move and the next differ in direction, and how often they have the same: of
        a closed tour they add up to its squares, of an open one to two less. For a knight, whose
        moves in one line have one length, these are the turns of Besa et al.
    slopes : mapping of (int, int) to int, or None
        How many moves go so far down and right, or back from there; the first number that is not
        0 is positive.
    omitted : mapping of str to str
        The properties that are left out, and why.

    References
    ----------
    J. J. Besa, T. Johnson, N. Mamano, M. C. Osegueda, *Taming the Knight's Tour: Minimizing Turns
    and Crossings*, FUN 2021, LIPIcs 157, 4 (turns and crossings).
    G. P. Jelliss, *Knight's Tour Notes*, 2019, mayhematics.com (symmetry).
    """

    closed: bool
    reentrant: bool
    symmetries: tuple[TourSymmetry, ...] | None = None
    magic: str | None = None
    sums: Sums | None = None
    numberings: Mapping[int, str] | None = None
    meetings: Meetings | None = None
    turns: int | None = None
    straights: int | None = None
    slopes: Mapping[Offset, int] | None = None
    omitted: Mapping[str, str] = field(default_factory=dict)


def properties(problem: Problem, tour: Sequence[int]) -> Properties:
    """Return the properties of a tour that answers `problem`.

    Parameters
    ----------
    problem : Problem
        Its requests other than `closed` play no part.
    tour : sequence of int
        The squares in order of visit; they are not checked.

    Notes
    -----
    Time as for `knightbench.crossings.meetings`, and O(symmetries x moves).
    """
    closed, size = problem.closed, problem.size
    reentrant = size > 2 and tour[0] in problem.neighbours(tour[-1])
    found = Properties(closed, reentrant)
    board = problem.board
    if board is None:
        why = "a graph has no places"
        names = ("symmetries", "magic", "meetings", "turns", "slopes")
        return replace(found, omitted=dict.fromkeys(names, why))
    omitted: dict[str, str] = {}
    found = replace(found, symmetries=_symmetries(board, tour, closed))
    if board.holes:
        omitted["magic"] = "a row with a hole has too few squares for its sum to be compared"
    else:
        sums = Sums.of(board, tour)
        found = replace(
            found,
            magic=sums.kind or "none",
            sums=sums,
            numberings=magic_numberings(board, tour) if reentrant else None,
        )
    if board.wrap_rows or board.wrap_cols:
        why = "a move over the edge of the board has no one straight line"
        omitted |= dict.fromkeys(("meetings", "turns", "slopes"), why)
    else:
        offsets = _offsets(board, tour, closed)
        passes = list(pairwise([*offsets, offsets[0]] if closed else offsets))
        straights = sum(_same_direction(one, other) for one, other in passes)
        found = replace(
            found,
            meetings=meetings(board, moves_made(tour, closed)),
            turns=len(passes) - straights,
            straights=straights,
            slopes=dict(sorted(Counter(max(o, (-o[0], -o[1])) for o in offsets).items())),
        )
    return replace(found, omitted=omitted)


def properties_to_json(problem: Problem, found: Properties) -> dict[str, Any]:
    """Return properties as plain values fit for JSON; squares by ``[row, col]``."""
    told = asdict(found)
    if found.numberings is not None and problem.board is not None:
        place = problem.board.position
        told["numberings"] = [[list(place(s)), kind] for s, kind in found.numberings.items()]
    if found.slopes is not None:
        told["slopes"] = [[list(slope), count] for slope, count in found.slopes.items()]
    return told


def properties_in_words(problem: Problem, found: Properties) -> list[str]:
    """Return properties as lines of text, what is left out with its reason."""
    if problem.board is None:
        return []
    lines = []
    if found.reentrant and not found.closed:
        lines.append("re-entrant: its last square is one move from its first")
    lines.append("symmetry: " + ("; ".join(map(_in_words, found.symmetries or ())) or "none"))
    if found.sums is not None:
        lines.append("sums: " + _sums_in_words(problem.board, found))
    if found.meetings is not None:
        met = found.meetings
        more = {"touch": met.touches, "overlap": met.overlaps}
        lines.append(
            f"crossings: {met.crossings}"
            + "".join(f"; {count} pairs of moves {what}" for what, count in more.items() if count)
        )
        lines.append(f"turns: {found.turns}; straight on: {found.straights}")
    if found.slopes is not None:
        each = (f"{count} by {down},{right}" for (down, right), count in found.slopes.items())
        lines.append("moves: " + ", ".join(each))
    lines += [f"{what}: left out, {why}" for what, why in found.omitted.items()]
    return lines


def _in_words(symmetry: TourSymmetry) -> str:
    direction = "direction kept" if symmetry.keeps_direction else "direction reversed"
    return f"{symmetry.name}, {direction}" + (f" ({symmetry.term})" if symmetry.term else "")


def _sums_in_words(board: Board, found: Properties) -> str:
    assert found.sums is not None
    if found.magic == "none":
        told = "as numbered, neither rows nor columns are equal"
        equal = [
            what
            for what, lines in (("rows", found.sums.rows), ("columns", found.sums.cols))
            if len(set(lines)) == 1
        ]
        if equal:
            told = f"as numbered, only the {equal[0]} are equal"
    else:
        told = f"{found.magic} as numbered, rows {found.sums.rows[0]}, columns {found.sums.cols[0]}"
        if found.sums.diagonals:
            told += f", diagonals {found.sums.diagonals[0]} and {found.sums.diagonals[1]}"
    if found.numberings is not None:
        names = [f"{board.position(square)} {kind}" for square, kind in found.numberings.items()]
        told += f"; counted from {', '.join(names)}" if names else "; from no square"
    return told


def _symmetries(board: Board, tour: Sequence[int], closed: bool) -> tuple[TourSymmetry, ...]:
    """Return the symmetries of a tour, whatever else was asked of it."""
    if len(tour) < 2 + closed:
        return ()
    bare = Problem.from_board(board, closed=closed)
    step = {square: number for number, square in enumerate(tour)}
    found = []
    for symmetry in Symmetries.of(bare).of_tour(tour)[1:]:
        image = symmetry.image.tolist()
        here, there = step[image[tour[0]]], step[image[tour[1]]]
        keeps = there == ((here + 1) % len(tour) if closed else here + 1)
        term = HALF_TURNS[keeps] if closed and symmetry.name == "half turn" else None
        found.append(TourSymmetry(symmetry.name, keeps, term))
    return tuple(found)


def _offsets(board: Board, tour: Sequence[int], closed: bool) -> list[Offset]:
    """Return how far each move goes down and right."""
    places = [board.position(square) for square in tour]
    ends = pairwise([*places, places[0]] if closed else places)
    return [(to[0] - row, to[1] - col) for (row, col), to in ends]


def _same_direction(one: Offset, other: Offset) -> bool:
    across = one[0] * other[1] - one[1] * other[0]
    return across == 0 and one[0] * other[0] + one[1] * other[1] > 0
