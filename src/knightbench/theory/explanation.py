"""Why a problem has no tour, or why it has one: findings with arguments and pictures.

>>> from knightbench import Problem
>>> told = explain(Problem.from_board("4x10", closed=True))
>>> told.verdict, [ground.finding.theorem for ground in told.grounds]
(False, ['Pósa', 'crowded', 'Schwenk 1991'])
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from knightbench.problem import Move, Problem
from knightbench.theory import findings
from knightbench.theory.boards import outer_lines
from knightbench.theory.cases import two_cases
from knightbench.theory.cuts import small_cut
from knightbench.theory.finding import Finding, counted
from knightbench.theory.forced import SOURCE as RUBIN
from knightbench.theory.forced import Consequences, Step, consequences

#: Findings from what a reader sees most easily to what has to be taken from a paper.
PLAINEST_FIRST = (
    *("contradiction", "single square", "degrees", "connected", "colours", "bridge"),
    *("turn", "equal sums", "cut square", "end blocks", "Pósa", "small cut", "forced moves"),
    *("crowded", "two cases", "grid", "Knuth 1994", "Schwenk 1991", "open tours"),
    *("Watkins 1997, 2000", "Conrad et al. 1994", "Chvátal 1972"),
)

#: Those that name a theorem and nothing on the board to look at.
FROM_A_PAPER = frozenset({"Schwenk 1991", "open tours", "Watkins 1997, 2000"})

#: How far `small_cut` goes where nothing plainer is known: a second or two.
LARGEST_CUT, CUT_WORK = 6, 400_000

#: What marks a square that an argument is about; parts are lettered.
CONCERNED = "#"
LETTERS = string.ascii_uppercase + string.ascii_lowercase
ONE_COLOUR, OTHER_COLOUR = "x", "o"


@dataclass(frozen=True)
class Picture:
    """What to draw on the board beside an argument.

    Attributes
    ----------
    marks : mapping of int to str
        One character for some of the squares.
    legend : tuple of (str, str)
        What the marks mean, in order.
    moves : tuple of (int, int)
        The moves to draw.
    """

    marks: Mapping[int, str] = field(default_factory=dict)
    legend: tuple[tuple[str, str], ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Ground:
    """A finding, the argument that shows it where there is a short one, and a picture.

    Attributes
    ----------
    finding : Finding
    argument : tuple of str
        Sentences, each of which follows from the board and from those before it.
    picture : Picture or None
    """

    finding: Finding
    argument: tuple[str, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True)
class Explanation:
    """All that is known of a problem before any search, in the order in which to tell it.

    Attributes
    ----------
    verdict : bool or None
        Whether a tour exists; None where nothing known forbids one and no theorem promises one.
    grounds : tuple of Ground
        The plainest first.
    forced : tuple of (int, int)
        The moves that every tour makes, as far as they follow; empty where there is no tour.
    bare : Finding or None
        What is known of the same board where nothing is asked of the tour, if anything is asked
        of it here and that makes a difference.
    """

    verdict: bool | None
    grounds: tuple[Ground, ...]
    forced: tuple[Move, ...] = ()
    bare: Finding | None = None


def explain(problem: Problem) -> Explanation:
    """Return what is known of `problem` before any search, with arguments and pictures.

    Notes
    -----
    Takes about a second for a 100 x 100 board, and up to two where nothing is known of a small
    one: then larger cuts are tried than `knightbench.theory.findings` tries.
    """
    found = findings(problem)
    plain = [finding for finding in found if finding.theorem not in FROM_A_PAPER]
    known = found[0].verdict if found else None
    if not plain and not known and problem.size > 1:
        deeper = small_cut(problem, LARGEST_CUT, CUT_WORK) or _in_two_cases(problem)
        found += [] if deeper is None else [deeper]
    rank = {theorem: place for place, theorem in enumerate(PLAINEST_FIRST)}
    found.sort(key=lambda finding: rank.get(finding.theorem, len(rank)))
    verdict = found[0].verdict if found else None
    forced: tuple[Move, ...] = ()
    if verdict is not False and problem.size > 1:
        forced = consequences(problem).made
    return Explanation(
        verdict,
        tuple(_ground(problem, finding) for finding in found),
        forced,
        None if verdict else _bare(problem, verdict),
    )


def _bare(problem: Problem, verdict: bool | None) -> Finding | None:
    """Return what is known of a board's tours of the same kind, whatever is asked of them."""
    ends = problem.start is not None or problem.end is not None
    asked = ends or problem.clues or problem.required or problem.forbidden or problem.special
    if problem.board is None or not asked:
        return None
    known = findings(Problem.from_board(problem.board, closed=problem.closed))
    return known[0] if known and known[0].verdict is not verdict else None


def _ground(problem: Problem, finding: Finding) -> Ground:
    """Return a finding with what helps to see it."""
    squares = set(finding.squares)
    match finding.theorem:
        case "degrees":
            moves = min(problem.degrees[square] for square in squares)
            only = "one move only" if problem.closed else "must be an end"
            return Ground(finding, (), _marked(squares, only if moves else "no move"))
        case "connected" | "Knuth 1994":
            return Ground(finding, (), _parts(problem, ()))
        case "colours":
            return Ground(finding, (), _colours(problem, squares))
        case "bridge":
            u, v = finding.squares
            return Ground(finding, (), replace(_parts(problem, (), (u, v)), moves=((u, v),)))
        case "Pósa":
            return Ground(finding, _outer_and_inner(problem), _parts(problem, squares))
        case "cut square" | "end blocks" | "small cut" | "crowded":
            return Ground(finding, (), _parts(problem, squares))
        case "forced moves":
            return _forced(problem, finding)
        case "two cases":
            return _cases(problem, finding)
        case "Conrad et al. 1994":
            return Ground(finding, (), _marked(squares, "asked for as an end"))
    return Ground(finding)


def _marked(squares: Iterable[int], meaning: str) -> Picture:
    return Picture(dict.fromkeys(sorted(squares), CONCERNED), ((CONCERNED, meaning),))


def _parts(problem: Problem, removed: Collection[int], without: Move | None = None) -> Picture:
    """Return the parts of the graph without some squares or a move, a letter each.

    The 53rd part and those after it share a plus sign.
    """
    import networkx as nx

    graph = problem.graph()
    graph.remove_nodes_from(removed)
    if without is not None:
        graph.remove_edge(*without)
    parts = sorted(nx.connected_components(graph), key=min)
    letters = [LETTERS[i] if i < len(LETTERS) else "+" for i in range(len(parts))]
    marks = {square: letter for part, letter in zip(parts, letters, strict=True) for square in part}
    marks |= dict.fromkeys(removed, CONCERNED)
    legend = []
    if removed:
        legend.append((CONCERNED, f"{counted(len(removed), 'square')} taken away"))
    if len(parts) > len(LETTERS):
        shown = f"{LETTERS[0]} to {LETTERS[-1]}, and + for the others"
    else:
        shown = " to ".join(dict.fromkeys((letters[0], letters[-1])))
    left = "left" if removed or without is not None else "with no move from one to another"
    legend.append((shown, f"{counted(len(parts), 'part')} {left}"))
    return Picture(dict(sorted(marks.items())), tuple(legend))


def _colours(problem: Problem, squares: set[int]) -> Picture:
    """Return the two colours; the squares that an argument names in capitals, if not a colour."""
    import networkx as nx

    colour: dict[int, int] = nx.bipartite.color(problem.graph())
    letters = ONE_COLOUR, OTHER_COLOUR
    first = colour[0]
    marks = {square: letters[colour[square] != first] for square in range(problem.size)}
    classes = [{square for square in marks if marks[square] == letter} for letter in letters]
    legend = [
        (letter, f"{counted(len(members), 'square')} of {which} colour")
        for letter, members, which in zip(letters, classes, ("one", "the other"), strict=True)
    ]
    if squares not in classes:
        marks |= {square: marks[square].upper() for square in squares}
        capitals = sorted({marks[square] for square in squares})
        legend.append((" and ".join(capitals), "the squares whose steps do not fit"))
    return Picture(marks, tuple(legend))


def _outer_and_inner(problem: Problem) -> tuple[str, ...]:
    """Return Pósa's own argument for four lines, of which the cut set is another form."""
    assert problem.board is not None  # the theorem is about boards
    outer = outer_lines(problem.board)
    kind = "rows" if problem.board.rows == 4 else "columns"
    return (
        f"The knight leaves the two outer {kind} for the two inner {kind} only, and there are "
        f"{len(outer)} outer and {problem.size - len(outer)} inner squares.",
        "A closed tour goes on from every outer square to an inner one; as there are no more inner "
        "squares than that, it comes to each of them from an outer one: outer and inner alternate.",
        "Its colours alternate too: every move changes the colour.",
        f"So all outer squares would have one colour. But the outer {kind} have both.",
    )


def _in_two_cases(problem: Problem) -> Finding | None:
    """Return that there is no tour, if what is forced with a move and without it shows that."""
    cases = two_cases(problem)
    if cases is None:
        return None
    u, v = cases.move
    move = f"{problem.name(u)} - {problem.name(v)}"
    why = f"a tour makes the move {move} or does not; what is forced contradicts itself both times"
    return Finding("two cases", False, why, RUBIN, cases.move)


def _cases(problem: Problem, finding: Finding) -> Ground:
    """Return the steps to the conflict with a move, and without it."""
    cases = two_cases(problem)
    assert cases is not None  # the finding says so
    # That the move is made is no step: it is what the first case supposes.
    supposed = replace(
        cases.with_it,
        steps=tuple(step for step in cases.with_it.steps if step.squares != cases.move),
    )
    argument = (
        "First, suppose the tour makes the move.",
        *_steps(problem, supposed),
        "Second, suppose it does not.",
        *_steps(problem, cases.without_it),
    )
    marked = _marked(finding.squares, "the two squares of the move")
    return Ground(finding, argument, replace(marked, moves=(cases.move,)))


def _forced(problem: Problem, finding: Finding) -> Ground:
    """Return the steps that lead to where forced moves collide."""
    follows = consequences(problem)
    moves = tuple(
        (step.squares[0], step.squares[1])
        for step in follows.steps
        if step.made and len(step.squares) == 2
    )
    marked = _marked(follows.squares, "where it breaks") if follows.squares else Picture()
    return Ground(finding, _steps(problem, follows), replace(marked, moves=moves))


def _steps(problem: Problem, follows: Consequences) -> tuple[str, ...]:
    """Return the steps to a conflict in words, and the conflict."""
    told = tuple(_sentence(problem, step) for step in follows.steps)
    return (*told, f"In the end {follows.broken}.")


def _sentence(problem: Problem, step: Step) -> str:
    names = [str(problem.name(square)) for square in step.squares]
    if len(names) == 1:
        what = f"{names[0]} is {'an end' if step.made else 'no end'}"
    else:
        what = f"{' - '.join(names)} is {'made' if step.made else 'not made'}"
    return f"{what}: {step.because}."
