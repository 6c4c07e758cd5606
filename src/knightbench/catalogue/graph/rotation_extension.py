"""Rotations and extensions of a path, after Pósa."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knightbench.answer import Answer
from knightbench.formulation import Context, Formulation, parameter, register, unsupported_requests
from knightbench.problem import Problem


@register
@dataclass(frozen=True)
class RotationExtension(Formulation):
    """Grow a path at its end; where that is stuck, turn its tail round and go on.

    A path ..., u, w, ..., v whose end v has no free neighbour, but has u as a neighbour, becomes
    ..., u, v, ..., w: a rotation, which gives it another end. Here the free neighbour with the
    fewest free neighbours of its own is taken first, ties and rotations by chance. The first
    square stays where it is. A closed tour is sought by rotating a path of all squares until its
    end is next to its first square.

    Cost: an extension takes O(degree squared), a rotation O(n). Each try makes at most
    `rotations` times n rotations, from a first square by chance where none is asked for. It
    never proves that there is no tour.

    References
    ----------
    L. Pósa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14(4), 359-364, 1976.
    """

    name = "rotation-extension"
    summary = "a path grown at its end, and turned round where it is stuck"
    source = "Pósa, 1976"
    family = "graph"
    complete = False
    uses_seed = True
    effort = "rotations"
    forkable = True
    requires = ("numba",)

    rotations: int = parameter(50, "rotations in one try, in multiples of the squares", minimum=0)
    tries: int = parameter(20, "how many paths to begin", minimum=1)

    def prepare(self) -> None:
        """Compile the kernel, or load it from disk."""
        super().prepare()
        from knightbench.catalogue.graph._rotation import rotate_and_extend

        one = np.zeros(1, dtype=np.int32)
        rotate_and_extend(np.zeros(2, dtype=np.int32), one[:0], False, 0, 0, one, one.copy(), 1)

    def unsupported_reason(self, problem: Problem) -> str | None:
        """Refuse all requests but a first square: a rotation moves every other one."""
        return unsupported_requests(problem, "start")

    def solve(self, problem: Problem, context: Context) -> Answer:
        """Try until a tour is found, or the tries are used up."""
        from knightbench.catalogue.graph._rotation import rotate_and_extend

        size = problem.size
        total = 0
        with context.phase("search"):
            for _ in range(self.tries):
                if not context.remaining:
                    return Answer.unknown("time-limit", rotations=total)
                origin = problem.origin
                first = int(context.rng.integers(size)) if origin is None else origin
                path = np.empty(size, dtype=np.int32)
                place = np.full(size, -1, dtype=np.int32)
                path[0], place[first] = first, 0
                length, made = rotate_and_extend(
                    problem.offsets,
                    problem.targets,
                    problem.closed,
                    self.rotations * size,
                    int(context.rng.integers(2**31 - 1)),
                    path,
                    place,
                    1,
                )
                total += made
                context.report(rotations=total)
                if length == size:
                    return Answer.satisfied(path.tolist(), rotations=total)
        return Answer.unknown("incomplete", rotations=total)
