"""Puzzles, answers and states as JSON data and as text, and the numbers that a puzzle prints."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from quincunx._support.arguments import checked
from quincunx.cp.model import Model, Values
from quincunx.cp.words.phrases import capitalised
from quincunx.errors import PuzzleError
from quincunx.families.base.capabilities import (
    paper_model,
    paper_numbers,
    phrases_of,
    reasoning_model,
    resolve,
    short_name,
)
from quincunx.families.base.puzzle import (
    AnyPuzzle,
    Cell,
    Document,
    Puzzle,
    SolutionT,
    Violation,
    cell_field,
    shorten,
)
from quincunx.families.base.state import State
from quincunx.families.base.validation import refuse_long, shown

PuzzleT = TypeVar("PuzzleT", bound=AnyPuzzle)


@checked
def to_document(puzzle: AnyPuzzle) -> Document:
    """The puzzle as JSON data; `from_document` gives the same puzzle back."""
    document: Document = {"family": puzzle.family}
    for field in puzzle.fields:
        value = field.of(puzzle)
        if not (field.optional and value == getattr(type(puzzle), field.attribute)):
            document[field.name] = field.shape.data(value)
    return document


def body_of(puzzle: AnyPuzzle) -> str:
    """The identifier without the family's name; `from_body` gives the same puzzle back."""
    return resolve(puzzle.capabilities.body)(puzzle)


PROLOG_LIST = re.compile(r"(?:([0-9]{1,18}):)?\s*(\[.*\])|([0-9]+(?:\s*,\s*[0-9]+)+)", re.S)
"""A list as arguments of the papers' programs, optionally after a number; or its numbers alone."""


def from_body(family: type[PuzzleT], body: str) -> PuzzleT:
    """The puzzle of a family from the part of an identifier after the family's name and colon.

    Raises:
        PuzzleError: The text does not describe a puzzle of the family.
    """
    refuse_long(body, f"{family.family}: puzzle", family.capabilities.max_text)
    paper, list_ = family.capabilities.paper, PROLOG_LIST.fullmatch(body.strip())
    if paper is None or paper.read_call is None or list_ is None:
        return family(**resolve(family.capabilities.parts)(family, body))
    text = re.sub(r"[A-Za-z_]\w*", "null", list_[2] or f"[{list_[3]}]")
    try:
        parts = resolve(paper.read_call)(json.loads(text), int(list_[1]) if list_[1] else None)
    except (ValueError, TypeError, RecursionError):
        raise PuzzleError(
            f"{family.family}: {shorten(body)!r} is no list of the paper's program, expected a "
            f"form like {paper.example}"
        ) from None
    return family(**parts)


def join_parts(puzzle: AnyPuzzle) -> str:
    """The parts of a puzzle as text, divided by colons, without optional ones."""
    fields = [field for field in puzzle.fields if not field.optional]
    return ":".join(field.shape.text(field.of(puzzle)) for field in fields)


def split_parts(family: type[AnyPuzzle], body: str) -> dict[str, Any]:
    """The parts of a puzzle by attribute: the inverse of `join_parts`."""
    fields = [field for field in family.fields if not field.optional]
    texts = body.split(":", len(fields) - 1)
    if len(texts) < len(fields):
        form = ":".join(field.shape.form(field.name) for field in fields)
        counted = "no colon" if len(texts) == 1 else "too few colons"
        raise PuzzleError(f"{family.family}: {shorten(body)!r} has {counted}, expected {form}")
    parts = zip(fields, texts, strict=True)
    return {field.attribute: field.read(text, family, typed=True) for field, text in parts}


def numbers_of(puzzle: Puzzle[SolutionT], solution: SolutionT) -> list[int]:
    """The numbers in `cells`: the inverse of `Puzzle.solution`."""
    return resolve(puzzle.capabilities.numbers)(puzzle, solution)


def written_numbers(puzzle: Puzzle[SolutionT], solution: SolutionT) -> dict[Cell, int]:
    """The numbers of a solution that a player writes down: not that a cell stays empty."""
    numbers, writes = numbers_of(puzzle, solution), phrases_of(puzzle).writes
    return {cell: n for cell, n in zip(puzzle.cells, numbers, strict=True) if writes(n)}


@checked
def read_solution(puzzle: Puzzle[SolutionT], data: object) -> SolutionT:
    """A solution from JSON data, or from the text a person would type. Checks its form only.

    Raises:
        PuzzleError: The data does not have the form of a solution of this puzzle.
    """
    decided = _read_decided(puzzle, data)
    if decided is not None:
        return puzzle.solution(list(paper_numbers(puzzle, decided)))
    solution: SolutionT = resolve(puzzle.capabilities.read_solution)(puzzle, data)
    return solution


def _read_decided(puzzle: AnyPuzzle, data: object) -> list[int] | None:
    """The answer of a paper's program whose decisions are not the cells; `None` if it is none.

    Raises:
        PuzzleError: It has the wrong number of decisions.
    """
    paper = puzzle.capabilities.paper
    if paper is None or paper.to_cells is None:
        return None
    if isinstance(data, str) and re.fullmatch(r"\s*\[[0-9,\s]{1,1000}\]\s*", data):
        data = [int(number) for number in re.findall(r"[0-9]+", data)]
    if not isinstance(data, list) or not data or any(type(one) is not int for one in data):
        return None
    model = paper_model(puzzle)
    if model is None or len(data) != len(model.decisions):
        expected = 0 if model is None else len(model.decisions)
        raise PuzzleError(f"{puzzle.family}: solution has {len(data)} numbers, expected {expected}")
    return data


def read_plain_solution(puzzle: AnyPuzzle, data: object) -> Any:
    """A solution that has the form of the puzzle's layout."""
    place = f"{puzzle.family}: solution"
    found = puzzle.layout.read(data, place, puzzle.capabilities.max_text, state=False)
    return puzzle.solution([found[cell] for cell in puzzle.cells])


@checked
def read_state(puzzle: AnyPuzzle, data: object) -> State:
    """A player's state from JSON data or text in the form of a solution. Checks its form only.

    A cell may hold a number; null or `_` for nothing; the candidates that the player has left,
    `{1,2}` in text and `{"candidates": [1, 2]}` in JSON; or values that the player has ruled out,
    `!3` or `!{3,4}`, `{"not": [3, 4]}` in JSON.

    Raises:
        PuzzleError: The data has another form.

    >>> from quincunx.families import parse
    >>> state = read_state(parse("c-note:100:878/312/272"), "85,7,8/{13,3},_,72/_,!5,_")
    >>> state.candidates, state.excluded
    ({(2, 1): frozenset({3, 13})}, {(3, 2): frozenset({5})})
    """
    return resolve(puzzle.capabilities.read_state)(puzzle, data)


def read_plain_state(puzzle: AnyPuzzle, data: object) -> State:
    """A state that has the form of the puzzle's layout."""
    place = f"{puzzle.family}: state"
    return State.of(puzzle.layout.read(data, place, puzzle.capabilities.max_text, state=True))


@checked
def givens_of(puzzle: AnyPuzzle) -> Mapping[Cell, int]:
    """The numbers that the puzzle itself prints in cells."""
    return resolve(puzzle.capabilities.givens)(puzzle)


def domains_by_cell(puzzle: AnyPuzzle, model: Model | None = None) -> Mapping[Cell, Values | None]:
    """The domains of the reasoning model; `None` for one that stands for all other numbers too."""
    decisions = (model or reasoning_model(puzzle)).decisions
    by_cell = zip(puzzle.cells, decisions, strict=True)
    return {cell: None if v.other is not None else v.domain for cell, v in by_cell}


@checked
def with_givens(puzzle: PuzzleT, numbers: Sequence[int | None]) -> PuzzleT:
    """The puzzle with these numbers printed in its cells, instead of its own."""
    if len(numbers) != len(puzzle.cells):
        counted = f"{len(numbers)} numbers for {len(puzzle.cells)} cells"
        raise PuzzleError(f"{puzzle.family}: {counted}, expected the same")
    field = cell_field(puzzle)
    cells = field.shape.with_cells(field.of(puzzle), puzzle.layout.arranged(numbers))
    parts = {other.attribute: other.of(puzzle) for other in puzzle.fields}
    return type(puzzle)(**parts | {field.attribute: cells})


def changed_givens(puzzle: AnyPuzzle, solution: Any) -> list[Violation]:
    """A violation for each cell in which an answer differs from the printed number, for checkers:
    read from the part that is laid out in cells, not from the model.

    Raises:
        NotImplementedError: That part holds anything but numbers.
    """
    field, layout = cell_field(puzzle), puzzle.layout
    printed = {cell: value for cell, (value, _) in field.shape.printed(field.of(puzzle)).items()}
    found: list[Violation] = []
    for cell, number in zip(puzzle.cells, numbers_of(puzzle, solution), strict=True):
        given = printed.get(cell, number)
        name = short_name(puzzle, cell)
        if type(given) is not int:
            raise NotImplementedError(
                f"{puzzle.family}: {field.name} has {shown(given)} in {name}, which is no number: "
                "compare it in `violations`"
            )
        if number != given:
            texts = [layout.mark.names.get(value) or shown(value) for value in (number, given)]
            sentence = capitalised(f"{name} is {texts[0]}, but {texts[1]} is given there.")
            found.append(Violation("given", sentence, (cell,), f"given {name}"))
    return found
