"""The argument by clauses: a formula that every tour satisfies, refuted step by step.

The formula is built anew from the problem. To it come *lemmas*: a set of vertices, but not all of
them, is left by an arc and entered by one; not all arcs of a cycle that misses a vertex are made.
Each of them holds for every tour, which is checked on the graph. Then come the *steps* of the
solver's proof, clauses of which each follows from what is there by unit propagation: if all its
literals were false, clauses with one literal left would force others, until a clause has none.
The last step is the empty clause, which nothing satisfies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from knightbench.catalogue.sat.network import Clause, Network
from knightbench.problem import Problem
from knightbench.proof.formulas import formula_of
from knightbench.proof.propagation import Propagator
from knightbench.proof.reading import numbers, part, vertices
from knightbench.proof.telling import Argument
from knightbench.proof.verdict import NotACertificate, Refuted

KIND = "clauses"


def check_clauses(problem: Problem, argument: Argument, formulation: str) -> tuple[str, int]:
    """Return the argument in a sentence, and how many steps were followed.

    The steps of lemmas and of the proof are counted through, lemmas first.

    Raises
    ------
    Refuted
        Naming the first lemma or step that does not hold.
    """
    formula = formula_of(formulation, problem)
    lemmas, steps = part(argument, "lemmas", list), part(argument, "steps", list)
    with Propagator(formula.clauses, formula.variables) as clauses:
        for number, lemma in enumerate(lemmas, start=1):
            if formula.network is None:
                raise Refuted(f"lemma {number}: the formula of {formulation} takes none", number)
            clauses.add(_lemma(formula.network, lemma, number))
        done = clauses.contradictory
        followed = len(lemmas)
        for number, step in enumerate(steps, start=1):
            if done:
                break
            followed = len(lemmas) + number
            where = f"step {number} of the proof, {_shown(step)}"
            clause = _clause(step)
            if clause is None:
                raise Refuted(f"{where}: it is no clause of DIMACS, as in '1 -2 0'", followed)
            if any(abs(literal) > formula.variables for literal in clause):
                what = f"the formula has no variable above {formula.variables}"
                raise Refuted(f"{where}: {what}", followed)
            if not clauses.implies(clause):
                raise Refuted(f"{where}: it does not follow by unit propagation", followed)
            clauses.add(clause)
            done = clauses.contradictory
        if not done:
            what = f"after all {len(steps)} steps of the proof the clauses do not contradict"
            raise Refuted(f"{what} each other: the empty clause does not follow", followed + 1)
    said = (
        f"{len(formula.clauses):,} clauses that every tour satisfies and {len(lemmas):,} lemmas "
        f"of the graph contradict each other, in {followed - len(lemmas):,} steps of unit "
        "propagation"
    )
    return said, followed


def _lemma(network: Network, told: Any, number: int) -> Clause:
    """Return the clause of a lemma, once it is known to hold for every tour."""
    if not isinstance(told, Mapping):
        raise NotACertificate(f"lemma {number} is no object")
    ground = part(told, "is", str)
    chosen = vertices(told, "set", network.vertices, number)
    clause = numbers(part(told, "clause", list), f"the clause of lemma {number}")
    if not 0 < len(chosen) < network.vertices:
        raise Refuted(f"lemma {number}: its set is empty, or all vertices", number)
    inside = np.zeros(network.vertices, dtype=np.bool_)
    inside[list(chosen)] = True
    leaves, enters = inside[network.arcs[:, 0]], inside[network.arcs[:, 1]]
    if ground == "no cycle":
        if not _is_cycle(network, chosen, clause):
            raise Refuted(f"lemma {number}: its arcs are not one cycle over its set", number)
    elif ground in ("left", "entered"):
        crossing = leaves & ~enters if ground == "left" else enters & ~leaves
        if set(clause) != set((np.flatnonzero(crossing) + 1).tolist()):
            what = f"its clause is not that of all arcs by which its set is {ground}"
            raise Refuted(f"lemma {number}: {what}", number)
    else:
        raise Refuted(f"lemma {number}: {ground!r} is no ground", number)
    return clause


def _is_cycle(network: Network, chosen: set[int], clause: Clause) -> bool:
    """Return whether a clause denies the arcs of one cycle that visits each of a set once."""
    if any(not -len(network.arcs) <= literal < 0 for literal in clause):
        return False
    arcs = [network.arcs[-literal - 1].tolist() for literal in clause]
    after: Mapping[int, int] = {int(u): int(v) for u, v in arcs}
    if len(after) != len(clause) or set(after) != chosen:
        return False
    first = vertex = min(chosen)
    for visited in range(1, len(chosen) + 1):
        vertex = after[vertex]
        if vertex not in chosen:
            return False
        if vertex == first:
            return visited == len(chosen)
    return False


#: Literals that are not 0, and a 0 at the end. Shorter than any number that takes long to read.
_STEP = re.compile(r"(?:-?[1-9][0-9]{0,9} )*0", re.ASCII)


def _clause(step: Any) -> Clause | None:
    """Return the clause of a step, or None where it is none."""
    if not isinstance(step, str) or _STEP.fullmatch(step) is None:
        return None
    return list(map(int, step.split()[:-1]))


def _shown(step: Any, most: int = 40) -> str:
    shown = str(step)
    return shown if len(shown) <= most else f"{shown[:most]}..."
