"""``knightbench count``, as its users type it."""

import io
import json

import numpy as np
import pytest

from knightbench.cli import main


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["count", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_number_is_printed(run):
    assert run("5x6", "--closed") == (0, "8\n", "")
    assert run("5x5", "--directed") == (0, "1728\n", "")
    assert run("5x5", "--start", "0,0") == (0, "304\n", "")
    assert run("3x4", "--holes", "0,0", "--threads", "1") == (0, "2\n", "")
    assert run("4x4") == (0, "0\n", "")


def test_json_says_what_was_counted(run):
    code, out, _err = run("5x6", "--closed", "--directed", "--json")
    told = json.loads(out)
    assert (code, told["count"], told["directed"]) == (0, 16, True)
    assert {"problem", "states", "time", "versions", "bound", "moduli"} <= told.keys()
    assert told["problem"]["label"] == "5x6, closed"


def test_by_start_is_laid_out_as_the_board(run):
    assert run("3x4", "--by-start") == (0, "2 0 0 2\n4 0 0 4\n2 0 0 2\n", "")
    code, out, _err = run("3x4", "--by-start", "--holes", "1,1;1,2", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["count"] == sum(number for _square, number in told["by_start"])
    assert [square for square, _number in told["by_start"]][4:6] == [[1, 0], [1, 3]]


def test_of_a_graph_each_first_node_has_its_line(run, tmp_path):
    path = tmp_path / "path.edges"
    path.write_text("a b\nb c\n")
    assert run("--graph", str(path), "--by-start") == (0, "a 1\nb 0\nc 1\n", "")
    code, out, _err = run("--graph", str(path), "--by-ends", "--json")
    assert code == 0
    assert [["a", "c"], 1] in json.loads(out)["by_ends"]


def test_by_ends_names_both(run):
    _code, out, _err = run("3x4", "--by-ends")
    assert "(1, 0) (1, 3) 2" in out.splitlines()
    _code, out, _err = run("3x4", "--by-ends", "--json")
    told = json.loads(out)
    assert [[[1, 0], [1, 3]], 2] in told["by_ends"]
    assert (told["count"], len(told["by_ends"])) == (16, 12 * 11)


def test_bad_input_ends_with_2(run):
    for arguments, complaint in (
        (["3x4", "--clue", "0,0=5"], "does not honour clues"),
        (["5x6", "--closed", "--by-start"], "begins and ends nowhere"),
        (["3x4", "--threads", "0"], "there must be at least 1"),
        (["3x4", "--by-ends", "--checkpoint", "x"], "keeps one count"),
        (["20x20", "--closed"], "up to 28"),
    ):
        code, out, err = run(*arguments)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert complaint in err


def test_a_limit_ends_with_3_and_says_how_far_it_was(run):
    code, out, err = run("6x6", "--memory-limit", "200K")
    assert (code, out) == (3, "")
    assert "memory-limit" in err
    assert "steps were made" in err


def test_a_checkpoint_is_of_one_count(run, tmp_path):
    assert run("5x5", "--checkpoint", str(tmp_path)) == (0, "864\n", "")
    assert run("5x5", "--checkpoint", str(tmp_path)) == (0, "864\n", "")
    code, out, err = run("5x5", "--start", "0,0", "--checkpoint", str(tmp_path))
    assert (code, out) == (2, "")
    assert "checkpoint of another count" in err


@pytest.mark.parametrize("kept", [0, 1, 1000, -1])
def test_a_damaged_layer_is_refused(run, tmp_path, kept):
    asked = ("6x6", "--start", "0,0", "--threads", "1", "--checkpoint", str(tmp_path))
    assert run(*asked)[0] == 0
    # As if it had been cut off: nothing is finished, and a layer is there.
    known = tmp_path / "count.json"
    told = json.loads(known.read_text())
    known.write_text(json.dumps({**told, "finished": {}}))
    layer = io.BytesIO()
    np.savez(layer, part=np.array("none"), step=np.array(1), keys=np.arange(1000))
    for name in ("layer.npz", "first.npz"):
        (tmp_path / name).write_bytes(layer.getvalue()[:kept])
    code, out, err = run(*asked)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "is no checkpoint of a count" in err


def test_a_single_square_begins_and_ends_its_tour(run):
    for ends in ((), ("--start", "0,0"), ("--end", "0,0")):
        assert run("1x1", *ends) == (0, "1\n", "")
        assert run("1x1", "--by-start", *ends) == (0, "1\n", "")
        assert run("1x1", "--by-ends", *ends) == (0, "(0, 0) (0, 0) 1\n", "")
    _code, out, _err = run("1x1", "--by-ends", "--json")
    told = json.loads(out)
    assert (told["count"], told["by_ends"]) == (1, [[[[0, 0], [0, 0]], 1]])
