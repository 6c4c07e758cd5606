"""What the numbers of a report mean, and what they do not: told on every report."""

from __future__ import annotations

#: Term and meaning, in plain text.
MEANINGS: tuple[tuple[str, str], ...] = (
    (
        "run",
        "One formulation on one problem with one seed. Formulations without random choices run "
        "once, the others once a seed. The last attempt of a run counts; a wrong attempt is not "
        "mended by a later one.",
    ),
    (
        "solved",
        "Brought a tour, and the lab checked it: every square once, every step a move, every "
        "request honoured.",
    ),
    (
        "proved",
        "Said that there is no tour. This is the formulation's claim: the report compares it "
        "with the tours in the rows, and cannot confirm it where there is none.",
    ),
    ("gave up", "Ended by itself without a tour and without a proof."),
    ("timeout, memout", "Was ended at a limit of time or of memory."),
    ("crashed", "Ended in an error. The messages are listed."),
    (
        "wrong",
        "Brought a tour that fails the check, or said that there is none where a tour was found. "
        "The formulation, with these parameters, is then never ranked, whatever else it did.",
    ),
    (
        "unsupported",
        "Declined the problem before any work, with a reason; written —. An empty cell means "
        "that the formulation was not run on the problem.",
    ),
    (
        "problems decided",
        "Problems that the median run over the seeds solved or proved. Of two seeds both must "
        "decide, of three two. The first key of the ranking.",
    ),
    (
        "PAR-2",
        "Mean over the problems, in seconds, each problem weighing the same: the time of a run "
        "that decided, twice its wall limit for any other. PAR-2 over all counts an unsupported "
        "run as undecided and is the second key of the ranking. PAR-2 over the supported leaves "
        "those runs out; formulations that support different problems cannot be compared by it. "
        "Both depend on the limit, and both are blank where a run without a decision had no wall "
        "limit.",
    ),
    (
        "time",
        "Wall time. Total runs from build to decode; the start of the process, imports and "
        "compilation are kept apart. Build makes the model, search is the solver at work, decode "
        "turns its answer into squares. The medians of phases need not add up to the median "
        "total.",
    ),
    (
        "median",
        "Over the runs that decided, so that a formulation which decides the easy problems alone "
        "has a low one. Compare medians only between formulations that decided the same "
        "problems.",
    ),
    (
        "effort",
        "The formulation's own count of its work, the same for the same seed on any machine. "
        "Units differ between formulations, so it compares runs of one formulation, never two "
        "formulations.",
    ),
    (
        "limits of all this",
        "Times belong to the machine and the versions named here. A few problems and seeds do "
        "not rank formulations in general, and a difference of a few per cent in a single "
        "run is noise.",
    ),
)
