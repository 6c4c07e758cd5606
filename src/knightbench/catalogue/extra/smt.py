"""The step of every square as a number, by the SMT solver Z3."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.answer import Answer
from knightbench.formulation import Context, Formulation, parameter, register
from knightbench.problem import Problem

if TYPE_CHECKING:
    import z3

#: The logic that Z3 is told, by which it chooses its tactic.
LOGIC = {"integer": "QF_IDL", "bitvector": "QF_BV"}


@register
@dataclass(frozen=True)
class Smt(Formulation):
    """One number for every square, its step; after every square comes one of its neighbours.

    With n squares and m moves:

    Variables
        n steps, from 1 to n: integers, or bit vectors of ⌊log₂ n⌋ + 1 bits.
    Constraints
        A domain for every square; all steps are different; for every square, one disjunction: the
        step of one of its neighbours is one more, or this is the last step, and one disjunction:
        the step of one of its neighbours is one less, or this is the first step. Closed: only a
        square next to the first square may have the last step. One equation for every settled
        step. For every required move from u to v: the step of v is one more than that of
        u, or u has the last step of a closed tour and v is the first square; without a direction,
        a disjunction of the two ways.
    Size
        n variables and 3n + 1 assertions, one more for every settled step and every required
        move; 4m equations within the disjunctions. Z3 spells the difference out: memory O(n²).

    The second disjunctions follow from the first; without them, Z3 takes many times the conflicts.
    The integers are a problem of difference logic. The bits have a value more than there are
    steps, 0, so that one more than the last step is never a step. The effort is Z3's conflicts,
    those of its SAT solver included. Z3 is run on one thread: it has a parallel mode, but that is
    a setting of the whole process.

    References
    ----------
    L. de Moura, N. Bjørner, *Z3: an efficient SMT solver*, TACAS 2008.
    M. N. Velev, P. Gao, *Efficient SAT techniques for absolute encoding of permutation problems:
    application to Hamiltonian cycles*, SARA 2009 (the same model, a literal per square and step).
    """

    name = "smt"
    summary = "SMT: the step of every square, all different, one neighbour a step later, by Z3"
    source = "de Moura and Bjørner, TACAS 2008; Z3"
    family = "smt"
    effort = "conflicts"
    uses_seed = True
    requires = ("z3",)
    extra = "smt"

    encoding: str = parameter("integer", "what a step is", choices=tuple(LOGIC))

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Assert the model, check it and read the steps."""
        import z3

        with context.phase("build"):
            solver = z3.SolverFor(LOGIC[self.encoding], ctx=z3.Context())
            solver.set("random_seed", context.solver_seed)
            step = self.steps(problem, solver.ctx)
            assertions = list(self.assertions(problem, step))
            solver.add(assertions)
        with context.phase("search"):
            if math.isfinite(context.deadline):
                solver.set("timeout", max(1, int(1000 * context.remaining)))
            result = solver.check()
        with context.phase("decode"):
            counts = {
                "variables": len(step),
                "assertions": len(assertions),
                **_statistics(solver.statistics()),
            }
            if result == z3.sat:
                model = solver.model()
                at = [model.eval(value, model_completion=True).as_long() for value in step]
                return Answer.satisfied(sorted(range(problem.size), key=at.__getitem__), **counts)
        if result == z3.unsat:
            return Answer.unsatisfiable(None, **counts)
        why = solver.reason_unknown()
        if why in ("timeout", "canceled") and math.isfinite(context.deadline):
            return Answer.unknown("time-limit", **counts)
        raise RuntimeError(f"{self.name}: Z3 gave up: {why}")

    def steps(self, problem: Problem, ctx: z3.Context) -> list[z3.ExprRef]:
        """Return the variable of every square."""
        import z3

        names = [f"step{square}" for square in range(problem.size)]
        if self.encoding == "integer":
            return [z3.Int(name, ctx) for name in names]
        return [z3.BitVec(name, problem.size.bit_length(), ctx) for name in names]

    def assertions(self, problem: Problem, step: list[z3.ExprRef]) -> Iterator[z3.BoolRef]:
        """Yield the assertions."""
        import z3

        size, origin = problem.size, problem.origin
        # Without it, a disjunction of nothing would belong to Z3's global context.
        no_way = z3.BoolVal(False, step[0].ctx)
        # The orders of Python's operators are those of signed numbers.
        at_most = (lambda a, b: a <= b) if self.encoding == "integer" else z3.ULE

        def moves(u: int, v: int) -> z3.BoolRef:
            later = step[v] == step[u] + 1
            closes = problem.closed and v == origin
            return z3.Or(later, step[u] == size) if closes else later

        for value in step:
            yield z3.And(at_most(1, value), at_most(value, size))
        yield z3.Distinct(step)
        for square in range(size):
            neighbours = problem.neighbours(square)
            ways = [step[other] == step[square] + 1 for other in neighbours]
            if not problem.closed or origin in neighbours:
                ways.append(step[square] == size)
            yield z3.Or(no_way, *ways)
            ways = [step[square] == step[other] + 1 for other in neighbours]
            if not problem.closed or square == origin:
                ways.append(step[square] == 1)
            yield z3.Or(no_way, *ways)
        for number, square in problem.steps.items():
            yield step[square] == number
        for u, v in problem.required_edges:
            yield z3.Or(moves(u, v), moves(v, u))
        for u, v in problem.required_arcs:
            yield moves(u, v)


def _statistics(told: z3.Statistics) -> dict[str, int]:
    """Return the counts of a search; Z3 leaves out those of nothing."""
    counts = {key: told.get_key_value(key) for key in told.keys()}  # noqa: SIM118 - no mapping
    return {
        what: int(sum(value for key, value in counts.items() if key in (what, f"sat {what}")))
        for what in ("conflicts", "decisions")
    } | {"resources": int(counts.get("rlimit count", 0))}
