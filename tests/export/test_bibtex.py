from __future__ import annotations

import re
from pathlib import Path

import pytest

import knightbench.catalogue
from knightbench.export.bibtex import bibliography, read_entries, without_entry
from knightbench.formulation import formulations, load_plugin

CATALOGUE = Path(knightbench.catalogue.__file__).parent

PLUGIN = """
from dataclasses import dataclass
from knightbench import Answer, Formulation, register

@register
@dataclass(frozen=True)
class Own(Formulation):
    name, summary, source = "own", "50% of {all} & more", "Müller_1999, with a~b"

    def solve(self, problem, context):
        return Answer.unknown("incomplete")
"""


@pytest.fixture
def plugin(tmp_path: Path):
    (tmp_path / "own.py").write_text(PLUGIN)
    load_plugin(tmp_path / "own.py")
    return tmp_path


def own() -> list[str]:
    return [
        name
        for name, formulation in formulations().items()
        if formulation.__module__.startswith("knightbench.catalogue.")
    ]


def test_every_formulation_of_the_catalogue_has_an_entry() -> None:
    missing = without_entry(own())
    assert not missing, f"name {missing} in an entry of {CATALOGUE / 'references.bib'}"


def test_every_entry_belongs_to_a_formulation_and_has_its_fields() -> None:
    entries = read_entries(CATALOGUE / "references.bib")
    assert len({entry.key for entry in entries}) == len(entries)
    exported = bibliography(own())
    for entry in entries:
        assert entry.text in exported, f"{entry.key} belongs to nothing"
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},$", entry.text, re.MULTILINE))
        assert len(fields) == entry.text.count("\n") - 1
        assert "title" in fields
        assert "formulations" not in fields
        if not entry.text.startswith("@misc"):
            assert {"author", "year"} <= fields.keys()
        for value in fields.values():
            assert value.count("{") == value.count("}")
        assert not fields.get("doi", "10.").startswith("http")


def test_entries_are_told_once_and_in_order() -> None:
    text = bibliography(["cpsat-successor-order", "mip-mtz", "mip-mtz"])
    keys = re.findall(r"^@\w+\{(.*),$", text, re.MULTILINE)
    assert keys == sorted(set(keys))
    assert {"MillerTuckerZemlin1960", "DesrochersLaporte1991", "ORTools"} <= set(keys)
    assert bibliography(["mip-mtz", "cpsat-successor-order"]) == text


def test_a_formulation_that_is_not_known_here_is_told_by_its_name() -> None:
    assert without_entry(["nx-search", "absent"]) == ["absent"]
    assert bibliography(["absent"]) == "@misc{knightbench-absent,\n  title = {{absent}},\n}\n"


def test_without_an_entry_the_source_is_told_in_words_that_tex_can_print(plugin: Path) -> None:
    assert bibliography(["own"]) == (
        "@misc{knightbench-own,\n"
        r"  title = {{own: 50\% of \{all\} \& more}}," + "\n"
        r"  note = {Müller\_1999, with a\textasciitilde{}b}," + "\n"
        "}\n"
    )


def test_a_plugin_brings_its_own_entries(plugin: Path) -> None:
    (plugin / "references.bib").write_text(
        "@misc{Other,\n  formulations = {another},\n  title = {No},\n}\n\n"
        "@article{Own1999,\n  formulations = {some, own},\n  title = {Yes},\n}\n"
    )
    assert bibliography(["own"]) == "@article{Own1999,\n  title = {Yes},\n}\n"


@pytest.mark.parametrize("text", ["@misc{a,\n  title = {x}}\n", "@misc{a, title = {x},\n}\n"])
def test_an_entry_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "references.bib").write_text(text)
    with pytest.raises(ValueError, match=r"references\.bib: an entry begins with @"):
        read_entries(tmp_path / "references.bib")
