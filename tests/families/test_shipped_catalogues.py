"""The catalogues that come with the program, of whatever families there are: whole, without
repeats, right, graded as the grader grades, and with every published puzzle that belongs there."""

from importlib.resources import files
from random import Random

import pytest

from quincunx import gallery, grade, solve
from quincunx.families.base.catalogue import (
    FOLDER,
    GIVENS,
    AnyEnumeration,
    Catalogue,
    file_name,
    shipped,
)
from quincunx.families.base.documents import body_of, givens_of
from quincunx.making.requests import maker_of
from quincunx.reasoning.grades import grade_of
from tests.families.own import OWN

ENUMERATIONS: list[AnyEnumeration] = [
    enumeration for family in OWN.values() for enumeration in maker_of(family).enumerations()
]
COUNTS = {
    "aztec-math #/__/_#_/#__#": 30,
    "aztec-math #/__/#_#/____/#_#_#": 6_440,
    "aztec-math four-givens": 9,
    "multi-balance 4-digits": 31,
    "multi-balance 6-digits": 547,
    "multi-balance 7-digits": 439,
    "multi-balance 8-digits": 3_221,
    "multi-balance 9-digits": 9_133,
    "multi-balance 10-digits": 86,
    "multi-balance 11-digits": 46,
    "multi-balance 12-digits": 33,
    "power-strike one-given": 924,
}
"""How many puzzles each holds. That of all single Sum Stars would take too much room."""
SAMPLE = 4
"""So many of each are solved anew, and so many graded anew."""
SOON_GRADED = 18.0
"""What scores more may take seconds to grade."""


def name_of(enumeration: AnyEnumeration) -> str:
    return f"{enumeration.family.family} {enumeration.name}"


AT_HAND = [enumeration for enumeration in ENUMERATIONS if name_of(enumeration) in COUNTS]
every_catalogue = pytest.mark.parametrize("enumeration", AT_HAND, ids=name_of)


def listed(enumeration: AnyEnumeration) -> Catalogue:
    catalogue = shipped(enumeration)
    assert catalogue is not None
    return catalogue


def test_these_catalogues_are_shipped() -> None:
    counts = {name_of(each): len(found) for each in ENUMERATIONS if (found := shipped(each))}
    assert counts == COUNTS


@pytest.mark.slow
@every_catalogue
def test_no_puzzle_comes_twice(enumeration: AnyEnumeration) -> None:
    catalogue = listed(enumeration)
    some = catalogue if len(catalogue) < 1_000 else catalogue[::20]
    forms = [set(maker_of(enumeration.family).forms(entry.puzzle)) for entry in some]
    assert len(set(map(min, forms))) == len(some)
    # Generating relies on this to leave out published puzzles.
    assert all(body_of(e.puzzle) in found for e, found in zip(some, forms, strict=True))
    assert len({entry.packed for entry in catalogue}) == len(catalogue)


@every_catalogue
def test_sampled_entries_have_the_stored_solution(enumeration: AnyEnumeration) -> None:
    catalogue = listed(enumeration)
    for entry in Random(7).sample(list(catalogue), min(SAMPLE, len(catalogue))):
        answer = solve(entry.puzzle, limit=2)
        assert (answer.verdict, answer.solution) == ("unique", entry.solution)
        assert entry.puzzle.violations(entry.solution) == []


@pytest.mark.slow
@every_catalogue
def test_sampled_entries_have_the_stored_grade(enumeration: AnyEnumeration) -> None:
    some = [entry for entry in listed(enumeration) if entry.score < SOON_GRADED]
    for entry in Random(7).sample(some, min(SAMPLE, len(some))):
        found = grade(entry.puzzle)
        assert found.grade == entry.grade, entry.puzzle.identifier
        assert found.score == entry.score, entry.puzzle.identifier
        assert found.techniques == entry.techniques, entry.puzzle.identifier


def test_shipped_files_are_small_and_each_belongs_to_an_enumeration() -> None:
    stored = list(files("quincunx.families.base").joinpath(FOLDER).iterdir())
    assert {file.name for file in stored} == {file_name(enumeration) for enumeration in AT_HAND}
    assert sum(len(file.read_bytes()) for file in stored) < 400_000


@every_catalogue
def test_entries_have_grades_measures_and_packed_forms(enumeration: AnyEnumeration) -> None:
    catalogue = listed(enumeration)
    assert not catalogue.ungraded
    assert [grade_of(entry.score) for entry in catalogue] == [entry.grade for entry in catalogue]
    for entry in Random(2).sample(list(catalogue), 9):
        assert enumeration.pack(entry.puzzle, entry.solution) == entry.packed
        assert enumeration.unpack(entry.packed) == (entry.puzzle, entry.solution)
        measured = {each.name: each.of(entry.puzzle) for each in (*enumeration.measures, GIVENS)}
        assert dict(entry.measures) == measured


@pytest.mark.slow
@pytest.mark.parametrize("family", ["multi-balance", "power-strike"])
def test_catalogues_hold_all_published_unique_puzzles(family: str) -> None:
    maker = maker_of(OWN[family])
    catalogues = [listed(each) for each in AT_HAND if each.family.family == family]
    bodies = {body_of(entry.puzzle) for catalogue in catalogues for entry in catalogue}
    seen = 0
    for entry in gallery().values():
        few = family == "power-strike" or not givens_of(entry.puzzle)
        if entry.puzzle.family == family and few:
            unique = solve(entry.puzzle).verdict == "unique"
            assert bool(bodies & {*maker.forms(entry.puzzle)}) == unique, entry.name
            seen += unique
    assert seen >= 8
