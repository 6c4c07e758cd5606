"""Graphs: small ones, long ones, ones that are no simple undirected graph, names of nodes."""

import fractions

import networkx as nx
import pytest

from knightbench import Problem
from tests.cases.asking import PAIR, STRONG, all_answer, under_limits
from tests.conformance.brute_force import has_tour

TWO_TRIANGLES = nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))


def both_ways(graph: nx.Graph, is_open: bool, is_closed: bool) -> None:
    all_answer(Problem.from_graph(graph), is_open)
    all_answer(Problem.from_graph(graph, closed=True), is_closed)


def told(graph: nx.Graph) -> None:
    """Ask for both tours; brute force knows whether they exist."""
    for closed in (False, True):
        problem = Problem.from_graph(graph, closed=closed)
        all_answer(problem, has_tour(problem))


def write_edges(folder, graph: nx.Graph) -> str:
    file = folder / "graph.edges"
    file.write_text("".join(f"{u} {v}\n" for u, v in graph.edges))
    return str(file)


@pytest.mark.parametrize(
    ("graph", "is_open", "is_closed"),
    [
        (nx.empty_graph(0), False, False),
        (nx.empty_graph(1), True, False),
        (nx.path_graph(2), True, False),
        (nx.star_graph(3), False, False),
        (TWO_TRIANGLES, False, False),
        (nx.empty_graph(2), False, False),
        (nx.cycle_graph(3), True, True),
        (nx.cycle_graph(4), True, True),
        (nx.star_graph(2), True, False),
        (nx.path_graph(3), True, False),
    ],
    ids=str,
)
def test_case_12_small_graphs(graph, is_open, is_closed):
    both_ways(graph, is_open, is_closed)


@pytest.mark.slow
def test_case_12_a_cycle_and_a_path_of_512():
    cycle, path = nx.cycle_graph(512), nx.path_graph(512)
    under_limits({"cycle": (Problem.from_graph(cycle, closed=True), True)}, 0.5)
    others = {
        "path": (Problem.from_graph(path), True),
        "open cycle": (Problem.from_graph(cycle), True),
        "closed path": (Problem.from_graph(path, closed=True), False),
        "513": (Problem.from_graph(nx.cycle_graph(513), closed=True), True),
        "two cycles": (
            Problem.from_graph(nx.disjoint_union(cycle, cycle), closed=True),
            False,
        ),
    }
    under_limits(others, specs=STRONG)


def test_case_12_as_files(typed, tmp_path):
    def code(graph: nx.Graph, *more: str) -> int:
        line = ("solve", "--graph", write_edges(tmp_path, graph), "--with", "nx-search")
        return typed(*line, *more)[0]

    assert code(TWO_TRIANGLES) == 1
    assert code(nx.path_graph(2)) == 0
    assert code(nx.path_graph(2), "--closed") == 1
    assert code(nx.cycle_graph(512), "--closed") == 0


# A directed graph is refused, not read as if its arcs went both ways.
@pytest.mark.parametrize(
    "graph",
    [
        nx.DiGraph([(1, 2), (2, 3), (0, 1), (4, 3)]),
        nx.path_graph(4, create_using=nx.DiGraph),
        nx.MultiDiGraph([(0, 1), (0, 1), (1, 2), (2, 0)]),
        nx.DiGraph(),
        nx.cycle_graph(5).to_directed(),
    ],
    ids=str,
)
def test_case_17_directed_graphs_are_refused(graph):
    with pytest.raises(ValueError, match="directed"):
        Problem.from_graph(graph)


def test_case_17_loops_and_parallel_edges_change_nothing(typed, tmp_path):
    doubled = nx.MultiGraph([(0, 1), (1, 0), (1, 1), (1, 2), (1, 2), (2, 3), (3, 3)])
    both_ways(doubled, True, False)
    doubled.add_edges_from([(3, 0), (0, 3)])
    both_ways(doubled, True, True)
    # Two vertices stay two, however many edges join them.
    both_ways(nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "b")]), True, False)
    both_ways(nx.MultiGraph([("a", "a"), ("a", "a")]), True, False)
    file = write_edges(tmp_path, nx.Graph(doubled))
    with open(file, "a") as more:
        more.write("1 0\n2 2\n")
    assert typed("solve", "--graph", file, "--closed", "--with", "sat-cutset")[0] == 0
    arrows = tmp_path / "arrows.graphml"
    nx.write_graphml(nx.DiGraph([(0, 1), (1, 2)]), arrows)
    code, _out, err = typed("solve", "--graph", arrows)
    assert code == 2
    assert "directed" in err


# The graph of the report, undirected, is a path; a program for tournaments listed 1, 2, 3, 0, 4.
def test_case_26_a_graph_that_is_no_tournament(typed, tmp_path):
    edges = [(1, 2), (2, 3), (0, 1), (4, 3)]
    graph = nx.Graph(edges)
    both_ways(graph, True, False)
    file = write_edges(tmp_path, graph)
    code, out, _err = typed("solve", "--graph", file, "--with", "nx-search")
    assert code == 0
    assert out.splitlines()[0] in ("0 -> 1 -> 2 -> 3 -> 4", "4 -> 3 -> 2 -> 1 -> 0")
    told(nx.Graph([*edges, (4, 5), (4, 6)]))
    told(nx.Graph([*edges, (0, 4)]))
    with pytest.raises(ValueError, match="directed"):
        Problem.from_graph(nx.DiGraph(edges))
    with pytest.raises(ValueError, match="directed"):
        Problem.from_graph(nx.tournament.random_tournament(6, seed=1))


# Whatever the nodes are called: a hexagon with two chords, of which one edge after another goes.
@pytest.mark.parametrize(
    "names",
    [
        range(6),
        range(1, 7),
        [-3, 10**12, 0, 7, -1, 2],
        ["b", "a", "", "ä", "10", "9"],
        [0, "0", 0.5, ("x", 1), b"0", fractions.Fraction(1, 3)],
        [(1, 0), (0, 1), frozenset({1}), "True", 1j, "end"],
    ],
    ids=str,
)
def test_case_24_nodes_of_any_name(names):
    plain = nx.cycle_graph(6)
    plain.add_edge(0, 3)
    plain.add_edge(1, 4)
    graph = nx.relabel_nodes(plain, dict(enumerate(names)))
    both_ways(graph, True, True)
    graph.remove_edge(names[5], names[0])
    told(graph)
    graph.remove_edge(names[5], names[4])
    both_ways(graph, False, False)


def test_case_24_nodes_of_files(typed, tmp_path):
    one = tmp_path / "one.edges"
    one.write_text("1 2\n2 3\n3 1\n")
    zero = tmp_path / "zero.edges"
    zero.write_text("0 1\n1 2\n2 0\n")
    words = tmp_path / "words.edges"
    words.write_text("Ulm Bonn\nBonn Köln\nKöln Ulm\n")
    for file in (one, zero, words):
        code, out, _err = typed("solve", "--graph", file, "--closed", "--with", "nx-search")
        assert code == 0, out


# A vertex of degree one, at which a search for a cycle went round for ever.
def test_case_25_pendants(typed, tmp_path):
    for size in (3, 4, 7):
        graph = nx.cycle_graph(size)
        graph.add_edge(0, "pendant")
        both_ways(graph, True, False)
        file = write_edges(tmp_path, graph)
        code, out, _err = typed("explain", "--graph", file, "--closed")
        assert code == 1
        assert "pendant: one move only" in out
        assert typed("count", "--graph", file)[1] == "2\n"
        graph.add_edge(1, "another")
        both_ways(graph, True, False)
        graph.add_edge(size - 1, "a third")
        told(graph)
    told(nx.lollipop_graph(4, 3))
    told(nx.barbell_graph(3, 2))
    told(nx.balanced_tree(2, 2))


# Some programs say *path* and look for a cycle.
def test_case_27_graphs_with_a_path_and_no_cycle(typed, tmp_path):
    for graph in (
        nx.path_graph(7),
        nx.petersen_graph(),
        nx.complete_bipartite_graph(3, 4),
        nx.grid_2d_graph(3, 3),
    ):
        both_ways(graph, True, False)
    file = write_edges(tmp_path, nx.petersen_graph())
    for name in ("sat-cutset", "nx-search"):
        assert typed("solve", "--graph", file, "--with", name)[0] == 0
        assert typed("solve", "--graph", file, "--closed", "--with", name)[0] == 1


# Degrees alone are satisfied by a path and cycles beside it, or by several cycles.
def test_case_35_degrees_do_not_make_a_tour(typed, tmp_path):
    apart = nx.disjoint_union(nx.path_graph(3), nx.cycle_graph(3))
    both_ways(apart, False, False)
    # Three triangles around a hub.
    corners = nx.Graph()
    for corner in range(3):
        nx.add_cycle(corners, [(corner, i) for i in range(3)])
        corners.add_edge((corner, 0), "hub")
    told(corners)
    file = write_edges(tmp_path, nx.disjoint_union(apart, apart))
    assert typed("solve", "--graph", file, "--with", "sat-cutset")[0] == 1
    # Two cycles joined by one edge, and by two: the second has a tour.
    joined = nx.disjoint_union(nx.cycle_graph(5), nx.cycle_graph(5))
    joined.add_edge(0, 5)
    both_ways(joined, True, False)
    joined.add_edge(1, 6)
    both_ways(joined, True, True)
    # The prism has both a connected 2-factor and one of two pentagons.
    told(nx.circular_ladder_graph(5))


# Long ladders: simple paths beyond number, although the tours are few.
@pytest.mark.slow
def test_case_36_ladders():
    problems = {}
    for rungs in (60, 100):
        ladder = nx.ladder_graph(rungs)
        problems |= {
            f"{rungs} closed": (Problem.from_graph(ladder, closed=True), True),
            f"{rungs} from the middle": (
                Problem.from_graph(ladder, start=rungs // 2, end=rungs // 2 + 1),
                True,
            ),
            f"{rungs} from inside to inside": (
                # What is beyond both ends is entered and left by the same rung.
                Problem.from_graph(ladder, start=rungs // 3, end=rungs // 3 + 2),
                False,
            ),
        }
    under_limits(problems, specs=STRONG)


def test_case_36_short_ladders(typed, tmp_path):
    for rungs in (2, 3, 5):
        told(nx.ladder_graph(rungs))
        problem = Problem.from_graph(nx.ladder_graph(rungs), start=0, end=rungs - 1)
        all_answer(problem, has_tour(problem))
    pinned = Problem.from_graph(nx.ladder_graph(7), start=2, end=4)
    all_answer(pinned, has_tour(pinned), PAIR)
    file = write_edges(tmp_path, nx.ladder_graph(60))
    assert typed("solve", "--graph", file, "--closed", "--with", "nx-search")[0] == 0


# Degrees of one or two and n - 1 edges: so has a path of three with a cycle beside it.
@pytest.mark.parametrize("size", [3, 4, 6])
def test_case_44_degrees_and_the_number_of_edges(size, typed, tmp_path):
    graph = nx.cycle_graph(size)
    graph.add_edges_from([("left", "middle"), ("middle", "right"), ("middle", 0)])
    assert not has_tour(Problem.from_graph(graph))
    both_ways(graph, False, False)
    file = write_edges(tmp_path, graph)
    assert typed("explain", "--graph", file)[0] == 1
    # Where the path ends at the cycle, one leads into the other.
    graph.remove_edge("middle", 0)
    graph.add_edge("right", 0)
    both_ways(graph, True, False)


def test_case_44_the_graph_of_the_example(typed, tmp_path):
    graph = nx.Graph([(1, 2), (2, 3), (3, 4), (4, 2), (3, 5)])
    both_ways(graph, True, False)
    line = ("solve", "--graph", write_edges(tmp_path, graph), "--with", "nx-search")
    assert typed(*line)[1].splitlines()[0] in ("1 -> 2 -> 4 -> 3 -> 5", "5 -> 3 -> 4 -> 2 -> 1")
