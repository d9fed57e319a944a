"""The default drawings: cells where they stand, blocked cells, cages and clues."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import pytest

from quincunx.cp.model import Model
from quincunx.drawing import draw
from quincunx.families import (
    Cage,
    Capabilities,
    Cell,
    Decoration,
    Digit,
    Example,
    Field,
    Grid,
    Layout,
    Maybe,
    Puzzle,
    Violation,
    Word,
    changed_givens,
    sketch_of,
    with_givens,
)
from quincunx.families.base.capabilities import build_scene
from quincunx.families.base.shapes import Character


class Letter(Character[str | int | None]):
    """A letter, a digit, `#` or nothing."""

    def read(self, value: object, typed: bool = False) -> str | int | None:
        if isinstance(value, str) and value in ("a", "b", "#"):
            return value
        return Maybe(Digit(1, 9)).read(value, typed)

    def text(self, value: str | int | None) -> str:
        return "_" if value is None else str(value)


@dataclass(frozen=True)
class Letters(Puzzle[list[list[int]]]):
    """A rectangle of letters and digits; any digits are an answer."""

    board: tuple[tuple[str | int | None, ...], ...]

    family: ClassVar[str] = "letters"
    title: ClassVar[str] = "Letters"
    rules: ClassVar[str] = "Write any digits."
    fields: ClassVar[tuple[Field, ...]] = (
        Field("board", "rows", Grid(Letter(), 1, 9, (1, 9), holds=lambda mark: mark != "#")),
        Field("kind", "a word", Word(("x",)), optional=True),
    )
    example: ClassVar[Example] = Example("letters:1_", [[1, 2]])
    kind: str = "x"

    def model(self) -> Model:
        model = Model()
        for row in self.board:
            for mark in row:
                if mark != "#":
                    given = mark if isinstance(mark, int) else None
                    model.variable(f"cell {len(model.variables)}", range(1, 10), given=given)
        return model

    def violations(self, solution: list[list[int]]) -> list[Violation]:
        return changed_givens(self, solution)


def test_cells_stand_where_their_numbers_say() -> None:
    puzzle = Letters(((1, "#", None), ("#", "#", "#"), (None, "#", 2)))
    assert [puzzle.layout.row_name(row) for row in (1, 2)] == ["row 1", "row 3"]
    assert str(sketch_of(puzzle, [[1, 3], [4, 2]])) == (
        "┌───┬───┬───┐\n"
        "│ 1 │███│ 3 │\n"
        "├───┼───┼───┤\n"
        "│███│███│███│\n"
        "├───┼───┼───┤\n"
        "│ 4 │███│ 2 │\n"
        "└───┴───┴───┘\n"
        "kind: x"
    )
    corners = {place.cell: place.outline[0] for place in build_scene(puzzle).places}
    assert corners == {(1, 1): (0, 0), (1, 3): (2, 0), (3, 1): (0, 2), (3, 3): (2, 2)}


def test_answers_do_not_replace_what_is_printed() -> None:
    puzzle = Letters((("a", 5, None),))
    assert "│ a 7 │   5 │   8 │" in str(sketch_of(puzzle, [[7, 5, 8]]))
    picture = draw(puzzle, solution=[[7, 5, 8]])
    (label,) = [label for label in picture.labels if label.text == "a"]
    assert not label.room.meets(picture.scene.by_cell[1, 1].room)
    assert picture.content(picture.scene.by_cell[1, 1]) == [("7", "answer")]


def test_letters_are_no_givens_and_are_not_printed_over() -> None:
    puzzle = Letters((("#", 5, None),))
    assert changed_givens(puzzle, [[4, 8]])[0].sentence == ("r1c2 is 4, but 5 is given there.")
    assert with_givens(puzzle, [None, 6]).identifier == "letters:#_6"
    with pytest.raises(NotImplementedError, match=r'^letters: board has "?.?a.* is no number'):
        changed_givens(Letters((("a", 5),)), [[4, 5]])


class Honeycomb(Letters):
    """Cells between those of the row above, with cages and clues."""

    capabilities = Capabilities(
        decoration=lambda puzzle: Decoration(
            cages=[Cage([(1, 1), (1, 2)], "9+"), Cage([(2, 1)])], clues={(3, 1): "end"}
        )
    )

    @cached_property
    def layout(self) -> Layout:
        return replace(Layout.grid([2, 1]), where=self.corner)

    @staticmethod
    def corner(cell: Cell) -> tuple[float, float]:
        return cell[1] - 1 + (cell[0] == 2) / 2, cell[0] - 1


def test_layouts_say_where_cells_stand_and_families_what_is_around_them() -> None:
    puzzle = Honeycomb(((1, None), (None, "#")))
    assert str(sketch_of(puzzle)) == (
        "┌9+─────────┐\n│   1       │\n└──┬─────┬──┘\n   │     │\n   └─────┘\n  end"
    )
    scene = build_scene(puzzle)
    assert [label.text for label in scene.labels] == ["9+", "end"]
    assert len([shape for shape in scene.shapes if shape.role == "frame"]) == 10
