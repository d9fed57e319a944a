"""Moves: deductions by some rules, with the technique and the effort they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.words.techniques import Technique
from quincunx.reasoning.candidates import Bits, Change, Rule

Deduce: TypeAlias = Callable[[], "tuple[Change, ...] | None"]
"""Deduces changes in the current state; None is a contradiction."""


@dataclass(frozen=True)
class Link:
    """A deduction by one rule within a case: the bits of its variables before, and the changes,
    which are empty if the rule is contradicted."""

    rule: Rule
    deduce: Deduce
    known: Bits
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Case:
    """An assumed value of a variable, and the deductions from there to a contradiction."""

    variable: int
    bit: int
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Move:
    """Changes that follow from some rules; a move without changes is a contradiction.

    `deduce` finds the changes in the state at that time; a move by cases or by search has none.
    `again` finds the whole move; a move by search has none.
    """

    technique: Technique
    effort: float
    rules: tuple[Rule, ...]
    changes: tuple[Change, ...]
    deduce: Deduce | None = None
    again: Callable[[], Move | None] | None = None
    case: Case | None = None
    tried: int = 0
    """For a search, the number of positions that failed."""

    @property
    def contradicts(self) -> bool:
        return not self.changes
