"""The contract of a family: run on all families, and on some that only the tests have."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx import gallery
from quincunx.families import AnyPuzzle, Puzzle, from_document, parse
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import (
    body_of,
    read_solution,
    read_state,
    to_document,
    written_numbers,
)
from quincunx.testing import FamilyContract
from tests.cli.conftest import Run
from tests.families.fuzzing import changed_data, read_or_refused
from tests.families.guests import guests
from tests.processes import python

with guests() as found:
    FAMILIES = dict(found)

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))

MORE = {
    "multi-balance": (
        "multi-balance:10:.#..../...#../#...##/.#..../A.#...",
        "multi-balance:12:...#.../###.#.#/...#.../...#...",
    )
}
"""Puzzles with what no published one has: numbers of two figures."""


@pytest.fixture(autouse=True, scope="module")
def among_the_others() -> Iterator[None]:
    with guests():
        yield


CONTRACTS: dict[str, FamilyContract] = {}
for name, family in FAMILIES.items():
    published = [entry.puzzle for entry in gallery().values()]
    own = tuple(puzzle.identifier for puzzle in published if puzzle.family == name)
    contract = type(
        f"Test{family.__name__}",
        (FamilyContract,),
        {"family": name, "more": (*MORE.get(name, ()), *own), "__module__": __name__},
    )
    globals()[contract.__name__] = contract
    CONTRACTS[name] = contract()


def test_puzzle_has_at_most_twelve_public_members() -> None:
    public = {name for name in (*vars(Puzzle), *Puzzle.__annotations__) if name[0] != "_"}
    assert len(public) <= 12


def test_family_is_found_without_importing_the_others() -> None:
    code = (
        "import sys; from quincunx.families import family_named; family_named('c-note');"
        "print(*[name for name in sys.modules if name.startswith('quincunx.families.a')])"
    )
    assert python("-c", code) == "\n"


# Anything may be handed in.


def assert_same_in_every_form(puzzle: AnyPuzzle) -> None:
    assert parse(puzzle.identifier) == puzzle
    assert parse(puzzle.identifier).identifier == puzzle.identifier
    document = to_document(puzzle)
    assert from_document(json.loads(json.dumps(document))) == puzzle
    assert to_document(from_document(document)) == document
    assert hash(parse(json.dumps(document))) == hash(puzzle)


@pytest.mark.slow
@every_family
@settings(max_examples=25)
@given(st.data())
def test_changed_document_is_a_puzzle_or_refused(
    family: type[AnyPuzzle], data: st.DataObject
) -> None:
    whole = to_document(data.draw(st.sampled_from(CONTRACTS[family.family].puzzles)))
    document = data.draw(changed_data({key: whole[key] for key in whole if key != "family"}))
    document["family"] = family.family
    puzzle = read_or_refused(lambda: from_document(document), f"{family.family}: ")
    if puzzle is not None:
        assert_same_in_every_form(puzzle)


@every_family
def test_answer_of_one_row_may_be_wrapped_in_another_list_or_not(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in CONTRACTS[family.family].solved:
        if len(puzzle.layout.rows) == 1:
            row = solution if puzzle.layout.flat else solution[0]
            for form in (row, [row], json.dumps(row), json.dumps([row])):
                assert read_solution(puzzle, form) == solution
                assert read_state(puzzle, form).numbers == written_numbers(puzzle, solution)
            assert read_state(puzzle, [[None] * len(row)]).numbers == {}
            assert read_state(puzzle, [None] * len(row)).numbers == {}


# Commands and pictures.


@every_family
def test_drawings_can_be_made_of_plain_characters(family: type[AnyPuzzle]) -> None:
    from quincunx.cli import output as _output  # which knows the simpler characters

    assert _output
    for puzzle, solution in CONTRACTS[family.family].solved:
        for sketch in (sketch_of(puzzle), sketch_of(puzzle, solution)):
            assert b"?" not in str(sketch).encode("ascii", "quincunx")


@every_family
def test_menu_offers_the_family(family: type[AnyPuzzle], run: Run) -> None:
    number = list(FAMILIES).index(family.family) + 1
    puzzle = parse(family.example.identifier)
    for chosen in (str(number), family.family):
        lines = [chosen, body_of(puzzle), "draw it", "solve it", "count all solutions", "q"]
        outcome = run("menu", stdin="".join(f"{line}\n" for line in lines))
        assert (outcome.status, outcome.err) == (0, "")
        assert f"\n{family.title}  {family.family}\n" in outcome.out
        assert outcome.out.count(f"\n{puzzle.identifier}\n") == 2
        assert f"\n{sketch_of(puzzle)}\n" in outcome.out


# The families of the tests.


def test_families_of_the_tests_are_registered_here() -> None:
    assert {"magic-square", "neighbours"} <= set(FAMILIES)
    assert set(quincunx.all_families()) == set(FAMILIES), "here they are known"
