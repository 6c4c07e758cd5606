"""Reports: tables, a plot and a page, made from the rows of an experiment alone."""

from __future__ import annotations

from pathlib import Path

from knightbench.lab.results import read_results
from knightbench.report.files import replace_file


def write_report(folder: Path) -> list[Path]:
    """Write the report of a results folder into it, and return its files.

    They are ``summary.md``, ``summary.csv``, ``pairwise.csv``, ``scaling.csv``, ``cactus.svg``
    and ``index.html``, and ``proofs.svg`` where proofs were checked on boards that grow. The same
    rows give the same bytes. Each file is replaced as a whole, once all of them have been made.

    Parameters
    ----------
    folder : Path
        Where the rows are, and what was recorded of the machine (``machine.json``), if anything.

    Raises
    ------
    ValueError
        If there are no rows, or a row or the record of the machine is not as it should be.
    """
    # Not above: a picture of a tour needs no statistics.
    from knightbench.lab.pairwise import pairwise
    from knightbench.lab.scaling import scaling
    from knightbench.lab.scores import score
    from knightbench.report.cactus import cactus_svg
    from knightbench.report.comparison_tables import pairwise_csv, scaling_csv
    from knightbench.report.page import page_html
    from knightbench.report.proof_plot import proof_series, proof_svg
    from knightbench.report.summary import summary_markdown
    from knightbench.report.tables import summary_csv

    results = read_results(folder)
    try:
        scores = score(results.rows)
        cactus = cactus_svg(scores.ranked)
        series = proof_series(scores)
        proofs = proof_svg(series) if series else None
        texts = {
            "summary.md": summary_markdown(scores, results.machine),
            "summary.csv": summary_csv(scores),
            "pairwise.csv": pairwise_csv(pairwise(scores)),
            "scaling.csv": scaling_csv(scaling(scores)),
            "cactus.svg": cactus,
            **({} if proofs is None else {"proofs.svg": proofs}),
            "index.html": page_html(scores, results.machine, cactus, proofs),
        }
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from error
    return [replace_file(folder / name, text) for name, text in texts.items()]
