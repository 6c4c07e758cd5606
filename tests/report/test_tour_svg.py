from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import networkx as nx
import pytest

from knightbench.board import Board
from knightbench.catalogue.reference.warnsdorff import Warnsdorff
from knightbench.formulation import Context, ask
from knightbench.problem import Problem
from knightbench.report.tour_svg import SIDE, tour_svg
from knightbench.tour import InvalidTour
from tests.report.rows import TOUR_3X4

SVG = "{http://www.w3.org/2000/svg}"


def found(problem: Problem) -> list[int]:
    tour = ask(Warnsdorff(), problem, Context()).tour
    assert tour is not None
    return list(tour)


def of_class(picture: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in picture.iter() if element.get("class") == name]


def path(picture: ET.Element, name: str) -> str:
    [element] = of_class(picture, name)
    return element.get("d") or ""


def test_elements_of_an_open_tour() -> None:
    picture = ET.fromstring(tour_svg(Problem.from_board("3x4"), TOUR_3X4))
    assert path(picture, "light").count("z") == 6
    assert path(picture, "dark").count("z") == 6
    line = path(picture, "moves")
    assert (line.count("M"), line.count("L")) == (1, 11)
    assert not of_class(picture, "wraps")
    assert len(of_class(picture, "first")) == 1
    assert len(of_class(picture, "last")) == 1
    steps = [element.text for element in picture.iter(f"{SVG}text")]
    assert steps == [str(step) for step in range(1, 13)]


def test_the_line_runs_through_the_middles_of_the_squares_in_order() -> None:
    problem = Problem.from_board("3x4")
    assert problem.board is not None
    picture = ET.fromstring(tour_svg(problem, TOUR_3X4))
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path(picture, "moves"))
    cells = [(int(float(y) // SIDE), int(float(x) // SIDE)) for x, y in points]
    assert cells == [problem.board.position(square) for square in TOUR_3X4]


def test_a_closed_tour_is_closed_and_has_no_last_square() -> None:
    problem = Problem.from_board("5x6", closed=True)
    picture = ET.fromstring(tour_svg(problem, found(problem)))
    points = re.findall(r"[ML][\d. ]+", path(picture, "moves"))
    assert len(points) == 31
    assert points[0][1:] == points[-1][1:]
    assert not of_class(picture, "last")


def test_holes_are_left_out() -> None:
    problem = Problem.from_board(Board(3, 3, holes=frozenset({(1, 1)})), closed=True)
    picture = ET.fromstring(tour_svg(problem, found(problem)))
    assert path(picture, "light").count("z") == 4
    assert path(picture, "dark").count("z") == 4
    assert "M46 46h" not in path(picture, "light")


def test_a_move_over_the_edge_is_two_pieces_that_meet_the_edge() -> None:
    # Up, up, and one more over the top: a rook's moves on a ring of three squares.
    board = Board(3, 1, moves=((-1, 0), (1, 0)), wrap_rows=True)
    picture = ET.fromstring(tour_svg(Problem.from_board(board, closed=True), [0, 1, 2]))
    assert path(picture, "moves") == "M26 26L26 66L26 106"
    assert path(picture, "wraps") == "M26 106L26 126M26 6L26 26"


def test_a_move_over_a_corner_crosses_the_board_beside_it() -> None:
    moves = ((1, 2), (-1, -2))
    board = Board(2, 3, moves=moves, wrap_rows=True, wrap_cols=True)
    problem = Problem.from_board(board, closed=True)
    tour = found(problem)
    picture = ET.fromstring(tour_svg(problem, tour))
    pieces = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path(picture, "wraps"))
    for x1, y1, x2, y2 in pieces:
        slope = (float(y2) - float(y1)) / (float(x2) - float(x1))
        assert slope == pytest.approx(0.5, abs=1e-3)
    length = sum(abs(float(x2) - float(x1)) for x1, _y1, x2, _y2 in pieces)
    wrapped = 6 - path(picture, "moves").count("L")
    assert wrapped > 0
    # Nothing of a move is lost or drawn twice.
    assert length == pytest.approx(wrapped * 2 * SIDE, abs=0.1)
    for piece in pieces:
        x1, y1, x2, y2 = map(float, piece)
        assert all(6 <= x <= 126 for x in (x1, x2))
        assert all(6 <= y <= 86 for y in (y1, y2))


@pytest.mark.parametrize(("size", "numbered"), [("12x12", True), ("5x13", False)])
def test_numbers_on_boards_up_to_twelve(size: str, numbered: bool) -> None:
    problem = Problem.from_board(size)
    tour = found(problem)
    assert ("<text" in tour_svg(problem, tour)) == numbered
    assert ("<text" in tour_svg(problem, tour, numbers=not numbered)) != numbered


def test_a_graph_stands_in_a_circle_with_its_other_moves() -> None:
    problem = Problem.from_graph(nx.complete_graph(6), closed=True)
    picture = ET.fromstring(tour_svg(problem, [0, 2, 4, 1, 3, 5]))
    assert len(of_class(picture, "square")) == 6
    assert path(picture, "others").count("M") == 15 - 6
    assert path(picture, "moves").endswith("Z")
    assert [element.text for element in picture.iter(f"{SVG}text")] == list("024135")


def test_a_graph_with_hostile_names() -> None:
    graph = nx.path_graph(["<script>", '"&\x00\u202e', "a name that is far too long"])
    picture = ET.fromstring(tour_svg(Problem.from_graph(graph), [0, 1, 2]))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    assert texts == ["<script>", r'"&\x00\u202e', "a name that…"]
    assert not list(picture.iter(f"{SVG}script"))


def test_one_square() -> None:
    picture = ET.fromstring(tour_svg(Problem.from_board("1x1"), [0]))
    assert len(of_class(picture, "first")) == 1
    assert not of_class(picture, "last")
    assert not of_class(picture, "moves")


def test_what_is_no_tour_is_not_drawn() -> None:
    with pytest.raises(InvalidTour):
        tour_svg(Problem.from_board("3x4"), TOUR_3X4[::-1][:-1])


def test_it_has_a_title() -> None:
    picture = ET.fromstring(tour_svg(Problem.from_board("3x4"), TOUR_3X4))
    [title] = picture.iter(f"{SVG}title")
    assert title.text == "Open tour of 12 squares: 3x4, open"
    assert picture.get("role") == "img"
