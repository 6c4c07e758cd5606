"""Answer set programming: choose one move out of and into every square, by clingo."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.answer import Answer
from knightbench.catalogue.extra.circuit import Circuit
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem

if TYPE_CHECKING:
    import clingo

#: One arc leaves every node, and one arrives.
ONE_ARC_OUT_AND_IN = """
1 { go(X,Y) : arc(X,Y) } 1 :- node(X).
1 { go(X,Y) : arc(X,Y) } 1 :- node(Y).
"""

ONE_CIRCUIT = {
    "reachability": """
reached(Y) :- go(X,Y), root(X).
reached(Y) :- go(X,Y), reached(X), not root(X).
:- node(X), not reached(X).
""",
    "acyclicity": """
#edge (X,Y) : go(X,Y), not root(Y).
""",
}


@register
@dataclass(frozen=True)
class AnswerSets(Formulation):
    """One atom per arc; the chosen arcs pass each node once and make a single circuit.

    An open tour is closed by a dummy node (see `knightbench.catalogue.extra.circuit`). With n
    squares and m moves there are N nodes and A arcs: closed N = n and A = 2m; open N = n + 1 and
    A = 2m + 2n, where a first or a last square that is asked for leaves 1 in place of n.

    Variables
        A atoms go(u, v). With reachability, N atoms reached(v) besides, one for each node to
        which an arc leads.
    Constraints
        N choice rules for exactly one arc out of a node and N for one into it. That there is one
        circuit, by `encoding`: *reachability* derives that v is reached from the chosen arcs
        alone (A rules, whose least model cannot support itself on a circle; clasp's
        unfounded-set check) and forbids unreached nodes (N constraints); *acyclicity* declares
        every chosen arc that does not lead to the root an edge of a graph that clasp keeps free
        of cycles: A - d edges for a root of d ingoing arcs. For every required move, and for
        every first and last square, one constraint.
    Size
        A facts, O(A) ground rules and memory, for both.

    The effort is clasp's conflicts. The seed numbers the nodes and is clasp's own besides. More
    threads are a competition within clasp, whose course is not repeatable.

    References
    ----------
    I. Niemelä, *Logic programs with stable model semantics as a constraint programming paradigm*,
    Annals of Mathematics and Artificial Intelligence 25, 1999 (Hamiltonian cycles by reached).
    J. Bomanson, M. Gebser, T. Janhunen, B. Kaufmann, T. Schaub, *Answer set programming modulo
    acyclicity*, LPNMR 2015 (edges).
    M. Gebser, R. Kaminski, B. Kaufmann, T. Schaub, *Multi-shot ASP solving with clingo*, TPLP 19,
    2019.
    """

    name = "asp"
    summary = "ASP: one chosen arc out of and into every square, one circuit, by clingo"
    source = "Niemelä 1999; Bomanson et al., LPNMR 2015; clingo"
    family = "asp"
    effort = "conflicts"
    uses_seed = True
    requires = ("clingo",)
    extra = "asp"

    encoding: str = parameter(
        "reachability", "how one circuit is asked for", choices=tuple(ONE_CIRCUIT)
    )

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Clues are steps, of which this model knows none."""
        return unsupported_requests(problem, "start", "end", "required moves")

    def program(self, circuit: Circuit) -> str:
        """Return the logic program."""
        lines = [f"root({circuit.root}).", f"node(0..{circuit.size - 1})."]
        lines += [f"arc({u},{v})." for u, v in circuit.arcs]
        for choices in circuit.wanted:
            lines.append(":- " + ", ".join(f"not go({u},{v})" for u, v in choices) + ".")
        # Wanted arcs may be none of the graph's; clingo need not warn that go(u,v) never holds.
        lines.append("#defined go/2. #defined arc/2.")
        return ONE_ARC_OUT_AND_IN + ONE_CIRCUIT[self.encoding] + "\n".join(lines)

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Ground the program, search for one answer set and read its arcs."""
        import clingo

        with context.phase("build"):
            circuit = Circuit(problem, context.rng.permutation)
            options = [f"--seed={context.solver_seed}", f"--parallel-mode={context.threads}"]
            control = clingo.Control(options)
            control.add("base", [], self.program(circuit))
            control.ground([("base", [])])
        following: dict[int, int] = {}

        def read(model: clingo.Model) -> None:
            for atom in model.symbols(atoms=True):
                if atom.match("go", 2):
                    u, v = (argument.number for argument in atom.arguments)
                    following[u] = v

        with context.phase("search"):
            limit = context.remaining if math.isfinite(context.deadline) else None
            with control.solve(on_model=read, async_=True) as search:
                if not search.wait(limit):
                    search.cancel()
                result = search.get()
        with context.phase("decode"):
            counts = _statistics(control)
            if result.satisfiable:
                return Answer.satisfied(circuit.tour(following), **counts)
        if result.unsatisfiable:
            return Answer.unsatisfiable(None, **counts)
        return Answer.unknown("time-limit" if limit is not None else "interrupted", **counts)


def _statistics(control: clingo.Control) -> dict[str, int]:
    """Return the size of the ground program and the counts of the search."""
    told = control.statistics
    solvers, program = told["solving"]["solvers"], told["problem"]["lp"]
    return {
        "atoms": int(program["atoms"]),
        "rules": int(program["rules"]),
        "variables": int(told["problem"]["generator"]["vars"]),
        "constraints": int(told["problem"]["generator"]["constraints"]),
        "acyclicity_edges": int(told["problem"]["generator"]["acyc_edges"]),
        "conflicts": int(solvers["conflicts"]),
        "choices": int(solvers["choices"]),
    }
