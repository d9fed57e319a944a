"""Power Strike: a ring of numbers, each the one before it times a multiplier or short a digit.

Vocabulary:
  ring     the cells in clockwise order, with a number or nothing in each
  step     from a number to the next: times the multiplier, or one digit removed
  stretch  the cells from one given to the next

>>> from quincunx.families import parse, sketch_of
>>> puzzle = parse("power-strike:2:6,_,_,_,_")
>>> print(sketch_of(puzzle, [6, 12, 24, 48, 96]))
┌─────┐   ┌─────┐   ┌─────┐
│  6  │ → │  12 │ → │  24 │
└─────┘   └─────┘   └─────┘
<BLANKLINE>
      ↖     × 2     ↙
<BLANKLINE>
     ┌─────┐   ┌─────┐
     │  96 │ ← │  48 │
     └─────┘   └─────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Values
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError, TooBig
from quincunx.families import (
    Capabilities,
    Cell,
    Example,
    Field,
    PaperProgram,
    Puzzle,
    RuleEntry,
    Violation,
    shorten,
)
from quincunx.families.base.cells import Line
from quincunx.families.base.documents import changed_givens, join_parts, split_parts
from quincunx.families.base.shapes import Maybe, Whole, Word
from quincunx.families.base.sketch import Sketch
from quincunx.families.base.validation import LONGEST, length, most_digits, shown
from quincunx.families.power_strike.layers import MAX_LAYER_DIGITS, Link, Steps, TooManyNumbersError
from quincunx.families.power_strike.sketch import sketch_ring

if TYPE_CHECKING:
    from quincunx.families.base.scene import Scene

MAX_CELLS = 400
MAX_DIGITS = 1_000
"""Most digits of a given and of the multiplier."""
MAX_TEXT = (MAX_CELLS + 1) * (LONGEST + 10)
"""Most characters of a body or an answer in text, JSON's brackets and commas included."""

POSITIVE = Whole(1, 10**MAX_DIGITS - 1)
MOST = 10**LONGEST - 1
VANISH = "vanish"
FORBID = "forbid"


@dataclass(frozen=True)
class PowerStrike(Puzzle[list[int]]):
    """A ring of numbers around a multiplier; `leading_zeros` is "vanish" or "forbid"."""

    multiplier: int
    ring: tuple[int | None, ...]
    leading_zeros: str = VANISH

    family: ClassVar[str] = "power-strike"
    title: ClassVar[str] = "Power Strike"
    rules: ClassVar[str] = (
        "Fill the ring with positive numbers. Clockwise each number is the one before it times "
        "the multiplier, or the one before it with one digit removed; the last leads to the "
        "first in the same way. Zeros that come to stand in front vanish: 2057 without its 2 is "
        "just 57. Where the board says so, no removal may leave a zero in front."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field("multiplier", "the number in the middle, 1 or more", POSITIVE),
        Field(
            "cells",
            f"2 to {MAX_CELLS} numbers or nulls, clockwise, at least one of them a number",
            Line(Maybe(POSITIVE), 2, MAX_CELLS, answer=Whole(-MOST, MOST)),
            attribute="ring",
        ),
        Field("leading_zeros", '"vanish" or "forbid"', Word((VANISH, FORBID)), optional=True),
    )
    example: ClassVar[Example] = Example("power-strike:2:6,_,_,_,_", [6, 12, 24, 48, 96])

    def __post_init__(self) -> None:
        super().__post_init__()
        ring = self.ring
        givens = [number for number in ring if number is not None]
        if not givens:
            raise PuzzleError("power-strike: no cell is given, expected at least one")
        grown = length(max(givens)) + len(ring) * length(self.multiplier)
        if grown > most_digits():
            raise PuzzleError(
                f"power-strike: numbers could grow to {grown} digits, "
                f"expected at most {most_digits()}"
            )
        for i, number in enumerate(ring):
            before = ring[i - 1]
            if number is not None and before is not None and not self._follows(number, before):
                raise PuzzleError(f"power-strike: {self._sentence(i + 1, number, before)}")

    def body(self) -> str:
        multiplier, colon, cells = join_parts(self).partition(":")
        variant = "z" if self.leading_zeros == FORBID else ""
        return f"{multiplier}{variant}{colon}{cells}"

    def model(self) -> Model:
        """One variable a cell, and one table of links a step.

        Only numbers that lie on a way from one given to the next are in a domain, so there is
        next to nothing to search. Where no way leads on, the tables have no rows, and the
        cells between hold the given before them because they have to hold something.
        """
        links: list[set[Link]] = []
        domains: list[set[int]] = []
        for given, stretch in self._stretches():
            links += stretch
            domains += [{number for number, _ in step} or {given} for step in stretch]
        first = self._first_given()
        model = Model(self.identifier)
        size = len(self.ring)
        for i in range(size):
            model.variable(f"cell {i + 1}", domains[(i - first) % size])
        for i in range(size):
            following = (i + 1) % size
            rows = Rows(
                tuple(sorted(links[(i - first) % size])),
                f"times {self.multiplier}, or one digit removed",
            )
            model.add(
                Table(
                    (model.variables[i], model.variables[following]),
                    rows,
                    label=f"the step from cell {i + 1} to cell {following + 1}",
                )
            )
        return model

    def givens(self) -> Mapping[Cell, int]:
        return {(i,): number for i, number in enumerate(self.ring, 1) if number is not None}

    def reasoning_model(self) -> Model:
        """The numbers a person would list, cell by cell from each given on; see `listing`."""
        from quincunx.families.power_strike.listing import listing_model

        return listing_model(self.identifier, self._steps, self.ring, self._links)

    def paper_model(self) -> Model:
        from quincunx.families.power_strike.paper import printed_program

        return printed_program(self)

    def phrases(self) -> Phrases:
        from quincunx.families.power_strike.words import StrikePhrases

        return StrikePhrases(self._steps)

    def briefing(self) -> str:
        from quincunx.families.power_strike.rule_book import ring_briefing

        return ring_briefing(self.multiplier, self.leading_zeros == VANISH)

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.power_strike.rule_book import ring_rules

        return ring_rules(self.multiplier, self.ring, self.leading_zeros == VANISH)

    def own_candidates(self) -> Mapping[Cell, Values | None]:
        """Numbers are unbounded, so a cell could hold anything unless it is given."""
        return {
            (i,): None if number is None else (number,) for i, number in enumerate(self.ring, 1)
        }

    def count_solutions(self) -> int:
        """Step by step from a given: how many ways lead to each number so far."""
        product = 1
        for given, stretch in self._stretches():
            ways = {given: 1}
            for step in stretch:
                after: dict[int, int] = {}
                for number, following in step:
                    after[following] = after.get(following, 0) + ways[number]
                ways = after
            product *= sum(ways.values())
        return product

    @property
    def _steps(self) -> Steps:
        return Steps(self.multiplier, self.leading_zeros == FORBID)

    def _first_given(self) -> int:
        return next(i for i, number in enumerate(self.ring) if number is not None)

    def _stretches(self) -> Iterator[tuple[int, list[set[Link]]]]:
        """From the first given on: each given, and the links of the steps to the next one."""
        givens = [(i, number) for i, number in enumerate(self.ring) if number is not None]
        for (i, number), (j, _) in zip(givens, givens[1:] + givens[:1], strict=True):
            yield number, self._links(i, j)

    def _links(self, start: int, end: int) -> list[set[Link]]:
        """The links of the steps from one given to another, by their places in the ring."""
        size = len(self.ring)
        number, following = self.ring[start], self.ring[end]
        assert number is not None
        assert following is not None
        try:
            return self._steps.links(number, following, (end - start - 1) % size + 1)
        except TooManyNumbersError as error:
            raise TooBig(
                f"power-strike: too many numbers can stand in cell "
                f"{(start + error.steps) % size + 1}, expected at most "
                f"{MAX_LAYER_DIGITS} digits in all"
            ) from None

    def violations(self, solution: list[int]) -> list[Violation]:
        found = [
            replace(changed, entry=f"given {cell}")
            for changed in changed_givens(self, solution)
            for (cell,) in changed.cells
        ]
        for i, number in enumerate(solution, start=1):
            if number < 1:
                sentence = f"Cell {i} is {shown(number)}, expected a positive number."
                found.append(Violation("positive number", sentence, ((i,),)))
        for i, number in enumerate(solution, start=1):
            before = solution[i - 2]
            if before >= 1 and not self._follows(number, before):
                sentence = self._sentence(i, number, before)
                cells = (((i - 2) % len(solution) + 1,), (i,))
                entry = f"step {cells[0][0]}-{i}"
                said = f"{sentence[0].upper()}{sentence[1:]}."
                found.append(Violation("step", said, cells, entry))
        return found

    def _follows(self, number: int, before: int) -> bool:
        """Whether a number may stand clockwise after another, by the rules."""
        return number == before * self.multiplier or str(number) in self._one_removed(before)

    def _one_removed(self, number: int) -> list[str]:
        """What a number can become when one digit is removed, each once."""
        digits = str(number)
        left = [digits[:i] + digits[i + 1 :] for i in range(len(digits))]
        if self.leading_zeros == FORBID:
            left = [rest for rest in left if not rest.startswith("0")]
        positive = [rest.lstrip("0") for rest in left if rest.strip("0")]
        return list(dict.fromkeys(positive))

    def _sentence(self, cell: int, number: int, before: int) -> str:
        """What is wrong about a number after another.

        >>> PowerStrike(2, (18, None))._sentence(2, 37, 18)
        'cell 2 is 37, but 18 before it leads only to 36 (times 2) and to 8 or 1 (a digit removed)'
        """
        removed = self._one_removed(before)
        ways = f"{shown(before * self.multiplier)} (times {shown(self.multiplier)})"
        if len(removed) > 4:
            ways += f" and to {shown(before)} with a digit removed"
        elif removed:
            ways += f" and to {' or '.join(map(shorten, removed))} (a digit removed)"
        return f"cell {cell} is {shown(number)}, but {shown(before)} before it leads only to {ways}"

    def scene(self) -> Scene:
        from quincunx.families.power_strike.scene import ring_scene

        return ring_scene(self)

    def sketch(self, solution: list[int] | None = None) -> Sketch:
        sketch = Sketch()
        texts = ["" if number is None else str(number) for number in solution or self.ring]
        given = [number is not None for number in self.ring]
        below = sketch_ring(sketch, texts, given, f"× {self.multiplier}")
        if self.leading_zeros == FORBID:
            sketch.put(below, 0, "No removal may leave a zero in front.", "note")
        return sketch

    capabilities: ClassVar[Capabilities] = Capabilities(
        max_text=MAX_TEXT,
        body=body,
        parts="quincunx.families.power_strike:split_variant",
        givens=givens,
        reasoning_model=reasoning_model,
        phrases=phrases,
        briefing=briefing,
        rule_book=rule_book,
        own_candidates=own_candidates,
        count=count_solutions,
        scene=scene,
        sketch=sketch,
        maker="quincunx.families.power_strike.maker:StrikeMaker",
        paper=PaperProgram(model=paper_model, labeling=("ff", "bisect", "up")),
    )


def split_variant(family: type[PowerStrike], body: str) -> dict[str, Any]:
    """The parts in the body of an identifier; the variant is a `z` behind the multiplier."""
    multiplier, colon, cells = body.partition(":")
    parts = split_parts(family, multiplier.removesuffix("z") + colon + cells)
    return parts | {"leading_zeros": FORBID if multiplier.endswith("z") else VANISH}
