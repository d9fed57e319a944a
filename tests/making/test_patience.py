"""Makers that find nothing: a series ends after a number of attempts and reports it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, ClassVar

import pytest

from quincunx import reasoning
from quincunx.families import AnyPuzzle, Capabilities, Maker, MakerTools, Parameters
from quincunx.making import MAX_REPEATS, Request, Series, generate
from tests.families.toy import Toy
from tests.making.test_series import CHEAP


@dataclass(frozen=True)
class NoParameters(Parameters):
    family: ClassVar[str] = "toy"


Proposals = Callable[[MakerTools], Iterator[Toy]]


def series(propose: Proposals, number: int = 1, **options: Any) -> Series:
    """The series of a family whose maker proposes these puzzles."""

    class ToyMaker(Maker[NoParameters, Toy]):
        parameters = NoParameters
        patience = 500

        def proposals(self, parameters: NoParameters, tools: MakerTools) -> Iterator[Toy]:
            return propose(tools)

    class MadeToy(Toy):
        capabilities = Capabilities(maker=ToyMaker)

    return Series(Request(MadeToy, NoParameters()), 1, number, **options)


def never(tools: MakerTools) -> Iterator[Toy]:
    """Tries for ever, and has nothing to propose."""
    while True:
        tools.attempt()
    yield


def impossible(tools: MakerTools) -> Iterator[Toy]:
    """Proposes what has no solution, and does not count its tries."""
    while True:
        yield Toy(99)


def ambiguous(tools: MakerTools) -> Iterator[Toy]:
    """Proposes what has several solutions, ten after each try."""
    while True:
        tools.attempt()
        yield from [Toy(5)] * 10


def lucky(tools: MakerTools) -> Iterator[Toy]:
    """Every hundredth try leads to one of two puzzles with one solution."""
    for tries in count(1):
        tools.attempt()
        if tries % 100 == 0:
            yield Toy(tools.dice.choice((2, 18)))


@pytest.mark.parametrize("propose", [never, impossible, ambiguous])
@pytest.mark.parametrize("patience", [None, 1, 700])
def test_series_without_puzzles_ends(propose: Proposals, patience: int | None) -> None:
    made = series(propose, patience=patience)
    assert list(made) == []
    tries = patience or 500
    assert (made.complete, made.tried) == (False, tries)
    assert made.ended == ("no puzzle in 1 try" if tries == 1 else f"no puzzle in {tries} tries")


def test_patience_begins_again_with_every_puzzle() -> None:
    made = series(lucky, number=2, patience=3_000)
    assert {str(one.puzzle) for one in made} == {"toy:2", "toy:18"}
    assert made.ended == ""
    hasty = series(lucky, number=2, patience=99)
    assert (list(hasty), hasty.ended) == ([], "no puzzle in 99 tries")
    assert len(list(series(lucky, patience=100))) == 1, "the last try counts"


def test_repeated_rows_end_a_series() -> None:
    made = series(lucky, number=3)
    assert len(list(made)) == 2
    assert made.ended == f"the last {MAX_REPEATS:,} rows were repeats"
    assert (made.complete, made.kept) == (False, 2)
    assert list(made) == [], "it stays ended"


def test_maker_may_run_out_of_proposals() -> None:
    made = series(lambda tools: iter([Toy(99), Toy(5)]))
    assert list(made) == []
    assert (made.ended, made.tried) == ("the generator has no more proposals", 2)


def test_grade_is_found_even_when_the_series_was_given_up() -> None:
    made = series(lambda tools: iter([Toy(18)]), number=2)
    (one,) = list(made)
    assert made.ended
    assert one.grade == "easy"


@pytest.mark.parametrize("family", ["aztec-math", "c-note", "power-strike"])
def test_puzzle_is_graded_once(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    graded: Counter[str] = Counter()
    grade = reasoning.grade

    def counting(puzzle: AnyPuzzle, **options: Any) -> Any:
        graded[puzzle.identifier] += 1
        return grade(puzzle, **options)

    monkeypatch.setattr(reasoning, "grade", counting)
    for one in generate(family, grade="easy", seed=3, number=3, **CHEAP[family]):
        assert one.grade == "easy"
        assert one.as_dict()["grade"] == "easy"
        assert graded[one.puzzle.identifier] == 1
