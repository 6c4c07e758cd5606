"""What the README says works when it is pasted."""

import re
import subprocess
import sys
from pathlib import Path

from knightbench.cli.listing import formulations_table

README = Path(__file__).parents[1] / "README.md"


def python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_formulation_works_when_pasted(tmp_path):
    (code,) = [block for block in python_blocks() if "@register" in block]
    assert len(code.splitlines()) <= 30
    (tmp_path / "greedy.py").write_text(code)
    solve = [sys.executable, "-m", "knightbench", "solve", "--plugin", "greedy.py"]
    for arguments, expected in ((["8x8"], 0), (["8x8", "--closed"], 3), (["4x4"], 3)):
        ended = subprocess.run(
            [*solve, *arguments, "--with", "greedy"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == expected, ended.stderr


def test_the_python_example_works_when_pasted(tmp_path):
    (code,) = [block for block in python_blocks() if "time_limit" in block]
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert ended.stdout.startswith("SATISFIED (0, "), ended.stderr


def test_the_table_of_formulations_is_that_of_the_registry():
    assert formulations_table() in README.read_text(encoding="utf-8")
