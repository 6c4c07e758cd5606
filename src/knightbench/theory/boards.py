"""Theorems about full boards, by their size alone.

Each holds for every cell a square and exactly the moves of its piece, all but `watkins` without
wrap-around; rows and columns may change places. That none exists is true under any requests; that
one exists is said only where nothing is asked that could rule it out.
"""

from __future__ import annotations

import math

from knightbench.board import KNIGHT, Board, leaper
from knightbench.problem import Problem
from knightbench.theory.finding import Finding, asks_for_its_ends_alone

SCHWENK = "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Math. Mag. 64 (1991)"
OPEN = (
    "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quart. 16 (1978) for both "
    "sides at least 5; G. H. J. van Rees, Bull. ICA 16 (1996) for 3 x n; counts in OEIS A169696 "
    "and A079137"
)
CONRAD = (
    "A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Solution of the knight's Hamiltonian path "
    "problem on chessboards, Discrete Appl. Math. 50 (1994)"
)
KNUTH = "D. E. Knuth, Leaper graphs, Math. Gazette 78 (1994), theorem 1"
WATKINS = (
    "J. J. Watkins and R. L. Hoenigman, Knight's tours on a torus, Math. Mag. 70 (1997); J. J. "
    "Watkins, Knight's tours on cylinders and other surfaces, Congr. Numer. 143 (2000)"
)
GRID = (
    "A. Itai, C. H. Papadimitriou and J. L. Szwarcfiter, Hamilton paths in grid graphs, SIAM J. "
    "Comput. 11 (1982)"
)
POSA = "L. Pósa, in R. Honsberger, Mathematical Gems (1973)"


def schwenk(problem: Problem) -> Finding | None:
    """Say whether the knight has a closed tour of an m x n board, m <= n.

    It has none exactly where m and n are both odd, or m is 1, 2 or 4, or m = 3 and n is 4, 6
    or 8. A first square may be asked for: a closed tour begins anywhere. O(1).

    References
    ----------
    A. J. Schwenk, *Which rectangular chessboards have a knight's tour?*, Mathematics Magazine
    64 (1991), 325-332.
    """
    board = _knights_board(problem)
    if board is None or not problem.closed:
        return None
    size = f"{board.rows}x{board.cols}"
    short, long = sorted((board.rows, board.cols))
    if _has_closed_tour(board):
        if problem.end is not None or not asks_for_its_ends_alone(problem):
            return None
        why = f"the {size} board has a closed tour: all have but odd x odd, 1, 2 or 4 x n, 3x4, 3x6"
        return Finding("Schwenk 1991", True, f"{why} and 3x8", SCHWENK)
    if short % 2 and long % 2:
        why = f"with {short * long} squares, an odd number, a closed tour cannot alternate colours"
    elif short == 3:
        why = "of the boards 3 x n with n even, those with n = 4, 6 and 8 have no closed tour"
    else:
        why = f"no board {short} x n has a closed tour"
    return Finding("Schwenk 1991", False, f"{size}: {why}", SCHWENK)


def open_tours(problem: Problem) -> Finding | None:
    """Say whether the knight has an open tour of an m x n board, m <= n.

    It has one exactly on 1x1, 3x4, 3 x n from n = 7, 4 x n from n = 5, and wherever m >= 5.
    Where one of its ends is asked for, a tour is promised on boards with a closed tour only:
    cut before or after that square, the closed tour is an open one. O(1).

    References
    ----------
    P. Cull and J. De Curtins, *Knight's tour revisited*, Fibonacci Quarterly 16 (1978), 276-285,
    for m >= 5; machine-checked by L. Koller, *Knight's Tour Revisited Revisited*, Archive of
    Formal Proofs (2022). G. H. J. van Rees, *Knight's tours and circuits on the 3 x n
    chessboard*, Bulletin of the ICA 16 (1996), 81-86. The numbers of tours of 3 x n and 4 x n
    are OEIS A169696 and A079137.
    """
    board = _knights_board(problem)
    if board is None or problem.closed:
        return None
    size = f"{board.rows}x{board.cols}"
    short, long = sorted((board.rows, board.cols))
    exists = (
        (short, long) in ((1, 1), (3, 4))
        or (short == 3 and long >= 7)
        or (short == 4 and long >= 5)
        or short >= 5
    )
    which = "1x1, 3x4, 3 x n from n = 7, 4 x n from n = 5, and both sides at least 5"
    if not exists:
        why = f"{size} is none of the boards with an open tour: {which}"
        return Finding("open tours", False, why, OPEN)
    if not asks_for_its_ends_alone(problem):
        return None
    if problem.start is None and problem.end is None:
        why = f"{size} is one of the boards with an open tour: {which}"
        return Finding("open tours", True, why, OPEN)
    if (problem.start is None or problem.end is None) and _has_closed_tour(board):
        why = f"{size} has a closed tour, which passes through the square asked for: cut it there"
        return Finding("Schwenk 1991", True, why, SCHWENK)
    return None


def conrad(problem: Problem) -> Finding | None:
    """Say that the knight has an open tour of an n x n board between ends of the right colours.

    For n >= 6: where n is even, between any two squares of different colours; where n is odd,
    between any two squares of the colour of the corners. One end alone has such a partner. For
    the wrong colours see `colours`. O(1).

    References
    ----------
    A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, *Solution of the knight's Hamiltonian path
    problem on chessboards*, Discrete Applied Mathematics 50 (1994), 125-134.
    """
    board = _knights_board(problem)
    asked = [end for end in (problem.start, problem.end) if end is not None]
    if board is None or problem.closed or not asked or not asks_for_its_ends_alone(problem):
        return None
    if board.rows != board.cols or board.rows < 6 or len(set(asked)) < len(asked):
        return None
    dark = [sum(board.position(square)) % 2 == 0 for square in asked]
    if board.rows % 2:
        if not all(dark):
            return None
        between = "any two squares of the corners' colour"
    else:
        if len(dark) == 2 and dark[0] == dark[1]:
            return None
        between = "any two squares of different colours"
    why = f"{board.rows}x{board.cols} has an open tour between {between}"
    return Finding("Conrad et al. 1994", True, why, CONRAD, tuple(asked))


def knuth(problem: Problem) -> Finding | None:
    """Say that an (r, s)-leaper cannot reach all of an m x n board, 1 <= r <= s, 2 <= m <= n.

    The graph is connected exactly where r + s and s - r have no common divisor, n >= 2s and
    m >= r + s. That it is disconnected rules out every tour. O(1).

    References
    ----------
    D. E. Knuth, *Leaper graphs*, Mathematical Gazette 78 (1994), 274-297, theorem 1.
    """
    board = problem.board
    if board is None or not _is_full(board) or not board.moves:
        return None
    r, s = sorted(abs(change) for change in board.moves[0])
    short, long = sorted((board.rows, board.cols))
    if r < 1 or short < 2 or set(board.moves) != set(leaper(r, s)):
        return None
    piece = f"the ({r}, {s})-leaper"
    divisor = math.gcd(r + s, s - r)
    squares: tuple[int, ...] = ()
    if divisor > 1:
        why = f"every move of {piece} changes row + column by a multiple of {divisor}"
    elif long < 2 * s:
        squares = (board.square((board.rows // 2, board.cols // 2)),)
        why = f"{piece} has no move in the middle of a board whose sides are below {2 * s}"
    elif short < r + s:
        why = f"{piece} reaches all squares only where both sides are at least {r + s}"
    else:
        return None
    return Finding("Knuth 1994", False, f"{board.rows}x{board.cols}: {why}", KNUTH, squares)


def posa(problem: Problem) -> Finding | None:
    """Say why the knight has no closed tour of a 4 x n board, with the cut set that shows it.

    An outer row leads to the two middle rows only, and to the other colour only. Without the n
    middle squares of one colour, the n outer squares of the other stand alone, and n more outer
    squares are somewhere else: more than n parts, where a closed tour leaves at most n. The
    `squares` are the cut set. O(n).

    References
    ----------
    L. Pósa's argument, in R. Honsberger, *Mathematical Gems* (1973), here as a cut set.
    """
    board = _knights_board(problem)
    if board is None or not problem.closed or 4 not in (board.rows, board.cols):
        return None
    lines = board.cols if board.rows == 4 else board.rows
    outer = outer_lines(board)
    cut = [
        square
        for square in range(board.size)
        if square not in outer and sum(board.position(square)) % 2 == 0
    ]
    why = (
        f"without the {lines} squares of one colour in the two middle lines of {board.rows}x"
        f"{board.cols}, the {lines} squares of the other colour in the outer lines have no move "
        f"left and others remain: more than {lines} parts, so no closed tour"
    )
    return Finding("Pósa", False, why, POSA, tuple(cut))


def watkins(problem: Problem) -> Finding | None:
    """Say whether the knight has a closed tour of a torus, or of a cylinder.

    It has one of every torus. Of a cylinder with m squares along its axis and n around it, it has
    none exactly where m = 1, or m is 2 or 4 and n is even. A first square may be asked for; an
    open tour with one end at most is a closed one cut there. O(1).

    Scope: boards without holes that wrap around, of three squares or more.

    References
    ----------
    J. J. Watkins and R. L. Hoenigman, *Knight's tours on a torus*, Mathematics Magazine 70 (1997),
    175-184. J. J. Watkins, *Knight's tours on cylinders and other surfaces*, Congressus
    Numerantium 143 (2000), 117-127.
    """
    board = problem.board
    if board is None or board.holes or set(board.moves) != set(KNIGHT) or board.size < 3:
        return None
    if not (board.wrap_rows or board.wrap_cols):
        return None
    if board.wrap_rows and board.wrap_cols:
        if not _is_settled_by_a_closed_tour(problem):
            return None
        why = f"{board.rows}x{board.cols} is a torus, and every torus has a closed tour"
        return Finding("Watkins 1997, 2000", True, why, WATKINS)
    along, around = board.rows, board.cols
    if board.wrap_rows:
        along, around = around, along
    size = f"a cylinder of {along} along and {around} around"
    which = "all have but those of 1 along, and of 2 or 4 along with an even number around"
    if along == 1 or (along in (2, 4) and around % 2 == 0):
        if not problem.closed:
            return None
        return Finding("Watkins 1997, 2000", False, f"{size} has no closed tour: {which}", WATKINS)
    if not _is_settled_by_a_closed_tour(problem):
        return None
    return Finding("Watkins 1997, 2000", True, f"{size} has a closed tour: {which}", WATKINS)


def grid(problem: Problem) -> Finding | None:
    """Say that a piece that goes one square along its row or column has a tour.

    A closed one of every m x n with m, n >= 2 and m x n even: down the first column, and to and
    fro through the others on the way back; a first square may be asked for. An open one of every
    board, row by row; with an end that is asked for, where the closed one exists and is cut
    there. O(1).

    Scope: full boards without wrap-around.

    References
    ----------
    A. Itai, C. H. Papadimitriou and J. L. Szwarcfiter, *Hamilton paths in grid graphs*, SIAM
    Journal on Computing 11 (1982), 676-686.
    """
    board = problem.board
    if board is None or not _is_full(board) or set(board.moves) != set(leaper(0, 1)):
        return None
    size = f"{board.rows}x{board.cols}"
    if board.size % 2 == 0 and min(board.rows, board.cols) > 1:
        if _is_settled_by_a_closed_tour(problem):
            why = f"{size} has two lines or more and an even number of squares: it can be walked"
            return Finding("grid", True, f"{why} to and fro, and back along one side", GRID)
        return None
    if problem.closed or problem.start is not None or problem.end is not None:
        return None
    if not asks_for_its_ends_alone(problem):
        return None
    return Finding("grid", True, f"{size} can be walked row by row, to and fro", GRID)


def _is_settled_by_a_closed_tour(problem: Problem) -> bool:
    """Return whether a closed tour of the board is all that `problem` needs.

    A closed one may begin anywhere, and an open one ends before or after a square asked for.
    """
    if not asks_for_its_ends_alone(problem):
        return False
    if problem.closed:
        return problem.end is None
    return problem.start is None or problem.end is None


def outer_lines(board: Board) -> frozenset[int]:
    """Return the squares of the two outer rows of a full board of four rows, else columns."""
    axis = 0 if board.rows == 4 else 1
    return frozenset(
        square for square in range(board.size) if board.position(square)[axis] in (0, 3)
    )


def _is_full(board: Board) -> bool:
    """Return whether every cell is a square and no move wraps around."""
    return not (board.holes or board.wrap_rows or board.wrap_cols)


def _knights_board(problem: Problem) -> Board | None:
    """Return the board where it is full and the piece on it is the knight."""
    board = problem.board
    if board is None or not _is_full(board) or set(board.moves) != set(KNIGHT):
        return None
    return board


def _has_closed_tour(board: Board) -> bool:
    """Return what Schwenk's theorem says of a full board of the knight."""
    short, long = sorted((board.rows, board.cols))
    if short % 2 and long % 2:
        return False
    return short not in (1, 2, 4) and not (short == 3 and long in (4, 6, 8))
