"""Power Strike: a ring of numbers, each the one before it times a multiplier or short a digit.

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

from dataclasses import dataclass
from typing import Any, ClassVar

from quincunx.families import Capabilities, Example, Field, PaperProgram, Puzzle
from quincunx.families.base.documents import join_parts, split_parts
from quincunx.families.base.layout import Line
from quincunx.families.base.shapes import Maybe, Whole, Word
from quincunx.families.base.validation import LONGEST
from quincunx.families.power_strike.checker import faults, find_violations
from quincunx.families.power_strike.model import build_model
from quincunx.families.power_strike.number_graph import NumberGraph

PACKAGE = "quincunx.families.power_strike"
MAX_CELLS = 400
MAX_DIGITS = 1_000
"""Maximum number of digits of a given and of the multiplier."""

POSITIVE = Whole(1, 10**MAX_DIGITS - 1)
MAX_ANSWER = 10**LONGEST - 1
VANISH, FORBID = "vanish", "forbid"


def _body(puzzle: PowerStrike) -> str:
    """The parts as text; the variant is a `z` behind the multiplier."""
    multiplier, colon, cells = join_parts(puzzle).partition(":")
    return f"{multiplier}{'z' if puzzle.forbids_leading_zeros else ''}{colon}{cells}"


def _parts(family: type[PowerStrike], body: str) -> dict[str, Any]:
    multiplier, colon, cells = body.partition(":")
    parts = split_parts(family, multiplier.removesuffix("z") + colon + cells)
    return parts | {"leading_zeros": FORBID if multiplier.endswith("z") else VANISH}


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
        Field("multiplier", "the number in the middle", POSITIVE, bounds="1 or more"),
        Field(
            "cells",
            "numbers or nulls, clockwise",
            Line(Maybe(POSITIVE), 2, MAX_CELLS, answer=Whole(-MAX_ANSWER, MAX_ANSWER)),
            attribute="ring",
            bounds=f"2 to {MAX_CELLS}, at least one of them a number",
        ),
        Field("leading_zeros", '"vanish" or "forbid"', Word((VANISH, FORBID)), optional=True),
    )
    example: ClassVar[Example] = Example("power-strike:2:6,_,_,_,_", [6, 12, 24, 48, 96])
    capabilities: ClassVar[Capabilities] = Capabilities(
        max_text=(MAX_CELLS + 1) * (LONGEST + 10),
        faults=faults,
        body=_body,
        parts=_parts,
        givens=lambda puzzle: {(i,): n for i, n in enumerate(puzzle.ring, 1) if n is not None},
        own_candidates=lambda puzzle: {
            (i,): None if number is None else (number,) for i, number in enumerate(puzzle.ring, 1)
        },  # numbers are unbounded, so a cell could hold anything unless it is given
        reasoning_model=f"{PACKAGE}.reasoning:reasoning_model",
        plain_rules=f"{PACKAGE}.model:plain_rules",
        phrases=f"{PACKAGE}.words:StrikePhrases",
        briefing=f"{PACKAGE}.words:briefing",
        rule_book=f"{PACKAGE}.words:rule_book",
        count=f"{PACKAGE}.model:count_solutions",
        scene=f"{PACKAGE}.scene:scene",
        sketch=f"{PACKAGE}.scene:sketch",
        maker=f"{PACKAGE}.maker:StrikeMaker",
        paper=PaperProgram(
            f"{PACKAGE}.paper:paper_model",
            labeling=("ff", "bisect", "up"),
            authors=f"{PACKAGE}.paper:authors_model",
            read_call=f"{PACKAGE}.paper:printed_puzzle",
            example="6,5,2 (start, cells, multiplier)",
        ),
    )

    @property
    def forbids_leading_zeros(self) -> bool:
        """Whether no removal may leave a zero in front."""
        return self.leading_zeros == FORBID

    @property
    def graph(self) -> NumberGraph:
        """The graph of numbers with the puzzle's steps."""
        return NumberGraph(self.multiplier, self.forbids_leading_zeros)

    model = build_model
    violations = find_violations
