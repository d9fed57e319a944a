"""The glossary: every technique once, and puzzles that take them."""

from __future__ import annotations

import pytest

from quincunx.cp.words.techniques import GENERAL
from quincunx.families import all_families
from quincunx.reasoning import explain, grade
from quincunx.reasoning.glossary import GlossaryEntry, glossary
from tests.reasoning.puzzles import PUBLISHED

ENTRIES = glossary()


def test_every_technique_is_there_once() -> None:
    names = [(entry.family, entry.technique.name) for entry in ENTRIES]
    assert len(names) == len(set(names))
    assert [entry.technique for entry in ENTRIES if entry.family is None] == list(GENERAL)
    assert {entry.family for entry in ENTRIES} - {None} <= set(all_families())


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.technique.name)
def test_technique_has_a_meaning_tier_and_effort(entry: GlossaryEntry) -> None:
    technique = entry.technique
    assert technique.meaning[0].isupper()
    assert technique.meaning.endswith(".")
    assert 1 <= technique.tier <= 6
    assert technique.effort >= 1


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.technique.name)
def test_example_takes_its_technique(entry: GlossaryEntry) -> None:
    if not entry.example:
        return  # see below
    used = {step.technique for step in explain(entry.example).steps}
    # What has words of its own is shown with them.
    graded = set() if entry.technique.words else set(grade(entry.example).techniques)
    assert entry.technique.name in used | graded
    if entry.family is not None:
        assert grade(entry.example).puzzle.family == entry.family


def test_every_technique_has_an_example() -> None:
    assert [entry.technique.name for entry in ENTRIES if not entry.example] == []


@pytest.mark.slow
def test_glossary_lists_techniques_of_published_puzzles() -> None:
    by_family: dict[str | None, set[str]] = {}
    for entry in ENTRIES:
        by_family.setdefault(entry.family, set()).add(entry.technique.name)
    for name, puzzle in PUBLISHED.items():
        known = by_family[None] | by_family.get(puzzle.family, set())
        assert set(grade(puzzle).techniques) <= known, name
