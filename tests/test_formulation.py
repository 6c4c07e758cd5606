import subprocess
import sys
from dataclasses import dataclass

import pytest

from knightbench import Answer, Context, Formulation, Problem, formulations, parameter
from knightbench.formulation import available, load_plugin, make, plugin_file

PLUGIN = '''
from dataclasses import dataclass
from knightbench import Answer, Context, Formulation, Problem, parameter, register

@register
@dataclass(frozen=True)
class Line(Formulation):
    """Visits the squares in the order of their numbers."""

    name = "in-order"
    summary = "the squares in the order of their numbers"
    source = "a test"
    effort = "guesses"
    complete = False
    backwards: bool = parameter(False, "from the last square to the first")

    def solve(self, problem: Problem, context: Context) -> Answer:
        with context.phase("search"):
            order = range(problem.size)
            return Answer.satisfied(order[::-1] if self.backwards else order, guesses=1)
'''


@dataclass(frozen=True)
class Sample(Formulation):
    """Every kind of parameter."""

    name = "sample"
    summary = "every kind of parameter"
    source = "this test"
    effort = "none"
    cap: int | None = parameter(None, "a cap", minimum=1)
    times: int = parameter(3, "how often", minimum=0)
    kind: str = parameter("a", "which", choices=("a", "b"))
    quick: bool = parameter(True, "whether")

    def solve(self, problem: Problem, context: Context) -> Answer:
        raise NotImplementedError


@pytest.fixture
def sample(monkeypatch):
    monkeypatch.setitem(sys.modules["knightbench.formulation"]._registry, "sample", Sample)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("spec", "values"),
    [
        ("sample", {}),
        ("sample?cap=7", {"cap": 7}),
        ("sample?cap=none", {}),
        ("sample?kind=b&quick=no&times=0", {"kind": "b", "quick": False, "times": 0}),
    ],
)
def test_specs_are_read_and_written_back(spec, values):
    formulation = make(spec)
    assert formulation == Sample(**values)
    assert make(str(formulation)) == formulation
    assert make("sample", **values) == formulation


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("sample?kind=c", "none of a, b"),
        ("sample?quick=maybe", "none of yes, no"),
        ("sample?times=1.5", "not a whole number"),
        ("sample?times=-1", "below 0"),
        ("sample?cap=0", "below 1"),
        ("sample?speed=1", "no parameter 'speed': it has cap, times, kind, quick"),
        ("sample?times", "name|sample\\?a=1&b=2"),
        ("sample?times=1&times=2", "given twice"),
        ("sampel", "did you mean sample"),
        ("sat-cutsett", "did you mean"),
        ("", "unknown formulation ''"),
    ],
)
def test_wrong_specs_name_the_right_ones(spec, message):
    with pytest.raises(ValueError, match=message):
        make(spec)


@pytest.mark.usefixtures("sample")
def test_values_from_python_are_checked_too():
    with pytest.raises(ValueError, match="of type int"):
        make("sample", times="3")
    with pytest.raises(ValueError, match="of type int"):
        make("sample", times=True)


def test_importing_knightbench_loads_no_solver():
    code = (
        "import sys, knightbench; knightbench.Board, knightbench.solve, knightbench.formulations();"
        "print([m for m in ('ortools', 'pysat', 'numba', 'scipy', 'matplotlib', 'networkx')"
        " if m in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (printed.stdout.strip(), printed.stderr) == ("[]", "")


def test_a_folder_of_the_name_of_a_module_is_no_module(tmp_path, monkeypatch):
    @dataclass(frozen=True)
    class Needy(Sample):
        requires = ("a_solver_of_somebody",)

    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a_solver_of_somebody").mkdir()
    assert not available(Needy)
    (tmp_path / "a_solver_of_somebody" / "__init__.py").touch()
    assert available(Needy)


def test_a_plugin_is_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(PLUGIN)
    try:
        load_plugin(file)
        load_plugin(file)
        formulation = make("in-order?backwards=yes")
        assert plugin_file(formulation) == str(file)
    finally:
        sys.modules["knightbench.formulation"]._registry.pop("in-order", None)


def test_a_plugin_that_cannot_be_loaded_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no such Python file"):
        load_plugin(tmp_path / "absent.py")
    (tmp_path / "broken.py").write_text("import nothing_of_that_name")
    with pytest.raises(ValueError, match="ModuleNotFoundError"):
        load_plugin(tmp_path / "broken.py")


def test_two_formulations_cannot_share_a_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(PLUGIN.replace("in-order", "backtracking"))
    before = formulations()["backtracking"]
    with pytest.raises(ValueError, match="two formulations are named 'backtracking'"):
        load_plugin(file)
    assert formulations()["backtracking"] is before


def test_phases_add_up_and_the_seed_decides():
    context = Context(seed=5)
    with context.phase("build"), pytest.raises(KeyError):
        raise KeyError
    first = context.time["build"]
    with context.phase("build"):
        pass
    assert context.time["build"] > first
    assert Context(seed=5).rng.integers(2**60) == Context(seed=5).rng.integers(2**60)
    assert Context(seed=5).solver_seed == Context(seed=5).solver_seed != Context(seed=6).solver_seed
