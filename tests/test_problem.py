import networkx as nx
import pytest

from knightbench import Board, Problem


@pytest.mark.parametrize(
    ("requests", "culprit"),
    [
        ({"start": (9, 9)}, r"start: \(9, 9\) is off the board"),
        ({"start": (1, 1)}, r"start: \(1, 1\) is a hole"),
        ({"end": (-1, 0)}, r"end: \(-1, 0\) is off the board"),
        ({"start": 7}, "start: 7 is not a square"),
        ({"clues": [((0, 0), 0)]}, "steps are 1 to 15"),
        ({"clues": [((0, 0), 16)]}, "steps are 1 to 15"),
        ({"clues": [((0, 0), 3), ((0, 1), 3)]}, r"step 3 is asked to be both \(0, 0\) and"),
        ({"start": (0, 0), "clues": [((0, 1), 1)]}, "step 1 is asked to be both"),
        ({"end": (0, 0), "clues": [((0, 1), 15)]}, "step 15 is asked to be both"),
        ({"require": [((0, 0), (0, 1))]}, "required move .*: there is no such move"),
        ({"require_arcs": [((0, 0), (9, 1))]}, "required move .* off the board"),
        ({"forbid": [((0, 0), (0, 0))]}, "forbidden move .*: there is no such move"),
    ],
)
def test_a_request_that_names_something_absent_is_an_error(requests, culprit):
    with pytest.raises(ValueError, match=culprit):
        Problem.from_board(Board(4, 4, holes=[(1, 1)]), **requests)


def test_a_request_that_does_not_exist_is_an_error():
    for misspelt in ({"close": True}, {"strat": (0, 0)}):
        with pytest.raises(ValueError, match="there is no request"):
            Problem.from_board("5x5", **misspelt)
    with pytest.raises(ValueError, match="True or False"):
        Problem.from_board("5x5", closed="no")
    with pytest.raises(ValueError, match="whole number"):
        Problem.from_board("5x5", clues=[((0, 0), 1.5)])
    with pytest.raises(ValueError, match="whole numbers"):
        Board(5.0, 5)


def test_a_request_that_cannot_be_met_is_a_problem():
    knight = ((0, 0), (1, 2))
    for requests, why in [
        ({"start": (0, 0), "end": (0, 0)}, "both step 1 and step 12"),
        ({"start": (0, 0), "clues": [((0, 0), 5)]}, "both step 1 and step 5"),
        ({"require": [knight], "forbid": [knight]}, "required and forbidden"),
        ({"require_arcs": [knight, knight[::-1]]}, "both directions"),
        ({"closed": True, "clues": [((0, 0), 2)]}, "with no start asked for"),
    ]:
        assert why in (Problem.from_board("3x4", **requests).contradiction or "")


def test_conventions():
    assert Problem.from_board("1x1").contradiction is None
    assert "three" in (Problem.from_board("1x1", closed=True).contradiction or "")
    for closed in (False, True):
        empty = Problem.from_graph(nx.Graph(), closed=closed)
        assert "empty" in (empty.contradiction or "")


def test_a_clue_on_the_first_or_last_step_is_the_first_or_last_square():
    problem = Problem.from_board("3x4", clues=[((0, 0), 1), ((1, 1), 5), ((0, 1), 12)])
    assert (problem.start, problem.end, dict(problem.clues)) == (0, 1, {5: 5})
    assert problem.steps == {1: 0, 5: 5, 12: 1}


def test_forbidden_moves_are_gone_from_the_rows():
    problem = Problem.from_board("3x4", forbid=[((0, 0), (1, 2))])
    assert problem.neighbours(0) == [9]
    assert 0 not in problem.neighbours(6)
    assert problem.moves == Problem.from_board("3x4").moves - 1


def test_a_required_arc_says_all_that_the_edge_says():
    pair = ((0, 0), (1, 2))
    problem = Problem.from_board("3x4", require=[pair], require_arcs=[pair[::-1]])
    assert (problem.required_edges, problem.required_arcs) == ((), ((6, 0),))


def test_graphs_keep_their_order_and_names():
    graph = nx.Graph([("b", "a"), ("a", (1, 2)), ("b", (1, 2))])
    problem = Problem.from_graph(graph, start=(1, 2))
    assert [problem.name(square) for square in range(3)] == ["b", "a", (1, 2)]
    assert problem.start == 2
    assert problem.neighbours(0) == [1, 2]


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_directed_graphs_are_refused(kind):
    with pytest.raises(ValueError, match="directed"):
        Problem.from_graph(kind([(0, 1)]))


def test_parallel_edges_and_loops_change_nothing():
    plain = Problem.from_graph(nx.Graph([(0, 1), (1, 2)]))
    doubled = Problem.from_graph(nx.MultiGraph([(0, 1), (1, 2), (1, 2), (1, 1), (0, 0)]))
    assert plain.arcs() == doubled.arcs()


def test_an_unknown_node_is_named():
    with pytest.raises(ValueError, match="'z' is not a node"):
        Problem.from_graph(nx.path_graph(3), start="z")
    with pytest.raises(ValueError, match="not a node"):
        Problem.from_graph(nx.path_graph(3), start=[1])  # type: ignore[arg-type] # not hashable
