"""Pictures: a puzzle's scene with what is written in it, highlighted and crossed out.

>>> picture = draw("c-note:100:878/312/272", solution=True)
>>> picture.written[1, 1], picture.content(picture.scene.by_cell[1, 1])
(85, [('8', 'given'), ('5', 'answer')])
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from quincunx._support.arguments import checked
from quincunx.cp.words.phrases import capitalised
from quincunx.drawing.cell_names import CellNames, cell_names
from quincunx.drawing.drawable import Drawing, View
from quincunx.errors import OptionError, PuzzleError, short_repr
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import build_scene, scene_notes, short_name
from quincunx.families.base.documents import read_solution, read_state, written_numbers
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.base.scene import Label, Place, Scene

Content: TypeAlias = list[tuple[str, Literal["given", "answer"]]]
"""The text in a cell, in pieces: what is given, and what was written."""

MARGIN = 0.35
"""Around the board, in units."""
MAX_DESCRIBED = 60
"""How many cells a description names."""


@checked
@dataclass(frozen=True)
class Picture(Drawing):
    """A puzzle as it is to be drawn; without further arguments the empty board."""

    puzzle: AnyPuzzle
    written: Mapping[Cell, int] = field(default_factory=dict)
    """Numbers in cells: an answer, or what a player has written so far."""
    marks: Mapping[Cell, Sequence[int]] = field(default_factory=dict)
    """Pencil marks: the candidates of a cell."""
    struck: Mapping[Cell, Collection[int]] = field(default_factory=dict)
    """Pencil marks that are crossed out."""
    looked_at: Collection[Cell] = ()
    """Cells that a step uses."""
    found: Collection[Cell] = ()
    """Cells that a step fills."""
    wrong: Collection[Cell] = ()
    """Cells that break a rule."""
    notes: bool = False
    """Whether the family may add notes beside the board."""
    named: Collection[Cell] | None = None
    """Cells whose names are shown, with all others if there is room; `None` for no names."""
    focused: bool = False
    """Whether only the parts of the board are drawn that have highlighted cells."""
    least: float = 0.0
    """The smallest size of type in units: short labels grow, smaller pencil marks are left out."""

    @cached_property
    def scene(self) -> Scene:
        """The board, or the part of it that is drawn."""
        scene = scene_of(self.puzzle)
        return scene.around_cells(self._in_focus) if self.focused else scene

    @property
    def _in_focus(self) -> tuple[Cell, ...]:
        return (*self.looked_at, *self.found, *(self.named or ()))

    @cached_property
    def names(self) -> CellNames:
        """The names that it shows."""
        if self.named is None:
            return CellNames()
        return cell_names(self.puzzle, self.scene, self._in_focus, self.least)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The texts beside the cells; notes that would cover pencil marks are left out."""
        # Larger type above the board needs more room.
        top, rise = replace(self.scene, labels=()).bounds()[1], max(0.0, self.least - 0.4)
        labels = tuple(
            replace(one, room=replace(one.room, y=one.room.y - rise * (one.room.y < top)))
            for one in self.scene.labels
        )
        if edges := self.names.edges:
            # A board that numbers its rows and columns itself does not show them twice.
            others = (one for one in labels if one.role != "note" or not one.text.isdigit())
            labels = (*others, *edges)
        if not self.notes:
            return labels
        marked = [place.room for place in self.scene.places if self.candidates(place)]
        notes = scene_notes(self.puzzle, self.written)
        return (*labels, *(label for label in notes if not any(map(label.room.meets, marked))))

    @property
    def title(self) -> str:
        return self.scene.title

    @property
    def description(self) -> str:
        filled = [self.spoken(place) for place in self.scene.places if self.content(place)]
        named, others = filled[:MAX_DESCRIBED], len(filled) - MAX_DESCRIBED
        rest = f"; and {others} others" if others > 0 else ""
        cells = f"{capitalised('; '.join(named))}{rest}." if named else "All cells are empty."
        return f"{self.scene.description} {cells}"

    @checked
    def content(self, place: Place) -> Content:
        """Return the text in a place."""
        number = self.written.get(place.cell)
        if number is None or self.contradicts(place):
            return [(place.given, "given")] if place.given else []
        text = self.scene.text(number)
        before, given, after = text.partition(place.given) if place.given else (text, "", "")
        pieces: Content = [(before, "answer"), (given, "given"), (after, "answer")]
        return [piece for piece in pieces if piece[0]]

    def contradicts(self, place: Place) -> bool:
        """Whether the number written in a place lacks what is given there, or differs from it."""
        number = self.written.get(place.cell)
        if number is None or not place.given:
            return False
        text = self.scene.text(number)
        return place.given not in text if place.open else place.given != text

    def candidates(self, place: Place) -> list[int]:
        """Return the pencil marks of a place, including those that are crossed out; among them is
        a number that contradicts what is given."""
        if place.cell in self.written:
            return [self.written[place.cell]] if self.contradicts(place) else []
        return sorted({*self.marks.get(place.cell, ()), *self.struck.get(place.cell, ())})

    def spoken(self, place: Place) -> str:
        """Return the name and the content of a place, to be read aloud."""
        text = "".join(piece for piece, _ in self.content(place))
        wrong = f", not {self.written[place.cell]}" if self.contradicts(place) else ""
        return f"{place.name}: {text or 'empty'}{wrong}"

    def view(self) -> View:
        left, top, right, bottom = self.scene.bounds(self.labels)
        return (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)

    def elements(self) -> Iterator[str]:
        from quincunx.drawing.painter import painted

        return painted(self)


@lru_cache(maxsize=64)
def scene_of(puzzle: AnyPuzzle) -> Scene:
    """Return the scene of a puzzle, which many pictures share."""
    return build_scene(puzzle)


def notation_of(puzzle: AnyPuzzle) -> str:
    """Return what the names of cells mean, as in "r1c2 is row 1, column 2."; empty if they need no
    explanation."""
    names = [(short_name(puzzle, cell), puzzle.layout.name(cell)) for cell in puzzle.cells[1:2]]
    called = [f"{short} is {name}." for short, name in names if short != name]
    return scene_of(puzzle).notation or " ".join(called)


@checked
def draw(
    puzzle: PuzzleLike,
    *,
    solution: object = None,
    state: object = None,
    marks: bool = False,
    looked_at: Collection[Sequence[int]] = (),
    wrong: Collection[Sequence[int]] = (),
    notes: bool = False,
    time_limit: float | None = None,
) -> Picture:
    """Return a picture of a puzzle, to be shown in a notebook or saved in a file.

    Args:
        puzzle: A puzzle, an identifier, a document or a name of the gallery.
        solution: An answer to draw, or True for the one that the solver finds.
        state: What a player has written so far.
        marks: Pencil in the numbers that single rules leave in each open cell.
        looked_at: Cells to highlight.
        wrong: Cells to cross out.
        notes: Add what the family notes beside the board, such as torques.
        time_limit: Seconds that the solver may take.

    Raises:
        PuzzleError: The puzzle, the solution or the state is invalid, or no solution was found.
        OptionError: Both a solution and a state are given.

    >>> draw("aztec-math:8/__/_9_/8__2", state="8/5_/_9_/8__2").written[2, 1]
    5
    """
    puzzle = parse(puzzle)
    with_solution = solution is not None and solution is not False
    if with_solution and state is not None:
        raise OptionError("draw: both a solution and a state, expected at most one")
    written: dict[Cell, int] = {}
    if with_solution:
        solved = solution is True
        answer = _solved(puzzle, time_limit) if solved else read_solution(puzzle, solution)
        written = written_numbers(puzzle, answer)
    elif state is not None:
        written = dict(read_state(puzzle, state).numbers)
    pencilled: Mapping[Cell, Sequence[int]] = {}
    if marks:
        from quincunx.drawing.pencil_marks import left_by_rules

        pencilled = left_by_rules(puzzle, written)
    seen, crossed = _cells(puzzle, looked_at), _cells(puzzle, wrong)
    return Picture(puzzle, written, pencilled, looked_at=seen, wrong=crossed, notes=notes)


def _cells(puzzle: AnyPuzzle, named: Collection[Sequence[int]]) -> tuple[Cell, ...]:
    """The cells of these names, which may be tuples or lists."""
    known = [place.cell for place in scene_of(puzzle).places]
    found = [tuple(cell) if isinstance(cell, list) else cell for cell in named]
    for cell in found:
        if cell not in known:
            raise PuzzleError(f"{puzzle.family}: no cell {short_repr(cell)} to highlight")
    return tuple(tuple(cell) for cell in found)


def _solved(puzzle: AnyPuzzle, time_limit: float | None) -> Any:
    from quincunx.solving import solve

    result = solve(puzzle, limit=1, time_limit=time_limit)
    if result.solution is None:
        why = "there is no solution" if result.complete else "no solution was found in time"
        raise PuzzleError(f"{puzzle.family}: {why} to draw")
    return result.solution
