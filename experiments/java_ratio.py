"""How many squares a second `backtracking` enters, against the same recursion in Java.

Run it with ``python experiments/java_ratio.py``; it needs ``javac`` and ``java``. Both search
6x6 from the corner, one after the other, in each of several rounds, so that a busy machine slows
both: trust the ratio, not the rates. Each times its own search; start-up is counted for neither.
"""

import json
import shutil
import statistics
import subprocess
import tempfile
from datetime import date
from pathlib import Path

from knightbench import Problem, solve
from knightbench.lab import machine

ROUNDS = 5
ROWS, COLS = 6, 6
SOURCE = Path(__file__).parent / "java" / "Recursion.java"


def java_rate(classes: str) -> float:
    """Return the squares a second that the Java program enters."""
    command = ["java", "-cp", classes, "Recursion", str(ROWS), str(COLS)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    entered, seconds, found = printed.split()
    if found != "true":
        raise RuntimeError(f"the Java program found no tour: {printed}")
    return int(entered) / float(seconds)


def knightbench_rate() -> float:
    """Return the squares a second that `backtracking` enters."""
    problem = Problem.from_board(f"{ROWS}x{COLS}", start=(0, 0))
    answer = solve(problem, formulation="backtracking")
    return answer.statistics["calls"] / answer.time["search"]


def main() -> None:
    """Print the rates of each round and their ratio, and write them down."""
    if shutil.which("javac") is None or shutil.which("java") is None:
        raise SystemExit("this comparison needs a Java development kit: javac and java")
    with tempfile.TemporaryDirectory() as classes:
        subprocess.run(["javac", "-d", classes, str(SOURCE)], check=True)
        rounds = [(java_rate(classes), knightbench_rate()) for _ in range(ROUNDS)]
    version = subprocess.run(["java", "-version"], capture_output=True, text=True, check=True)
    facts = machine.describe() | {"java": version.stderr.splitlines()[0]}
    ratios = [ours / java for java, ours in rounds]
    lines = [
        "# Squares entered a second: `backtracking` against the same recursion in Java",
        "",
        f"Made by `python experiments/java_ratio.py` on {date.today()}: {facts['cpu']}, "
        f"{facts['java']}, Python {facts['versions']['python']}, "
        f"numba {facts['versions']['numba']}. {ROWS}x{COLS} from (0, 0), {ROUNDS} rounds.",
        "",
        "| round | Java, squares a second | knightbench | ratio |",
        "|---|---|---|---|",
        *(
            f"| {number} | {java:,.0f} | {ours:,.0f} | {ours / java:.1f} |"
            for number, (java, ours) in enumerate(rounds, start=1)
        ),
        "",
        f"Ratio: median {statistics.median(ratios):.1f}, least {min(ratios):.1f}.",
    ]
    print("\n".join(lines))
    folder = Path("results/java_ratio")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "machine.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
