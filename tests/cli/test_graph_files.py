"""Graphs on the command line."""

import json

import pytest

from knightbench.cli import main

#: A ring of six towns with one chord; one name holds the mark of a move.
TOWNS = """\
Aix Bad-Ems
Bad-Ems Cork
Cork Delft
Delft Ems
Ems Fes
Fes Aix
Aix Delft
"""


@pytest.fixture
def run(capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main(list(map(str, arguments)))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def towns(tmp_path):
    (tmp_path / "towns.edges").write_text(TOWNS)
    return tmp_path / "towns.edges"


SOLVER = ("--with", "cpsat-circuit")


def test_a_tour_is_told_by_the_names_of_its_nodes(run, towns):
    code, out, err = run("solve", "--graph", towns, "--closed", "--start", "Cork", *SOLVER)
    assert (code, err) == (0, "")
    tour = out.splitlines()[0].split(" -> ")
    ring = ["Aix", "Bad-Ems", "Cork", "Delft", "Ems", "Fes"]
    assert tour in ([*ring[2:], *ring[:2]], [*ring[2::-1], *ring[:2:-1]])


def test_requests_are_made_by_names(run, towns):
    requests = ["--clue", "Delft=3", "--require", "Bad-Ems>Cork", "--end", "Fes"]
    code, out, _err = run("solve", "--graph", towns, *requests, "--json", *SOLVER)
    assert code == 1, out
    requests = ["--clue", "Delft=3", "--require", "Cork-Bad-Ems", "--forbid", "Aix-Delft"]
    code, out, _err = run("solve", "--graph", towns, *requests, "--json", *SOLVER)
    told = json.loads(out)
    assert (code, told["tour"][2]) == (0, "Delft")
    assert told["problem"]["require"] == [["Bad-Ems", "Cork"]]


def test_what_solve_prints_verify_accepts(run, towns, tmp_path):
    tour = tmp_path / "t.tour"
    _code, out, _err = run("solve", "--graph", towns, "--closed", "--tour", tour, *SOLVER)
    (tmp_path / "printed").write_text(out)
    for file in (tour, tmp_path / "printed"):
        assert run("verify", file, "--graph", towns, "--closed") == (0, "valid closed tour\n", "")
        assert run("verify", file, "--graph", towns) == (0, "valid open tour\n", "")
    _code, out, _err = run("solve", "--graph", towns, "--json", *SOLVER)
    (tmp_path / "answer.json").write_text(out)
    assert run("verify", tmp_path / "answer.json")[0] == 0
    assert run("verify", tmp_path / "answer.json", "--graph", towns)[0] == 2
    # The same problem once more, and with less of its moves.
    code, _out, err = run("solve", "--graph", tmp_path / "answer.json", *SOLVER)
    assert (code, err) == (0, "")
    fewer = ["--forbid", "Aix-Fes", "--forbid", "Cork-Delft", "--forbid", "Aix-Delft"]
    assert run("solve", "--graph", tmp_path / "answer.json", *fewer, *SOLVER)[0] == 1


def test_verify_names_the_first_offending_step(run, towns, tmp_path):
    tour = tmp_path / "tour"
    for text, verdict in {
        "Aix -> Cork": "step 2: Aix to Cork is not a move\n",
        "Aix -> Bad-Ems -> Rome": "step 3: 'Rome' is not a node of the graph\n",
        "TOUR_SECTION\n1 2 3 -1\nEOF\n": "step 4: missing: only 3 of 6 squares visited\n",
    }.items():
        tour.write_text(text)
        assert run("verify", tour, "--graph", towns) == (1, verdict, "")
    tour.write_text("TOUR_SECTION\n1 2 7 -1\n")
    code, out, err = run("verify", tour, "--graph", towns)
    assert (code, out) == (2, "")
    assert "line 2: '7' is no node" in err
    for arguments in ([tour], ["--format", "hcp", tour]):
        code, out, err = run("verify", *arguments)
        assert (code, out) == (2, "")
        assert "needs the --graph FILE" in err


def test_a_board_has_a_tour_file_too(run, tmp_path):
    code, *_ = run("solve", "3x4", "--start", "0,0", "--tour", tmp_path / "t", *SOLVER)
    assert code == 0
    lines = (tmp_path / "t").read_text().splitlines()
    assert lines[3:6] == ["DIMENSION : 12", "TOUR_SECTION", "1"]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--graph", "towns.edges", "3x4"], "give a size"),
        (["--graph", "towns.edges", "--board", "towns.edges"], "give a size"),
        (["3x4", "--format", "hcp"], "--format is that of a --graph"),
        (["--graph", "towns.edges", "--moves", "1,2"], "are for boards"),
        (["--graph", "towns.edges", "--holes", "0,0"], "are for boards"),
        (["--graph", "towns.edges", "--wrap", "both"], "are for boards"),
        (["--graph", "absent.hcp"], "absent.hcp: No such file"),
        (["--graph", "towns.edges", "--format", "hcp"], "towns.edges, line 1: TSPLIB knows no"),
        (["--graph", "towns.edges", "--format", "csv"], "invalid choice"),
        (["--graph", "towns.edges", "--start", "Rome"], "'Rome' is not a node"),
        (["--graph", "towns.edges", "--require", "Aix-Rome"], "is no move between two nodes"),
        (["--graph", "towns.edges", "--require", "Aix-Cork"], "there is no such move"),
        (["--graph", "towns.edges", "--clue", "Aix=7"], "steps are 1 to 6"),
        (["--graph", "marks.edges", "--require", "a-b-c"], "two ways"),
        (["--graph", "path.hcp", "--closed"], "the file asks for an open tour"),
        (["--graph", "towns.edges", "--tour", "absent/t"], "--tour 'absent/t': give a file"),
        (["--graph", "towns.edges", "--magic", "magic"], "a graph is none"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(run, towns, monkeypatch, arguments, hint):
    monkeypatch.chdir(towns.parent)
    (towns.parent / "marks.edges").write_text("a b-c\na-b c\n")
    (towns.parent / "path.hcp").write_text(
        "TYPE : HPP\nDIMENSION : 2\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1\n"
    )
    code, out, err = run("solve", *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1), err
    assert hint in err
