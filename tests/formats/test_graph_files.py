import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightbench import Problem, read_graph, read_problem
from knightbench.formats.dimacs import read_dimacs
from knightbench.formats.edge_list import read_edge_list
from knightbench.formats.exchange import read_graph6, read_graphml
from knightbench.formats.graph import READERS, guess_format, read_graph_file
from knightbench.formats.graph_text import Graph, GraphText
from knightbench.formats.json import problem_to_json
from knightbench.formats.tsplib import read_hcp, read_tour, write_tour

FHCP = Path(__file__).parents[1] / "data" / "fhcp"

HEAD = "NAME : small\nTYPE : HCP\nDIMENSION : 4\n"
LIST = HEAD + "EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
PATH = "\n".join(nx.generate_graphml(nx.path_graph(2)))
SQUARE = LIST + "1 2\n2 3\n 3 4\n4 1\n-1\n"


def edges(text: GraphText) -> set[frozenset[object]]:
    assert isinstance(text.home, Graph)
    names = text.home.names
    return {
        frozenset((names[u], names[v])) for u, row in enumerate(text.home.neighbours) for v in row
    }


def pairs(*moves: str) -> set[frozenset[int]]:
    return {frozenset(map(int, move.split())) for move in moves}


def test_two_graphs_of_the_challenge_set():
    for name, nodes, moves in (("graph6", 94, 142), ("graph13", 138, 207)):
        problem = read_problem(FHCP / f"{name}.col", closed=True)
        assert (problem.size, problem.moves, problem.closed) == (nodes, moves, True)
        assert [problem.name(0), problem.name(nodes - 1)] == [1, nodes]
        graph = read_graph(FHCP / f"{name}.col")
        assert (len(graph), graph.number_of_edges()) == (nodes, moves)


def test_tsplib_edge_list():
    text = read_hcp(SQUARE + "EOF\n")
    assert edges(text) == pairs("1 2", "2 3", "3 4", "4 1")
    assert text.problem().closed
    assert not read_hcp(SQUARE.replace("HCP", "HPP")).problem().closed
    # LKH writes no blank before the colon, and the end of the file may end the list.
    assert edges(read_hcp(SQUARE.replace(" :", ":").replace("-1", "EOF"))) == edges(text)


def test_tsplib_adjacency_lists_name_an_edge_once_or_twice_and_break_where_they_like():
    head = HEAD + "EDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n"
    for body in ("1 2 4 -1\n3 2 4 -1\n-1\n", "1\n2 4\n-1 3 2\n4 -1 2 1 3 -1 4 3 -1 -1\n"):
        assert edges(read_hcp(head + body)) == pairs("1 2", "2 3", "3 4", "4 1")


def test_tsplib_fixed_edges_are_required_moves():
    problem = read_hcp(SQUARE + "FIXED_EDGES_SECTION\n4 1\n-1\nEOF\n").problem()
    assert problem.required_edges == ((0, 3),)


def test_tsplib_sections_without_meaning_are_skipped():
    coordinates = "NODE_COORD_SECTION\n" + "".join(f"{n} 0.5 1e3\n" for n in range(1, 5))
    assert edges(read_hcp(SQUARE + coordinates + "EOF\n")) == edges(read_hcp(SQUARE))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no TYPE : HCP"),
        (HEAD, "no EDGE_DATA_SECTION"),
        (HEAD.replace("HCP", "ATSP"), "line 2: .*'ATSP'.* directed"),
        (HEAD.replace("HCP", "TSP"), "line 2: the type is 'TSP', and not HCP or HPP"),
        (HEAD.replace("4", "-4"), "line 3: '-4' is no number of nodes"),
        (HEAD.replace("4", "99999999"), "line 3: .*0 to 1,000,000"),
        (HEAD.replace("4", "9" * 9999), "line 3: '9999"),
        (HEAD + "DIMENSION : 4\n", "line 4: a second DIMENSION"),
        (HEAD + "EDGE_DATA_SECTION\n", "line 4: a section before the EDGE_DATA_FORMAT"),
        ("TYPE : HCP\nEDGE_DATA_SECTION\n", "line 2: a section before the DIMENSION"),
        (HEAD + "EDGE_DATA_FORMAT : MATRIX\n", "line 4: .*'MATRIX'"),
        (HEAD + "COLOUR_SECTION\n", "line 4: TSPLIB knows no 'COLOUR_SECTION'"),
        (HEAD + "TOUR_SECTION\n", "line 4: TOUR_SECTION has no place"),
        (LIST + "1 2\n", "no end"),
        (LIST + "1 2 3\n", "line 6: an edge is two nodes"),
        (LIST + "1 5\n", "line 6: '5' is no node; nodes are 1 to 4"),
        (LIST + "1 ２\n", "line 6: '２' is no node"),
        (LIST + "-1\nEDGE_DATA_SECTION\n", "line 7: a second EDGE_DATA_SECTION"),
        (SQUARE + "FIXED_EDGES_SECTION\n1 3\n-1\n", "line 12: 1 3 is fixed, and no edge"),
        (LIST.replace("EDGE_LIST", "ADJ_LIST") + "1 2\n", "no end"),
        (LIST.replace("EDGE_LIST", "ADJ_LIST") + "1 2 -1 -1 3\n", "line 6: .*end before"),
    ],
)
def test_bad_tsplib_files_are_refused_by_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_hcp(text)


def test_dimacs():
    for head in ("p edge 4 3", "p col 4 3", "p 4 3", "c p edge 9 9\np edges 4 3"):
        text = read_dimacs(f"c a comment\n{head}\ne 1 2\ne 3 2\ne 4 4\n")
        assert edges(text) == pairs("1 2", "2 3")
        assert isinstance(text.home, Graph)
        assert text.home.names == (1, 2, 3, 4)
    # Some files write an edge in both directions, and count it once, or twice.
    for count in (1, 2):
        assert edges(read_dimacs(f"p edge 2 {count}\ne 1 2\ne 2 1\n")) == pairs("1 2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no line p edge"),
        ("e 1 2\n", "line 1: an edge before"),
        ("p edge 2\n", "line 1: write p edge"),
        ("p sp 2 1\n", "line 1: p sp: only undirected"),
        ("p edge 2 1\np edge 2 1\n", "line 2: a second line p"),
        ("p edge 2 1\ne 1 3\n", "line 2: '3' is no node; nodes are 1 to 2"),
        ("p edge 2 1\ne 1\n", "line 2: an edge is written e U V"),
        ("p edge 2 1\na 1 2\n", "line 2: arcs make a directed graph"),
        ("p edge 2 1\nn 1 2\n", "line 2: 'n' is none of c, p, e"),
        ("p edge 3 2\ne 1 2\n", "promises 2 edges, and there are 1"),
        ("p edge 3 -1\n", "line 1: write p edge"),
        ("p edge 2000000 0\n", "line 1: .* no number of nodes"),
    ],
)
def test_bad_dimacs_files_are_refused_by_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_dimacs(text)


def test_edge_list():
    text = read_edge_list("# edges\n7 3\n\n3 12 # and back\n12 7\n9\n7 7\n3 7\n")
    assert edges(text) == pairs("7 3", "3 12", "12 7")
    assert isinstance(text.home, Graph)
    assert text.home.names == (7, 3, 12, 9)
    named = read_edge_list("1 two\n01 1 {'weight': 3}\n")
    assert edges(named) == {frozenset({"1", "two"}), frozenset({"01", "1"})}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no edge"),
        ("# nothing\n", "no edge"),
        ("1 2\n1 2 3\n", "line 2: 3 names"),
        ("1,2\n", "line 1: write blanks"),
        ("3 2\n0 1\n1 2\n", "line 1: 3 2 seems to count"),
        ("3\n0 1\n1 2\n", "line 1: 3 seems to count"),
        ("3 2\n1 2\n1 3\n", "line 1: 3 2 seems to count"),
        ("4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n", "line 1: 4 5 seems to count"),
    ],
)
def test_bad_edge_lists_are_refused_by_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_edge_list(text)


def test_a_first_edge_that_counts_nothing_or_stands_again_is_an_edge():
    assert edges(read_edge_list("1 2\n2 3\n3 1\n")) == pairs("1 2", "2 3", "3 1")
    assert edges(read_edge_list("3 2\n1 2\n2 3\n")) == pairs("1 2", "2 3")
    again = "4 3\n1 2\n2 3\n3 4\n"
    assert edges(read_edge_list(again)) == pairs("1 2", "2 3", "3 4")


def test_graph6_and_graphml_as_networkx_writes_them():
    petersen = nx.petersen_graph()
    wanted = {frozenset(edge) for edge in petersen.edges}
    for header in (True, False):
        written = nx.to_graph6_bytes(petersen, header=header).decode()
        assert edges(read_graph6(written)) == wanted
    written = "\n".join(nx.generate_graphml(nx.MultiGraph([*petersen.edges, (0, 1), (2, 2)])))
    assert edges(read_graphml(written)) == wanted
    named = "\n".join(nx.generate_graphml(nx.Graph([("a", "b")])))
    assert edges(read_graphml(named)) == {frozenset("ab")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 graphs"),
        ("C~\nC~\n", "2 graphs"),
        ("C~~", "length"),
        ("~", "length"),
        ("C !", "letters"),
        (":An", "sparse6"),
        ("&A_", "digraph6"),
    ],
)
def test_bad_graph6_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_graph6(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no GraphML that networkx reads: no element found: line 1"),
        ("<html/>", "0 graphs"),
        ("\n".join(nx.generate_graphml(nx.DiGraph([(1, 2)]))), "directed"),
        (PATH.replace('node id="1"', 'node id="0"'), "<node>"),
        (PATH.replace("edge source", "edge sauce"), "<node>"),
    ],
)
def test_bad_graphml_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_graphml(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (SQUARE, "hcp"),
        ("TYPE: HCP\n", "hcp"),
        ("p edge 3 2\n", "dimacs"),
        ("c graph\np 3 2\n", "dimacs"),
        (">>graph6<<C~\n", "graph6"),
        ("<?xml version='1.0'?>\n", "graphml"),
        ("\n  {", "json"),
        ("a b\n", "edges"),
        ("p q\n", "edges"),
        ("C~\n", None),
        ("", None),
    ],
)
def test_the_first_line_tells_the_format(text, kind):
    assert guess_format(text) == kind


def test_name_over_content_and_format_over_both(tmp_path):
    file = tmp_path / "graph.g6"
    file.write_text("C~\n")
    assert read_problem(file).moves == 6
    with pytest.raises(ValueError, match=r"graph\.g6, line 1: 'C~' is none of c, p, e$"):
        read_problem(file, "dimacs")
    plain = tmp_path / "graph"
    plain.write_text("C~\n")
    with pytest.raises(ValueError, match="tell no format; say which"):
        read_problem(plain)
    assert read_problem(plain, "graph6").moves == 6
    with pytest.raises(ValueError, match="there is no format 'csv'; there are hcp"):
        read_problem(plain, "csv")
    plain.write_text("p edge 2 1\ne 1 3\n")
    with pytest.raises(ValueError, match=r"graph, line 2: .* \(read as dimacs; "):
        read_problem(plain)


def test_json_problems_come_with_their_requests(tmp_path):
    asked = Problem.from_graph(nx.cycle_graph(5), closed=True, start=3, require=[(0, 1)])
    (tmp_path / "p.json").write_text(json.dumps(problem_to_json(asked)))
    problem = read_problem(tmp_path / "p.json", forbid=[(3, 4)])
    assert (problem.start, problem.required_edges, problem.forbidden) == (3, ((0, 1),), ((3, 4),))
    assert problem.closed
    both = read_problem(tmp_path / "p.json", require=[(2, 1)])
    assert both.required_edges == ((0, 1), (1, 2))
    with pytest.raises(ValueError, match="start 4: the file has its start at 3"):
        read_problem(tmp_path / "p.json", start=4)
    with pytest.raises(ValueError, match="closed False: the file asks for a closed tour"):
        read_problem(tmp_path / "p.json", closed=False)
    board = Problem.from_board("3x4", start=(0, 0))
    (tmp_path / "p.json").write_text(json.dumps({"problem": problem_to_json(board)}))
    assert read_problem(tmp_path / "p.json", end=(2, 3)).steps == {1: 0, 12: 11}
    assert set(read_graph(tmp_path / "p.json")) == {(r, c) for r in range(3) for c in range(4)}


@st.composite
def graphs(draw: st.DrawFn) -> "nx.Graph[int]":
    size = draw(st.integers(1, 8))
    graph = nx.empty_graph(size)
    node = st.integers(0, size - 1)
    graph.add_edges_from(draw(st.lists(st.tuples(node, node), max_size=20)))
    return graph


@given(graphs())
def test_every_format_says_the_same_graph(graph):
    n = len(graph)
    lines = [f"{u + 1} {v + 1}" for u, v in graph.edges]
    rows = [f"{u + 1} {' '.join(str(v + 1) for v in graph[u])} -1" for u in graph]
    head = f"NAME : g\nTYPE : HPP\nDIMENSION : {n}\nEDGE_DATA_FORMAT : "
    simple = nx.Graph(graph)
    simple.remove_edges_from(nx.selfloop_edges(graph))
    texts = {
        "hcp": "\n".join([head + "EDGE_LIST", "EDGE_DATA_SECTION", *lines, "-1"]),
        "hcp ": "\n".join([head + "ADJ_LIST", "EDGE_DATA_SECTION", *rows, "-1"]),
        "dimacs": "\n".join([f"p edge {n} {len(lines)}", *(f"e {line}" for line in lines)]),
        # Every node first, so that the order is the graph's, and none seems to be a count.
        "edges": "\n".join([*map(str, range(1, n + 1)), *lines]),
        "graph6": nx.to_graph6_bytes(simple).decode(),
        "graphml": "\n".join(nx.generate_graphml(graph)),
        "json": json.dumps(problem_to_json(Problem.from_graph(graph))),
    }
    for kind, text in texts.items():
        told = READERS[kind.strip()](text).problem()
        assert (told.size, set(told.edges())) == (n, set(map(tuple, map(sorted, simple.edges)))), (
            kind
        )


def test_tours_survive_the_journey():
    problem = read_problem(FHCP / "graph6.col", closed=True)
    squares = list(np.random.default_rng(3).permutation(problem.size))
    text = write_tour(problem, squares)
    assert "\nTYPE : TOUR\nDIMENSION : 94\nTOUR_SECTION\n" in text
    assert read_tour(text, problem.size) == squares
    assert read_tour(text.replace("-1\nEOF", "-1\n-1"), problem.size) == squares


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no TOUR_SECTION"),
        ("TYPE : HCP\n", "line 1: the type is 'HCP', and not TOUR"),
        ("DIMENSION : 4\n", "line 1: a tour of 4 nodes; the problem has 3"),
        ("LENGTH : 4\n", "line 1: TSPLIB knows no"),
        ("TOUR_SECTION\n1 2 3\n", "no end"),
        ("TOUR_SECTION\n1 2 4 -1\n", "line 2: '4' is no node; nodes are 1 to 3"),
        ("TOUR_SECTION\n1 -1\n2 -1\n-1\n", "line 3: a second tour"),
        ("TOUR_SECTION\n1 -1 -1\nTOUR_SECTION\n-1\n", "line 3: a second TOUR_SECTION"),
    ],
)
def test_bad_tours_are_refused_by_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_tour(text, 3)


def test_files_that_are_none(tmp_path):
    with pytest.raises(ValueError, match="No such file"):
        read_graph_file(tmp_path / "absent.hcp")
