"""The tables of a report that say how the proofs that there is no tour are backed."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from knightbench.lab.backing import KINDS, Backing, by_presolve
from knightbench.lab.scores import Cell, Scores
from knightbench.report.tables import Table
from knightbench.report.text import plural, seconds


def backing_table(scores: Scores) -> Table:
    """Return how many proofs of each formulation are backed by what."""
    lines = []
    for formulation in scores.formulations:
        kinds = Counter(
            scores.backings[run["key"]].kind
            for run in formulation.runs
            if run["key"] in scores.backings
        )
        if kinds:
            counts = (f"{kinds[kind]:,}" for kind in KINDS)
            lines.append((formulation.label, f"{kinds.total():,}", *counts))
    return Table(
        "How the proofs of each formulation are backed, in runs. Each counts once, under the "
        "strongest that backs it; the strongest is on the left.",
        ("formulation", "proved", *KINDS),
        lines,
        numeric=frozenset(range(1, 2 + len(KINDS))),
    )


def impossible_table(scores: Scores) -> Table:
    """Return what backs the claim that a problem has no tour, problem by problem."""
    backings = _by_problem(scores)
    lines = []
    for truth in scores.truths:
        if truth.known == "none":
            found = [backing for _, backing in backings[truth.problem["hash"]]]
            # None where its proofs are of attempts that were made again: rows that do not count.
            best = max(found, key=lambda backing: backing.strength, default=None)
            kind = str(truth.backing) if best is None else best.kind
            provers = {
                run["name"]
                for formulation in scores.formulations
                for run in formulation.cells.get(truth.problem["hash"], Cell(())).runs
                if run["outcome"] == "proved" and not by_presolve(run)
            }
            lines.append((truth.label, kind, _grounds(found), f"{len(provers):,}"))
    return Table(
        "The problems that have no tour, and what says so. A formulation proves it if it answered "
        "by itself, and no theorem did in its place (presolve).",
        ("problem", "backed by", "in words", "formulations that prove it"),
        lines,
        numeric=frozenset({3}),
        prose=frozenset({2}),
    )


def unbacked_table(scores: Scores) -> Table:
    """Return the problems with claims that nobody backs."""
    backings = _by_problem(scores)
    lines = []
    for truth in scores.truths:
        unbacked = [
            (label, backing)
            for label, backing in backings[truth.problem["hash"]]
            if backing.kind == "unbacked"
        ]
        if unbacked:
            tried = sorted(
                {text for _, backing in unbacked for text in backing.recorded.get("unfinished", ())}
            )
            labels = sorted({label for label, _ in unbacked})
            lines.append((truth.label, "; ".join(labels), "; ".join(tried) or "nothing was tried"))
    return Table(
        "UNBACKED: nobody but the formulation itself says that these problems have no tour.",
        ("problem", "formulations", "what was tried"),
        lines,
        prose=frozenset({1, 2}),
    )


def certificate_table(scores: Scores) -> Table:
    """Return the lengths of the checked proofs, and how long checking them took."""
    columns = [
        formulation
        for formulation in scores.formulations
        if any(checked_proofs(scores, cell) for cell in formulation.cells.values())
    ]
    presolved = {run["problem"]["hash"] for run in scores.counting if by_presolve(run)}
    lines = []
    for truth in scores.truths:
        key = truth.problem["hash"]
        texts = [_length(checked_proofs(scores, column.cells.get(key))) for column in columns]
        if presolved:
            texts.insert(0, "0" if key in presolved else "")
        if any(texts):
            lines.append((truth.label, f"{truth.problem['size']:,}", *texts))
    theorem = ("by a theorem (presolve)",) if presolved else ()
    head = ("problem", "squares", *theorem, *(column.label for column in columns))
    return Table(
        "The length of the checked proofs in steps, and the seconds that checking them took; over "
        "several seeds the medians. Empty: no checked proof.",
        head,
        lines if columns else [],
        numeric=frozenset(range(1, len(head))),
    )


def _by_problem(scores: Scores) -> dict[str, list[tuple[str, Backing]]]:
    """Return the backings of every problem's proofs, each beside its formulation's label."""
    found: dict[str, list[tuple[str, Backing]]] = defaultdict(list)
    for formulation in scores.formulations:
        for run in formulation.runs:
            if run["key"] in scores.backings:
                found[run["problem"]["hash"]].append(
                    (formulation.label, scores.backings[run["key"]])
                )
    return found


def _grounds(found: list[Backing]) -> str:
    """Return what backs a problem's proofs, in words: all that was recorded, or who agrees."""
    if not found:
        return "said in an attempt that was made again"
    told = []
    recorded = [backing.recorded for backing in found]
    certificates = [facts["certificate"] for facts in recorded if "certificate" in facts]
    if certificates:
        shortest = min(facts["steps"] for facts in certificates)
        checked = plural(len(certificates), "proof")
        told.append(f"{checked} checked, the shortest of {plural(shortest, 'step')}")
    theorems = [facts["theorem"] for facts in recorded if "theorem" in facts]
    told += sorted({f"{facts['statement']} ({facts['source']})" for facts in theorems})
    counts = [facts["exhaustive"] for facts in recorded if "exhaustive" in facts]
    told += sorted(
        {f"{facts['method']} counted no tour, over {facts['states']:,} states" for facts in counts}
    )
    if told:
        return "; ".join(told)
    others = max(backing.others for backing in found)
    return f"{plural(others + 1, 'formulation')} of different names say so" if others else "nothing"


def checked_proofs(scores: Scores, cell: Cell | None) -> list[Mapping[str, Any]]:
    """Return what was recorded of the checked certificates of a formulation's runs on a problem."""
    if cell is None:
        return []
    backings = (scores.backings.get(run["key"]) for run in cell.runs)
    recorded = [backing.recorded for backing in backings if backing is not None]
    return [facts["certificate"] for facts in recorded if "certificate" in facts]


def _length(found: Sequence[Mapping[str, Any]]) -> str:
    """Return how long a proof is, and how long checking it took."""
    if not found:
        return ""
    steps = statistics.median(facts["steps"] for facts in found)
    took = statistics.median(facts["seconds"] for facts in found)
    return f"{steps:,.0f} ({seconds(took)} s)"
