"""The argument by a theorem, which is evaluated anew: see `knightbench.theory`."""

from __future__ import annotations

from knightbench import theory
from knightbench.problem import Problem
from knightbench.proof.reading import numbers, part
from knightbench.proof.telling import Argument
from knightbench.proof.verdict import Refuted
from knightbench.theory import Finding

KIND = "theorem"


def told(finding: Finding) -> Argument:
    """Return the argument that `finding` makes."""
    return {
        "kind": KIND,
        "theorem": finding.theorem,
        "statement": finding.statement,
        "source": finding.source,
        "squares": list(finding.squares),
    }


def check_theorem(problem: Problem, argument: Argument) -> str:
    """Return the theorem's statement about `problem`.

    Raises
    ------
    Refuted
        If the theorem says nothing of the problem, or something else than the argument has it say.
    """
    name = part(argument, "theorem", str)
    claimed = {key: part(argument, key, str) for key in ("statement", "source")}
    squares = tuple(numbers(part(argument, "squares", list), "squares"))
    found = [finding for finding in theory.findings(problem) if finding.theorem == name]
    ruling_out = [finding for finding in found if not finding.verdict]
    if not ruling_out:
        raise Refuted(f"the theorem {name!r} does not say that {problem} has no tour")
    for finding in ruling_out:
        if Finding(name, False, squares=squares, **claimed) == finding:
            return f"{finding.statement} ({finding.source})"
    raise Refuted(f"the theorem {name!r} says something else: {ruling_out[0].statement}")
