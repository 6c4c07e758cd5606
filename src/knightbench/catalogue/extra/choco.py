"""The successor of every square, under Choco's circuit constraint."""

from __future__ import annotations

import math
from dataclasses import dataclass

from knightbench.answer import Answer
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class Choco(Formulation):
    """One integer per node, the node that follows; together they are one circuit.

    An open tour is closed by a dummy node (see `knightbench.catalogue.extra.circuit`). With n
    squares and m moves there are N nodes and A arcs: closed N = n and A = 2m; open N = n + 1 and
    A = 2m + 2n, where a first or a last square that is asked for leaves 1 in place of n.

    Variables
        N integers, whose domains hold A values in all: the nodes to which an arc leads. A move
        required in a direction leaves one.
    Constraints
        One circuit. For every move required without a direction, one disjunction of its two ways.
    Size
        N variables, A values, 1 constraint. Memory O(n + m).

    The circuit's filtering is that of all different, of small cycles, and by `filtering` of
    dominators and strongly connected components. Choco's default search takes the variable with
    the least domain over weighted degree and its smallest value; so the seed, which numbers the
    nodes, decides ties and the order of values. The effort is fails. Choco runs on one thread.

    References
    ----------
    Y. Caseau, F. Laburthe, *Solving small TSPs with constraints*, ICLP 1997.
    J.-G. Fages, X. Lorca, *Revisiting the tree constraint*, CP 2011 (dominators).
    C. Prud'homme, J.-G. Fages, *Choco-solver: a Java library for constraint programming*, Journal
    of Open Source Software 7(78), 2022.
    """

    name = "choco"
    summary = "CP: the successor of every square, under the circuit constraint of Choco"
    source = "Caseau and Laburthe, ICLP 1997; Choco, circuit"
    family = "cp"
    effort = "fails"
    uses_seed = True
    requires = ("pychoco",)
    extra = "choco"

    filtering: str = parameter(
        "RD",
        "from where to look for dominators: none, the first node, a random one, or all of them",
        choices=("LIGHT", "FIRST", "RD", "ALL"),
    )

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Clues are steps, of which this model knows none."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Post the circuit, search for one solution and follow it."""
        import pychoco

        with context.phase("build"):
            circuit = Circuit(problem, context.rng.permutation)
            rows = circuit.successors()
            for choices in circuit.wanted:
                if len(choices) == 1:
                    ((u, v),) = choices
                    rows[u] = [w for w in rows[u] if w == v]
            size = {"variables": len(rows), "values": sum(map(len, rows))}
            # Choco has no variable without a value.
            if not all(rows) or not all(circuit.wanted):
                return Answer.unsatisfiable(None, **size, fails=0, backtracks=0)
            model = pychoco.Model()
            successors = [model.intvar(row) for row in rows]
            model.circuit(successors, conf=self.filtering).post()
            for choices in circuit.wanted:
                if len(choices) > 1:
                    ways = [model.arithm(successors[u], "=", v).reify() for u, v in choices]
                    model.or_(ways).post()
            solver = model.get_solver()
        with context.phase("search"):
            limit = None
            if math.isfinite(context.deadline):
                limit = f"{max(context.remaining, 0.001):.3f}s"
            solved = solver.solve(time_limit=limit)
        with context.phase("decode"):
            counts = {
                **size,
                "fails": int(solver.get_fail_count()),
                "backtracks": int(solver.get_backtrack_count()),
            }
            if solved:
                following = {u: int(v.get_value()) for u, v in enumerate(successors)}
                return Answer.satisfied(circuit.tour(following), **counts)
        if solver.get_search_state() == "TERMINATED":
            return Answer.unsatisfiable(None, **counts)
        return Answer.unknown("time-limit" if limit else "interrupted", **counts)
