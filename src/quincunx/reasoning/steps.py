"""The steps of an explanation: one or several moves in words, with their evidence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from textwrap import wrap
from typing import Any, TypeAlias

from quincunx.cp.model import runs
from quincunx.cp.words.phrases import capitalised, listed, run_texts
from quincunx.families import Cell

Held = tuple[tuple[Cell, tuple[int, ...]], ...]
"""Cells with values."""


@dataclass(frozen=True)
class LinkStep:
    """A link of a case as a step; at the contradiction it sets and removes nothing."""

    rules: tuple[str, ...]
    because: Held
    sets: tuple[tuple[Cell, int], ...]
    removes: Held

    def as_dict(self) -> dict[str, Any]:
        return {
            "technique": "few ways",
            "rules": list(self.rules),
            "because": held_as_data("candidates", self.because),
            "sets": sets_as_data(self.sets),
            "removes": held_as_data("values", self.removes),
            **({} if self.sets or self.removes else {"contradiction": True}),
        }


CaseRow: TypeAlias = tuple[str, str, str]
"""A row of a table of cases."""
CASE_HEADERS: CaseRow = ("suppose", "then", "but")
"""The headers of such a table."""
ARROW = " → "
"""Leads from some deductions of a case to those that need them."""


def case_sentence(row: CaseRow) -> str:
    """A row of a table of cases in a sentence.

    >>> case_sentence(("r1c1=3", "r1c2=4 → r2c1=5", "nothing fits row 2"))
    'r1c1=3: r1c2=4; r2c1=5; nothing fits row 2.'
    """
    follows = "; ".join(filter(None, [*row[1].split(ARROW), row[2]]))
    return f"{capitalised(row[0])}: {follows}."


def kept_together(text: str) -> str:
    """A cell of a table of cases where arrows begin lines and short brackets are on one line."""
    return re.sub(r"(?<=→) | (?=[^()]{,12}\))", "\u00a0", text)


def case_lines(rows: Sequence[CaseRow], width: int) -> Iterator[Sequence[Sequence[str]]]:
    """The lines of each row of a table of cases, its header first, in `width` characters with two
    between columns. The first column is never wrapped, the last as little as possible.

    >>> list(case_lines([("r1c1=3", "r1c2=4 → r2c1=5", "nothing fits row 2")], 40))[1]
    [['r1c1=3', 'r1c2=4 → r2c1=5', 'nothing fits'], ['', '', 'row 2']]
    """
    table = (CASE_HEADERS, *rows)
    first, second, third = (max(map(len, column)) for column in zip(*table, strict=True))
    rest = max(24, width - first - 4)
    last = min(third, max(rest - second, 2 * rest // 5))
    sizes = (first, rest - last, last)
    for row in table if rows else ():
        cells = map(partial(wrap, break_on_hyphens=False), map(kept_together, row), sizes)
        lines = zip_longest(*cells, fillvalue="")
        yield [[text.replace("\u00a0", " ") for text in line] for line in lines]


@dataclass(frozen=True)
class CaseStep:
    """A cell, a value that is assumed there, and the links that refute it.

    `row` has the assumption, its consequences in order, and the contradiction.
    """

    cell: Cell
    value: int
    row: CaseRow
    links: tuple[LinkStep, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "suppose": {"cell": list(self.cell), "value": self.value},
            "row": list(self.row),
            "links": [link.as_dict() for link in self.links],
        }


@dataclass(frozen=True)
class ExplanationStep:
    """One step: what it is about, the reason, and the sentence with both and the conclusion. The
    reason is empty unless it is wanted apart, as hints do.

    `rules` are the rules it uses, by their names in the puzzle's rule book, and `because` holds the
    candidates left in every cell of these rules. From these alone follow the values it `sets`, the
    values it `removes` and, for cells that could hold anything before, the values it `leaves`.
    `cells` are the cells to look at. A step by cases has a `chain`: one case for each value it
    refutes. It `builds_on` the steps, by number, that last changed the cells it relies on.
    """

    technique: str
    tier: int
    effort: float
    about: str
    reason: str
    sentence: str
    rules: tuple[str, ...]
    because: Held
    cells: tuple[Cell, ...]
    sets: tuple[tuple[Cell, int], ...]
    removes: Held
    leaves: Held = ()
    chain: tuple[CaseStep, ...] = ()
    builds_on: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """The technique, and the steps that it builds on: "few ways, from 2 and 4 to 6"."""
        cited = listed(run_texts(runs(self.builds_on)), "and", len(self.builds_on))
        return self.technique + f", from {cited}" * bool(cited)

    @property
    def conclusion(self) -> str:
        """The sentence without the cases."""
        return self.sentences[-1] if self.chain else self.sentence

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, one by one."""
        return tuple(re.split(r"(?<=\.) ", self.sentence))

    @property
    def why(self) -> tuple[str, ...]:
        """The reason without the conclusion."""
        if self.chain:
            return (f"Suppose {self.chain[0].row[0]}, and see what follows.",)
        return tuple(re.split(r"(?<=\.) ", f"{self.reason}."))

    @property
    def noted(self) -> bool:
        """Whether it concludes something about a cell that a player can write down."""
        return bool(self.sets or self.removes or self.leaves)

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON data."""
        return {
            "technique": self.technique,
            "tier": self.tier,
            "effort": self.effort,
            "sentence": self.sentence,
            "rules": list(self.rules),
            "because": held_as_data("candidates", self.because),
            "cells": [list(cell) for cell in self.cells],
            "sets": sets_as_data(self.sets),
            "removes": held_as_data("values", self.removes),
            "leaves": held_as_data("values", self.leaves),
            "chain": [case.as_dict() for case in self.chain],
            "builds_on": list(self.builds_on),
            **({"conclusion": self.conclusion} if self.chain else {}),
            **({} if self.noted else {"contradiction": True}),
        }


def sets_as_data(sets: Sequence[tuple[Cell, int]]) -> list[dict[str, Any]]:
    """Cells with the value of each as JSON data."""
    return [{"cell": list(cell), "value": value} for cell, value in sets]


def held_as_data(key: str, held: Held) -> list[dict[str, Any]]:
    """Cells with the values of each, under a key, as JSON data."""
    return [{"cell": list(cell), key: list(values)} for cell, values in held]
