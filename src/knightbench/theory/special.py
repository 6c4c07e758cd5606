"""Theorems about tours that are asked to be symmetric or magic, from colours and counting.

Each says that there is none. Where every move changes the colour of its square (chequered as a
chessboard), the steps of one colour are odd and those of the other even.
"""

from __future__ import annotations

from knightbench.problem import Problem
from knightbench.theory.finding import Finding
from knightbench.turns import directions

TURNS = (
    "M. Kraitchik, Mathematical Recreations, 2nd ed. (1953), on doubly symmetric solutions; "
    "G. P. Jelliss, Birotary Symmetry on Shaped Boards, mayhematics.com/t/sq.htm"
)
SUMS = "G. P. Jelliss, Knight's Tour Notes 9: Magic Knight Tours (2019), mayhematics.com"


def turned(problem: Problem) -> Finding | None:
    """Say that no tour is taken to itself by the turn asked for, because of its squares' colours.

    A turn keeps all colours or changes all. One that keeps a closed tour's direction shifts it by
    a half, or a quarter, of its n squares, so that it changes colours exactly where that number
    is odd. One that reverses a closed tour takes the two ends of a move through the middle to
    each other. One of an open tour takes step k to step n + 1 - k, and changes colours exactly
    where n is even. So a full board of side 4k has no closed knight's tour with a quarter turn,
    and one with two even sides no open one with a half turn. Linear in squares and moves.

    References
    ----------
    M. Kraitchik, *Mathematical Recreations*, 2nd ed., 1953: not on the chessboard.
    G. P. Jelliss, *Birotary Symmetry on Shaped Boards*, mayhematics.com/t/sq.htm: squares of side
    4k + 2, by this argument.
    """
    if problem.symmetry is None or problem.size < 2:
        return None
    size, name = problem.size, problem.symmetry
    keeps, reverses = directions(problem)
    why = ""
    if not (keeps or reverses):
        why = "the turn leaves a square in its place, or no move passes through the middle"
    elif (changes := _changes_colours(problem)) is not None:
        does = "changes" if changes else "keeps"
        part, share = (4, "quarter") if name == "quarter-turn" else (2, "half")
        # A cycle that alternates colours has an even number of squares.
        shifts = keeps and size % part == 0 and (size // part) % 2 == changes
        if not problem.closed and changes != (size % 2 == 0):
            why = f"the turn {does} colours, and takes the first of {size} squares to the last"
        elif problem.closed and not shifts and not (reverses and changes):
            parity = "an even" if size // part % 2 == 0 else "an odd"
            why = f"the turn {does} colours, and shifts the tour by a {share} of {size} squares"
            why += f", {parity} number" if size % part == 0 else ", which is no whole number"
    if not why:
        return None
    kind = "closed" if problem.closed else "open"
    return Finding("turn", False, f"no {kind} tour has {name} symmetry: {why}", TURNS)


def equal_sums(problem: Problem) -> Finding | None:
    """Say that no tour is semi-magic, because of a board's odd side or what its steps add up to.

    In rows of odd length the colours take turns to be in the majority, so that the sums of
    neighbouring rows are odd and even. The same holds for columns. O(moves).

    References
    ----------
    G. P. Jelliss, *Knight's Tour Notes 9: Magic Knight Tours*, 2019.
    """
    board = problem.board
    if problem.magic is None or board is None or problem.size < 2:
        return None
    for lines, length, what in (
        (board.rows, board.cols, "rows"),
        (board.cols, board.rows, "columns"),
    ):
        total = problem.size * (problem.size + 1) // 2
        if total % lines:
            why = f"the steps add up to {total}, which {lines} {what} cannot share evenly"
        elif lines > 1 and length % 2 and _changes_colours(problem) is not None:
            why = (
                f"{what} of {length} squares that alternate colours have odd and even sums in turn"
            )
        else:
            continue
        return Finding("equal sums", False, f"no tour is semi-magic: {why}", SUMS)
    return None


def _changes_colours(problem: Problem) -> bool | None:
    """Return whether the turn asked for changes the colours of squares (False where none is).

    None where some move does not change the colour of its square.
    """
    board = problem.board
    assert board is not None
    places = [board.position(square) for square in range(problem.size)]
    dark = [(row + col) % 2 for row, col in places]
    if any(dark[u] == dark[v] for u, v in problem.edges()):
        return None
    return problem.symmetry is not None and dark[0] != dark[problem.turn[0]]
