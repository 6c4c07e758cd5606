"""Proofs by clauses: those of solvers hold, and what is made up or cut off does not."""

import copy
import dataclasses
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from knightbench import Board, Context, Problem, Status
from knightbench.catalogue.sat.solvers import PROVING_SOLVERS
from knightbench.formats.json import problem_to_json
from knightbench.formulation import ask, make, refusal
from knightbench.proof import Verdict, check
from knightbench.proof.formulas import formula_of
from tests.catalogue.small_problems import small_problems
from tests.conformance.brute_force import all_tours, has_tour
from tests.proof.making import SPECS, certified, claimed
from tests.proof.plain_rup import refutes

PETERSEN = Problem.from_graph(nx.petersen_graph(), closed=True)
WITHOUT_A_TOUR = [
    PETERSEN,
    Problem.from_graph(nx.petersen_graph(), start=0, end=1),
    Problem.from_board("3x6", closed=True),
    Problem.from_board("4x4"),
    Problem.from_board(Board(3, 3, moves=(0, 1)), closed=True),
    Problem.from_board("3x4", require=[((0, 1), (2, 0)), ((0, 1), (2, 2)), ((0, 1), (1, 3))]),
    Problem.from_board("3x4", start=(0, 0), end=(0, 1)),
    # The clause of a square's arcs is empty; that of a part's arcs is.
    Problem.from_board("3x3", closed=True),
    Problem.from_graph(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)), closed=True),
    Problem.from_graph(nx.cycle_graph(5), closed=True, end=2),
]


def plainly_refuted(told: dict[str, Any]) -> bool:
    """Whether plain Python gets from the formula and the lemmas to a contradiction."""
    from knightbench.formats.json import problem_from_json

    formula = formula_of(told["formulation"], problem_from_json(told["problem"]))
    argument = told["argument"]
    clauses = formula.clauses + [lemma["clause"] for lemma in argument["lemmas"]]
    return refutes(clauses, argument["steps"])


@pytest.mark.parametrize("spec", SPECS)
def test_the_proofs_of_every_formulation_hold(spec: str) -> None:
    for problem in WITHOUT_A_TOUR:
        verdict = check(certified(problem, spec))
        assert verdict.holds, f"{spec} on {problem}: {verdict.what}"
        assert verdict.step is None


@pytest.mark.parametrize("solver", PROVING_SOLVERS)
def test_the_proofs_of_every_solver_hold(solver: str) -> None:
    for spec in (f"sat-cutset?solver={solver}", f"sat-ordering?solver={solver}"):
        for problem in (PETERSEN, Problem.from_board("4x6", closed=True)):
            told = certified(problem, spec)
            verdict = check(told)
            assert verdict.holds, f"{spec} on {problem}: {verdict.what}"
    assert plainly_refuted(certified(PETERSEN, f"sat-cutset?solver={solver}"))


@given(small_problems(), st.sampled_from(SPECS))
@settings(deadline=None, max_examples=150)
def test_what_is_proved_of_small_problems_checks_and_is_true(problem: Problem, spec: str) -> None:
    formulation = make(spec)
    if refusal(formulation, problem) or problem.contradiction is not None:
        return
    answer = ask(formulation, problem, Context(certify=True))
    assert (answer.status is Status.UNSATISFIABLE) == (answer.certificate is not None)
    if answer.certificate is not None:
        verdict = check(answer.certificate)
        assert verdict.holds, f"{spec} on {problem}: {verdict.what}"
        assert not has_tour(problem)


def test_nothing_is_recorded_where_it_is_not_asked_for() -> None:
    for spec in SPECS:
        asked = ask(make(spec), PETERSEN, Context(certify=True))
        free = ask(make(spec), PETERSEN, Context())
        assert free.certificate is None
        # Keeping a proof does not change the search either.
        assert dataclasses.replace(asked, certificate=None) == free, spec


def test_a_solver_is_not_told_to_keep_a_proof_where_it_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[dict[str, Any]] = []

    class Spying(Solver):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            told.append(options)
            super().__init__(*arguments, **options)

    monkeypatch.setattr("pysat.solvers.Solver", Spying)
    for spec in SPECS:
        ask(make(spec), PETERSEN, Context())
    assert len(told) == len(SPECS)
    assert not any("with_proof" in options for options in told)
    ask(make("sat-cutset"), PETERSEN, Context(certify=True))
    assert told[-1]["with_proof"] is True


def test_a_solver_without_proofs_gives_none() -> None:
    for spec in ("sat-cutset?solver=minisat22", "sat-positions?encoding=native&solver=minicard"):
        assert not make(spec).certifies
        assert ask(make(spec), PETERSEN, Context(certify=True)).certificate is None


def refused(told: dict[str, Any]) -> Verdict:
    verdict = check(told)
    assert not verdict.holds, verdict
    assert verdict.step is not None
    return verdict


def test_a_proof_that_is_cut_off_is_refused() -> None:
    told = certified(PETERSEN)
    needed = check(told).steps - len(told["argument"]["lemmas"])
    assert needed > 3
    for kept in range(needed):
        shorter = copy.deepcopy(told)
        del shorter["argument"]["steps"][kept:]
        verdict = refused(shorter)
        assert "empty clause does not follow" in verdict.what
        assert verdict.step == len(told["argument"]["lemmas"]) + kept + 1


def test_a_proof_without_a_lemma_that_it_needs_is_refused() -> None:
    # Each part of the graph has cycles enough of its own.
    told = certified(
        Problem.from_graph(nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4)), closed=True)
    )
    assert check(told).holds
    told["argument"]["lemmas"].clear()
    refused(told)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda lemma: lemma["clause"].pop(), "not that of all arcs"),
        (lambda lemma: lemma["clause"].append(lemma["clause"][0] % 30 + 1), "not that of all"),
        (lambda lemma: lemma["clause"].clear(), "not that of all arcs"),
        (lambda lemma: lemma.update({"is": "entered"}), "not that of all arcs"),
        (lambda lemma: lemma["set"].pop(), "not that of all arcs"),
        (lambda lemma: lemma.update(set=[]), "empty, or all"),
        (lambda lemma: lemma.update(set=list(range(10)), clause=[]), "empty, or all"),
        (lambda lemma: lemma.update({"is": "so"}), "no ground"),
        (lambda lemma: lemma.update({"is": "no cycle"}), "not one cycle"),
    ],
)
def test_a_forged_cut_is_refused(change: Any, what: str) -> None:
    told = certified(PETERSEN)
    for number, lemma in enumerate(told["argument"]["lemmas"], start=1):
        if lemma["is"] == "left":
            change(lemma)
            verdict = refused(told)
            assert verdict.step == number
            assert what in verdict.what
            return
    raise AssertionError("there is no such lemma")


def test_a_forged_cycle_is_refused() -> None:
    told = certified(PETERSEN, "sat-cegar")
    lemma = next(lemma for lemma in told["argument"]["lemmas"] if lemma["is"] == "no cycle")
    number = told["argument"]["lemmas"].index(lemma) + 1
    clause, inside = lemma["clause"], lemma["set"]
    outside = next(s for s in range(10) if s not in inside)
    for forged in (
        {"clause": clause[:-1]},
        {"clause": [-literal for literal in clause]},
        {"clause": [*clause, clause[0]]},
        {"clause": [*clause[:-1], -1000]},
        {"clause": []},
        {"set": inside[:-1]},
        {"set": [*inside, outside]},
        {"set": [*inside[:-1], outside]},
    ):
        argument = told["argument"]
        changed = {**told, "argument": {**argument, "lemmas": [*argument["lemmas"]]}}
        changed["argument"]["lemmas"][number - 1] = {**lemma, **forged}
        assert refused(changed).step == number


def test_two_cycles_are_not_taken_for_one() -> None:
    graph = nx.complete_graph(7)
    problem = Problem.from_graph(graph, closed=True)
    arcs = formula_of("sat-cegar", problem).network
    assert arcs is not None
    made = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]
    lemma = {
        "set": [0, 1, 2, 3, 4, 5],
        "is": "no cycle",
        "clause": [-arcs.literals[arc] for arc in made],
    }
    argument = {"kind": "clauses", "lemmas": [lemma], "steps": ["0"]}
    assert "not one cycle" in refused(claimed(problem, argument, "sat-cegar")).what


def test_the_cycle_of_a_whole_tour_is_no_lemma() -> None:
    """The one cycle of a ring, ruled out both ways: a proof that a tour does not exist."""
    problem = Problem.from_graph(nx.cycle_graph(5), closed=True)
    assert has_tour(problem)
    network = formula_of("sat-cegar", problem).network
    assert network is not None
    lemmas = []
    for tour in all_tours(problem):
        arcs = zip(tour, tour[1:] + tour[:1], strict=True)
        clause = [-network.literals[arc] for arc in arcs]
        lemmas.append({"set": sorted(tour), "is": "no cycle", "clause": clause})
    clauses = formula_of("sat-cegar", problem).clauses + [lemma["clause"] for lemma in lemmas]
    with Solver(name="glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        assert not solver.solve()
        steps = solver.get_proof()
    told = claimed(problem, {"kind": "clauses", "lemmas": lemmas, "steps": steps}, "sat-cegar")
    # With these the clauses do contradict each other: it is the check of lemmas that refuses.
    assert plainly_refuted(told)
    assert refused(told).step == 1


WITH_A_TOUR = [
    Problem.from_board("3x4"),
    Problem.from_board(Board(3, 4, moves=(0, 1)), closed=True),
    Problem.from_graph(nx.cycle_graph(5), closed=True),
    Problem.from_graph(nx.complete_graph(4), closed=True),
    Problem.from_board("3x4", start=(0, 0)),
]


@pytest.mark.parametrize("problem", WITH_A_TOUR, ids=str)
@pytest.mark.parametrize("spec", SPECS)
def test_no_made_up_proof_rules_a_tour_out(problem: Problem, spec: str) -> None:
    variables = formula_of(spec, problem).variables
    for steps in (
        [],
        ["0"],
        ["1 0", "-1 0", "0"],
        ["1 0", "1 -1 0", "0"],
        ["1 -1 0", "0"],
        [*(f"-{literal} 0" for literal in range(1, variables + 1)), "0"],
        # A variable of its own would make the first two follow from each other.
        [f"{variables + 1} -1 0", f"-{variables + 1} 0", "-1 0", "0"],
        [f"{variables + 1} 0", f"-{variables + 1} 0", "0"],
        certified(PETERSEN)["argument"]["steps"],
        certified(Problem.from_board("3x6", closed=True), spec)["argument"]["steps"],
    ):
        refused(claimed(problem, {"kind": "clauses", "lemmas": [], "steps": steps}, spec))


def test_the_proof_of_another_board_is_refused() -> None:
    proofs = [
        certified(Problem.from_board(size, closed=True)) for size in ("3x6", "3x8", "4x6", "4x8")
    ]
    boards = [Problem.from_board(size, closed=True) for size in ("3x10", "3x12", "5x6", "6x6")]
    for told in proofs:
        assert check(told).holds
        for board in boards:
            refused({**told, "problem": problem_to_json(board)})


@pytest.mark.parametrize(
    "step",
    [
        "",
        "1",
        "1 2",
        "0 0",
        "1 0 0",
        "d 1 0",
        "01 0",
        "+1 0",
        "1  0",
        "1 0\n",
        "1e3 0",
        "x 0",
        "٣ 0",
    ],
)
def test_a_step_that_is_no_clause_is_refused(step: str) -> None:
    told = certified(PETERSEN)
    told["argument"]["steps"][1] = step
    verdict = refused(told)
    assert verdict.step == len(told["argument"]["lemmas"]) + 2
    assert "no clause of DIMACS" in verdict.what


@pytest.mark.parametrize("beyond", ["", "0", "000000"])
def test_a_step_with_a_variable_of_its_own_is_refused(beyond: str) -> None:
    """Even one that follows: a definition would not, and nobody makes room for a huge number."""
    told = certified(PETERSEN)
    steps = told["argument"]["steps"]
    variables = formula_of("sat-cutset", PETERSEN).variables
    steps[0] = f"{variables + 1}{beyond} {steps[0]}"
    verdict = refused(told)
    assert verdict.step == len(told["argument"]["lemmas"]) + 1
    assert f"the formula has no variable above {variables}" in verdict.what


@pytest.mark.parametrize("step", [None, 3, [1, 0], {"1": 0}])
def test_a_step_of_another_kind_is_refused(step: Any) -> None:
    told = certified(PETERSEN)
    told["argument"]["steps"][0] = step
    refused(told)


def test_a_step_that_only_keeps_the_clauses_satisfiable_is_refused() -> None:
    """RAT: some proofs add clauses that do not follow, but do no harm to satisfiability.

    Such is a literal whose negation is nowhere. Who checks implications cannot take it.
    """
    problem = Problem.from_graph(nx.complete_graph(4), closed=True)
    spec = "sat-positions?encoding=totalizer"
    clauses = formula_of(spec, problem).clauses
    literals = {literal for clause in clauses for literal in clause}
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        pure = next(
            literal
            for literal in sorted(literals)
            if -literal not in literals and solver.solve(assumptions=[-literal])
        )
    argument = {"kind": "clauses", "lemmas": [], "steps": [f"{pure} 0", "0"]}
    verdict = refused(claimed(problem, argument, spec))
    assert verdict.step == 1
    assert "does not follow by unit propagation" in verdict.what


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_a_changed_proof_is_refused_or_is_a_proof(data: st.DataObject) -> None:
    """Most proofs survive the loss of a step; then the change is a proof by the plain checker."""
    told = copy.deepcopy(MUTABLE[data.draw(st.integers(0, len(MUTABLE) - 1))])
    argument = told["argument"]
    steps = argument["steps"]
    for _ in range(data.draw(st.integers(1, 3))):
        if not steps:
            break
        place = data.draw(st.integers(0, len(steps) - 1))
        kind = data.draw(st.sampled_from(("drop", "flip", "lose", "swap", "lemma", "clause")))
        *literals, _zero = map(int, steps[place].split())
        if kind == "drop":
            del steps[place]
        elif kind == "swap":
            other = data.draw(st.integers(0, len(steps) - 1))
            steps[place], steps[other] = steps[other], steps[place]
        elif kind == "lemma" and argument["lemmas"]:
            del argument["lemmas"][data.draw(st.integers(0, len(argument["lemmas"]) - 1))]
        elif kind == "clause" and argument["lemmas"]:
            lemma = argument["lemmas"][data.draw(st.integers(0, len(argument["lemmas"]) - 1))]
            lemma["clause"] = lemma["clause"][1:]
        elif literals:
            index = data.draw(st.integers(0, len(literals) - 1))
            literals[index : index + 1] = [-literals[index]] if kind == "flip" else []
            steps[place] = " ".join(map(str, (*literals, 0)))
    verdict = check(told)
    if verdict.holds:
        assert plainly_refuted(told)
    elif all(lemma in ORIGINAL_LEMMAS for lemma in argument["lemmas"]):
        assert not plainly_refuted(told)


MUTABLE = [
    certified(PETERSEN),
    certified(PETERSEN, "sat-cutset?solver=glucose4"),
    certified(Problem.from_board("3x6", closed=True), "sat-cutset?solver=lingeling"),
    certified(PETERSEN, "sat-propagator"),
]
ORIGINAL_LEMMAS = [lemma for told in MUTABLE for lemma in told["argument"]["lemmas"]]


@pytest.mark.slow
def test_long_proofs_hold_whatever_the_solver_does_on_its_way() -> None:
    """Thousands of conflicts: variables eliminated, clauses strengthened, literals substituted."""
    board = Problem.from_board("4x24", closed=True)
    for solver in ("cadical103", "cadical153", "cadical195", "cadical300", "glucose4", "lingeling"):
        told = certified(board, f"sat-cutset?solver={solver}")
        assert len(told["argument"]["steps"]) > 1_000
        verdict = check(told)
        assert verdict.holds, f"{solver}: {verdict.what}"
