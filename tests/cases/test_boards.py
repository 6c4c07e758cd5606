"""Boards of unusual shape, other pieces, required moves, wrap-around, very large boards."""

import pytest

from knightbench import Board, Problem
from knightbench.board import leaper
from tests.cases.asking import (
    KING,
    PAIR,
    STRONG,
    STRONG_ON_LARGE,
    all_answer,
    under_limits,
)
from tests.conformance.brute_force import has_tour

RAGGED = """\
.xxx....
.x.xx...
.xxxxxxx
xxx..x.x
x.x..xxx
sxxxxxx.
..xx.x..
...xxx..
"""
STAR = """\
.....s.x.....
.....x.x.....
....xxxxx....
.....xxx.....
..x..x.x..x..
xxxxx...xxxxx
..xx.....xx..
xxxxx...xxxxx
..x..x.x..x..
.....xxx.....
....xxxxx....
.....x.x.....
.....x.x.....
"""
# Two squares diagonally, or three straight on.
FAR = (*leaper(2, 2), *leaper(0, 3))


def drawn(text: str, **requests: object) -> Problem:
    """The problem of a board text of single characters: ``.`` a hole, ``s`` the first square."""
    rows = text.split()
    holes = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    starts = [(r, row.index("s")) for r, row in enumerate(rows) if "s" in row]
    board = Board(len(rows), len(rows[0]), holes=holes)
    return Problem.from_board(board, start=starts[0] if starts else None, **requests)


@pytest.mark.slow
def test_case_03_a_board_with_holes(typed, tmp_path):
    problem = drawn(RAGGED)
    assert problem.size == 36
    under_limits({"ragged": (problem, True)}, 0.5)
    under_limits({"star": (drawn(STAR), True)}, specs=STRONG)
    (tmp_path / "puzzle.txt").write_text(RAGGED)
    code, out, _err = typed("solve", "--board", tmp_path / "puzzle.txt", "--with", "sat-positions")
    assert code == 0
    assert out.splitlines()[5].split()[0] == "1"


def test_case_03_small_shapes():
    ring = "xxx\nx.x\nxxx"
    all_answer(drawn(ring, closed=True), True)
    for shape in ("sxx\nx.x\nxx.", "xxs\nx.x\nxx.", "xxxx\nx..x\nxxxx", ".xx.\nsxxx\nxxxx\n.xx."):
        problem = drawn(shape)
        all_answer(problem, has_tour(problem))


@pytest.mark.slow
def test_case_04_a_square_board_within_a_larger_one(typed):
    def without_last(n: int, cut: int) -> Board:
        edge = range(n - cut, n)
        return Board(n, n, holes=[(r, c) for r in range(n) for c in range(n) if {r, c} & {*edge}])

    # What is left is 8x8, which has closed tours, or 7x7, which is odd.
    within = Problem.from_board(without_last(9, 1), closed=True)
    assert within.edges() == Problem.from_board("8x8", closed=True).edges()
    under_limits({"9x9": (within, True)}, 0.5)
    others = {
        "10x10": (Problem.from_board(without_last(10, 2), closed=True), True),
        "first ones": (
            Problem.from_board(
                Board(9, 9, holes=[(0, i) for i in range(9)] + [(i, 0) for i in range(1, 9)]),
                closed=True,
            ),
            True,
        ),
        "8x8": (Problem.from_board(without_last(8, 1), closed=True), False),
    }
    under_limits(others, specs=STRONG)
    holes = ";".join([f"8,{i}" for i in range(9)] + [f"{i},8" for i in range(8)])
    code, out, _err = typed("solve", "9x9", "--holes", holes, "--closed")
    assert code == 0
    rows = out.splitlines()[:9]
    assert rows[8].split() == ["."] * 9
    assert {int(token) for row in rows for token in row.split() if token != "."} == {*range(1, 65)}


@pytest.mark.slow
def test_case_05_required_moves_with_a_direction(typed):
    arcs = [((6, 4), (7, 6)), ((0, 6), (2, 5))]
    board = "8x8"
    problems = {
        "as given": (Problem.from_board(board, closed=True, require_arcs=arcs), True),
    }
    under_limits(problems, 0.5)
    turned = {
        f"{which}": (Problem.from_board(board, closed=True, require_arcs=given), True)
        for which, given in {
            "first": [arcs[0][::-1], arcs[1]],
            "second": [arcs[0], arcs[1][::-1]],
            "both": [arcs[0][::-1], arcs[1][::-1]],
        }.items()
    }
    under_limits(turned, specs=STRONG)
    line = ("solve", "8x8", "--closed", "--require", "6,4>7,6", "--require", "0,6>2,5")
    assert typed(*line, "--json")[0] == 0


def test_case_05_small_boards():
    def asked(*arcs: tuple[tuple[int, int], tuple[int, int]], **more: object) -> Problem:
        return Problem.from_board("3x4", require_arcs=arcs, **more)

    for arcs in (
        [((0, 0), (1, 2))],
        [((1, 2), (0, 0))],
        [((0, 1), (2, 2)), ((2, 0), (0, 1))],
        [((0, 1), (2, 2)), ((0, 1), (2, 0))],
        [((0, 1), (2, 2)), ((2, 2), (0, 1))],
    ):
        problem = asked(*arcs)
        all_answer(problem, has_tour(problem))
    all_answer(Problem.from_board("5x6", closed=True, require_arcs=[((0, 2), (1, 0))]), True)


def test_case_06_two_pieces_in_one(typed):
    def of(size: int, **requests: object) -> Problem:
        return Problem.from_board(Board(size, size, moves=FAR), **requests)

    all_answer(of(5), True)
    all_answer(of(4), False)
    all_answer(of(5, closed=True), True)
    # Knight and wazir together, and a piece of one offset and its way back.
    both = Board(3, 3, moves=(*leaper(1, 2), *leaper(0, 1)))
    all_answer(
        Problem.from_board(both, closed=True), has_tour(Problem.from_board(both, closed=True))
    )
    line = Board(1, 7, moves=[(0, 1), (0, -1)])
    all_answer(Problem.from_board(line), True)
    all_answer(Problem.from_board(line, closed=True), False)
    assert typed("solve", "5x5", "--moves", "2,2;3,0", "--with", "nx-search")[0] == 0
    assert typed("solve", "4x4", "--moves", "2,2;3,0", "--with", "nx-search")[0] == 1


@pytest.mark.slow
def test_case_06_10x10_closed():
    boards = {n: Board(n, n, moves=FAR) for n in (9, 10, 12)}
    under_limits(
        {f"{n}": (Problem.from_board(board, closed=True), True) for n, board in boards.items()},
        specs=STRONG,
    )


@pytest.mark.slow
def test_case_08_very_large_boards(typed):
    def boards(*sizes: str) -> dict[str, tuple[Problem, bool]]:
        return {size: (Problem.from_board(size), True) for size in sizes}

    under_limits(boards("76x76", "200x200"), specs=["two-factor"], strong=["two-factor"])
    under_limits(boards("76x76", "3x1000"), specs=["sat-cutset"], strong=["sat-cutset"])
    assert typed("solve", "76x76", "--with", "warnsdorff?ties=pohl")[0] == 0


@pytest.mark.slow
def test_case_08_no_formulation_breaks_down_on_2500_squares():
    under_limits({"50x50": (Problem.from_board("50x50"), True)}, 0.5, strong=STRONG_ON_LARGE)


@pytest.mark.slow
def test_case_11_12x12_from_inside_to_inside(typed):
    def walk(rows: int, cols: int, end: tuple[int, int]) -> Problem:
        board = Board(rows, cols, moves=leaper(0, 1))
        return Problem.from_board(board, start=(1, 1), end=end)

    # A walk of all squares of an even board ends on the other colour (Itai, Papadimitriou and
    # Szwarcfiter 1982, who say when there is one).
    under_limits({"same colour": (walk(12, 12, (10, 10)), False)}, 0.5)
    under_limits({"other colour": (walk(12, 12, (10, 11)), True)}, specs=STRONG)
    line = ("solve", "12x12", "--moves", "0,1", "--start", "1,1", "--with", "nx-search")
    assert typed(*line, "--end", "10,10")[0] == 1


def test_case_11_small_boards():
    for rows, cols, end in [(4, 4, (2, 2)), (4, 4, (2, 3)), (4, 5, (3, 4)), (3, 5, (2, 4))]:
        board = Board(rows, cols, moves=leaper(0, 1))
        problem = Problem.from_board(board, start=(1, 1), end=end)
        all_answer(problem, has_tour(problem))


# Published as a challenge: the first square is the top left, which may be a hole.
HOLEY = {
    "xxx/x.x/xxx": True,
    "xxx./x.xx/xx.x/.xxx": False,
    "xxxxx/.xxxx/xx.xx/x.xxx/xxxxx": True,
    "xx.xx/.xxx./xxxxx/x.xxx/.xx..": True,
    "xxxxxx/xx.xxx/x.xxxx/xxxxxx/xxxxxx": False,
}


@pytest.mark.parametrize(("rows", "there_is_one"), HOLEY.items())
def test_case_29_holes_from_the_top_left(rows, there_is_one, typed, tmp_path):
    problem = drawn("s" + rows[1:].replace("/", "\n"))
    if problem.size <= 20:
        assert has_tour(problem) == there_is_one
    all_answer(problem, there_is_one)
    (tmp_path / "board.txt").write_text("s" + rows[1:].replace("/", "\n") + "\n")
    counted = typed("count", "--board", tmp_path / "board.txt")[1]
    assert (int(counted.replace(",", "")) > 0) == there_is_one


def test_case_29_a_hole_is_no_first_square(typed):
    code, _out, err = typed("solve", "3x4", "--holes", "0,0", "--start", "0,0")
    assert code == 2
    assert "(0, 0) is a hole" in err
    assert len(err.splitlines()) == 1
    # Colours out of balance by two, whichever the squares that are missing.
    all_answer(drawn("s.x.\nxxxx\nx.x.\nxxxx"), False)


def test_case_33_leapers_on_a_cylinder():
    def around(rows: int, cols: int, **more: object) -> Problem:
        board = Board(rows, cols, moves=leaper(2, 3), wrap_cols=True)
        return Problem.from_board(board, closed=True, **more)

    # Closed (2, 3)-tours exist on cylinders of 5k rows around n columns, for all k and n; none on
    # those of 1 to 4 and 6 to 8 rows (AKCE International Journal of Graphs and Combinatorics).
    for cols in (1, 2, 3, 4):
        all_answer(around(5, cols), True)
    for cols in (5, 7, 12):
        all_answer(around(5, cols), True, STRONG)
    all_answer(around(10, 3), True, STRONG)
    for rows, cols in [(1, 8), (2, 5), (3, 4), (4, 4), (4, 6)]:
        all_answer(around(rows, cols), False)
    for rows, cols in [(6, 4), (7, 5), (8, 6), (9, 2)]:
        all_answer(around(rows, cols), False, PAIR)


def test_case_33_knights_on_a_cylinder_and_on_a_torus(typed):
    for rows, cols, wrap_rows in [(3, 3, False), (3, 5, False), (2, 4, True), (3, 3, True)]:
        board = Board(rows, cols, wrap_rows=wrap_rows, wrap_cols=True)
        for closed in (False, True):
            problem = Problem.from_board(board, closed=closed)
            all_answer(problem, has_tour(problem))
    # Flat 5x5 has no closed tour, being odd; around a torus colours do not alternate.
    assert typed("solve", "5x5", "--closed", "--with", "nx-search")[0] == 1
    line = ("solve", "5x5", "--closed", "--wrap", "both", "--with", "nx-search", "--json")
    assert typed(*line)[0] == 0


@pytest.mark.slow
def test_case_34_boards_of_which_the_tours_are_known(typed):
    def exists(rows: int, cols: int) -> bool:
        rows, cols = sorted((rows, cols))
        return (rows, cols) in {(1, 1), (3, 4)} or (
            (rows == 3 and cols >= 7) or (rows == 4 and cols >= 5) or rows >= 5
        )

    for rows in range(1, 6):
        for cols in range(1, 11):
            problem = Problem.from_board(Board(rows, cols))
            all_answer(problem, exists(rows, cols), PAIR)
    for size in ("1x5", "2x7", "5x2", "3x3", "3x5", "3x6"):
        all_answer(Problem.from_board(size), False)
    for size in ("1x30", "2x50", "100x2"):
        problem = Problem.from_board(size)
        all_answer(problem, False, STRONG)
        assert typed("solve", size, "--with", "nx-search")[0] == 1
    all_answer(Problem.from_board("3x100"), True, PAIR)


def test_case_34_a_king_goes_everywhere():
    for rows, cols in [(1, 6), (2, 2), (2, 7), (3, 3), (3, 5)]:
        board = Board(rows, cols, moves=KING)
        all_answer(Problem.from_board(board), True)
        all_answer(Problem.from_board(board, closed=True), rows > 1)
