"""What a report says, section by section, and its Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from knightbench.lab.pairwise import LEVEL, pairwise
from knightbench.lab.portfolio import portfolio
from knightbench.lab.scaling import MINIMUM_SIZES, families, scaling, sizes_of
from knightbench.lab.scores import Scores
from knightbench.report.comparison_tables import (
    contribution_table,
    difference_table,
    scaling_table,
    win_table,
)
from knightbench.report.meaning import MEANINGS
from knightbench.report.proof_tables import (
    backing_table,
    certificate_table,
    impossible_table,
    unbacked_table,
)
from knightbench.report.tables import (
    Table,
    correctness_table,
    message_table,
    phases_table,
    setup_table,
    speed_table,
    to_markdown,
    undecided_table,
    wrong_table,
)
from knightbench.report.text import escape_markdown, plural, seconds

_BY = {
    "certificate": "a certificate that was checked",
    "theorem": "a theorem",
    "exhaustive": "an exhaustive count",
    "cross-checked": "other formulations that say the same",
}


@dataclass(frozen=True)
class Section:
    """A heading and the paragraphs (texts, not escaped) and tables below it."""

    heading: str
    blocks: tuple[str | Table, ...]


def title(scores: Scores) -> str:
    """Return the title of the report."""
    return f"knightbench: {scores.experiment}"


def disqualifications(scores: Scores) -> Section | None:
    """Return who was wrong, or None: where there is one, it comes before everything else."""
    if not scores.wrong:
        return None
    names = sorted({row["formulation"] for row in scores.wrong})
    return Section(
        f"WRONG ANSWERS: {plural(len(names), 'formulation')} disqualified",
        (
            f"Wrong at least once and therefore not ranked: {'; '.join(names)}.",
            wrong_table(scores),
        ),
    )


def about(machine: Mapping[str, Any] | None) -> Section | None:
    """Return what the experiment asks, in its own words; None where it does not say."""
    told = (machine or {}).get("about")
    return Section("What this is about", tuple(map(str, told))) if told else None


def setup(scores: Scores, machine: Mapping[str, Any] | None) -> Section:
    """Return what was run, and what is missing."""
    blocks: list[str | Table] = [setup_table(scores, machine)]
    if scores.missing:
        pairs = len(scores.formulations) * len(scores.truths)
        blocks.append(
            f"Incomplete: {len(scores.missing):,} of {pairs:,} pairs of a formulation and a "
            "problem have no run. Formulations that were run on different problems are not "
            "comparable, so take the ranking as provisional."
        )
    return Section("What was run", tuple(blocks))


def correctness(scores: Scores) -> Section:
    """Return who answered what, with the errors and the reasons of those who did not."""
    blocks: list[str | Table] = []
    if not scores.wrong:
        blocks.append(
            "No wrong answer: every tour passed the check, and no formulation denied a tour that "
            "another one found."
        )
    blocks.append(correctness_table(scores))
    messages = (
        message_table(scores, "crashed", "What runs that crashed said."),
        message_table(scores, "unsupported", "Why runs were unsupported."),
    )
    blocks += [table for table in messages if table.lines]
    return Section("Correctness", tuple(blocks))


def proofs(scores: Scores) -> Section | None:
    """Return what says that problems have no tour; None where no run proved that."""
    if not scores.backings:
        return None
    kinds = Counter(backing.kind for backing in scores.backings.values())
    told = [f"{kinds[kind]:,} by {how}" for kind, how in _BY.items() if kinds[kind]]
    blocks: list[str | Table] = [
        "A tour can be checked by anybody who looks at it. That there is none cannot be seen: "
        "somebody has to be believed, unless the claim is backed by a proof that was checked, a "
        "theorem, or an independent count.",
        f"Backed of {plural(kinds.total(), 'claim')}: {', '.join(told) or 'none'}. "
        f"Unbacked: {kinds['unbacked'] or 'none'}.",
    ]
    if kinds["unbacked"]:
        blocks.append(unbacked_table(scores))
    blocks += [impossible_table(scores), backing_table(scores)]
    certificates = certificate_table(scores)
    if certificates.lines:
        blocks.append(certificates)
    return Section("Proofs that there is no tour", tuple(blocks))


def speed(scores: Scores) -> Section:
    """Return the ranking."""
    return Section("Speed", (speed_table(scores), phases_table(scores), undecided_table(scores)))


def together(scores: Scores) -> Section | None:
    """Return what the formulations can do together; None where there are no two to rank."""
    if len(scores.ranked) < 2:
        return None
    best, whole = scores.ranked[0], portfolio(scores)
    return Section(
        "Together",
        (
            f"The virtual best solver decides {whole.decided:,} of "
            f"{plural(whole.problems, 'problem')}; its PAR-2 is {seconds(whole.par2)} s. The best "
            f"formulation by itself, {best.label}, decides {best.decided:,}; its PAR-2 is "
            f"{seconds(best.par2())} s.",
            contribution_table(whole),
        ),
    )


def pairs(scores: Scores) -> Section | None:
    """Return who is faster than whom; None where there are no two to rank."""
    if len(scores.ranked) < 2:
        return None
    found = pairwise(scores)
    differing = sum(pair.differ for pair in found)
    blocks: list[str | Table] = [
        f"{differing:,} of {plural(len(found), 'pair')} of formulations differ beyond chance "
        f"(p below {LEVEL:g} in a signed-rank test over the problems, corrected by Holm's "
        "method). No difference found does not mean that there is none."
    ]
    if differing:
        blocks.append(difference_table(found))
    blocks.append(win_table(found, [formulation.label for formulation in scores.ranked]))
    return Section("Pair by pair", tuple(blocks))


def growth(scores: Scores) -> Section:
    """Return how times grow with the board."""
    fits = scaling(scores)
    small = [
        f"{family} ({plural(sizes_of(truths), 'size')})"
        for family, truths in families(scores).items()
        if sizes_of(truths) < MINIMUM_SIZES
    ]
    blocks: list[str | Table] = [scaling_table(fits)] if fits else []
    if small:
        blocks.append(
            f"Boards of fewer than {MINIMUM_SIZES} sizes, not fitted: {'; '.join(small)}."
        )
    if not blocks:
        blocks.append("No boards that differ in size alone: nothing to fit.")
    return Section("Growth with the board", tuple(blocks))


def meaning() -> Section:
    """Return what the numbers mean."""
    caption = "Terms, and the limits of what they say."
    table = Table(caption, ("term", "meaning"), MEANINGS, prose=frozenset({1}))
    return Section("What the numbers mean", (table,))


def summary_markdown(scores: Scores, machine: Mapping[str, Any] | None) -> str:
    """Return the report in Markdown."""
    sections = [
        disqualifications(scores),
        about(machine),
        setup(scores, machine),
        correctness(scores),
        proofs(scores),
        speed(scores),
        together(scores),
        pairs(scores),
        growth(scores),
        meaning(),
    ]
    parts = [f"# {escape_markdown(title(scores))}\n"]
    for section in filter(None, sections):
        parts.append(f"## {escape_markdown(section.heading)}\n")
        parts += [
            to_markdown(block) if isinstance(block, Table) else escape_markdown(block) + "\n"
            for block in section.blocks
        ]
    return "\n".join(parts)
