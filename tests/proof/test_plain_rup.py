"""The tests' own checker finds contradictions, and none where there is none."""

from tests.proof.plain_rup import refutes


def test_a_contradiction_is_found() -> None:
    assert refutes([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "0"])
    assert refutes([[1], [-1]], [])


def test_what_does_not_follow_is_refused() -> None:
    assert not refutes([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["0"])
    assert not refutes([[1, 2]], ["1 0", "-1 0", "0"])
