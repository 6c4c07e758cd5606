"""DIMACS graphs: ``p edge NODES EDGES``, then ``e U V`` for each edge, nodes from 1.

The format of the second DIMACS implementation challenge (D. S. Johnson and M. A. Trick, editors,
"Cliques, Coloring, and Satisfiability", DIMACS Series 26, 1996). ``p col`` and ``p`` without a
word, as in the FHCP challenge set, say the same.
"""

from __future__ import annotations

from knightbench.formats.graph_text import (
    Graph,
    GraphText,
    node_count,
    node_number,
    numbered_lines,
    whole_number,
)


def read_dimacs(text: str) -> GraphText:
    """Return the graph of a DIMACS text; its nodes are called 1, 2, ...

    The number of edges is checked, for a file that was cut off would be another question. Files
    that write every edge in both directions may count it once or twice.

    Raises
    ------
    ValueError
        If it is none; the message begins with the line.
    """
    nodes = promised = -1
    edges: list[tuple[int, int]] = []
    for line, content in numbered_lines(text):
        kind, *tokens = content.split()
        if kind.startswith("c"):
            continue
        if kind == "p":
            if nodes >= 0:
                raise ValueError(f"line {line}: a second line p")
            if len(tokens) == 3 and tokens[0] not in ("edge", "edges", "col"):
                raise ValueError(
                    f"line {line}: p {tokens[0][:40]}: only undirected graphs are read; "
                    "write p edge NODES EDGES"
                )
            count = whole_number(tokens[-1]) if len(tokens) in (2, 3) else None
            if count is None or count < 0 or whole_number(tokens[-2]) is None:
                raise ValueError(f"line {line}: write p edge NODES EDGES")
            nodes, promised = node_count(tokens[-2], line), count
        elif kind == "e":
            if nodes < 0:
                raise ValueError(f"line {line}: an edge before the line p edge NODES EDGES")
            if len(tokens) != 2:
                raise ValueError(f"line {line}: an edge is written e U V")
            u, v = (node_number(token, nodes, line) for token in tokens)
            edges.append((u, v))
        elif kind == "a":
            raise ValueError(f"line {line}: arcs make a directed graph; write edges, e U V")
        else:
            raise ValueError(f"line {line}: {kind[:40]!r} is none of c, p, e")
    if nodes < 0:
        raise ValueError("there is no line p edge NODES EDGES")
    distinct = len({frozenset(edge) for edge in edges})
    if promised not in (len(edges), distinct):
        raise ValueError(f"the line p promises {promised} edges, and there are {len(edges)}")
    return GraphText(Graph.from_edges(range(1, nodes + 1), edges))
