"""Puzzles posed by a test: a few unknowns with names of a letter, and rules about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable
from quincunx.families import AnyPuzzle, Violation
from quincunx.families.base.layout import Layout
from tests.families.toy import Toy

Domains: TypeAlias = dict[str, Sequence[int]]
Say: TypeAlias = Callable[[Sequence[Variable]], Constraint]
Rule: TypeAlias = tuple[str, Say]
"""The letters of the unknowns that it is about, and what it says of them."""


def posed(domains: Domains, *rules: Rule) -> AnyPuzzle:
    """A puzzle with these unknowns and rules; a rule is called by the letters it is about."""

    class Posed(Toy):
        @cached_property
        def layout(self) -> Layout:
            return Layout.line(len(domains))

        def model(self) -> Model:
            model = Model()
            by_name = {name: model.variable(name, values) for name, values in domains.items()}
            for letters, say in rules:
                model.add(say([by_name[letter] for letter in letters]))
            return model

        def violations(self, solution: list[int]) -> list[Violation]:
            return [] if self.model().check(solution) else [Violation("rules", "Wrong.", ())]

    return Posed(0)


def total(letters: str, constant: int) -> Rule:
    """They sum to a number."""
    return letters, lambda scope: Linear(
        tuple(scope), (1,) * len(scope), "==", constant, label=letters
    )


def different(letters: str) -> Rule:
    """They are different."""
    return letters, lambda scope: AllDifferent(tuple(scope), label=letters)


def allowed(letters: str, *rows: tuple[int, ...]) -> Rule:
    """They are one of these rows."""
    return letters, lambda scope: Table(tuple(scope), Rows(rows), label=letters)
