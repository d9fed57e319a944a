"""Families that say nothing of their own: their variables have names, their constraints have
labels, and all other words come from the kinds of constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model, Variable
from quincunx.families import Capabilities, Cell, Violation
from tests.families.toy import Toy

Line = tuple[Variable, ...]


@dataclass(frozen=True)
class Silent(Toy):
    """A square of numbers, some of them given; a subclass says which numbers, and the rules."""

    total: int = 0

    size: ClassVar[int] = 3
    values: ClassVar[Sequence[int]] = range(1, 10)
    given: ClassVar[str]
    """The numbers row by row, with _ for what is to be found."""

    def add_rules(self, model: Model, lines: Mapping[str, Line]) -> None:
        """Add the rules, given the rows and columns by name."""
        raise NotImplementedError

    @property
    def cells(self) -> tuple[Cell, ...]:
        sides = range(1, self.size + 1)
        return tuple((row, column) for row in sides for column in sides)

    def givens(self) -> Mapping[Cell, int]:
        marks = zip(self.cells, self.given.replace("/", " ").split(), strict=True)
        return {cell: int(mark) for cell, mark in marks if mark != "_"}

    def model(self) -> Model:
        return self._model({cell: (value,) for cell, value in self.givens().items()})

    def reasoning_model(self) -> Model:
        return self._model({})

    capabilities = Capabilities(givens=givens, reasoning_model=reasoning_model)

    def _model(self, given: Mapping[Cell, Iterable[int]]) -> Model:
        model = Model()
        lines: dict[str, Line] = {}
        for row, column in self.cells:
            values = given.get((row, column), self.values)
            variable = model.variable(f"row {row}, column {column}", values)
            for line in (f"row {row}", f"column {column}"):
                lines[line] = (*lines.get(line, ()), variable)
        self.add_rules(model, lines)
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        return [] if self.model().check(solution) else [Violation("rules", "Wrong.", ())]


class MagicSquare(Silent):
    """Sums, one of them with a coefficient."""

    given = "2 _ _ / _ 5 _ / _ _ _"

    def add_rules(self, model: Model, lines: Mapping[str, Line]) -> None:
        top_left, top, _, _, middle, right, _, _, corner = model.variables
        for name, line in lines.items():
            model.add(Linear(line, (1, 1, 1), "==", 15, label=name))
        diagonal = (top_left, middle, corner)
        model.add(Linear(diagonal, (1, 1, 1), "==", 15, label="the falling diagonal"))
        model.add(Linear((top, right), (1, -2), "==", 3, label="the top and twice the right"))


class LatinSquare(Silent):
    """Different numbers from −1 to 2 in every line."""

    given = "_ _ 1 _ / _ _ _ _ / _ 1 2 _ / _ 2 _ -1"
    size = 4
    values = range(-1, 3)

    def add_rules(self, model: Model, lines: Mapping[str, Line]) -> None:
        for name, line in lines.items():
            model.add(AllDifferent(line, label=name))
