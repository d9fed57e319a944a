"""What a family says about making its puzzles, and what it is given to do so.

Vocabulary:
  parameter  what a person may choose about the puzzles to be made: a size, a pattern, ...
  proposal   a puzzle that may turn out to be what was asked for; whoever asked looks closer
  try        one attempt of a maker at a puzzle; where it leads to several proposals, each of
             them counts as one
  bench      where a maker works: dice, models made ready, and somebody who counts the tries and
             may call it off
  prepared   of a model: made ready so that many variants of it are searched quickly
  form       one of the puzzles that a puzzle becomes when it is turned or mirrored

Parameters are declared once, as the fields of a dataclass; the command line's options, the
checks and their messages come from there.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from quincunx.cp.model import Model
from quincunx.errors import OptionError, PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.documents import body_of
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle import AnyPuzzle
from quincunx.families.base.shapes import Whole
from quincunx.families.base.validation import shown

Allowed: TypeAlias = Mapping[int, Collection[int]]
"""The numbers that some cells may hold, by the cell's place among a model's decisions."""


@dataclass(frozen=True)
class Parameter:
    """One thing to choose: a whole number from `least` to `most`, one of the `words`, yes or
    no, or a text that the family reads itself.

    A number or a word whose default is `None` may be left out.
    """

    name: str
    meaning: str
    default: Any
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()

    @property
    def kind(self) -> type:
        """`int`, `bool` or `str`."""
        return int if self.most else str if self.words else type(self.default)

    @property
    def bounds(self) -> str:
        """What can be chosen, as the end of a sentence.

        >>> Parameter("size", "rows and columns", 3, least=2, most=7).bounds
        ', 2 to 7'
        """
        return f", {self.least:,} to {self.most:,}" if self.kind is int else ""

    def checked(self, value: object, family: str) -> Any:
        """The value itself, if it is one that may be chosen."""
        place = f"{family}: {self.name}"
        if value is None and self.default is None:
            return None
        if self.kind is int:
            return Whole(self.least, self.most).read_part(value, f"{family}: ", self.name)
        if self.words and value not in self.words:
            expected = " or ".join(filter(None, (", ".join(self.words[:-1]), self.words[-1])))
            raise PuzzleError(f"{place} is {shown(value)}, expected {expected}")
        if not isinstance(value, self.kind):
            expected = "true or false" if self.kind is bool else "a text"
            raise PuzzleError(f"{place} is {shown(value)}, expected {expected}")
        return value


def a_number(meaning: str, default: int | None, least: int, most: int) -> Any:
    """A field of `Parameters` that holds a whole number."""
    return field(
        default=default,
        metadata={"parameter": Parameter("", meaning, default, least=least, most=most)},
    )


def a_word(meaning: str, words: Sequence[str]) -> Any:
    """A field of `Parameters` that holds one of some words; the first is the default."""
    return field(
        default=words[0],
        metadata={"parameter": Parameter("", meaning, words[0], words=tuple(words))},
    )


def a_choice(meaning: str, words: Sequence[str]) -> Any:
    """A field of `Parameters` that holds one of some words, or nothing."""
    return field(
        default=None, metadata={"parameter": Parameter("", meaning, None, words=tuple(words))}
    )


def a_switch(meaning: str, default: bool) -> Any:
    """A field of `Parameters` that holds yes or no."""
    return field(default=default, metadata={"parameter": Parameter("", meaning, default)})


def a_text(meaning: str, default: str) -> Any:
    """A field of `Parameters` that holds a text, which the family looks at itself."""
    return field(default=default, metadata={"parameter": Parameter("", meaning, default)})


@dataclass(frozen=True)
class Parameters:
    """What was chosen. Subclasses add fields; what does not fit together raises `PuzzleError`."""

    family: ClassVar[str]

    def __post_init__(self) -> None:
        for parameter in self.declared():
            parameter.checked(getattr(self, parameter.name), self.family)

    @classmethod
    def declared(cls) -> tuple[Parameter, ...]:
        """The parameters there are, in the order of their declaration."""
        return tuple(replace(f.metadata["parameter"], name=f.name) for f in fields(cls))

    @classmethod
    def chosen(cls, values: Mapping[str, object]) -> Parameters:
        """The parameters with these values, and defaults for the others; all are declared."""
        return cls(**values)

    def canonical(self, without: Collection[str] = ()) -> str:
        """One text for the same choices, however they came about; defaults are left out, and so
        are those named."""
        chosen = {
            parameter.name: value
            for parameter in self.declared()
            if (value := getattr(self, parameter.name)) != parameter.default
            and parameter.name not in without
        }
        return json.dumps(chosen, sort_keys=True)


@dataclass(frozen=True)
class Found:
    """The numbers in all cells, for each solution found; `complete` if there are no others."""

    solutions: list[tuple[int, ...]]
    complete: bool


class Prepared(Protocol):
    """A model whose cells can be restricted further, again and again."""

    def search(self, allowed: Allowed, limit: int, nodes: int | None = None) -> Found:
        """Up to `limit` solutions in which cells hold allowed numbers only.

        A search of more nodes than `nodes` is given up: then it is not complete either.
        """

    def fill(self, dice: Random, allowed: Allowed | None = None) -> tuple[int, ...] | None:
        """Some solution, by luck; nothing if luck does not hold for a while."""

    def candidates(self) -> list[int]:
        """How many numbers each cell can hold, as far as that is seen without a search."""


class Bench(Protocol):
    """What a maker has at hand. All its methods may raise to call the work off."""

    dice: Random
    unique: bool
    """Whether a puzzle with several solutions would be of no use."""
    choosy: bool
    """Whether not every puzzle will do: a grade was asked for, or something like it."""

    def attempt(self) -> None:
        """Say that another try begins."""

    def near(self, text: str) -> None:
        """Say how near this try is to a puzzle, in a few words."""

    def prepare(self, model: Model, labeling: Sequence[str] = ()) -> Prepared:
        """A model made ready for many searches; its decisions are the cells."""


@dataclass(frozen=True)
class Sizes:
    """What makes puzzles larger: a parameter and its values, from small to large, each with the
    grades of which such puzzles are found before long."""

    parameter: str
    grades: Mapping[Any, tuple[str, ...]]


ParametersT = TypeVar("ParametersT", bound=Parameters)
PuzzleT = TypeVar("PuzzleT", bound=AnyPuzzle)


class Maker(ABC, Generic[ParametersT, PuzzleT]):
    """How puzzles of a family are made."""

    parameters: type[ParametersT]
    patience: ClassVar[int] = 100_000
    """After so many tries for one row that led to no puzzle a series is given up, unless somebody
    has more or less patience."""
    sizes: ClassVar[Sizes | None] = None
    """The sizes of puzzles, for those who begin with small and easy ones; None where nobody has
    looked. All other parameters have their defaults."""

    def check(self, parameters: ParametersT, unique: bool) -> None:
        """Refuse with `PuzzleError` what cannot be made, where the parameters do not say so by
        themselves: some only rule out puzzles with one solution."""

    @abstractmethod
    def proposals(self, parameters: ParametersT, bench: Bench) -> Iterator[PuzzleT]:
        """Puzzles to look closer at, without end. What they are depends on nothing but the
        parameters and what the bench holds.

        Every round that may come to nothing says `bench.attempt()`, for that is where it is
        called off.
        """

    def empty(self, parameters: ParametersT) -> PuzzleT | None:
        """The puzzle that says nothing, or as little as a puzzle of this kind can: what somebody
        begins with who builds one by hand. None where the family has no such thing."""
        return None

    def sampled(self, parameters: ParametersT) -> Mapping[str, int] | None:
        """Of how many puzzles that were made with such parameters each grade was; None if nobody
        has looked."""
        return None

    def warning(self, parameters: ParametersT, unique: bool) -> str:
        """What is known to be rare about such puzzles, in a sentence without its end; often
        nothing. It comes from samples: what is proved not to exist is refused by `check`."""
        return ""

    def grades(self, parameters: ParametersT) -> tuple[str, ...]:
        """The grades that puzzles with such parameters had when many were made. Others may
        exist."""
        sampled = self.sampled(parameters)
        return GRADES if sampled is None else tuple(g for g in GRADES if sampled.get(g))

    def canonical(self, puzzle: PuzzleT) -> str:
        """One text for all puzzles that are the same but for turning and mirroring."""
        return min(self.forms(puzzle))

    def forms(self, puzzle: PuzzleT) -> Iterable[str]:
        """The bodies of all puzzles that are the same but for turning and mirroring."""
        return (body_of(puzzle),)

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with a little more given away, where there is a way to."""
        return None

    def thinner(
        self, parameters: ParametersT, puzzle: PuzzleT
    ) -> Mapping[tuple[int, ...], PuzzleT]:
        """The puzzles that give a little less away, each by the places of the givens that it
        lacks. What one of them lacks keeps its places in the others."""
        return {}

    def enumerations(self) -> Sequence[AnyEnumeration]:
        """The kinds of puzzles that can be listed completely."""
        return ()

    def enumeration(self, kind: str) -> AnyEnumeration:
        """The enumeration of this name; an unknown one is an error that lists those there are."""
        for enumeration in self.enumerations():
            if enumeration.name == kind:
                return enumeration
        known = ", ".join(enumeration.name for enumeration in self.enumerations())
        raise OptionError(
            f"{self.parameters.family}: no catalogue {shown(kind)}, "
            f"expected {known or 'none: nobody lists such puzzles'}"
        )

    def catalogue(self, parameters: ParametersT) -> Catalogue | None:
        """Every puzzle there is with such parameters, up to turning and mirroring; None where no
        complete list is at hand. Where there are `others`, these come first."""
        return None

    def others(self, parameters: ParametersT) -> bool:
        """Whether puzzles beside those of the catalogue will do as well when it has no more."""
        return False

    def alike(self, parameters: ParametersT) -> Catalogue | None:
        """Graded puzzles much like those with such parameters, which show what is rare; None where
        there is no list of them, or where the catalogue itself shows it."""
        return None

    def placed(self, parameters: ParametersT, puzzle: PuzzleT, dice: Random) -> PuzzleT:
        """A puzzle of the catalogue in the form that the parameters ask for: turned, mirrored and
        moved as they and the dice say."""
        return puzzle


AnyMaker: TypeAlias = Maker[Any, Any]
