"""States of every family: written and read again, changed a little, and hostile ones."""

from __future__ import annotations

import json
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
from tests.families.fuzzing import changed_data, changed_text, read_or_refused
from tests.families.guests import guests
from tests.families.toy import Toy

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
def test_hostile_states_are_refused_in_one_line(family: type[AnyPuzzle], piece: str) -> None:
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


@every_family
def test_all_digits_may_be_noted_in_every_cell(family: type[AnyPuzzle]) -> None:
    puzzle = example(family)
    state = State(candidates=dict.fromkeys(puzzle.cells, frozenset(range(1, 10))))
    assert read_state(puzzle, state.text(puzzle)) == state
    assert read_state(puzzle, json.dumps(as_data(puzzle, state))) == state


def test_all_digits_may_be_noted_in_the_largest_puzzles() -> None:
    largest = [
        parse("aztec-math:" + "/".join("_" * n for n in range(1, 10))),
        parse("sum-star:" + "/".join(f"{q}.0=_,_,_,_,_,_" for q in range(60))),
        parse("multi-balance:9:" + "/".join("." * n + "#" + "." * (39 - n) for n in range(40))),
    ]
    for puzzle in largest:
        state = State(candidates=dict.fromkeys(puzzle.cells, frozenset(range(1, 10))))
        assert read_state(puzzle, json.dumps(as_data(puzzle, state))) == state


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
def test_a_state_that_is_written_is_read_again(
    family: type[AnyPuzzle], data: st.DataObject
) -> None:
    puzzle = example(family)
    state = data.draw(states(puzzle))
    text = state.text(puzzle)
    for form in (text, f" {text}\n", text.replace("/", "\n"), as_data(puzzle, state)):
        assert read_state(puzzle, form) == state
        assert dict(read_state(puzzle, form).numbers) == state.numbers
    assert read_state(puzzle, text).text(puzzle) == text
    assert State.of(state.contents()) == state


@pytest.mark.slow
@every_family
@settings(max_examples=40)
@given(st.data())
def test_a_changed_state_is_read_or_refused(family: type[AnyPuzzle], data: st.DataObject) -> None:
    puzzle = example(family)
    state = data.draw(states(puzzle))
    changed = changed_text(state.text(puzzle), "{}!,xX/") | changed_data(as_data(puzzle, state))
    handed_in = data.draw(changed)
    read = read_or_refused(lambda: read_state(puzzle, handed_in), f"{family.family}: state")
    if read is not None:
        assert set(read.contents()) <= set(puzzle.cells)
        text = read_or_refused(lambda: read.text(puzzle), f"{family.family}: state")
        assert text is None or read_state(puzzle, text) == read
