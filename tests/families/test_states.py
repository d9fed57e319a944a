"""States: how numbers and notes are read and written, and what is refused."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Cell, State, parse
from quincunx.families.base.documents import from_body, read_state
from quincunx.families.base.state import Note
from tests.families.fuzzing import read_or_refused
from tests.families.guests import guests
from tests.families.tables import cases, json_or_text
from tests.families.toy import Toy

C_NOTE = "c-note:100:878/312/272"
AZTEC = "aztec-math:8/__/_9_/8__2"
STRIKE = "power-strike:2:6,_,_,_,_"
STAR = "sum-star:0.0=6,33,45,11,22,10"
BALANCE = "multi-balance:3:#.../...#/..../.#.."

BY_FAMILY = {parse(text).family: text for text in (C_NOTE, AZTEC, STRIKE, STAR, BALANCE)}


@pytest.mark.parametrize(("family", "form", "text"), cases("families/cases/notes.txt"))
def test_numbers_and_notes_are_read_from_text_and_data(family: str, form: str, text: str) -> None:
    puzzle = parse(BY_FAMILY[family])
    handed_in = form.replace(r"\n", "\n")
    state = read_state(puzzle, handed_in)
    assert state.text(puzzle) == text
    assert read_state(puzzle, json_or_text(handed_in)) == state


@pytest.mark.parametrize(
    ("puzzle", "state", "message"),
    [
        # JSON has numbers that are no single character.
        (AZTEC, State({(2, 1): 12}), "row 2, cell 1 is '12', expected a digit from 0 to 9"),
        (
            AZTEC,
            State(excluded={(2, 1): frozenset({1, -1})}),
            "row 2, cell 1 is '-1', expected a digit from 0 to 9",
        ),
        (STAR, State({(1, 1): 10}), "cell A1 is 10, expected a whole number from 0 to 9 or X"),
        (
            STRIKE,
            State({(1,): 10**5000}),
            "cell 1 is a number of over 4000 digits, expected a "
            "whole number of at most 4000 digits",
        ),
        (STRIKE, State({(6,): 1}), f"(6,) is no cell of {STRIKE}"),
        (BALANCE, State({(1, 1): 1}), f"(1, 1) is no cell of {BALANCE}"),
    ],
)
def test_state_without_a_text_form_is_refused(puzzle: str, state: State, message: str) -> None:
    with pytest.raises(PuzzleError) as refusal:
        state.text(parse(puzzle))
    assert str(refusal.value) == f"{parse(puzzle).family}: state, {message}"


def test_cell_has_a_number_or_one_note() -> None:
    some: dict[Cell, frozenset[int]] = {(1, 1): frozenset({1})}
    written: dict[Cell, int] = {(1, 1): 1}
    for numbers, candidates in (written, {}), ({}, some):
        with pytest.raises(PuzzleError, match=r"^state: a cell is there twice, expected a number"):
            State(numbers, candidates, excluded=some)
    with pytest.raises(PuzzleError, match=r"^state: a note has no values, expected at least one$"):
        State(excluded={(1, 1): frozenset()})


# Every family.


with guests() as found:
    FAMILIES = {**found, Toy.family: Toy}

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))


@pytest.fixture(autouse=True, scope="module")
def among_the_others() -> Iterator[None]:
    with guests():
        yield


def example(family: type[AnyPuzzle]) -> AnyPuzzle:
    return from_body(family, family.example.identifier.removeprefix(f"{family.family}:"))


@every_family
@pytest.mark.parametrize(
    "piece", ["{", "}", "{}", "!", "!{", "{1", "{1,", "1,", "{1},", "!1,", ",", '{"not":', "[{"]
)
def test_hostile_state_is_refused_in_one_line(family: type[AnyPuzzle], piece: str) -> None:
    puzzle = example(family)
    for hostile in (
        piece * 10_000,
        f"_{piece * 10_000}",
        piece * (family.capabilities.max_text // len(piece)),
    ):
        read = partial(read_state, puzzle, hostile)
        assert read_or_refused(read, f"{family.family}: state") is None
    with pytest.raises(PuzzleError, match=f"expected at most {family.capabilities.max_text}$"):
        read_state(puzzle, piece * (family.capabilities.max_text + 1))


def as_data(puzzle: AnyPuzzle, state: State) -> Any:
    """A state in the shape of a solution, a list a row."""
    contents = state.contents()

    def data(cell: Cell) -> Any:
        content = contents.get(cell)
        if isinstance(content, Note):
            return {"not" if content.excluded else "candidates": sorted(content.values)}
        if content is None:
            sign = puzzle.layout.blank(cell)
            return None if sign == "_" else sign
        return content

    return puzzle.layout.arranged([data(cell) for row in puzzle.layout.rows for cell in row])


@st.composite
def states(draw: st.DrawFn, puzzle: AnyPuzzle) -> State:
    """Numbers and notes that the model of a puzzle knows, in any of its cells."""
    known = sorted({v for d in puzzle.model().decisions for v in [*d.domain][:40]})
    value = st.sampled_from(known)
    some = st.frozensets(value, min_size=1, max_size=5)
    content = st.none() | value | st.builds(Note, some, st.booleans())
    drawn = draw(st.tuples(*[content] * len(puzzle.cells)))
    pairs = zip(puzzle.cells, drawn, strict=True)
    return State.of({cell: content for cell, content in pairs if content is not None})


@every_family
@settings(max_examples=30)
@given(st.data())
def test_written_state_reads_back(family: type[AnyPuzzle], data: st.DataObject) -> None:
    puzzle = example(family)
    state = data.draw(states(puzzle))
    text = state.text(puzzle)
    for form in (text, f" {text}\n", text.replace("/", "\n"), as_data(puzzle, state)):
        assert read_state(puzzle, form) == state
    assert read_state(puzzle, text).text(puzzle) == text
    assert State.of(state.contents()) == state
