"""Edge lists: the names of two nodes a line, split by blanks; ``#`` begins a comment.

A line with one name is a node, which may have no edge. What networkx writes after the two, a
``{...}`` of data, is left out.
"""

from __future__ import annotations

import re

from knightbench.formats.graph_text import (
    Graph,
    GraphText,
    numbered_lines,
    plainest_names,
    whole_number,
)


def read_edge_list(text: str) -> GraphText:
    """Return the graph of an edge list; nodes are numbered as they first appear.

    Names that are all whole numbers become numbers.

    Raises
    ------
    ValueError
        If a line holds more than two names, or a comma; the message begins with the line.
    """
    rows: list[tuple[int, list[str]]] = []
    for line, content in numbered_lines(text):
        tokens = re.sub(r"#.*|\{.*\}$", "", content).split()
        if not tokens:
            continue
        if any("," in token or ";" in token for token in tokens):
            raise ValueError(f"line {line}: write blanks between the nodes of an edge, no comma")
        if len(tokens) > 2:
            raise ValueError(
                f"line {line}: {len(tokens)} names; an edge list has two a line, and no weights"
            )
        rows.append((line, tokens))
    if not rows:
        raise ValueError("there is no edge; write the names of two nodes a line")
    _refuse_header(rows)
    numbers: dict[str, int] = {}
    for _line, tokens in rows:
        for token in tokens:
            numbers.setdefault(token, len(numbers))
    edges = [(numbers[tokens[0]], numbers[tokens[1]]) for _line, tokens in rows if len(tokens) == 2]
    return GraphText(Graph.from_edges(plainest_names(list(numbers)), edges))


def _refuse_header(rows: list[tuple[int, list[str]]]) -> None:
    """Refuse a first line that counts what follows: taken for an edge, it changes the graph.

    Whether it counts or is an edge by chance, no reader can tell, unless that edge stands again.
    """
    line, first = rows[0]
    rest = rows[1:]
    counts = [whole_number(token) for token in first]
    names = {token for _line, tokens in rest for token in tokens}
    edges = [tokens for _line, tokens in rest if len(tokens) == 2]
    if not edges or len(edges) < len(rest) or sorted(first) in map(sorted, edges):
        return
    # One number may be a node by itself, and changes nothing where an edge names it too.
    if len(first) == 1 and first[0] in names:
        return
    if counts == [len(names), len(edges)][: len(first)]:
        raise ValueError(
            f"line {line}: {' '.join(first)} seems to count nodes and edges; begin it with # if it "
            "does, and write it below another edge if it is one"
        )
