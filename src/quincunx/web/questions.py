"""Questions: their kinds, and readers of their parts that check every value.

The parts of a question are its keys besides "ask".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Cell, State, shorten
from quincunx.families.base.capabilities import build_scene
from quincunx.families.base.documents import givens_of
from quincunx.families.base.puzzle_input import parse
from quincunx.families.base.scene import Scene
from quincunx.families.base.validation import shown
from quincunx.making import COMMON
from quincunx.web.encoding import with_numbers

Reply: TypeAlias = dict[str, Any]

MAX_PUZZLE_CHARACTERS = 100_000
"""Maximum length of a text in a question."""
WISHES = ("score", "require", "forbid")
"""Requirements for all families that are sent as parameters."""
MAX_VALUES = 20_000
"""Maximum number of values in a question."""


@dataclass(frozen=True)
class QuestionKind:
    """A kind of question: the function that answers it, its parts, and its time limit."""

    name: str
    answer: Callable[[Question], Reply]
    parts: tuple[str, ...]
    seconds: float


class Question:
    """A question that was asked; its time limit begins when this is made."""

    def __init__(self, kind: QuestionKind, parts: Mapping[str, Any]) -> None:
        self.name = kind.name
        self.seconds = kind.seconds
        self._began = time.perf_counter()
        self._parts = parts
        for key in parts:
            if key != "ask" and key not in kind.parts:
                expected = ", ".join(kind.parts) or "nothing else"
                raise self.wrong(f"unknown part {shorten(str(key))!r}, expected {expected}")
        refuse_large(parts, self.name)

    def left(self) -> float:
        """Seconds left for the answer."""
        return max(0.0, self.seconds - (time.perf_counter() - self._began))

    def wrong(self, message: str) -> PuzzleError:
        """An error in the question."""
        return PuzzleError(f"{self.name}: {message}")

    def has(self, key: str) -> bool:
        """Whether a part was given."""
        return self._parts.get(key) is not None

    def text(self, key: str, default: str | None = None, known: Collection[str] = ()) -> str:
        """A part that is a text, and one of the known ones if any are given."""
        value = self._parts.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(f"{key} is {in_short(value)}, expected a text")
        if known and value not in known:
            raise self.wrong(f"{key} is {in_short(value)}, expected {' or '.join(known)}")
        return value

    def whole(self, key: str, default: int | None, least: int, most: int) -> int:
        """A part that is a whole number within bounds."""
        value = self._parts.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            expected = f"a whole number from {least} to {most}"
            raise self.wrong(f"{key} is {in_short(value)}, expected {expected}")
        return value

    def _object(self, value: Any, name: str) -> Mapping[str, Any]:
        """A part that is an object; empty if it was left out."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.wrong(f"{name} is {in_short(value)}, expected an object")
        return value

    def parameters(self) -> dict[str, Any]:
        """The parameters for the family's generator, and the requirements in `WISHES`."""
        chosen = dict(self._object(self._parts.get("parameters"), "parameters"))
        for name in COMMON:
            if name in chosen and name not in WISHES:
                raise self.wrong(f"{name} is no parameter of a family")
        return chosen

    @cached_property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle, given by an identifier, a document or a gallery name."""
        meant = self._parts.get("puzzle")
        if not isinstance(meant, dict):
            return parse(meant)  # type: ignore[arg-type]  # parse() checks the type
        try:
            return parse(meant)
        except PuzzleError:
            changed = with_numbers(meant)
            if changed == meant:
                raise
            return parse(changed)

    @cached_property
    def scene(self) -> Scene:
        """The board of the puzzle."""
        return build_scene(self.puzzle)

    @cached_property
    def state(self) -> State:
        """The player's numbers, and the notes in cells without a number. Cells that are not open
        are left out."""
        parts = self._object(self._parts.get("state"), "state")
        kinds = ("numbers", "candidates", "excluded")
        for key in parts:
            if key not in kinds:
                raise self.wrong(f"state has {in_short(key)}, expected {', '.join(kinds)}")
        written = [(c, self._number(v, c)) for c, v in self._by_cell(parts, "numbers")]
        numbers = {cell: number for cell, number in written if self._is_open(cell, number)}
        candidates = self._notes(parts, "candidates", numbers)
        excluded = self._notes(parts, "excluded", numbers)
        for cell in candidates.keys() & excluded.keys():
            candidates[cell] -= excluded.pop(cell)
        # Notes that exclude every candidate are ignored.
        return State(numbers, {cell: left for cell, left in candidates.items() if left}, excluded)

    def _by_cell(self, parts: Mapping[str, Any], kind: str) -> list[tuple[Cell, Any]]:
        held = self._object(parts.get(kind), f"state: {kind}")
        cells = {place.id: place.cell for place in self.scene.places}
        for key in held:
            if key not in cells:
                raise self.wrong(f"state: {in_short(key)} is no cell of {self.puzzle.family}")
        return [(cells[key], value) for key, value in held.items() if value is not None]

    def _notes(
        self, parts: Mapping[str, Any], kind: str, numbers: Mapping[Cell, int]
    ) -> dict[Cell, frozenset[int]]:
        found: dict[Cell, frozenset[int]] = {}
        for cell, values in self._by_cell(parts, kind):
            if not isinstance(values, list):
                raise self.wrong(
                    f"state: {kind} are {in_short(values)}, expected a list of numbers"
                )
            noted = frozenset(self._number(value, cell) for value in values)
            place = self.scene.by_cell[cell]
            if noted and cell not in numbers and place.open and cell in self.puzzle.cells:
                found[cell] = noted
        return found

    def _number(self, value: Any, cell: Cell) -> int:
        number = with_numbers(value)
        if isinstance(number, int) and not isinstance(number, bool):
            return number
        name = self.scene.by_cell[cell].name
        raise self.wrong(f"state: {name} is {in_short(value)}, expected a whole number")

    def _is_open(self, cell: Cell, number: int) -> bool:
        """Whether a cell may be written to; repeating a given number is allowed and ignored."""
        place = self.scene.by_cell[cell]
        if place.open and cell in self.puzzle.cells:
            return True
        if givens_of(self.puzzle).get(cell, 0) == number:
            return False
        raise self.wrong(f"state: {place.name} is {number}, expected nothing written there")


def in_short(value: object) -> str:
    """A value shortened for a message."""
    return shorten(shown(value))


def refuse_large(value: object, place: str) -> None:
    """Refuse data with too many values or too long texts."""
    left = [value]
    seen = 0
    while left:
        one = left.pop()
        seen += 1
        if seen > MAX_VALUES:
            raise PuzzleError(f"{place}: too large, expected at most {MAX_VALUES} values")
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif isinstance(one, str) and len(one) > MAX_PUZZLE_CHARACTERS:
            raise PuzzleError(f"{place}: too long, expected at most {MAX_PUZZLE_CHARACTERS}")
