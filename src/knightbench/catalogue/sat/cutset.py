"""A 2-factor by SAT, its subcycles joined or cut off until one cycle is left."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.sat.refinement import RefinedFormulation, refine
from knightbench.formulation import Context, parameter, register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class CutSet(RefinedFormulation):
    """One literal per arc, one arc out and one in, and two clauses for each subcycle that appears.

    An open tour is made a closed one by a dummy vertex before its first square and after its
    last. It has an arc to every square, or only to the first that is asked for, and one from
    every square, or only from the last that is asked for. With n squares and m moves:

    Variables
        One for each arc: the tour makes that move in that direction. Closed 2m; open 2m + 2n,
        with one end asked for 2m + n + 1, with both 2m + 2.
    Constraints
        Every vertex is left by exactly one arc and entered by exactly one. No move is made in
        both directions (where there are more than two vertices). What is asked for with a
        direction, an end or a required arc, is made so; a required move is made in one or the
        other. Where nothing has a direction, every tour would be there twice; so at the first
        vertex of least degree, the square after is to come before the square before, in the
        order of the moves. `two_cycles` and `direction` leave out the clauses against moves in
        both directions and against one direction.
    Size
        Two clauses *at least one* for every vertex. Two *at most one*: d(d - 1)/2 clauses for
        d arcs, pairwise. At the dummy vertex that would be quadratic in n, so `encoding` is
        ``mixed`` by default: from 10 arcs it is a sequential counter with d - 1 more variables
        and 3d - 4 clauses. One clause for every two arcs in opposite directions; one for every
        required move and every end that is asked for; d(d - 1)/2 for the direction at the vertex
        of least degree d. So a closed tour has 2m variables and 2n + s + m + d(d - 1)/2 clauses,
        where s, the sum of all degree x (degree - 1), is at most 14m for a knight.

    A model is a 2-factor with a direction. Its cycles are joined by two-edge exchanges (see
    `knightbench.catalogue._cycles`), which leave alone what is required. If one cycle is left and
    it runs as asked, it is the tour. Else each cycle is a set of vertices that the model does
    not leave, and two clauses cut the model off: some arc leaves the set, and some arc enters
    it. The solver goes on from there with all that it has learnt. The answer is *none* where
    the clauses cannot be satisfied, and where one of them has no arc to offer.

    The cuts are those of the cycles after joining, which are fewer and larger; if joining leaves
    one cycle that runs the wrong way, they are those of the cycles before. The two clauses of a
    set follow from each other by counting, but not by unit propagation. Without `cut`, a subcycle
    is blocked as in `sat-cegar`; blocks are always those of the cycles before joining.

    Symmetry brings one clause for every arc, that its image is made too, in the direction that
    `knightbench.turns` says, or in either. Cycles are not joined then, for the exchange of two
    edges may spoil it.

    With `phases` set to balanced, the solver's first choice at every arc is that of a few walks by
    Warnsdorff's rule: the guess is a 2-factor but for the ends of the walks.

    The effort is conflicts. The solvers take no seed, and none more than one thread.

    References
    ----------
    R. Ohashi, T. Soh, D. Le Berre, H. Nabeshima, M. Banbara, K. Inoue, N. Tamura, *SAT-Based
    CEGAR Method for the Hamiltonian Cycle Problem Enhanced by Cut-Set Constraints*, SAT 2025,
    LIPIcs 341, 24. The exchange of edges before cutting is not theirs.
    C. Sinz, *Towards an optimal CNF encoding of Boolean cardinality constraints*, CP 2005
    (sequential counter).
    """

    name = "sat-cutset"
    summary = "degrees in SAT, subcycles joined by exchanging edges or cut off by their cut sets"
    source = "Ohashi et al., SAT 2025, with two-edge exchange"

    merge: bool = parameter(True, "join subcycles by exchanging two edges before cutting")
    cut: bool = parameter(
        True, "rule subcycles out by their cut sets; no: by the clause that not all arcs are made"
    )

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve, join and cut until one cycle is left."""
        return refine(problem, context, formulation=str(self), **self.parameters)
