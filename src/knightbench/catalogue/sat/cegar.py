"""A 2-factor by SAT, each of its subcycles blocked by one clause, until one cycle is left."""

from __future__ import annotations

from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.sat.refinement import RefinedFormulation, refine
from knightbench.formulation import Context, register
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Cegar(RefinedFormulation):
    """One literal per arc, one arc out and one in, and each subcycle that appears is blocked.

    Variables
        Those of `sat-cutset`: one for each arc, with a dummy vertex where the tour is open; for m
        moves and n squares, 2m closed and 2m + 2n open without a request. And the auxiliary
        variables of its *at most one*.
    Constraints
        Those of `sat-cutset` without any cut: every vertex is left by exactly one arc and entered
        by exactly one, no move is made in both directions, what is asked for is made so, and one
        of two directions is ruled out where nothing has a direction.
    Size
        That of `sat-cutset`: 2m variables and 2n + s + m + d(d - 1)/2 clauses for a closed tour,
        where s is the sum of all degree x (degree - 1), and d the least degree.

    A model is a 2-factor with a direction. Where it has one cycle, that is the tour. Else each of
    its cycles is ruled out by a clause, that not all of its arcs are made; and by a second one in
    the other direction, where the network has those arcs. No tour is lost, for it contains no
    shorter cycle in any direction. There are finitely many cycles, and each iteration rules out
    two of them at least, so it ends; but a block says nothing of another cycle through the same
    squares, of which there may be exponentially many. That is what cut sets are better at.

    Symmetry brings one clause for every arc, as in `sat-cutset`.

    The effort is conflicts. The solvers take no seed, and none more than one thread.

    References
    ----------
    T. Soh, D. Le Berre, S. Roussel, M. Banbara, N. Tamura, *Incremental SAT-based method with
    native Boolean cardinality handling for the Hamiltonian cycle problem*, JELIA 2014, LNCS 8761,
    684-693. Their solver counts degrees natively; here they are clauses.
    """

    name = "sat-cegar"
    summary = "degrees in SAT, and each subcycle that appears is blocked by the clause of its arcs"
    source = "Soh, Le Berre, Roussel, Banbara and Tamura, JELIA 2014"

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Solve and block until one cycle is left."""
        return refine(
            problem, context, merge=False, cut=False, formulation=str(self), **self.parameters
        )
