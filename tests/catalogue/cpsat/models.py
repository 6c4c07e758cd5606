"""What the tests of CP-SAT models share: their sizes, and all tours that they describe."""

from ortools.sat.python import cp_model

from knightbench.formulation import make

#: Every formulation, with the values of its own parameters that change the model.
SPECS = (
    "cpsat-circuit",
    "cpsat-positions",
    "cpsat-positions?moves=element",
    "cpsat-positions?channel=inverse",
    "cpsat-positions?moves=element&channel=inverse",
    "cpsat-time-matrix",
    "cpsat-automaton",
    "cpsat-successor-order",
    "cpsat-lazy-subtours",
    "cpsat-lazy-subtours?merge=yes",
)


def stated(spec, problem, **options):
    """The model as CP-SAT holds it. What is read of its `proto` is valid while it is kept."""
    return make(spec, **options).build(problem).cp


def size_of(spec, problem, **options):
    cp = stated(spec, problem, **options)
    return len(cp.proto.variables), len(cp.proto.constraints)


def all_tours_of(spec, problem, **options):
    """Every solution of the model, decoded; a list, since none may stand twice."""
    model = make(spec, **options).build(problem)
    tours = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            tours.append(tuple(model.decode(self)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(model.cp, Collector())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return tours
