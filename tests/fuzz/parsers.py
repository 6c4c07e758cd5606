"""What reads text that others wrote, and the promise that all of it keeps.

Any text gives a value, or a ValueError of one line: no other exception, and nothing that takes
long or fills the memory. A MemoryError is that of a board which is refused before it is made.
"""

import contextlib
import io
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import networkx as nx

from knightbench import Board, Problem, proof
from knightbench.cli import main
from knightbench.cli.asking import asked_problem
from knightbench.formats.board_text import read_board_text, read_numbered_board, read_text_file
from knightbench.formats.graph import READERS, guess_format, read_graph_file
from knightbench.formats.json import json_object, problem_from_json, problem_to_json
from knightbench.formats.tsplib import read_tour
from knightbench.formulation import make
from knightbench.lab.store import ROWS, read_rows

Parser = Callable[[str], object]

SCRATCH = Path(tempfile.mkdtemp(prefix="knightbench-fuzz-"))


def promise_kept(name: str, text: str) -> None:
    """Fail unless a parser gives a value, or an error as it should be."""
    try:
        PARSERS[name][0](text)
    except (ValueError, MemoryError) as error:
        told = error
    else:
        return
    line = str(told)
    assert line
    assert "\n" not in line or name in QUOTING, line
    # A board that is refused before it is made.
    assert isinstance(told, ValueError) or "would need about" in line, line


def written(text: str) -> Path:
    """A file with a text in it; what UTF-8 has no form for stands there as bytes that are none."""
    file = SCRATCH / "file"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file


def _problem(text: str) -> object:
    found = read_board_text(text)
    return Problem.from_board(found.board, start=found.start, end=found.end, clues=found.clues)


def _certificate(text: str) -> object:
    return proof.check(proof.read_certificate(written(text)))


def _size(text: str) -> object:
    board = Board.parse(text)
    # In between lie boards that take their time, and are made all the same.
    return Problem.from_board(board) if not 10**4 < board.size < 10**9 else board


def _rows(text: str) -> object:
    (SCRATCH / ROWS).write_bytes(text.encode("utf-8", "surrogatepass"))
    return read_rows(SCRATCH)


#: The options of a problem as the command line has them where none is given.
OPTIONS = {
    **dict.fromkeys(["board", "graph", "format", "moves", "wrap", "start", "end"]),
    **dict.fromkeys(["symmetry", "magic", "max_crossings"]),
    "size": "3x4",
    "closed": False,
    "holes": [],
    "clue": [],
    "require": [],
    "forbid": [],
}
GRAPH = SCRATCH / "graph.edges"
GRAPH.write_text("a b-c\na-b c\n1 2\n2 a\n")


def _option(name: str, home: str) -> Parser:
    several = isinstance(OPTIONS[name], list)

    def asked(text: str) -> object:
        given = {**OPTIONS, name: [text] if several else text}
        if home == "graph":
            given |= {"size": None, "graph": str(GRAPH)}
        return asked_problem(SimpleNamespace(**given))  # type: ignore[arg-type] # all that it looks at

    return asked


def _command(*arguments: str) -> Parser:
    """The command line with a text as a file, or in the place of an argument ``TEXT``."""

    def run(text: str) -> None:
        given = [text if argument == "TEXT" else argument for argument in arguments]
        if "FILE" in given:
            given[given.index("FILE")] = str(written(text))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(given)
        told = f"{given}: {code}, {err.getvalue()}"
        assert code in (0, 1, 2, 3), told
        assert "Traceback" not in err.getvalue(), told
        if code == 2:
            assert len(err.getvalue().splitlines()) == 1, told

    return run


_TOUR = "NAME : t\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1 2\n3 4\n-1\nEOF\n"
_HCP = (
    "NAME : g\nCOMMENT : none\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : {}\n"
    "EDGE_DATA_SECTION\n{}-1\nFIXED_EDGES_SECTION\n1 2\n-1\nEOF\n"
)
_BOARD = json.dumps(
    problem_to_json(
        Problem.from_board(
            Board(3, 4, holes=frozenset({(0, 0)}), wrap_rows=True),
            start=(0, 1),
            clues=[((1, 1), 4)],
            forbid=[((0, 1), (1, 3))],
            symmetry=None,
        )
    )
)
_NAMED = json.dumps(
    problem_to_json(Problem.from_graph(nx.Graph([("a", 1), (1, (2, "b"))]), require=[("a", 1)]))
)
_ANSWER = json.dumps({"problem": json.loads(_NAMED), "tour": ["a", 1, [2, "b"]]})


def _certificates() -> list[str]:
    from knightbench.formulation import Context

    problems = [
        Problem.from_board("4x8", closed=True),
        Problem.from_board("3x3"),
        Problem.from_graph(nx.petersen_graph(), closed=True),
    ]
    told = [proof.from_theory(problem) for problem in problems[:2]]
    told.append(make("sat-cutset").solve(problems[2], Context(certify=True)).certificate)
    return [json.dumps(certificate) for certificate in told]


#: Every parser, and texts that it reads.
PARSERS: dict[str, tuple[Parser, list[str]]] = {
    "board text": (_problem, [".xs\nxex\n", ". x 3\n s e x\n", "1\n2\n3\n", "xx\r\nxx\r\n"]),
    "numbered board": (read_numbered_board, ["[1, 2]\n[4, 3]\n", " 1 | 2\n---+---\n . | 3\nend"]),
    "text file": (lambda text: read_text_file(written(text)), ["x\n"]),
    "hcp": (READERS["hcp"], [_HCP.format("EDGE_LIST", "1 2\n2 3\n3 4\n4 1\n")]),
    "hcp lists": (READERS["hcp"], [_HCP.format("ADJ_LIST", "1 2 4 -1\n3 2 4 -1\n")]),
    "tour": (lambda text: read_tour(text, 4), [_TOUR]),
    "dimacs": (READERS["dimacs"], ["c none\np edge 3 2\ne 1 2\ne 2 3\n", "p 2 1\ne 1 2\n"]),
    "edges": (READERS["edges"], ["1 2\n2 3 {'a': 1}\n# none\n", "a b\nc\n"]),
    "graph6": (READERS["graph6"], [">>graph6<<DqK\n", "C~\n", "~?@?" + "?" * 341]),
    "graphml": (READERS["graphml"], ["\n".join(nx.generate_graphml(nx.path_graph(3)))]),
    "json": (READERS["json"], [_BOARD, _NAMED, _ANSWER]),
    "json problem": (lambda text: problem_from_json(json_object(text)), [_BOARD, _NAMED]),
    "graph file": (lambda text: read_graph_file(written(text)), ["p 2 1\ne 1 2\n", "1 2\n", _TOUR]),
    "graph format": (guess_format, ["NAME : g", "p edge 3 2", "<graphml>", "{", "a b"]),
    "certificate": (_certificate, _certificates()),
    "rows": (_rows, ['{"a": 1}\n{"b": [NaN]}\n']),
    "spec": (make, ["sat-cutset?solver=glucose4&cut=no", "warnsdorff?tries=3", "asp"]),
    "size": (_size, ["3x4", "99999999x99999999"]),
    "moves": (_option("moves", "board"), ["1,2", "2,2;3,0", "-1,999999999"]),
    "holes": (_option("holes", "board"), ["0,0;a1", "(1, 1)"]),
    "start": (_option("start", "board"), ["0,0", "a1", " ( 2 , 3 ) "]),
    "clue": (_option("clue", "board"), ["0,0=3", "a1=12"]),
    "require": (_option("require", "board"), ["0,0-1,2", "a1>b3"]),
    "forbid": (_option("forbid", "board"), ["0,0-1,2", "a1-b3"]),
    "node": (_option("start", "graph"), ["a", "b-c"]),
    "node clue": (_option("clue", "graph"), ["a=3", "b-c=1"]),
    "node move": (_option("require", "graph"), ["1>2", "2-a", "a-b-c"]),
    "verify board": (_command("verify", "FILE"), ["1 2\n4 3\n", _TOUR]),
    "verify json": (_command("verify", "FILE", "--json"), [_ANSWER]),
    "verify tour": (
        _command("verify", "FILE", "--graph", str(GRAPH)),
        ["1 -> 2 -> a -> b-c", "TOUR_SECTION\n1 2 3 -1\n-1\nEOF\n"],
    ),
    "explain board": (_command("explain", "--board", "FILE"), ["sxx\nxxx\nx.x\n", "1 x\nx 3\n"]),
    "count graph": (_command("count", "--graph", "FILE"), ["p 3 3\ne 1 2\ne 1 3\ne 2 3\n"]),
    "sample graph": (
        _command("sample", "--graph", "FILE", "--format", "edges", "--count", "2"),
        ["a b\nb c\nc a\n"],
    ),
    "sample seed": (_command("sample", "3x4", "--seed", "TEXT"), ["3"]),
    "check-proof": (_command("check-proof", "FILE"), _certificates()),
    "solve board": (_command("solve", "--board", "FILE", "--end", "9,9"), [".xs\nxex\n"]),
    "solve graph": (_command("solve", "--graph", "FILE", "--start", "?"), ["p 2 1\ne 1 2\n"]),
    "solve size": (_command("solve", "TEXT", "--end", "z"), ["3x4"]),
    "solve with": (_command("solve", "3x4", "--end", "z", "--with", "TEXT"), ["asp?encoding=a"]),
    "solve limit": (_command("solve", "3x4", "--end", "z", "--time-limit", "TEXT"), ["1e3", "nan"]),
    "solve memory": (_command("solve", "3x4", "--end", "z", "--memory-limit", "TEXT"), ["500M"]),
    "solve seed": (_command("solve", "3x4", "--end", "z", "--seed", "TEXT"), ["12"]),
    "solve threads": (_command("solve", "3x4", "--end", "z", "--threads", "TEXT"), ["2"]),
}  # fmt: skip

#: Those that quote what they were given as it is; the command line makes one line of it.
QUOTING = {
    "json",
    "json problem",
    "spec",
    "moves",
    "holes",
    "start",
    "clue",
    "require",
    "forbid",
    "node clue",
}

#: Pieces of text that have broken parsers.
HOSTILE = [
    *("", " ", "\t", "\n", "\r\n", "\r", "\0", "\x0b", "\x1c", "\x85", "\u2028", "\ufeff"),
    *("\x1b[2J", "\u202e", "\ud800", "\udcff", "²", "２", "٣", "½", "∞", "İ", "e\u0301", "𝟙"),
    *("0", "-0", "-1", "+1", "1_0", "0x10", "1.5", "1e308", "1e999", "NaN", "Infinity", "inf"),
    *("4294967296", "2147483648", "9" * 20, "9" * 5000, "99999999x99999999"),
    *("null", "true", "{}", "[]", '""', '{"a":', '"\\ud800"', "[" * 3000, '{"a":' * 3000),
    *("-", ">", "->", "=", ",", ";", ":", "|", "#", "?", "&", "%", "\\", "'", '"', "<", "&lt;"),
    *("e", "p", "c", "EOF", "TYPE : HPP", "DIMENSION : 9999", "p edge 9999 0", "~~~~~~~~"),
]  # fmt: skip


def spoiled(rng: random.Random, text: str) -> str:
    """A text with some of it cut out, doubled, moved or replaced by what is hostile."""
    for _ in range(rng.randint(1, 4)):
        begin, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        if rng.random() < 0.6:
            end = min(len(text), begin + rng.randint(0, 3))
        piece = text[begin:end]
        way = rng.randrange(6)
        if way == 0:
            piece = ""
        elif way == 1:
            piece = piece * rng.choice([2, 3, 50])
        elif way == 2:
            piece = piece[::-1]
        elif way < 5:
            piece = rng.choice(HOSTILE)
        else:
            piece += rng.choice(HOSTILE)
        text = text[:begin] + piece + text[end:]
    return text
