"""Signs: + − × between numbers, so that the result is right.

A family whose values are not numbers, and whose answers stand between what is printed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from quincunx.cp import Constraint, Model
from quincunx.families import (
    Capabilities,
    Cell,
    Decoration,
    Example,
    Field,
    Layout,
    Line,
    Maker,
    MakerTools,
    Named,
    Parameters,
    Puzzle,
    Violation,
    Whole,
    number_parameter,
)

SIGNS = Named({0: "+", 1: "−", 2: "×"})


class Gaps(Layout):
    """Gap n stands between the numbers (1, n - 1) and (1, n)."""

    def position(self, cell: Cell) -> tuple[int, int]:
        return (2 * cell[0] - 1, 0) if len(cell) == 1 else (2 * cell[1], 0)


def result(numbers: Sequence[int], signs: Sequence[int]) -> int:
    """What numbers give with these signs between them, from left to right."""
    total = numbers[0]
    for number, sign in zip(numbers[1:], signs, strict=True):
        total = (total + number, total - number, total * number)[sign]
    return total


@dataclass(frozen=True, eq=False)
class Gives(Constraint):
    """The signs between the numbers give the total."""

    numbers: tuple[int, ...]
    total: int

    def check(self, values: Sequence[int]) -> bool:
        return result(self.numbers, values) == self.total

    def formula(self) -> str:
        return f"the signs give {self.total}"


@dataclass(frozen=True)
class Signs(Puzzle[list[int]]):
    """The numbers, and what they give."""

    numbers: tuple[int, ...]
    total: int

    family: ClassVar[str] = "signs-in-a-line"
    title: ClassVar[str] = "Signs"
    rules: ClassVar[str] = (
        "Put +, − or × between the numbers so that, from left to right, they give the total."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field("numbers", "2 to 9 numbers", Line(Whole(1, 99), 2, 9, "numbers")),
        Field("total", "what they give", Whole(-(10**9), 10**9)),
    )
    example: ClassVar[Example] = Example("signs-in-a-line:9,7,8:16", [1, 2])

    @cached_property
    def layout(self) -> Layout:
        rows = (tuple((gap,) for gap in range(1, len(self.numbers))),)
        return Gaps(rows, SIGNS, "gap {}", flat=True)

    def model(self) -> Model:
        model = Model(self.identifier)
        gaps = tuple(self.layout.variables(model, SIGNS.names).values())
        model.add(Gives(gaps, self.numbers, self.total, label="the total"))
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        if (found := result(self.numbers, solution)) != self.total:
            return [
                Violation(
                    "total",
                    f"The signs give {found}, expected {self.total}.",
                    self.cells,
                    "the total",
                )
            ]
        return []


@dataclass(frozen=True)
class SignsParameters(Parameters):
    family: ClassVar[str] = "signs-in-a-line"
    length: int = number_parameter("numbers in the row", 5, 3, 8)


class SignsMaker(Maker[SignsParameters, Signs]):
    parameters = SignsParameters

    def proposals(self, parameters: SignsParameters, tools: MakerTools) -> Iterator[Signs]:
        while True:
            tools.attempt()
            numbers = tuple(tools.dice.randint(2, 9) for _ in range(parameters.length))
            yield Signs(numbers, result(numbers, [tools.dice.randrange(3) for _ in numbers[1:]]))


def decoration(puzzle: Signs) -> Decoration:
    """The numbers beside the gaps, and the total below."""
    clues: dict[Cell, str] = {(1, at): str(number) for at, number in enumerate(puzzle.numbers)}
    return Decoration(clues=clues, below=[f"total: {puzzle.total}"])


Signs.capabilities = Capabilities(maker=SignsMaker, decoration=decoration)
