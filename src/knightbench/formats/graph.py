"""Graph files of every format: which one a file is in, and what it says.

======== ================ ==================================================
format   usual endings    what it is
======== ================ ==================================================
hcp      .hcp .hpp        TSPLIB, Hamiltonian cycle (or path) problem
dimacs   .col .dimacs     DIMACS, ``p edge NODES EDGES`` and ``e U V``
edges    .edges .edgelist the names of two nodes a line
graph6   .g6 .graph6      graph6, one graph
graphml  .graphml         GraphML, one undirected graph
json     .json            what ``knightbench solve --json`` prints
======== ================ ==================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from knightbench.board import Board
from knightbench.formats.board_text import read_text_file
from knightbench.formats.dimacs import read_dimacs
from knightbench.formats.edge_list import read_edge_list
from knightbench.formats.exchange import read_graph6, read_graphml
from knightbench.formats.graph_text import GraphText
from knightbench.formats.json import read_json
from knightbench.formats.tsplib import read_hcp
from knightbench.problem import Problem, Requests

if TYPE_CHECKING:
    import networkx as nx

READERS: dict[str, Callable[[str], GraphText]] = {
    "hcp": read_hcp,
    "dimacs": read_dimacs,
    "edges": read_edge_list,
    "graph6": read_graph6,
    "graphml": read_graphml,
    "json": read_json,
}

_ENDINGS = {
    ".hcp": "hcp",
    ".hpp": "hcp",
    ".col": "dimacs",
    ".dimacs": "dimacs",
    ".edges": "edges",
    ".edgelist": "edges",
    ".g6": "graph6",
    ".graph6": "graph6",
    ".graphml": "graphml",
    ".json": "json",
}

#: How the first line of a format begins that no other's does.
_BEGINNINGS = {
    "hcp": r"(NAME|TYPE|COMMENT|DIMENSION|EDGE_DATA_FORMAT)\s*:",
    "dimacs": r"p\s+((edges?|col)\s+)?\d+\s+\d+\s*$|c(\s|$)",
    "graph6": r">>graph6<<",
    "graphml": r"<",
    "json": r"\{",
    "edges": r"\S+\s+\S+\s*$",
}


def read_problem(
    file: str | Path, kind: str | None = None, **requests: Unpack[Requests]
) -> Problem:
    """Return the problem of a graph file.

    A file may ask for more than a tour: ``TYPE : HCP`` for a closed one, fixed edges for required
    moves. Where it does not say, the tour is open.

    Parameters
    ----------
    file : str or path
    kind : str, optional
        One of ``hcp``, ``dimacs``, ``edges``, ``graph6``, ``graphml``, ``json``; told by the
        file's ending or its first line where left out.
    **requests
        What is asked beside what the file asks; see `knightbench.problem.Requests`. Squares are
        the names of the nodes.

    Raises
    ------
    ValueError
        If the file cannot be read, or a request names something that does not exist. The message
        names the file, and the line where there is one.
    """
    return read_graph_file(file, kind).problem(**requests)


def read_graph(file: str | Path, kind: str | None = None) -> nx.Graph[Any]:
    """Return the graph of a graph file as a `networkx.Graph`.

    What the file asks beside, such as fixed edges, is left out; `read_problem` keeps it.

    Parameters
    ----------
    file, kind
        As for `read_problem`.

    Raises
    ------
    ValueError
        As for `read_problem`.
    """
    import networkx as nx

    home = read_graph_file(file, kind).home
    if isinstance(home, Board):
        return home.graph()
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(home.names)
    graph.add_edges_from(
        (home.names[u], home.names[v]) for u, row in enumerate(home.neighbours) for v in row
    )
    return graph


def read_graph_file(file: str | Path, kind: str | None = None) -> GraphText:
    """Return what a graph file says. Arguments and errors are those of `read_problem`."""
    if kind is not None and kind not in READERS:
        raise ValueError(f"there is no format {kind!r}; there are {', '.join(READERS)}")
    text = read_text_file(file)
    found = kind or _ENDINGS.get(Path(file).suffix.lower()) or guess_format(text)
    if found is None:
        raise ValueError(
            f"{file}: its name and its first line tell no format; say which, {', '.join(READERS)}"
        )
    try:
        return READERS[found](text)
    except ValueError as error:
        guessed = "" if kind else f" (read as {found}; another format must be named)"
        raise ValueError(f"{file}, {error}{guessed}") from None


def guess_format(text: str) -> str | None:
    """Return the format that the first line of a text tells, or None."""
    first = text.lstrip().partition("\n")[0]
    return next((kind for kind, how in _BEGINNINGS.items() if re.match(how, first)), None)
