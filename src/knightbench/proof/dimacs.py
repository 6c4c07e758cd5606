"""The formula and the proof of a certificate, for checkers of other people."""

from __future__ import annotations

from pathlib import Path

from knightbench.proof.checking import problem_of
from knightbench.proof.clauses import KIND
from knightbench.proof.formulas import formula_of
from knightbench.proof.reading import part
from knightbench.proof.telling import Certificate


def write_dimacs(certificate: Certificate, stem: str | Path) -> tuple[Path, Path]:
    """Write a certificate's clauses to ``STEM.cnf`` and its steps to ``STEM.drup``.

    The lemmas stand among the clauses. That those and the formula hold for every tour is what
    `check` looks at, and no checker of proofs can; so a certificate is to be checked before.

    Returns
    -------
    tuple of Path
        The two files.

    Raises
    ------
    ValueError
        If its argument is none by clauses.
    OSError
        If a file cannot be written.
    """
    argument = part(certificate, "argument", dict)
    kind = part(argument, "kind", str)
    if kind != KIND:
        raise ValueError(f"only an argument by {KIND} has a formula, and this is by {kind}")
    formula = formula_of(part(certificate, "formulation", str), problem_of(certificate))
    clauses = formula.clauses + [lemma["clause"] for lemma in argument["lemmas"]]
    cnf, drup = Path(f"{stem}.cnf"), Path(f"{stem}.drup")
    with cnf.open("w", encoding="ascii") as file:
        file.write(f"p cnf {formula.variables} {len(clauses)}\n")
        file.writelines(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)
    with drup.open("w", encoding="ascii") as file:
        file.writelines(f"{step}\n" for step in argument["steps"])
    return cnf, drup
