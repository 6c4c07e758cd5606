"""Every parser on texts that are spoiled, made up, or have broken one before."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.fuzz.parsers import HOSTILE, PARSERS, promise_kept, spoiled

#: Those that run a whole command, or read from the disk.
SLOW = (
    *("verify", "check", "solve", "explain", "count", "sample"),
    *("rows", "text", "certificate", "graph file"),
)


@pytest.mark.parametrize("name", PARSERS)
def test_reads_what_it_should(name):
    parser, texts = PARSERS[name]
    for text in texts[:1]:
        parser(text)


@pytest.mark.parametrize("name", PARSERS)
def test_spoiled_texts_give_a_value_or_one_line(name):
    rng = random.Random(f"spoiled {name}")
    texts = PARSERS[name][1]
    for _ in range(40 if name.startswith(SLOW) else 400):
        promise_kept(name, spoiled(rng, rng.choice(texts)))


@pytest.mark.parametrize("name", [name for name in PARSERS if not name.startswith(SLOW)])
def test_hostile_texts_give_a_value_or_one_line(name):
    for text in HOSTILE:
        promise_kept(name, text)


@given(st.sampled_from(sorted(PARSERS)), st.text())
@settings(max_examples=300, deadline=None)
@example("rows", '{"a":' * 3000 + "\n")
@example("json", "[" * 100_000)
@example("start", "a" * 100_000 + "1")
@example("dimacs", "p edge 999999 0")
@example("solve size", "3x4\u2028")
@example("solve seed", "a\nb")
def test_any_text_gives_a_value_or_one_line(name, text):
    promise_kept(name, text)
