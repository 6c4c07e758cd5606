r"""Boards as text: one character a square, or tokens split by blanks.

One character a square: ``.`` is a hole, ``x`` a square, ``s`` and ``e`` the first and the last
square. Split by blanks, a token may also be a number: a clue, the step of its square. A
numbered board, every square with its step, is such a text too.

>>> board = read_board_text("sx.\nxxx\n")
>>> board.board.holes, board.start
(frozenset({(0, 2)}), (0, 0))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from knightbench.board import Board, Position
from knightbench.problem import Problem
from knightbench.tour import InvalidTour, check

#: Larger files are refused unread; a 2000x2000 numbered board takes 32 MB.
LARGEST_FILE = 64 * 2**20


@dataclass(frozen=True)
class BoardText:
    """What a board text says: the board, and the requests on it."""

    board: Board
    start: Position | None = None
    end: Position | None = None
    clues: tuple[tuple[Position, int], ...] = ()


def read_text_file(file: str | Path) -> str:
    """Return the text of a file.

    Raises
    ------
    ValueError
        If it cannot be read, is no UTF-8 text, or is larger than `LARGEST_FILE`.
    """
    path = Path(file)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"{file}: larger than {LARGEST_FILE // 2**20} MiB")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(
            f"{file}: this is no text file; a board is written in UTF-8 text"
        ) from None
    if "\0" in text:
        raise ValueError(f"{file}: this is no text file; it holds a zero byte")
    return text


def read_board_text(text: str) -> BoardText:
    """Return what a board text says.

    Raises
    ------
    ValueError
        If the rows differ in length, a square is written in another way than ``.``, ``x``,
        ``s``, ``e`` or a number, or two squares are both first or both last. The message names
        the line.
    """
    lines = [line.strip() for line in text.strip("\n\r \t").splitlines()]
    if not lines or not lines[0]:
        raise ValueError("the board text is empty; write one row a line, as in sxx")
    numbered = any(re.search(r"\s", line) for line in lines) or all(
        re.fullmatch(r"[.xse]|\d+", line) for line in lines
    )
    cells = [line.split() if numbered else list(line) for line in lines]
    holes: list[Position] = []
    ends: dict[str, Position] = {}
    clues: list[tuple[Position, int]] = []
    for row, line in enumerate(cells):
        if len(line) != len(cells[0]):
            raise ValueError(
                f"line {row + 1} of the board has {len(line)} squares, line 1 has {len(cells[0])}"
            )
        for col, cell in enumerate(line):
            if cell == ".":
                holes.append((row, col))
            elif cell in ("s", "e"):
                if cell in ends:
                    raise ValueError(
                        f"line {row + 1} of the board: a second {cell!r}, "
                        f"the other is at {ends[cell]}"
                    )
                ends[cell] = (row, col)
            elif numbered and re.fullmatch(r"\d{1,9}", cell, re.ASCII):
                clues.append(((row, col), int(cell)))
            elif cell != "x":
                hint = "" if numbered or not cell.isdigit() else " (numbers need blanks between)"
                raise ValueError(
                    f"line {row + 1} of the board: {cell!r} is none of '.', 'x', 's', 'e' "
                    f"or a number{hint}"
                )
    board = Board(len(cells), len(cells[0]), holes=frozenset(holes))
    return BoardText(board, ends.get("s"), ends.get("e"), tuple(clues))


def write_board_text(problem: Problem) -> str:
    """Return a board problem as text, readable by `read_board_text`.

    One character a square, or tokens where there are clues. The moves, wrap-around, required and
    forbidden moves and whether the tour is closed have no place in board text.

    Raises
    ------
    ValueError
        If the problem's graph is no board.
    """
    board = problem.board
    if board is None:
        raise ValueError("only a board has a board text")
    cells = [
        ["." if (row, col) in board.holes else "x" for col in range(board.cols)]
        for row in range(board.rows)
    ]
    marks = {square: str(step) for step, square in problem.clues.items()}
    marks |= {
        square: mark
        for square, mark in ((problem.start, "s"), (problem.end, "e"))
        if square is not None
    }
    for square, mark in marks.items():
        row, col = board.position(square)
        cells[row][col] = mark
    width = max(len(cell) for line in cells for cell in line)
    glue = " " if problem.clues else ""
    return "\n".join(glue.join(cell.rjust(width) for cell in line) for line in cells) + "\n"


def read_numbered_board(text: str) -> str:
    """Return the rows of a numbered board found in `text`, cleaned for `read_board_text`.

    Rules between rows or squares (``|``, ``-----+``), brackets and commas are dropped, and
    whatever follows the last row, such as the line that `knightbench solve` prints below.

    Raises
    ------
    ValueError
        If there is no such row.
    """
    rows: list[str] = []
    for line in text.splitlines():
        cleaned = re.sub(r"[\[\],|]", " ", line).strip()
        if not cleaned or re.fullmatch(r"[-+=\s]+", cleaned):
            continue
        if not re.fullmatch(r"(\.|x|\d+)(\s+(\.|x|\d+))*", cleaned, re.ASCII):
            if rows:
                break
            raise ValueError(f"{line.strip()[:40]!r} is no row of a numbered board")
        rows.append(cleaned)
    if not rows:
        raise ValueError("there is no numbered board; write one row a line, as in 1 6 3")
    return "\n".join(rows)


def check_numbered_board(problem: Problem, clues: tuple[tuple[Position, int], ...]) -> None:
    """Raise unless the numbers on a board are a tour that answers `problem`.

    Raises
    ------
    InvalidTour
        Naming the first offending step: missing, on two squares, or as for `check`; step 0 where
        somebody counts from 0.
    """
    places: dict[int, list[int]] = {}
    for position, step in clues:
        places.setdefault(step, []).append(problem.square(position))
    # Without this, the step that is missing at the end would be named.
    if 0 in places:
        raise InvalidTour(0, "0 stands on the board, and steps count from 1")
    squares: list[int] = []
    while len(places.get(len(squares) + 1, ())) == 1:
        squares += places[len(squares) + 1]
    following = len(squares) + 1
    try:
        check(problem, squares)
    except InvalidTour as error:
        if error.step == following and following in places:
            raise InvalidTour(following, f"stands on {len(places[following])} squares") from None
        raise
    surplus = sorted(step for step in places if not 1 <= step <= problem.size)
    if surplus:
        raise InvalidTour(surplus[0], f"there are only {problem.size} squares")
