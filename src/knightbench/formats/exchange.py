"""Graphs in the formats that networkx reads: graph6 and GraphML."""

from __future__ import annotations

import warnings

from knightbench.formats.graph_text import (
    LARGEST_GRAPH,
    Graph,
    GraphText,
    numbered_lines,
    plainest_names,
)


def read_graph6(text: str) -> GraphText:
    """Return the one graph of a graph6 text (B. D. McKay); its nodes are called 0, 1, ...

    Raises
    ------
    ValueError
        If it is none, or holds several.
    """
    import networkx as nx

    lines = list(numbered_lines(text.removeprefix(">>graph6<<")))
    if len(lines) != 1:
        raise ValueError(f"there are {len(lines)} graphs; one is read, on a line of its own")
    number, line = lines[0]
    if line[0] in "&:;" or line.startswith(">>"):
        raise ValueError(f"line {number}: this is digraph6 or sparse6; only graph6 is read")
    if not all("?" <= letter <= "~" for letter in line):
        raise ValueError(f"line {number}: graph6 has letters from ? to ~ alone")
    try:
        graph = nx.from_graph6_bytes(line.encode())
    except (nx.NetworkXError, IndexError):
        raise ValueError(f"line {number}: this is no graph6; its length does not fit") from None
    return GraphText(Graph.from_edges(list(graph.nodes), graph.edges))


def read_graphml(text: str) -> GraphText:
    """Return the one undirected graph of a GraphML text.

    Nodes are called by their ids, which become numbers where all of them are whole numbers.

    Raises
    ------
    ValueError
        If it is none, holds several graphs, or edges with a direction or without their nodes.
    """
    import networkx as nx

    reader = nx.GraphMLReader()
    try:
        with warnings.catch_warnings():
            # What the reader leaves out, such as ports, is no matter of the graph's edges.
            warnings.simplefilter("ignore")
            graphs = list(reader(string=text))
    except Exception as error:  # the parser of XML and the reader raise whatever comes up
        raise ValueError(f"this is no GraphML that networkx reads: {error}") from None
    if len(graphs) != 1:
        raise ValueError(f"there are {len(graphs)} graphs; one is read")
    graph = graphs[0]
    if graph.is_directed():
        raise ValueError('the graph is directed; a problem needs edgedefault="undirected"')
    ids = [node.get("id") for node in reader.xml.iter(f"{{{reader.NS_GRAPHML}}}node")]
    if len(ids) != len(set(ids)) or set(graph) - set(ids):
        raise ValueError("every node of an edge needs one <node> with its id")
    if len(ids) > LARGEST_GRAPH:
        raise ValueError(f"there are {len(ids)} nodes; at most {LARGEST_GRAPH:,} are read")
    names = list(graph)
    numbers = {name: number for number, name in enumerate(names)}
    edges = [(numbers[u], numbers[v]) for u, v in graph.edges()]
    return GraphText(Graph.from_edges(plainest_names(names), edges))
