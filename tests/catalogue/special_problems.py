"""Small boards of every kind for hypothesis, with requests made of the tour as a whole."""

from hypothesis import strategies as st

from knightbench import Board, Problem

LEAPERS = [(1, 2), (0, 1), (1, 1), (1, 3), (2, 2), (0, 2), (0, 3)]


@st.composite
def special_problems(draw: st.DrawFn, *requests: str, largest: int = 9) -> Problem:
    """Boards of up to `largest` squares and one to three leapers, with some of `requests`."""
    rows, cols = draw(
        st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda s: s[0] * s[1] <= largest)
    )
    square_asked = draw(st.booleans())
    if square_asked:
        rows = cols = min(rows, cols) if rows * cols > 3 else 2
    leapers = draw(st.lists(st.sampled_from(LEAPERS), min_size=1, max_size=4, unique=True))
    moves = [
        offset
        for a, b in leapers
        for offset in {
            (s * x, t * y) for s in (1, -1) for t in (1, -1) for x, y in ((a, b), (b, a))
        }
    ]
    asked = draw(st.lists(st.sampled_from(requests), min_size=1, unique=True))
    wrap = "max_crossings" not in asked and draw(st.booleans())
    wrap_rows, wrap_cols = wrap and draw(st.booleans()), wrap and draw(st.booleans())
    special: dict[str, str | int] = {}
    if "symmetry" in asked:
        kinds = ["half-turn", "quarter-turn"] if rows == cols else ["half-turn"]
        special["symmetry"] = draw(st.sampled_from(kinds))
    if "magic" in asked:
        special["magic"] = draw(st.sampled_from(["semi-magic", "magic"][: 1 + (rows == cols)]))
    if "max_crossings" in asked:
        special["max_crossings"] = draw(st.integers(0, 12))
    holes = []
    if "magic" not in asked and rows * cols > 3 and draw(st.booleans()):
        row, col = draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
        holes = [(row, col), (rows - 1 - row, cols - 1 - col)]
        if special.get("symmetry") == "quarter-turn":
            holes += [(col, rows - 1 - row), (rows - 1 - col, row)]
    board = Board(rows, cols, sorted(moves), frozenset(holes), wrap_rows, wrap_cols)
    places = [board.position(square) for square in range(board.size)]
    edges = [(places[u], places[v]) for u, v in Problem.from_board(board).edges()]

    def some(values: list, most: int) -> list:  # type: ignore[type-arg] # squares or moves
        return draw(st.lists(st.sampled_from(values), max_size=most)) if values else []

    few = draw(st.integers(0, 3)) == 0
    return Problem.from_board(
        board,
        closed=draw(st.booleans()),
        start=draw(st.sampled_from(places)) if places and draw(st.booleans()) else None,
        require=some(edges, 1) if few else (),
        require_arcs=some(edges, 1) if few else (),
        forbid=some(edges, 2),
        **special,  # type: ignore[typeddict-item] # each of its kind
    )
