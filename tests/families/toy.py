"""A puzzle small enough to know everything about: two digits with a given sum.

`toy:5` has the solutions [1, 4], [2, 3], [3, 2] and [4, 1].
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from quincunx.cp import Linear, Model
from quincunx.families import Capabilities, Example, Field, Layout, Puzzle, Sketch, Violation
from quincunx.families.base.shapes import ANY_NUMBER


@dataclass(frozen=True)
class Toy(Puzzle[list[int]]):
    """Two digits from 1 to 9 that sum to `total`."""

    family: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rules: ClassVar[str] = "Two digits sum to the total."
    fields: ClassVar[tuple[Field, ...]] = (Field("total", "a whole number", ANY_NUMBER),)
    example: ClassVar[Example] = Example("toy:18", [9, 9])

    total: int

    @cached_property
    def layout(self) -> Layout:
        return Layout.line(2)

    def model(self) -> Model:
        model = Model(self.identifier)
        digits = [model.variable(f"digit {i}", range(1, 10)) for (i,) in self.cells]
        model.add(Linear(tuple(digits), (1, 1), "==", self.total, label="the sum"))
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        if sum(solution) == self.total:
            return []
        sentence = f"The digits sum to {sum(solution)}, expected {self.total}."
        return [Violation("sum", sentence, self.cells)]

    def sketch(self, solution: list[int] | None = None) -> Sketch:
        sketch = Sketch()
        for column, digit in enumerate(solution or ["_", "_"]):
            sketch.put(0, 4 * column, str(digit), "answer")
        sketch.put(0, 2, "+", "frame")
        sketch.put(0, 6, f"= {self.total}", "clue")
        return sketch

    capabilities: ClassVar[Capabilities] = Capabilities(sketch=sketch)


class CountingToy(Toy):
    """Counts without listing, and miscounts, so that one sees who counted."""

    capabilities: ClassVar[Capabilities] = replace(
        Toy.capabilities, count=lambda toy: 1000 + toy.total
    )


class MistakenToy(Toy):
    """Its model forgets the sum."""

    def model(self) -> Model:
        model = Model()
        for (i,) in self.cells:
            model.variable(f"digit {i}", range(1, 10))
        return model
