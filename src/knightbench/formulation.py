"""Formulations: one way each to put a problem to one solver, and the registry of them.

A formulation is a frozen dataclass whose fields are its parameters::

    @register
    @dataclass(frozen=True)
    class Mine(Formulation):
        name = "mine"
        summary = "one line that says what it does"
        source = "the paper it comes from"
        complete = False
        limit: int = parameter(100, "how often it tries")

        def solve(self, problem: Problem, context: Context) -> Answer: ...

It is found in `knightbench.catalogue`, through the entry-point group
``knightbench.formulations``, or in a file loaded with `load_plugin`.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import importlib
import importlib.metadata
import importlib.util
import inspect
import math
import pkgutil
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar

import numpy as np

from knightbench.answer import Answer, UnknownReason
from knightbench.problem import Problem

ENTRY_POINT_GROUP = "knightbench.formulations"


class UnsupportedProblem(ValueError):
    """A formulation was asked a problem that it does not serve."""


class Unfinished(RuntimeError):
    """Something was asked for completely, and ended before it was complete.

    Attributes
    ----------
    reason : str
        As for an UNKNOWN answer; see `knightbench.answer.UnknownReason`.
    """

    def __init__(self, reason: UnknownReason, message: str = "") -> None:
        super().__init__(message or reason)
        self.reason: UnknownReason = reason


@dataclass
class Context:
    """What a formulation is given beside the problem.

    Attributes
    ----------
    seed : int
        For random choices; take them from `rng`, or hand `solver_seed` to the solver.
    threads : int
        How many threads the solver may use.
    deadline : float
        The `time.monotonic` at which the run is ended from outside; infinite without a limit.
    report : callable
        Call it with counts, ``context.report(conflicts=12)``, to show progress. The last report
        is what remains of a run that is ended from outside, so report once a second or so.
    certify : bool
        Whether a claim that there is no tour is to come with a certificate, from those that can
        (see `Formulation.certifies`).
    """

    seed: int = 0
    threads: int = 1
    deadline: float = math.inf
    report: Callable[..., None] = lambda **_counts: None
    on_phase: Callable[[str], None] = lambda _phase: None
    certify: bool = False
    time: dict[str, float] = field(
        default_factory=lambda: {"build": 0.0, "search": 0.0, "decode": 0.0}
    )

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)

    @property
    def solver_seed(self) -> int:
        """A seed for a solver's own generator, derived from `seed`; 0 to 2**31 - 2."""
        return int(np.random.default_rng([self.seed, 1]).integers(2**31 - 1))

    @property
    def remaining(self) -> float:
        """Seconds until the deadline, at least 0; infinite without a limit."""
        return max(0.0, self.deadline - time.monotonic())

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time a phase: ``build``, ``search`` or ``decode``. Phases add up and do not nest."""
        self.on_phase(name)
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.time[name] += time.perf_counter() - begun


def parameter(
    default: Any, meaning: str, choices: tuple[Any, ...] = (), minimum: int | None = None
) -> Any:
    """Declare a parameter of a formulation, as a dataclass field.

    Parameters
    ----------
    default : bool, int, str or None
        Its type is the parameter's type; None stands for an optional whole number.
    meaning : str
        What it chooses.
    choices : tuple, optional
        The values it may take; any value of its type where left out.
    minimum : int, optional
        The least whole number it may be.
    """
    return field(
        default=default, metadata={"meaning": meaning, "choices": choices, "minimum": minimum}
    )


@dataclass(frozen=True)
class Formulation(ABC):
    """One way to put a problem to one solver; its dataclass fields are its parameters.

    Attributes
    ----------
    name, summary, source : str
        What it is called, what it does in one line, and where it comes from.
    family : str
        The kind of method: ``reference``, ``graph``, ``cpsat``, ``sat``, ...
    complete : bool
        Whether it can prove that there is no tour. A property where that depends on parameters.
    effort : str
        Which of its statistics is its deterministic measure of work.
    uses_seed : bool
        Whether another seed may lead to another run.
    requires : tuple of str
        The modules to import before it is timed.
    forkable : bool
        Whether it may run in a fork of a process that has run its `prepare`: true where that
        starts no threads. Others get a fresh interpreter, which takes longer to start.
    extra : str
        The optional dependency group that brings those modules; empty for the core's own.
    certifies : bool
        Whether it can give a certificate of its own with the claim that there is no tour. A
        property where that depends on parameters.
    enumerates : bool
        Whether it has `tours`. A property where that depends on parameters.
    honours : frozenset of str
        Which of the requests made of a tour as a whole it honours, by their names in
        `Problem.special`: ``symmetry``, ``magic``, ``max_crossings``. None by default; a property
        where that depends on parameters. A problem that asks for another one is refused by
        `refusal` before `unsupported_reason` is asked.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    source: ClassVar[str]
    family: ClassVar[str] = "other"
    complete: ClassVar[bool] = True
    effort: ClassVar[str] = ""
    uses_seed: ClassVar[bool] = False
    requires: ClassVar[tuple[str, ...]] = ()
    forkable: ClassVar[bool] = False
    extra: ClassVar[str] = ""
    certifies: ClassVar[bool] = False
    enumerates: ClassVar[bool] = False
    honours: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def solve(self, problem: Problem, context: Context) -> Answer:
        """Answer `problem`. Called only where `refusal` is None; use `ask`."""

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour of `problem`, each once; the end says that there are no more.

        Called only where `enumerates` is true and `refusal` is None; use `ask_for_all`. Where
        no request tells a tour from its reverse (see `Problem.directed`), they are one, in
        either direction.

        Raises
        ------
        Unfinished
            If it has to end before there are no more.
        UnsupportedProblem
            If it serves the problem, but cannot list all its tours.
        """
        raise NotImplementedError(f"{self.name} does not list tours")

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Return why this problem cannot be asked, in a sentence, or None where it can.

        Whoever wants to know asks `refusal`, which knows what this may not.
        """
        return None

    def prepare(self) -> None:
        """Import and compile what is needed, outside of every timed phase."""
        for module in self.requires:
            importlib.import_module(module)

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter and its value."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}

    def __str__(self) -> str:
        """Return the name with the parameters that differ from their defaults."""
        changed = [
            f"{f.name}={_spell(getattr(self, f.name))}"
            for f in dataclasses.fields(self)
            if getattr(self, f.name) != f.default
        ]
        return self.name + "?" * bool(changed) + "&".join(changed)


def refusal(formulation: Formulation, problem: Problem) -> str | None:
    """Return why `formulation` cannot be asked `problem`, in a sentence, or None where it can.

    A request made of the tour as a whole is refused for every formulation that does not name it
    in `honours`, whatever its `unsupported_reason` says: one that was written before there was
    such a request would pass over it.
    """
    missing = [name for name in problem.special if name not in formulation.honours]
    if missing:
        return f"does not honour {' or '.join(missing)}"
    return formulation.unsupported_reason(problem)


def ask(formulation: Formulation, problem: Problem, context: Context) -> Answer:
    """Put `problem` to `formulation`, with the conventions settled first.

    A problem that contradicts itself (see `Problem.contradiction`) is answered here, so that no
    formulation has to know the conventions.

    Raises
    ------
    UnsupportedProblem
        If the formulation does not serve this problem.
    """
    if reason := refusal(formulation, problem):
        raise UnsupportedProblem(f"{formulation.name}: {reason}")
    if problem.contradiction is not None:
        return Answer.unsatisfiable(problem.contradiction)
    return formulation.solve(problem, context)


def ask_for_all(
    formulation: Formulation, problem: Problem, context: Context
) -> Iterator[tuple[int, ...]]:
    """Yield every tour of `problem` by `formulation`, with the conventions settled first.

    Raises
    ------
    UnsupportedProblem
        If the formulation does not list tours, or does not serve this problem.
    Unfinished
        If it had to end before there were no more.
    """
    if reason := refusal_to_list(formulation, problem):
        raise UnsupportedProblem(f"{formulation.name}: {reason}")
    if problem.contradiction is None:
        yield from formulation.tours(problem, context)


def refusal_to_list(formulation: Formulation, problem: Problem) -> str | None:
    """Return why `formulation` cannot list the tours of `problem`, in a sentence, or None."""
    if formulation.enumerates:
        return refusal(formulation, problem)
    able = [name for name, kind in formulations().items() if kind().enumerates and available(kind)]
    with_these = " with these parameters" if type(formulation)().enumerates else ""
    return f"does not list all tours{with_these}; {', '.join(able)} do"


def serving(problem: Problem) -> list[str]:
    """Return the names of the installed formulations that serve `problem`, as they come."""
    kinds = formulations().items()
    return [name for name, kind in kinds if available(kind) and refusal(kind(), problem) is None]


def unsupported_requests(problem: Problem, *honoured: str) -> str | None:
    """Return a sentence about the requests of `problem` that are not among `honoured`, or None.

    Requests are ``start``, ``end``, ``clues`` and ``required moves``; forbidden moves are never
    in the graph that a formulation sees, so everybody honours them. Those that are made of the
    tour as a whole are seen to by `refusal`.
    """
    asked = {
        "start": problem.start is not None,
        "end": problem.end is not None,
        "clues": bool(problem.clues),
        "required moves": bool(problem.required),
    }
    missing = [what for what, present in asked.items() if present and what not in honoured]
    return f"does not honour {' or '.join(missing)}" if missing else None


F = TypeVar("F", bound=Formulation)
_registry: dict[str, type[Formulation]] = {}
_files: dict[str, Path] = {}
_from_entry_points: set[str] = set()


def register(formulation: type[F]) -> type[F]:
    """Make a formulation known under its name; use it as a decorator.

    Raises
    ------
    ValueError
        If another formulation has the name.
    """
    known = _registry.get(formulation.name)
    if known is not None and inspect.getsourcefile(known) != inspect.getsourcefile(formulation):
        raise ValueError(
            f"two formulations are named {formulation.name!r}: "
            f"{known.__module__} and {formulation.__module__}"
        )
    _registry[formulation.name] = formulation
    return formulation


@cache
def _discover() -> None:
    """Import every module of `knightbench.catalogue` and every entry point, once.

    Modules whose names begin with an underscore hold compiled kernels, and import what is slow
    to import; they wait until they are needed.
    """
    package = importlib.import_module("knightbench.catalogue")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.rpartition(".")[2].startswith("_"):
            importlib.import_module(module.name)
    before = set(_registry)
    for entry in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        entry.load()
    _from_entry_points.update(set(_registry) - before)


def load_plugin(file: str | Path) -> ModuleType:
    """Run a Python file that registers formulations, once, and return its module.

    Raises
    ------
    ValueError
        If there is no such file, or it cannot be run.
    """
    path = Path(file).resolve()
    for name, known in _files.items():
        if known == path:
            return sys.modules[name]
    # Named after its full path: two plug-ins may share a file name.
    name = "knightbench_plugin_" + hashlib.sha256(str(path).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ValueError(f"plug-in {file}: there is no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # It may import its neighbours, as a script that is run may.
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise ValueError(f"plug-in {file}: {type(error).__name__}: {error}") from error
    _files[name] = path
    return module


def plugin_file(formulation: Formulation) -> str | None:
    """Return the file that another process must load to know `formulation`, or None.

    What the catalogue and the entry points bring, it finds by itself. Else that is the file in
    which the class stands: a plug-in, a module that was imported, the script that is running.
    """
    kind = type(formulation)
    if kind.__module__ in _files:
        return str(_files[kind.__module__])
    if kind.__module__.startswith("knightbench.") or kind.name in _from_entry_points:
        return None
    return str(Path(inspect.getfile(kind)).resolve())


def formulations() -> dict[str, type[Formulation]]:
    """Return every formulation by name, in alphabetical order."""
    _discover()
    return dict(sorted(_registry.items()))


def available(formulation: type[Formulation]) -> bool:
    """Return whether the modules that a formulation requires are installed."""

    def installed(module: str) -> bool:
        try:
            spec = importlib.util.find_spec(module.partition(".")[0])
            # A folder that happens to have the name is found too, as a package without a file.
            return spec is not None and spec.origin is not None
        except ValueError:  # a module that was imported without a spec
            return True

    return all(installed(module) for module in formulation.requires)


def make(spec: str, **values: Any) -> Formulation:
    """Return the formulation that `spec` describes: ``name`` or ``name?a=1&b=2``.

    Parameters
    ----------
    spec : str
        As on the command line.
    **values
        Parameters beside those in `spec`.

    Raises
    ------
    ValueError
        If the name, a parameter or a value is unknown; the message names the right ones. If
        a module that it requires is not installed; the message names the extra that brings it.
    """
    name, _, query = spec.partition("?")
    known = formulations()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"unknown formulation {name!r}: {hint}known are {', '.join(known)}")
    formulation = known[name]
    if not available(formulation):
        wanted = f"knightbench[{formulation.extra}]" if formulation.extra else "knightbench"
        raise ValueError(f"{name} needs {', '.join(formulation.requires)}: pip install {wanted}")
    texts: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, text = part.partition("=")
        if not equals:
            raise ValueError(f"{name}: write parameters as {name}?a=1&b=2, not {part!r}")
        if key in texts or key in values:
            raise ValueError(f"{name}: parameter {key!r} is given twice")
        texts[key] = text
    fields = {f.name: f for f in dataclasses.fields(formulation)}
    for key in (*texts, *values):
        if key not in fields:
            which = f"it has {', '.join(fields)}" if fields else "it has none"
            raise ValueError(f"{name} has no parameter {key!r}: {which}")
    parsed = {key: _parse(name, fields[key], text) for key, text in texts.items()}
    given = {key: _validated(name, fields[key], value) for key, value in values.items()}
    return formulation(**parsed, **given)


def describe(formulation: type[Formulation]) -> Mapping[str, Any]:
    """Return what is known of a formulation, as plain values fit for JSON."""
    return {
        "name": formulation.name,
        "family": formulation.family,
        "summary": formulation.summary,
        "source": formulation.source,
        "complete": bool(formulation().complete),
        "certifies": bool(formulation().certifies),
        "enumerates": bool(formulation().enumerates),
        "honours": sorted(formulation().honours),
        "uses_seed": bool(formulation().uses_seed),
        "effort": formulation.effort,
        "available": available(formulation),
        "extra": formulation.extra or None,
        "parameters": [
            {
                "name": f.name,
                "type": _type_name(f.default),
                "default": f.default,
                "choices": list(_choices(f)) or None,
                "meaning": f.metadata["meaning"],
            }
            for f in dataclasses.fields(formulation)
        ],
    }


def _type_name(default: Any) -> str:
    return "int or none" if default is None else type(default).__name__


def _choices(f: dataclasses.Field[Any]) -> tuple[Any, ...]:
    return (True, False) if isinstance(f.default, bool) else tuple(f.metadata["choices"])


def _spell(value: Any) -> str:
    """Return a value as it is written in a spec: yes and no, none, else itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


_BOOLEANS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def _parse(name: str, f: dataclasses.Field[Any], text: str) -> Any:
    if isinstance(f.default, bool):
        if text.lower() not in _BOOLEANS:
            raise ValueError(f"{name}: {f.name}={text} is none of yes, no")
        return _BOOLEANS[text.lower()]
    if f.default is None and text == "none":
        return None
    if f.default is None or isinstance(f.default, int):
        try:
            return _validated(name, f, int(text))
        except ValueError as error:
            if "invalid literal" not in str(error):
                raise
            raise ValueError(f"{name}: {f.name}={text} is not a whole number") from None
    return _validated(name, f, text)


def _validated(name: str, f: dataclasses.Field[Any], value: Any) -> Any:
    """Return `value` if parameter `f` may take it; the error names what it may be."""
    choices = _choices(f)
    if choices and value not in choices:
        raise ValueError(
            f"{name}: {f.name}={_spell(value)} is none of {', '.join(map(_spell, choices))}"
        )
    wanted = int if f.default is None else type(f.default)
    fits = isinstance(value, wanted) and isinstance(value, bool) == (wanted is bool)
    if not fits and not (value is None and f.default is None):
        raise ValueError(f"{name}: {f.name}={value!r} should be of type {_type_name(f.default)}")
    minimum = f.metadata["minimum"]
    if minimum is not None and value is not None and value < minimum:
        raise ValueError(f"{name}: {f.name}={value} is below {minimum}")
    return value
