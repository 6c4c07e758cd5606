"""What holds for all tests: no clock decides them, and none leaves anything to the next."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from knightbench.formulation import _files, _registry

#: Plug-ins: whoever looks for doctests would import them, and make their formulations known to all.
collect_ignore = ["enumeration/lists_wrongly.py", "proof/bringing.py"]

# Every example has the time that a busy machine takes.
settings.register_profile("no-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no-clock")


@pytest.fixture(autouse=True)
def _forget_plugins() -> Iterator[None]:
    """Forget the formulations of a test's own files: others look at all that are known."""
    yield
    for name in [name for name, kind in _registry.items() if kind.__module__ in _files]:
        del _registry[name]
    _files.clear()
