"""The square after every square, and the order of the squares, by CP-SAT."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knightbench.catalogue.cpsat.solving import CpSatFormulation, Model
from knightbench.formulation import register
from knightbench.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver, IntVar, LinearExprT


@register
@dataclass(frozen=True)
class SuccessorOrder(CpSatFormulation):
    """One integer per square, the square after it; another one counts the squares before it.

    An open tour is closed by a dummy node, which follows every square that may be last and is
    followed by every square that may be first. The count begins at the root: the dummy node, or
    the first square of a closed tour. With n squares and N nodes, N = n closed, n + 1 open:

    Variables
        For every node its successor, one of its neighbours (the required one of a required arc);
        its order, 0 for the root, 1 to N - 1 or what a settled step says for the others; and the
        order that its successor must have.
    Constraints
        All successors are different. For every node, one sum: the order that its successor must
        have is one more than its own; and one element constraint: it is the order of its
        successor, where that of the root counts as N. For every required move without a
        direction, a table: one of its squares is the successor of the other.
    Size
        3N variables, 2N + 1 constraints. r required moves without a direction bring r
        constraints. `symmetry` brings one variable and one constraint beside its own, for the
        last square of a closed tour. The domains hold O(n + m) values, the element constraints
        N² entries: memory O(n² + m).

    References
    ----------
    C. E. Miller, A. W. Tucker, R. A. Zemlin, *Integer programming formulation of traveling
    salesman problems*, Journal of the ACM 7(4), 1960 (the order that breaks subcycles, here
    through element constraints).
    J.-L. Laurière, *A language and a program for stating and solving combinatorial problems*,
    Artificial Intelligence 10(1), 1978.
    """

    name = "cpsat-successor-order"
    summary = "CP-SAT: the square after every square, all different, in an order that rises by one"
    source = "Miller, Tucker & Zemlin 1960, with OR-tools CP-SAT's AddElement"

    def model(self, problem: Problem, firsts: list[int]) -> Model:
        """Return the model."""
        from ortools.sat.python import cp_model

        size = problem.size
        root = firsts[0] if problem.closed else size
        nodes = size if problem.closed else size + 1
        cp = cp_model.CpModel()
        domains = _successors(problem, firsts, root)
        if not all(domains):
            cp.add_bool_or([])
        successors = [
            cp.new_int_var_from_domain(cp_model.Domain.from_values(domain or [root]), "")
            for domain in domains
        ]
        cp.add_all_different(successors)

        # The first square has order 1 behind the dummy node, and order 0 as the root.
        order_of = {square: step - problem.closed for step, square in problem.steps.items()}
        order_of[root] = 0
        orders = [
            cp.new_int_var(order_of.get(node, 1), order_of.get(node, nodes - 1), "")
            for node in range(nodes)
        ]
        reached = [nodes if node == root else orders[node] for node in range(nodes)]
        for successor, order in zip(successors, orders, strict=True):
            next_order = cp.new_int_var(1, nodes, "")
            cp.add(next_order == order + 1)
            cp.add_element(successor, reached, next_order)
        for u, v in problem.required_edges:
            rows = [(v, w) for w in domains[v]] + [(w, u) for w in domains[u]]
            cp.add_allowed_assignments((successors[u], successors[v]), rows)

        def decode(solver: CpSolver) -> list[int]:
            tour = [root if problem.closed else solver.value(successors[root])]
            while len(tour) < size:
                tour.append(solver.value(successors[tour[-1]]))
            return tour

        def ends() -> tuple[LinearExprT, LinearExprT]:
            last = cp.new_int_var(0, size - 1, "")
            cp.add_element(last, successors, root)
            return successors[root], last

        def settled_by(path: list[int]) -> list[tuple[IntVar, int]]:
            circuit = path if problem.closed else [root, *path]
            hints = [(orders[node], order) for order, node in enumerate(circuit)]
            if len(path) == size:
                circuit = [*circuit, root]
            return hints + [(successors[u], v) for u, v in itertools.pairwise(circuit)]

        return Model(
            cp,
            decode=decode,
            ends=ends,
            settled_by=settled_by,
            search=(successors, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE),
        )


def _successors(problem: Problem, firsts: list[int], root: int) -> list[list[int]]:
    """Return for each node the nodes that may come after it."""
    domains = [problem.neighbours(square) for square in range(problem.size)]
    if not problem.closed:
        for row in domains:
            row.append(root)
        domains.append(firsts)
    if problem.end is not None:
        domains = [
            [node for node in row if (node == root) == (square == problem.end)]
            for square, row in enumerate(domains)
        ]
    for u, v in problem.required_arcs:
        domains[u] = [node for node in domains[u] if node == v]
    return domains
