"""The SAT solvers that PySAT brings, by the names that PySAT answers to.

Each was tried in a process of its own on random formulas, with and without a model, and on
pigeonholes: its verdict is Minisat's, its models satisfy the formula, and a second run gives the
same model and the same counts. Missing are CryptoMinisat, which is a package of its own and whose
wrapper fails without it, and Ergo, which older releases of PySAT lack.
"""

from __future__ import annotations

#: Those that take clauses after a call of ``solve``, tried by enumerating models to the end.
#: MapleSAT crashes on a formula without any clause.
INCREMENTAL_SOLVERS: tuple[str, ...] = (
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
    "maplesat",
    "mergesat3",
    "minicard",
    "minisat-gh",
    "minisat22",
    "minisatep",
)

#: All of them. Kissat ends the process when it is given a clause, or called again, after ``solve``.
SOLVERS: tuple[str, ...] = tuple(sorted((*INCREMENTAL_SOLVERS, "kissat404")))

#: Those that cannot be stopped and called again.
UNLIMITED_SOLVERS: tuple[str, ...] = ("kissat404", "lingeling")

#: Those whose proofs a checker can follow that only propagates, each step by itself, tried on
#: proofs of up to 100,000 steps. MapleSAT's have steps that do not follow so; MergeSat, Kissat and
#: those after MiniSat keep none. CaDiCaL 3 could define variables of its own, but leaves that off.
PROVING_SOLVERS: tuple[str, ...] = (
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "gluecard3",
    "gluecard4",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
)

#: What PySAT cannot tell of a search: Kissat tells it nothing, the others always tell it 0.
UNCOUNTED: dict[str, set[str]] = {
    "kissat404": {"conflicts", "decisions", "propagations"},
    "maplecm": {"propagations"},
    "maplesat": {"propagations"},
}

#: Those whose wrapper cannot set phases.
UNPHASED_SOLVERS: tuple[str, ...] = ("cadical103", "kissat404")
