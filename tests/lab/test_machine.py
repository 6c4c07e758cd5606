"""The commit that results come from."""

import subprocess

from knightbench.lab import machine


def test_results_are_no_change_to_what_is_run(tmp_path):
    def git(*arguments):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True)

    assert machine.commit(tmp_path) is None
    git("init", "-q")
    for name in ("experiments", "results", "src"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("before")
    git("add", ".")
    git("commit", "-q", "-m", "all")
    # A script is in a folder of its own, and its results are in another.
    script = tmp_path / "experiments"
    clean = machine.commit(script)
    assert clean is not None
    assert len(clean) == 40
    (tmp_path / "results" / "file").write_text("after")
    assert machine.commit(script) == clean
    (tmp_path / "src" / "file").write_text("after")
    assert machine.commit(script) == f"{clean}-dirty"
