"""The SAT solvers that PySAT brings, by the names that PySAT answers to.

Each was tried in a process of its own on random formulas, with and without a model, and on
pigeonholes: its verdict is Minisat's, its models satisfy the formula, and a second run gives the
same model and the same counts. Missing is CryptoMinisat, which is a package of its own and whose
wrapper fails without it.
"""

from __future__ import annotations

#: Those that take clauses after a call of ``solve``, tried by enumerating models to the end, and
#: that count conflicts, decisions and propagations. MapleSAT and MapleCM count no propagations
#: (always 0), and MapleSAT crashes on a formula without any clause.
INCREMENTAL_SOLVERS: tuple[str, ...] = (
    "cadical103",
    "cadical153",
    "cadical195",
    "cadical300",
    "ergo",
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

#: All of them. Kissat ends the process when it is given a clause after ``solve``, and tells PySAT
#: no counts.
SOLVERS: tuple[str, ...] = tuple(sorted((*INCREMENTAL_SOLVERS, "kissat404")))
