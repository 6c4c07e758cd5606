"""What the numbers of a report mean, and what they do not: told on every report."""

from __future__ import annotations

from knightbench.lab.measures import SHIFT

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
        "Said that there is no tour, and nothing in the rows says otherwise. What backs the claim "
        "is told beside it.",
    ),
    (
        "backed by",
        "What says that there is no tour beside the formulation, the strongest first. Certificate: "
        "the formulation wrote its proof down, and a checker that trusts no solver followed it "
        "step by step to the end; this confirms the reasoning as well as the answer. Theorem: a "
        "theorem or a simple necessary condition says that this problem has no tour. Exhaustive: "
        "an independent count of all tours found none. Cross-checked: formulations of other names, "
        "never wrong in this experiment, say so too; they may share a library, so that it is "
        "weaker. Unbacked: nobody else says so. Answers that presolve gave are the theorem's, and "
        "count for no formulation.",
    ),
    (
        "steps of a proof",
        "The clauses that a solver derived on its way to a contradiction, each of which follows "
        "from those before it. A proof by a theorem has no such steps: the theorem says in one "
        "argument what a solver that does not know it must find case by case.",
    ),
    ("gave up", "Ended by itself without a tour and without a proof."),
    ("timeout, memout", "Was ended at a limit of time or of memory."),
    ("crashed", "Ended in an error. The messages are listed."),
    (
        "wrong",
        "Brought a tour that fails the check, said that there is none where a tour was found or "
        "counted, or gave a proof with a step that does not hold. "
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
        f"geometric mean, shift {SHIFT:g} s",
        f"exp(mean of log(time + {SHIFT:g} s)) - {SHIFT:g} s over the problems, each weighing the "
        "same. A run that decided nothing, unsupported ones included, counts as its wall limit, so "
        "that the mean of a formulation with such runs is a lower bound. Limits weigh less in it "
        "than in PAR-2, and times far below the shift hardly differ.",
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
        "problems. The quartiles beside it hold the middle half of those runs; they tell of "
        "problems and seeds together.",
    ),
    (
        "effort",
        "The formulation's own count of its work, the same for the same seed on any machine. "
        "Units differ between formulations, so it compares runs of one formulation, never two "
        "formulations.",
    ),
    (
        "virtual best solver",
        "On every problem the formulation with the least PAR-2 there: what a perfect choice among "
        "the ranked formulations would reach. PAR-2 lost without a formulation is its marginal "
        "contribution: by how much that score grows when it is left out. Of two that do the same "
        "equally well, both have a contribution of 0. Decides alone: problems that the median "
        "run of no other formulation decides. Fastest on: problems that none decides sooner.",
    ),
    (
        "pair",
        "Two ranked formulations on the problems that both were run on and support. The test is "
        "Wilcoxon's signed-rank test, two-sided, on the logarithm of the ratio of their times, one "
        "ratio a problem (median over the seeds). Problems that neither decides are left out; "
        "those that one decides share the extreme ranks in its favour, unless the two had "
        "different limits. It supposes independent problems, and that equally good formulations "
        "would show each ratio as often as its inverse. An incomplete formulation loses each "
        "problem without a tour. Problems are chosen, not drawn: the result speaks of problems "
        "like these. Where k problems tell two formulations apart, p is at least 2 / 2**k before "
        "its correction, so that few problems find few differences.",
    ),
    (
        "exponent",
        "b of time = a * squares ** b: the slope of the line of least squares through the "
        "logarithms of median times and of squares, over the boards whose tour was found. Its "
        "interval supposes even, independent, normal scatter about the line. Boards left "
        "undecided are the slow ones, and on small boards the work that does not grow dominates: "
        "both make the exponent too low. It holds for the sizes fitted, and nothing says that the "
        "growth is a power at all.",
    ),
    (
        "limits of all this",
        "Times belong to the machine and the versions named here. A few problems and seeds do "
        "not rank formulations in general, and a difference of a few per cent in a single "
        "run is noise.",
    ),
)
