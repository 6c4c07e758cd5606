"""The tables of a report, as plain cells, and their Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from knightbench.lab.backing import KINDS
from knightbench.lab.labels import limit_text
from knightbench.lab.measures import (
    SHIFT,
    decided,
    median,
    median_effort,
    median_time,
    spread_of_time,
)
from knightbench.lab.scores import Cell, FormulationScore, Scores
from knightbench.lab.verdicts import OUTCOMES, PHASES, Row, Truth
from knightbench.report.text import count, escape_markdown, milliseconds, plural, seconds, visible

#: What a cell of the correctness table says of an outcome.
WORDS = {
    "wrong": "WRONG",
    "solved": "tour",
    "proved": "none",
    "gave-up": "gave up",
    "timeout": "timeout",
    "memout": "memout",
    "crashed": "crashed",
    "unsupported": "—",
}

ERROR_LENGTH = 300


@dataclass(frozen=True)
class Table:
    """A table of texts as they come from the rows: not escaped.

    Attributes
    ----------
    caption : str
        What it shows, in a sentence.
    head : sequence of str
        The columns. The first holds the names of the lines.
    lines : sequence of sequence of str
        Its lines, each as long as the head.
    numeric : frozenset of int
        Columns that are read as numbers, and set to the right.
    prose : frozenset of int
        Columns of sentences, which need room.
    folded : str
        A line under which the page hides it until it is asked for: what is large and seldom
        looked up. Empty where it is shown.
    """

    caption: str
    head: Sequence[str]
    lines: Sequence[Sequence[str]]
    numeric: frozenset[int] = frozenset()
    prose: frozenset[int] = frozenset()
    folded: str = ""


def to_markdown(table: Table) -> str:
    """Return a table in Markdown, its caption above it."""

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(escape_markdown(cell) for cell in cells) + " |\n"

    rule = "|" + "|".join(
        " ---: " if i in table.numeric else " --- " for i in range(len(table.head))
    )
    return (
        f"{escape_markdown(table.caption)}\n\n"
        + line(table.head)
        + f"{rule}|\n"
        + "".join(line(cells) for cells in table.lines)
    )


def cell_text(cell: Cell | None) -> str:
    """Return what a formulation's runs on a problem came to, anything wrong first.

    One word where all runs agree, else every outcome with its share. Empty where it was not run.
    """
    if cell is None:
        return ""
    counts = [(word, cell.counts[outcome]) for outcome, word in WORDS.items()]
    present = [(word, number) for word, number in counts if number]
    if len(present) == 1:
        return present[0][0]
    runs = len(cell.runs)
    return ", ".join(
        f"{'unsupported' if word == '—' else word} {number}/{runs}" for word, number in present
    )


def truth_text(truth: Truth) -> str:
    """Return what the rows together say about a problem."""
    if truth.known == "none":
        return f"none ({truth.backing}; {truth.proofs} say{'s' * (truth.proofs == 1)} so)"
    return "tour (checked)" if truth.known == "tour" else "unknown"


def wrong_table(scores: Scores) -> Table:
    """Return every wrong run."""
    label_of = {truth.problem["hash"]: truth.label for truth in scores.truths}
    return Table(
        "Every wrong run.",
        ("formulation", "problem", "seed", "attempt", "what was wrong", "run"),
        [
            (
                row["formulation"],
                label_of[row["problem"]["hash"]],
                str(row["seed"]),
                str(row["attempt"]),
                str(row["message"] or "no message was kept"),
                str(row["key"])[:12],
            )
            for row in scores.wrong
        ],
        numeric=frozenset({2, 3}),
        prose=frozenset({4}),
    )


def setup_table(scores: Scores, machine: Mapping[str, Any] | None) -> Table:
    """Return what was run, where, when and with what."""
    rows = scores.counting
    repeated = len(scores.rows) - len(rows)
    started = sorted(str(row["started"]) for row in scores.rows)
    seeds = _numbers(row["seed"] for row in rows if row["uses_seed"])
    lines = [
        ("experiment", scores.experiment),
        (
            "runs",
            f"{len(rows):,}" + (f", and {plural(repeated, 'earlier attempt')}" if repeated else ""),
        ),
        ("formulations", f"{len(scores.formulations):,}"),
        ("problems", f"{len(scores.truths):,}"),
        ("seeds", seeds or "none: no formulation makes random choices"),
        ("limits", " or ".join(sorted({_limits_text(row["limits"]) for row in rows}))),
        ("threads", _numbers(row["threads"] for row in rows)),
        ("presolve", " and ".join(sorted({"yes" if row["presolve"] else "no" for row in rows}))),
        ("started", started[0] if len(started) == 1 else f"{started[0]} to {started[-1]}"),
        *_machine_lines(machine),
        ("versions", _versions_text(rows)),
    ]
    return Table("What was run, and where.", ("what", "value"), lines, prose=frozenset({1}))


def _limits_text(limits: Mapping[str, Any]) -> str:
    return ", ".join(limit_text(name, limits[name]) for name in sorted(limits)) or "no limits"


def _machine_lines(machine: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    if machine is None:
        return [("machine", "not recorded")]
    # Versions and limits are those of the runs, and told from their rows; what the experiment
    # is about comes before any table.
    told = {
        name: value
        for name, value in machine.items()
        if name not in ("versions", "limits", "about")
    }
    return [
        ("runs at once" if name == "jobs" else str(name), _fact_text(name, value))
        for name, value in told.items()
        if value is not None
    ]


def _fact_text(name: str, value: Any) -> str:
    if name == "memory" and isinstance(value, (int, float)):
        return f"{value / 2**30:.1f} GiB"
    if isinstance(value, Mapping) and "cpu" in value:
        return f"{value['cpu']} with {value.get('cores')} cores"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_fact_text("", part) for part in value)
    return str(value)


def _versions_text(rows: Iterable[Row]) -> str:
    found: dict[str, set[str]] = {}
    for row in rows:
        for package, version in row["versions"].items():
            found.setdefault(package, set()).add(str(version))
    return ", ".join(
        f"{package} {' and '.join(sorted(versions))}" for package, versions in sorted(found.items())
    )


def _numbers(values: Iterable[int]) -> str:
    """Return different numbers in order; a long row of successive ones as its two ends."""
    listed = sorted(set(values))
    if len(listed) > 3 and listed[-1] - listed[0] == len(listed) - 1:
        return f"{listed[0]} to {listed[-1]}"
    return ", ".join(map(str, listed))


def correctness_table(scores: Scores) -> Table:
    """Return what each formulation answered on each problem.

    The longer of the two lists runs down the page.
    """
    caption = (
        "What each formulation answered on each problem. WRONG: a wrong answer; —: unsupported; "
        "empty: not run."
    )
    known = "known from all rows"
    answers = [
        [cell_text(formulation.cells.get(truth.problem["hash"])) for truth in scores.truths]
        for formulation in scores.formulations
    ]
    truths = [truth_text(truth) for truth in scores.truths]
    problems = [truth.label for truth in scores.truths]
    names = [formulation.label for formulation in scores.formulations]
    if len(problems) <= len(names):
        lines = [(known, *truths)]
        lines += [(name, *cells) for name, cells in zip(names, answers, strict=True)]
        return Table(caption, ("formulation", *problems), lines)
    columns = zip(problems, truths, *answers, strict=True)
    return Table(caption, ("problem", known, *names), list(columns))


def speed_table(scores: Scores) -> Table:
    """Return the ranking: problems decided first, then PAR-2 over all."""
    lines = []
    for rank, formulation in enumerate(scores.formulations, start=1):
        effort, unit = median_effort(formulation.runs)
        out = formulation.disqualified
        lines.append(
            (
                formulation.label,
                "not ranked: WRONG" if out else str(rank),
                "yes" if formulation.complete else "no",
                f"{len(formulation.runs):,}",
                f"{formulation.counts['solved']:,}",
                f"{formulation.counts['proved']:,}",
                f"{formulation.decided:,} of {len(formulation.cells):,}",
                "—" if out else seconds(formulation.par2()),
                "—" if out else seconds(formulation.par2(supported_only=True)),
                f"{formulation.supported:,}",
                "—" if out else seconds(formulation.shifted_mean),
                seconds(median_time(formulation.runs, "total")),
                f"{count(effort)} {unit}".strip() if effort is not None else "—",
            )
        )
    head = (
        *("formulation", "rank", "complete?", "runs", "solved", "proved", "problems decided"),
        *("PAR-2, all (s)", "PAR-2, supported (s)", "problems supported"),
        *(f"geometric mean, shift {SHIFT:g} s (s)", "median time (s)", "median effort"),
    )
    return Table(
        "The ranking: by problems decided, then by PAR-2 over all problems of the formulation. "
        "Medians are over the runs that decided.",
        head,
        lines,
        numeric=frozenset(range(3, len(head))),
    )


def phases_table(scores: Scores) -> Table:
    """Return median and quartiles of the time of every phase."""
    return Table(
        "Milliseconds by phase: the median over the runs that decided, and the quartiles on both "
        "sides of it.",
        ("formulation", "runs that decided", *(f"{phase} (ms)" for phase in PHASES)),
        [
            (
                formulation.label,
                f"{len(decided(formulation.runs)):,}",
                *(milliseconds(spread_of_time(formulation.runs, phase)) for phase in PHASES),
            )
            for formulation in scores.formulations
        ],
        numeric=frozenset(range(1, 2 + len(PHASES))),
    )


def undecided_table(scores: Scores) -> Table:
    """Return how the runs that decided nothing ended."""
    outcomes = [outcome for outcome in OUTCOMES if outcome not in ("solved", "proved")]
    return Table(
        "How the other runs ended, in runs.",
        ("formulation", *(outcome.replace("-", " ") for outcome in outcomes)),
        [
            (formulation.label, *(f"{formulation.counts[outcome]:,}" for outcome in outcomes))
            for formulation in scores.formulations
        ],
        numeric=frozenset(range(1, len(outcomes) + 1)),
    )


def message_table(scores: Scores, outcome: str, caption: str) -> Table:
    """Return the messages of the runs with an outcome, equal ones counted together."""
    said: Counter[tuple[str, str]] = Counter()
    for row in scores.counting:
        if row["outcome"] == outcome:
            message = str(row["message"] or row["reason"] or "no message was kept")
            if len(message) > ERROR_LENGTH:
                # An error's last words say most.
                message = "…" + message[1 - ERROR_LENGTH :]
            said[row["formulation"], message] += 1
    return Table(
        caption,
        ("formulation", "runs", "message"),
        [(name, f"{number:,}", message) for (name, message), number in sorted(said.items())],
        numeric=frozenset({1}),
        prose=frozenset({2}),
    )


CSV_HEAD = (
    *("experiment", "formulation", "name", "family", "complete", "disqualified"),
    *("problem", "problem_hash", "size", "moves", "closed", "known", "runs"),
    *(outcome.replace("-", "_") for outcome in OUTCOMES),
    *("wall_limit", "par2", "par2_supported", "decision_time", "median_startup"),
    *(f"median_{phase}" for phase in PHASES),
    *("median_effort", "effort_unit", "median_cpu", "median_peak_memory"),
    *(f"proved_{kind.replace('-', '_')}" for kind in KINDS),
)


def summary_csv(scores: Scores) -> str:
    """Return one line for each formulation on each problem, in seconds and bytes, unrounded.

    An empty field was not measured or does not exist. Medians are over the runs that decided.
    ``decision_time`` is the median over the seeds with undecided runs as infinite: empty where
    it is infinite. The last columns count the proofs by what backs them.
    """
    lines = [
        _csv_fields(scores, formulation, truth, formulation.cells[truth.problem["hash"]])
        for formulation in scores.formulations
        for truth in scores.truths
        if truth.problem["hash"] in formulation.cells
    ]
    return to_csv(CSV_HEAD, lines)


def _csv_fields(
    scores: Scores, formulation: FormulationScore, truth: Truth, cell: Cell
) -> list[object]:
    runs = cell.runs
    limits = {run["limits"].get("wall") for run in runs}
    best = decided(runs)
    effort, unit = median_effort(runs)
    backed = (scores.backings.get(run["key"]) for run in runs)
    kinds = Counter(backing.kind for backing in backed if backing is not None)
    return [
        *(scores.experiment, formulation.label, runs[0]["name"], runs[0]["family"]),
        *(formulation.complete, formulation.disqualified),
        *(truth.label, *(truth.problem[key] for key in ("hash", "size", "moves", "closed"))),
        *(truth.known, len(runs)),
        *(cell.counts[outcome] for outcome in OUTCOMES),
        limits.pop() if len(limits) == 1 else None,
        *(cell.par2(), cell.par2(supported_only=True)),
        cell.decision_time if cell.decided else None,
        *(median_time(runs, phase) for phase in ("startup", *PHASES)),
        *(effort, unit),
        *(median(best, lambda run: run["cpu"]), median(best, lambda run: run.get("peak_memory"))),
        *(kinds[kind] for kind in KINDS),
    ]


def to_csv(head: Sequence[str], lines: Iterable[Iterable[object]]) -> str:
    """Return a table of values as CSV: yes and no, None as an empty field."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for line in lines:
        writer.writerow(visible(_csv_text(value)) for value in line)
    return out.getvalue()


def _csv_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
