"""Sum Star: dodecagons of digits and X around black triangles that print their sums.

A cell without a digit holds X, which counts 0 and is 0 in solutions. Not every black triangle
has a number.

>>> puzzle = SumStar([Star((0, 0), (6, 33, 45, 11, 22, 10))])
>>> puzzle.identifier
'sum-star:0.0=6,33,45,11,22,10'
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from quincunx.families import Capabilities, Example, Field, PaperProgram, Puzzle
from quincunx.families.sum_star.checker import faults, find_violations, givens
from quincunx.families.sum_star.dodecagons import (
    MAX_STARS,
    BlackTriangle,
    Place,
    Star,
    Stars,
    black_triangles,
    cell_name,
)
from quincunx.families.sum_star.model import build_model

PACKAGE = "quincunx.families.sum_star"


@dataclass(frozen=True)
class SumStar(Puzzle[list[list[int]]]):
    """Dodecagons on a triangular lattice, called A, B, C, ... in this order."""

    stars: tuple[Star, ...]

    family: ClassVar[str] = "sum-star"
    title: ClassVar[str] = "Sum Star"
    rules: ClassVar[str] = (
        "Fill every cell with a digit 1-9 or X. Each dodecagon holds every digit once and X four "
        "times. The cells around a black triangle sum to its number, X counting 0, and no digit "
        "repeats among them. Two X never share an edge: not two neighbours in a ring, not a "
        "hexagon and a square around it, not two facing triangles."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            "stars",
            'the dodecagons: {"at": [q, r], "sums": six numbers or nulls outside cells 1, 3, 5, '
            '7, 9, 11, "cells": 13 givens or nulls, if any}',
            Stars(),
        ),
    )
    example: ClassVar[Example] = Example(
        "sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11",
        [
            [0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1],
            [6, 0, 3, 0, 7, 0, 1, 2, 4, 8, 5, 9, 0],
            [9, 5, 0, 3, 8, 6, 0, 7, 0, 2, 0, 1, 4],
        ],
    )
    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("dom_wdeg", "median", "down"),
        max_text=800 * MAX_STARS,  # room for a note of all digits in every cell
        faults=faults,
        givens=givens,
        reasoning_model=f"{PACKAGE}.reasoning:reasoning_model",
        plain_rules=f"{PACKAGE}.model:plain_rules",
        phrases=f"{PACKAGE}.words:StarPhrases",
        briefing=f"{PACKAGE}.words:briefing",
        rule_book=f"{PACKAGE}.words:rule_book",
        short_name=cell_name,
        scene=f"{PACKAGE}.scene:scene",
        scene_notes=f"{PACKAGE}.scene:scene_notes",
        sketch=f"{PACKAGE}.scene:sketch",
        maker=f"{PACKAGE}.maker:StarMaker",
        paper=PaperProgram(
            f"{PACKAGE}.paper:paper_model",
            labeling=("min",),
            accepts="three dodecagons around one triangle",
            read_call=f"{PACKAGE}.paper:printed_puzzle",
            example="[[6, 33, 45, 11, 22, 10], [15, 3, 7, 11, 45, 33], [45, 11, 17, 13, 9, 11]]",
        ),
    )

    @property
    def places(self) -> list[Place]:
        """The places of the dodecagons."""
        return [star.at for star in self.stars]

    @cached_property
    def triangles(self) -> list[BlackTriangle]:
        """The black triangles with their numbers; each dodecagon around one has the same."""
        return [
            replace(black, number=self.stars[d - 1].sums[square // 2])
            for black in black_triangles(self.places)
            for d, square in black.squares[:1]
        ]

    model = build_model
    violations = find_violations
