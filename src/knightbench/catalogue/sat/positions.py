"""The square at every step, one literal for each, by SAT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.answer import Answer
from knightbench.catalogue.sat.enumerating import tours_by_steps
from knightbench.catalogue.sat.recording import Record, proving
from knightbench.catalogue.sat.solvers import INCREMENTAL_SOLVERS, PROVING_SOLVERS, SOLVERS
from knightbench.catalogue.sat.solving import counts, search
from knightbench.formulation import Context, Formulation, parameter, register
from knightbench.problem import Problem

if TYPE_CHECKING:
    from pysat.solvers import Solver

Clause = list[int]

#: The encodings of an exactly-one, by PySAT's names. ``native`` is none: the solver itself knows
#: that at most one of some literals is true.
ENCODINGS = (
    "pairwise",
    "seqcounter",
    "ladder",
    "bitwise",
    "sortnetwrk",
    "cardnetwrk",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
    "native",
)
#: The solvers that know it. PySAT has it disabled for its newer CaDiCaLs.
NATIVE_SOLVERS = ("gluecard3", "gluecard4", "minicard")


@register
@dataclass(frozen=True)
class Positions(Formulation):
    """One literal for every square and step: the square is that step of the tour.

    Written x[s, k] for square s and step k. With n squares, m moves and p pairs of steps in a row
    (n - 1 open; n closed, with the last step and the first):

    Variables
        n² literals x[s, k], and the auxiliary variables of 2n exactly-ones.
    Constraints
        Exactly one step for every square; exactly one square for every step. For every square s
        and pair of steps k, l: x[s, k] implies x[t, l] for one neighbour t of s. With
        ``previous=yes`` also the reverse, which follows from it though not by unit propagation
        alone: x[s, l] implies x[t, k] for one neighbour t of s. A settled step: the unit clause
        x[s, k]. A required move from u to v: for every k, x[u, k] implies x[v, l] with l the step
        after k; without a direction, the step after or before.
    Size
        n² + 2na variables and 2nc + pn clauses, where an exactly-one has a auxiliary variables
        and c clauses; with ``previous=yes`` pn more clauses; one more for every settled step, n
        more for every required move. For n of at least 3, with b = n⌈log₂ n⌉ - 2^⌈log₂ n⌉ + n,
        g = 2⌈n/2⌉, h = 1 where n < g and else 0, t = ⌈log₂ n⌉, q = (t² - t + 4) 2^(t - 2) - 1,
        r = 1 where n < 2^t and else 0:

        ===================  ===========  =============  ==================
        exactly one          `encoding`   a              c
        ===================  ===========  =============  ==================
        pairwise             pairwise     0              n(n - 1)/2 + 1
        sequential counter   seqcounter   n - 1          3n - 3
        ladder               ladder       n + 1          4n + 1
        bitwise              bitwise      t              nt + 1
        sorting network      sortnetwrk   2q + r         3q + 2 + r
        cardinality network  cardnetwrk   4g - 6 + h     6g - 7 + h
        totalizer            totalizer    b              n(n - 1)/2 + b + 2
        modulo totalizer     mtotalizer   (see below)    (see below)
        k-modulus            kmtotalizer  2n - 2         4n - 3
        known to the solver  native       0              2
        ===================  ===========  =============  ==================

        For n of 1 and 2, whatever the encoding: a is 0, c is n; but with ``native`` c is always
        2, for what the solver is told counts as a clause. For the modulo totalizer no formula is
        known here: a and c are 56 and 143 for n = 16, 138 and 425 for 36, 280 and 991 for 64, 458
        and 1801 for 100.

    The effort is conflicts. Solvers are called for `CONFLICTS_A_CALL` conflicts at a time, to
    report and to keep to the deadline; only Kissat, which tells no counts at all, and Lingeling
    run through. None takes a seed or more than one thread.

    References
    ----------
    M. N. Velev, P. Gao, *Efficient SAT techniques for absolute encoding of permutation problems:
    application to Hamiltonian cycles*, SARA 2009 (the clauses of moves: "enumerative").
    A. Ignatiev, A. Morgado, J. Marques-Silva, *PySAT: a Python toolkit for prototyping with SAT
    oracles*, SAT 2018.
    C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005
    (sequential counter).
    I. Gent, P. Nightingale, *A new encoding of AllDifferent into SAT*, ModRef 2004 (ladder).
    S. Prestwich, *Variable dependency in local search: prevention is better than cure*, SAT 2007
    (bitwise).
    K. E. Batcher, *Sorting networks and their applications*, AFIPS 1968 (sorting network).
    O. Bailleux, Y. Boufkhad, *Efficient CNF encoding of Boolean cardinality constraints*, CP 2003
    (totalizer).
    R. Asín, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, *Cardinality networks: a
    theoretical and empirical study*, Constraints 16, 2011 (cardinality network).
    T. Ogawa, Y. Liu, R. Hasegawa, M. Koshimura, H. Fujita, *Modulo based CNF encoding of
    cardinality constraints and its application to MaxSAT solvers*, ICTAI 2013 (modulo totalizer).
    A. Morgado, A. Ignatiev, J. Marques-Silva, *MSCG: robust core-guided MaxSAT solving*, JSAT 9,
    2015 (k-modulus totalizer).
    """

    name = "sat-positions"
    summary = "SAT: a literal per square and step, exactly one of each, each step a move"
    source = "Velev and Gao, SARA 2009; encodings and solvers of PySAT"
    family = "sat"
    effort = "conflicts"
    forkable = True
    requires = ("pysat.card", "pysat.solvers")

    # Among pairwise, seqcounter, ladder, totalizer and kmtotalizer with CaDiCaL, Ergo and Glucose,
    # the defaults took the least processor time over boards from 6x6 to 12x12, open and closed.
    encoding: str = parameter(
        "pairwise",
        "how exactly one of many literals is encoded, by PySAT's name",
        choices=ENCODINGS,
    )
    previous: bool = parameter(False, "say also that each step comes from a neighbour's")
    solver: str = parameter("glucose4", "the SAT solver, by PySAT's name", choices=SOLVERS)

    def __post_init__(self) -> None:
        if self.encoding == "native" and self.solver not in NATIVE_SOLVERS:
            raise ValueError(
                f"{self.name}: encoding=native needs one of the solvers "
                f"{', '.join(NATIVE_SOLVERS)}, not {self.solver}"
            )

    @property
    def certifies(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether the solver has proofs that can be checked: of clauses, and nothing native."""
        return self.solver in PROVING_SOLVERS and self.encoding != "native"

    def formula(self, problem: Problem) -> tuple[None, list[Clause]]:
        """Return no network of arcs, and all clauses."""
        return None, list(self.clauses(problem))

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Give the clauses to the solver, solve them and read the tour."""
        from pysat.solvers import Solver

        record = Record.asked_for(context, self.solver) if self.certifies else None
        with Solver(name=self.solver, **proving(record)) as solver:
            with context.phase("build"):
                clauses = self._state(problem, solver)
                model_size = {"variables": solver.nof_vars(), "clauses": clauses}
            with context.phase("search"):
                satisfied = search(solver, self.solver, context)
            statistics = {**model_size, **counts(solver, self.solver)}
            if satisfied is None:
                return Answer.unknown("time-limit", **statistics)
            if not satisfied:
                told = None if record is None else record.certificate(str(self), problem, solver)
                return Answer.unsatisfiable(**statistics).certified(told)
            with context.phase("decode"):
                tour = _tour(solver.get_model(), problem.size)
            return Answer.satisfied(tour, **statistics)

    @property
    def enumerates(self) -> bool:  # type: ignore[override]  # depends on the parameters
        """Whether the solver takes clauses after it has found a model."""
        return self.solver in INCREMENTAL_SOLVERS

    def tours(self, problem: Problem, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield every tour; each is ruled out by a clause over the squares of its steps."""
        from pysat.solvers import Solver

        size = problem.size
        with Solver(name=self.solver) as solver:
            with context.phase("build"):
                self._state(problem, solver)
            with context.phase("search"):
                yield from tours_by_steps(
                    problem,
                    context,
                    solver,
                    self.solver,
                    decode=lambda model: _tour(model, size),
                    literal=lambda square, step: square * size + step + 1,
                )

    def _state(self, problem: Problem, solver: Solver) -> int:
        """Give the clauses to the solver, and return how many there are."""
        clauses = 0
        for clause in self.clauses(problem):
            solver.add_clause(clause)
            clauses += 1
        if self.encoding == "native":
            for group in exclusive_groups(problem.size):
                solver.add_atmost(list(group), 1)
                clauses += 1
        return clauses

    def clauses(self, problem: Problem) -> Iterator[Clause]:
        """Yield the clauses; variable s n + k + 1 says that square s is step k + 1."""
        size = problem.size
        steps = range(size)
        groups = exclusive_groups(size)
        at = groups[:size]
        if self.encoding == "native":
            yield from map(list, groups)
        else:
            yield from self._exactly_one(groups, unused=size * size + 1)

        following = {step: step + 1 for step in steps[:-1]}
        if problem.closed:
            following[size - 1] = 0
        preceding = {there: here for here, there in following.items()}
        for square in range(size):
            neighbours = problem.neighbours(square)
            for here, there in following.items():
                yield [-at[square][here], *(at[other][there] for other in neighbours)]
                if self.previous:
                    yield [-at[square][there], *(at[other][here] for other in neighbours)]

        for step, square in problem.steps.items():
            yield [at[square][step - 1]]
        for moves, besides in (
            (problem.required_edges, (preceding, following)),
            (problem.required_arcs, (following,)),
        ):
            for u, v in moves:
                for step in steps:
                    beside = [at[v][other[step]] for other in besides if step in other]
                    yield [-at[u][step], *beside]

    def _exactly_one(self, groups: Sequence[Sequence[int]], unused: int) -> Iterator[Clause]:
        """Yield clauses by which exactly one of each group is true; groups are equally long.

        Auxiliary variables are numbered from `unused`.
        """
        from pysat.card import CardEnc, EncType

        length = len(groups[0])
        encoded = CardEnc.equals(
            lits=list(range(1, length + 1)), bound=1, encoding=getattr(EncType, self.encoding)
        )
        auxiliaries = encoded.nv - length
        for group in groups:
            own = [*group, *range(unused, unused + auxiliaries)]
            unused += auxiliaries
            # Literal l of the pattern stands at index l, a negative one counted from the end.
            literal = [0, *own, *(-variable for variable in reversed(own))]
            for clause in encoded.clauses:
                yield [literal[place] for place in clause]


def _tour(model: Sequence[int], size: int) -> list[int]:
    """Return the square of every step in a model."""
    tour = [0] * size
    for variable in model[: size * size]:
        if variable > 0:
            square, step = divmod(variable - 1, size)
            tour[step] = square
    return tour


def exclusive_groups(size: int) -> list[Sequence[int]]:
    """Return the variables of every square, and then of every step, of which one is true each."""
    at = [range(square * size + 1, (square + 1) * size + 1) for square in range(size)]
    return [*at, *zip(*at, strict=True)]
