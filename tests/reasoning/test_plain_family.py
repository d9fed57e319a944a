"""Reasoning about a family that says no more than it must: a model, and no words of its own.

Its numbers go below zero, and it says once, in its model, what it prints.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import pytest

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import ModelError
from quincunx.families import Cell, Violation
from quincunx.families.base.documents import givens_of
from quincunx.families.base.layout import Layout
from quincunx.reasoning import explain, hint
from tests.families.toy import Toy


@dataclass(frozen=True)
class Slide(Toy):
    """Four numbers from -4 to 4, the first given; two side by side sum to `total`."""

    first: int = -3

    @cached_property
    def layout(self) -> Layout:
        return Layout.line(4)

    def model(self) -> Model:
        return self.chain(range(-4, 5), given=self.first)

    def chain(self, beginning: Iterable[int], given: int | None) -> Model:
        """The model, with these values for the first number."""
        model = Model(self.identifier)
        model.variable("number 1", beginning, given=given)
        for i in (2, 3, 4):
            model.variable(f"number {i}", range(-4, 5))
            pair = tuple(model.variables[-2:])
            model.add(Linear(pair, (1, 1), "==", self.total, label=f"numbers {i - 1} and {i}"))
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        wrong = [pair for pair in pairwise(solution) if sum(pair) != self.total]
        return [Violation("sum", f"{one} and {other} sum to another", ()) for one, other in wrong]


class FixedSlide(Slide):
    """The same, but nothing is printed: the first number has one value all the same."""

    def model(self) -> Model:
        return self.chain((self.first,), given=None)


class DeclaredSlide(FixedSlide):
    """Says beside the model what is printed."""

    def givens(self) -> dict[Cell, int]:
        return {(1,): self.first}

    capabilities = replace(FixedSlide.capabilities, givens=givens)


@pytest.mark.parametrize("family", [Slide, DeclaredSlide])
def test_given_is_never_a_conclusion(family: type[Slide]) -> None:
    puzzle = family(-2)
    assert givens_of(puzzle) == {(1,): -3}
    explanation = explain(puzzle)
    assert (1,) not in [cell for step in explanation.steps for cell, _ in step.sets]
    assert explanation.steps[0].sets == (((2,), 1), ((3,), -3), ((4,), 1))


def test_given_is_a_reason() -> None:
    found = hint(Slide(-2))
    assert found.cells == ((1,), (2,))
    assert found.sentences(2)[-1] == "Numbers 1 and 2: −3 + ? = −2."


def test_cell_fixed_by_the_model_is_in_the_opening() -> None:
    puzzle = FixedSlide(-2)
    assert givens_of(puzzle) == {}
    assert explain(puzzle).opening == "Nothing but −3 fits number 1."
    assert hint(puzzle).sets == (((2,), 1),)
    assert hint(puzzle).sentences(2)[-1] == "Numbers 1 and 2: −3 + ? = −2."


def test_puzzle_with_all_given_is_solved() -> None:
    class Full(Slide):
        def model(self) -> Model:
            model = Model()
            for (i,), printed in zip(self.cells, (-3, 1, -3, 1), strict=True):
                model.variable(f"number {i}", range(-4, 5), given=printed)
            return model

    assert hint(Full(-2)).kind == "solved"
    assert explain(Full(-2)).steps == ()


@pytest.mark.parametrize(
    ("values", "given", "other", "message"),
    [
        (range(1, 10), 12, None, "x: 12 is given, expected one of 1..9"),
        (range(1, 10), None, 3, "x: other is 3, expected a value that is not listed"),
        ((1, 5), 0, 0, "x: 0 is given, expected one of {0, 1, 5}"),
        (range(1, 10), True, None, "x: a value of the domain is True, expected an integer"),
    ],
)
def test_invalid_variable_is_refused(values: range, given: int, other: int, message: str) -> None:
    with pytest.raises(ModelError) as refused:
        Model().variable("x", values, given=given, other=other)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ((-1, 3), "3 or another number"),
        ((-1,), "another number"),
        ((3, 5), "3 or 5"),
        ((-1, 3, 4, 5, 6, 7), "3 to 7 or another number"),
    ],
)
def test_unlisted_numbers_are_called_another_number(left: tuple[int, ...], words: str) -> None:
    x = Model().variable("x", range(3, 10), other=-1)
    known = tuple(x.domain)
    assert Phrases().predicate(x, known, left) == words
    assert Phrases().possible(x, left) == words
