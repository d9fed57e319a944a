"""Neighbours: numbers in a row of which one knows what each two side by side sum to.

A family that says as little as a family can: no maker, no phrases, no drawing. Its numbers go below
zero.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from quincunx.cp import AllDifferent, Linear, Model
from quincunx.families import Example, Field, Layout, Line, Puzzle, Violation, Whole

LEAST, MOST = -4, 4


@dataclass(frozen=True)
class Neighbours(Puzzle[list[int]]):
    """The sums of neighbours, from left to right."""

    sums: tuple[int, ...]

    family: ClassVar[str] = "neighbours"
    title: ClassVar[str] = "Neighbours"
    rules: ClassVar[str] = (
        "Fill the row with different numbers from -4 to 4. A sum is printed between each two."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field("sums", "what neighbours sum to, 1 to 8 sums", Line(Whole(-99, 99), 1, 8)),
    )
    example: ClassVar[Example] = Example("neighbours:-7,-2,2", [-3, -4, 2, 0])

    @cached_property
    def layout(self) -> Layout:
        return Layout.line(len(self.sums) + 1)

    def model(self) -> Model:
        model = Model(self.identifier)
        cells = tuple(self.layout.variables(model, range(LEAST, MOST + 1)).values())
        model.add(AllDifferent(cells, label="all different"))
        for i, (pair, total) in enumerate(zip(pairwise(cells), self.sums, strict=True), 1):
            model.add(Linear(pair, (1, 1), "==", total, label=f"sum {i}"))
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        found = [
            Violation("sum", f"{a} and {b} sum to {a + b}, expected {total}.", ((i,), (i + 1,)))
            for i, ((a, b), total) in enumerate(zip(pairwise(solution), self.sums, strict=True), 1)
            if a + b != total
        ]
        for i, number in enumerate(solution, 1):
            if not LEAST <= number <= MOST:
                found.append(Violation("number", f"{number} is too much or too little.", ((i,),)))
            if number in solution[: i - 1]:
                found.append(Violation("different", f"{number} is there twice.", ((i,),)))
        return found
