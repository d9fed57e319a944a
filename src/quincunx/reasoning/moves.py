"""Moves: what is found out, by which rules, and what that takes.

Vocabulary:
  move  what one look found: rules, and what they change together
  case  a value that is supposed, and the links from there to a contradiction
  link  what one rule says in a case
  ask   a question to the rules of a move, given what is known: what follows
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from quincunx.cp.words.techniques import Technique
from quincunx.reasoning.candidates import Bits, Change, Rule

Ask: TypeAlias = Callable[[], "tuple[Change, ...] | None"]


@dataclass(frozen=True)
class Link:
    """A rule at work in a case: what was known of its variables, and what it changes; nothing if
    it is where the contradiction shows."""

    rule: Rule
    ask: Ask
    known: Bits
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Case:
    """A variable, by its index, one of its values as a bit, and what follows from supposing it."""

    variable: int
    bit: int
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Move:
    """What was found. A move without changes is a contradiction: the rules cannot hold with what
    is known. `ask` finds its changes again from what is known then, and `again` all of it; a move
    by cases or by search has neither."""

    technique: Technique
    effort: float
    rules: tuple[Rule, ...]
    changes: tuple[Change, ...]
    ask: Ask | None = None
    again: Callable[[], Move | None] | None = None
    case: Case | None = None
    tried: int = 0
    """How many positions were searched in vain."""

    @property
    def contradicts(self) -> bool:
        return not self.changes
