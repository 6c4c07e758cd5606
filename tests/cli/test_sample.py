"""``sample`` on the command line."""

import json

import pytest

from knightbench import Problem, check
from knightbench.cli import main
from knightbench.formats.board_text import check_numbered_board, read_board_text


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["sample", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_boards_and_a_summary(run):
    code, out, err = run("5x6", "--closed", "--count", "3", "--seed", "7")
    assert (code, err) == (0, "")
    *lines, summary = out.splitlines()
    assert summary.startswith("3 drawn evenly from 8 | ")
    for number in range(3):
        *board, label = lines[6 * number : 6 * number + 6]
        assert label == f"tour {number + 1}"
        problem = Problem.from_board("5x6", closed=True)
        check_numbered_board(problem, read_board_text("\n".join(board)).clues)
    assert out == run("5x6", "--closed", "--count", "3", "--seed", "7")[1]
    assert out != run("5x6", "--closed", "--count", "3", "--seed", "8")[1]


def test_json(run):
    code, out, _err = run("5x5", "--start", "0,0", "--forbid", "0,0-1,2", "--json", "--count", "4")
    assert code == 0
    *tours, summary = map(json.loads, out.splitlines())
    problem = Problem.from_board("5x5", start=(0, 0), forbid=[((0, 0), (1, 2))])
    for told in tours:
        check(problem, [problem.square(tuple(square)) for square in told["tour"]])
    assert "tour" not in summary
    assert (summary["drawn"], summary["tours"], summary["directed"]) == (4, 152, True)
    assert summary["schema"] == "knightbench.sample/1"


def test_exit_codes(run):
    assert run("4x4")[0] == 1
    assert run("4x4", "--json")[0] == 1
    code, out, err = run("6x6", "--memory-limit", "10K")
    assert (code, out) == (3, "")
    assert err.startswith("knightbench: unknown: memory-limit: ")
    for arguments, complaint in (
        (["3x4", "--clue", "0,0=2"], "clues"),
        (["3x4", "--count", "0"], "--count 0: it must be at least 1"),
        (["3x4", "--seed", "-1"], "seed -1"),
        (["20x20"], "frontier"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert complaint in err
        assert len(err.splitlines()) == 1
