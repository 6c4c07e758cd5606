"""Tours made of quartes, four steps in a quarter of the board at a time, by CP-SAT."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from knightbench.answer import Answer, Status
from knightbench.board import Board
from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.formulation import Context, register, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExprT

#: The side of a block, and the number of squares of a quarte.
SIDE = 4

Quarte = tuple[int, ...]


@register
@dataclass(frozen=True)
class Quartes(CpSatFormulation):
    """One Boolean for every quarte and the place in the tour where it may stand.

    A *quarte* is a path of four squares, one in each row and one in each column of a 4x4 block;
    Roget's squares and diamonds, cut open, are quartes, and Beverley's tour of 1848 has others
    too. The board is cut up into blocks, and only tours are looked for whose steps 4k + 1 to 4k + 4
    are a quarte for every k. Most tours are not of this kind, so it proves nothing; but in such a
    tour every row of a block holds one step of each of its quartes, so that the sums of rows are
    nearly equal before any search. With n squares and q quartes (three times as many as squares,
    for a knight: 48 in every block), and p pairs of places in a row (n/4 - 1 open; n/4 closed):

    Variables
        q n/4 Booleans.
    Constraints
        At every place, exactly one quarte; for every square, exactly one quarte and place. For
        every quarte and pair, one clause: after it comes one that begins a move from its end. Clues
        and ends, one clause each. Magic sums: of the four rows of a band of blocks each holds one
        step of each quarte there, 4 place + offset. So the offsets in a row are to have a known
        sum, and so have the places of a band, one equation each; likewise for columns.
    Size
        3n²/4 variables, n/4 + n + 3np + 1 constraints for a knight, and one for each step that is
        settled. Magic sums of a board of r rows and c columns bring 3n + (r + c)n/16 Booleans and
        3n + (r + c)(n/16 + 3/2) constraints. Memory O(n²).

    References
    ----------
    G. P. Jelliss, *Knight's Tour Notes 9: Magic Knight Tours*, 2019, mayhematics.com (the method of
    quartes: Roget 1840, Beverley 1848, Wenzelides 1850).
    L. Perron, F. Didier, *CP-SAT*, https://developers.google.com/optimization/cp/cp_solver.
    """

    name = "cpsat-quartes"
    summary = "CP-SAT: tours of four steps at a time, one in each row and column of a 4x4 block"
    source = "Roget 1840, Beverley 1848, Wenzelides 1850, after Jelliss 2019, on OR-tools CP-SAT"
    complete = False
    honours: ClassVar[frozenset[str]] = frozenset({"magic"})

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse what cannot be cut into 4x4 blocks, and required moves."""
        board = problem.board
        if board is None or board.holes or board.rows % SIDE or board.cols % SIDE:
            return "serves full boards only whose rows and columns are multiples of 4"
        if self.strategy != "none":
            return "its quartes take the board, and strategy renumbers it"
        return unsupported_requests(problem, "start", "end", "clues")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve the model; that it has no solution says nothing of other tours."""
        answer = super().solve(problem, context)
        if answer.status is Status.UNSATISFIABLE:
            return Answer.unknown("incomplete", **answer.statistics)
        return answer

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        assert problem.board is not None
        cp = cp_model.CpModel()
        size = problem.size
        quartes = list(_quartes(problem, problem.board))
        places = [[cp.new_bool_var("") for _ in quartes] for _ in range(size // SIDE)]
        # At each step and square, the literals that put the tour there.
        there: list[list[list[IntVar]]] = [[[] for _ in range(size)] for _ in range(size)]
        beginning: dict[int, list[int]] = {}
        for index, quarte in enumerate(quartes):
            beginning.setdefault(quarte[0], []).append(index)
            for place, row in enumerate(places):
                for offset, square in enumerate(quarte):
                    there[SIDE * place + offset][square].append(row[index])
        for row in places:
            cp.add_exactly_one(row)
        for square in range(size):
            cp.add_exactly_one(one for step in there for one in step[square])
        pairs = list(itertools.pairwise(places))
        if problem.closed:
            pairs.append((places[-1], places[0]))
        for here, following in pairs:
            for index, quarte in enumerate(quartes):
                after = [
                    following[other]
                    for start in problem.neighbours(quarte[-1])
                    for other in beginning.get(start, ())
                ]
                cp.add_bool_or([~here[index], *after])
        cp.add_bool_or([one for first in firsts for one in there[0][first]])
        for step, square in problem.steps.items():
            cp.add_bool_or(there[step - 1][square])
        if problem.magic is not None:
            _require_sums(cp, problem, quartes, places)

        def decode(solver: CpSolver) -> list[int]:
            return [
                square
                for row in places
                for quarte, one in zip(quartes, row, strict=True)
                if solver.boolean_value(one)
                for square in quarte
            ]

        def ends() -> tuple[LinearExprT, LinearExprT]:
            second, last = (
                sum(square * one for square in range(size) for one in there[step][square])
                for step in (1, -1)
            )
            return second, last

        return Model(
            cp,
            decode=decode,
            ends=ends,
            settled_by=lambda path: [
                (row[index], 1)
                for place, row in enumerate(places)
                for index, quarte in enumerate(quartes)
                if tuple(path[SIDE * place : SIDE * (place + 1)]) == quarte
            ],
            search=(
                [one for row in places for one in row],
                cp_model.CHOOSE_FIRST,
                cp_model.SELECT_MAX_VALUE,
            ),
        )


def _require_sums(
    cp: CpModel, problem: Problem, quartes: list[Quarte], places: list[list[IntVar]]
) -> None:
    """Add to `cp` that rows have equal sums and columns have, and the diagonals where asked for.

    Of each quarte in a band of blocks, a row of the band holds one step: 4 place + offset, both
    counted from 0. All rows of the band have the same places, so they are to have the same sum of
    offsets; and the offsets in four rows add up to 6 for every quarte. What is left for the
    places is the same for every row.
    """
    board = problem.board
    assert board is not None
    positions = [[board.position(square) for square in quarte] for quarte in quartes]
    chosen = [cp.new_bool_var("") for _ in quartes]
    for index, one in enumerate(chosen):
        cp.add(sum(row[index] for row in places) == one)
    steps = board.size * (board.size - 1) // 2
    for axis, lines, across in ((0, board.rows, board.cols), (1, board.cols, board.rows)):
        offsets = 6 * (across // SIDE)
        if steps % lines or (steps // lines - offsets) % SIDE:
            cp.add_bool_or([])
            return
        for line in range(lines):
            cp.add(
                sum(
                    offset * one
                    for cells, one in zip(positions, chosen, strict=True)
                    for offset, cell in enumerate(cells)
                    if cell[axis] == line
                )
                == offsets
            )
        for band in range(lines // SIDE):
            within = [i for i, cells in enumerate(positions) if cells[0][axis] // SIDE == band]
            taken = []
            for row in places:
                here = cp.new_bool_var("")
                cp.add(sum(row[i] for i in within) == here)
                taken.append(here)
            total = (steps // lines - offsets) // SIDE
            cp.add(sum(taken) == across)
            cp.add(sum(place * here for place, here in enumerate(taken)) == total)
    if problem.magic == "magic":
        for diagonal in (
            [(k, k) for k in range(board.rows)],
            [(k, board.rows - 1 - k) for k in range(board.rows)],
        ):
            cp.add(
                sum(
                    (SIDE * place + offset) * row[i]
                    for place, row in enumerate(places)
                    for i, cells in enumerate(positions)
                    for offset, cell in enumerate(cells)
                    if cell in diagonal
                )
                == steps // board.rows
            )


def _quartes(problem: Problem, board: Board) -> Iterator[Quarte]:
    """Yield every quarte of every block, as the squares of its four steps."""

    def grown(path: list[int]) -> Iterator[Quarte]:
        if len(path) == SIDE:
            yield tuple(path)
            return
        rows, cols = zip(*(board.position(square) for square in path), strict=True)
        for square in problem.neighbours(path[-1]):
            row, col = board.position(square)
            same_block = (row // SIDE, col // SIDE) == (rows[0] // SIDE, cols[0] // SIDE)
            if same_block and row not in rows and col not in cols:
                yield from grown([*path, square])

    for first in range(problem.size):
        yield from grown([first])
