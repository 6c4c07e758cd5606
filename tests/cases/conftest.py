"""The command line, for all cases."""

import pytest

from knightbench.cli import main


@pytest.fixture
def typed(capsys):
    """Carry out a command as a user types it; return its exit code and what it printed."""

    def typed(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return typed
