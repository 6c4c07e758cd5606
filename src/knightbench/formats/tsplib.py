"""TSPLIB: Hamiltonian cycle problems (``TYPE : HCP``), and tours (``TYPE : TOUR``).

G. Reinelt, "TSPLIB 95", 1995. Hamiltonian path problems (``TYPE : HPP``) are as LKH has them
(K. Helsgaun). Nodes are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knightbench.formats.graph_text import (
    Graph,
    GraphText,
    Lines,
    node_count,
    node_number,
    numbered_lines,
)
from knightbench.problem import Problem

#: Entries that say nothing of the graph.
_IDLE = {"NAME", "COMMENT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE"}
#: Sections that say nothing of the graph, a line for each node.
_IDLE_SECTIONS = {"NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"}
#: What else TSPLIB has; it would change the question.
_FOREIGN = {
    *("CAPACITY", "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "DEPOT_SECTION", "DEMAND_SECTION"),
    *("TOUR_SECTION", "EDGE_WEIGHT_SECTION"),
}


def read_hcp(text: str) -> GraphText:
    """Return the graph of a TSPLIB problem, its nodes called 1, 2, ...

    ``TYPE : HCP`` asks for a closed tour, ``TYPE : HPP`` for an open one. Fixed edges are
    required moves, in either direction. An adjacency list may have each edge at one of its nodes
    or at both.

    Raises
    ------
    ValueError
        If it is none, or a section has no end: half a graph is another question. The message
        begins with the line.
    """
    lines = numbered_lines(text)
    entries: dict[str, str] = {}
    edges: list[tuple[int, int]] | None = None
    fixed: list[tuple[int, int, int]] = []
    for line, content in lines:
        key, _, value = (part.strip() for part in content.partition(":"))
        if key == "EOF":
            break
        if key in entries:
            raise ValueError(f"line {line}: a second {key}")
        if key in _IDLE:
            continue
        if key in ("TYPE", "DIMENSION", "EDGE_DATA_FORMAT"):
            entries[key] = value
            _check_entry(key, value, line)
        elif key in _IDLE_SECTIONS:
            for _ in range(_dimension(entries, line)):
                next(lines, None)
        elif key == "EDGE_DATA_SECTION":
            if edges is not None:
                raise ValueError(f"line {line}: a second {key}")
            edges = _read_edges(lines, entries, line)
        elif key == "FIXED_EDGES_SECTION":
            fixed += _read_pairs(lines, _dimension(entries, line), key)
        elif key in _FOREIGN:
            raise ValueError(f"line {line}: {key} has no place in a Hamiltonian cycle problem")
        else:
            raise ValueError(f"line {line}: TSPLIB knows no {content[:40]!r}")
    if "TYPE" not in entries or edges is None:
        missing = "TYPE : HCP" if "TYPE" not in entries else "EDGE_DATA_SECTION"
        raise ValueError(f"there is no {missing}")
    graph = Graph.from_edges(range(1, int(entries["DIMENSION"]) + 1), edges)
    for line, u, v in fixed:
        if v not in graph.neighbours[u]:
            raise ValueError(f"line {line}: {u + 1} {v + 1} is fixed, and no edge of the graph")
    return GraphText(
        graph,
        {
            "closed": entries["TYPE"] == "HCP",
            "require": [(u + 1, v + 1) for _line, u, v in fixed],
        },
    )


def read_tour(text: str, nodes: int) -> list[int]:
    """Return the squares of a TSPLIB tour, which numbers them from 1.

    Parameters
    ----------
    text : str
    nodes : int
        How many squares the problem has.

    Raises
    ------
    ValueError
        If it is no tour file, or one of another number of nodes. Whether the squares are a tour
        of the problem is for `knightbench.check` to say. The message begins with the line.
    """
    lines = numbered_lines(text)
    squares: list[int] | None = None
    for line, content in lines:
        key, _, value = (part.strip() for part in content.partition(":"))
        if key == "EOF":
            break
        if key == "TYPE" and value != "TOUR":
            raise ValueError(f"line {line}: the type is {value[:40]!r}, and not TOUR")
        if key == "DIMENSION" and node_count(value, line) != nodes:
            raise ValueError(f"line {line}: a tour of {value} nodes; the problem has {nodes}")
        if key in ("NAME", "COMMENT", "TYPE", "DIMENSION", "OPTIMUM"):
            continue
        if key != "TOUR_SECTION":
            raise ValueError(f"line {line}: TSPLIB knows no {content[:40]!r} in a tour")
        if squares is not None:
            raise ValueError(f"line {line}: a second {key}")
        squares = _read_squares(lines, nodes)
    if squares is None:
        raise ValueError("there is no TOUR_SECTION")
    return squares


def write_tour(problem: Problem, squares: Sequence[int]) -> str:
    """Return a tour as TSPLIB text, its squares numbered from 1 in the order of the problem's.

    The numbers are the names of the nodes where the problem comes from a TSPLIB or DIMACS file.
    """
    kind = "Hamiltonian cycle" if problem.closed else "Hamiltonian path; it need not close"
    head = ["NAME : tour", f"COMMENT : {kind}", "TYPE : TOUR", f"DIMENSION : {problem.size}"]
    body = [str(square + 1) for square in squares]
    return "\n".join([*head, "TOUR_SECTION", *body, "-1", "EOF"]) + "\n"


def _check_entry(key: str, value: str, line: int) -> None:
    if key == "DIMENSION":
        node_count(value, line)
    elif key == "TYPE" and value not in ("HCP", "HPP"):
        hint = "; the graph is directed" if value in ("ATSP", "SOP") else ""
        raise ValueError(f"line {line}: the type is {value[:40]!r}, and not HCP or HPP{hint}")
    elif key == "EDGE_DATA_FORMAT" and value not in ("EDGE_LIST", "ADJ_LIST"):
        raise ValueError(
            f"line {line}: the edges' format is {value[:40]!r}, and not EDGE_LIST or ADJ_LIST"
        )


def _dimension(entries: dict[str, str], line: int) -> int:
    if "DIMENSION" not in entries:
        raise ValueError(f"line {line}: a section before the DIMENSION")
    return int(entries["DIMENSION"])


def _read_edges(lines: Lines, entries: dict[str, str], line: int) -> list[tuple[int, int]]:
    nodes = _dimension(entries, line)
    if "EDGE_DATA_FORMAT" not in entries:
        raise ValueError(f"line {line}: a section before the EDGE_DATA_FORMAT")
    if entries["EDGE_DATA_FORMAT"] == "EDGE_LIST":
        return [(u, v) for _line, u, v in _read_pairs(lines, nodes, "EDGE_DATA_SECTION")]
    return list(_read_adjacency(lines, nodes))


def _read_pairs(lines: Lines, nodes: int, section: str) -> Iterator[tuple[int, int, int]]:
    """Return line, node and node of each edge of a list that ends with -1."""
    for line, content in lines:
        tokens = content.split()
        if tokens in (["-1"], ["EOF"]):
            return
        if len(tokens) != 2:
            raise ValueError(f"line {line}: an edge is two nodes, as in 1 2; the list ends with -1")
        u, v = (node_number(token, nodes, line) for token in tokens)
        yield line, u, v
    raise ValueError(f"the {section} has no end; it is -1")


def _read_adjacency(lines: Lines, nodes: int) -> Iterator[tuple[int, int]]:
    """Return the edges of adjacency lists: node, neighbours, -1; a last -1 ends them."""
    node = -1
    for line, content in lines:
        tokens = content.split()
        for place, token in enumerate(tokens):
            if token == "-1" and node < 0:
                if tokens[place + 1 :]:
                    raise ValueError(f"line {line}: the adjacency lists end before this line does")
                return
            if token == "-1":
                node = -1
            elif node < 0:
                node = node_number(token, nodes, line)
            else:
                yield node, node_number(token, nodes, line)
    raise ValueError("the adjacency lists have no end; each ends with -1, and all with another")


def _read_squares(lines: Lines, nodes: int) -> list[int]:
    """Return the squares of the one tour of a section."""
    squares: list[int] = []
    ended = False
    for line, content in lines:
        if content == "EOF":
            return squares
        for token in content.split():
            if token == "-1":
                # A second one ends the section, which may hold several tours.
                if ended:
                    return squares
                ended = True
            elif ended:
                raise ValueError(f"line {line}: a second tour; one is judged at a time")
            else:
                squares.append(node_number(token, nodes, line))
    if not ended:
        raise ValueError("the TOUR_SECTION has no end; it is -1")
    return squares
