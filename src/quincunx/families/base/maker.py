"""The interface of generators: parameters, the tools a maker gets, and `Maker` itself.

Vocabulary:
  proposal   a puzzle from a maker, which may or may not satisfy the request
  attempt    one try of a maker at a puzzle
  tools      passed to a maker: random numbers, prepared models, and a counter of attempts, which
             raises an exception when there are too many
  prepared   a prepared model is set up once, so that many variants of it are searched quickly
  image      one of the puzzles that a puzzle becomes when it is turned or mirrored

Parameters are declared once, as fields of a dataclass; the command line's options, the checks and
their messages follow.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import inf
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from quincunx._support.arguments import checked
from quincunx.cp.model import Model
from quincunx.cp.words.phrases import listed
from quincunx.errors import OptionError, PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.documents import body_of
from quincunx.families.base.puzzle import AnyPuzzle
from quincunx.families.base.shapes import Whole
from quincunx.families.base.validation import shown

Allowed: TypeAlias = Mapping[int, Collection[int]]
"""The numbers that cells may hold, by the cell's index among the model's decisions."""


@dataclass(frozen=True)
class Parameter:
    """One parameter: a whole number from `least` to `most`, one of the `words`, true or false, or a
    text that the family reads itself.

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
        """The bounds of a number, as the end of a sentence.

        >>> Parameter("size", "rows and columns", 3, least=2, most=7).bounds
        ', 2 to 7'
        """
        return f", {self.least:,} to {self.most:,}" if self.kind is int else ""

    def checked(self, value: object, family: str) -> Any:
        """The value itself; raises `PuzzleError` if it is not allowed."""
        if value is None and self.default is None:
            return None
        if self.kind is int:
            return Whole(self.least, self.most).read_part(value, f"{family}: ", self.name)
        if value in self.words if self.words else isinstance(value, self.kind):
            return value
        any_value = "true or false" if self.kind is bool else "a text"
        expected = listed(self.words, "or", len(self.words)) or any_value
        raise PuzzleError(f"{family}: {self.name} is {shown(value)}, expected {expected}")


@checked
def number_parameter(meaning: str, default: int | None, least: int, most: int) -> Any:
    """A field of `Parameters` that holds a whole number."""
    return _field(Parameter("", meaning, default, least, most))


@checked
def choice_parameter(meaning: str, default: str | bool | None, words: Sequence[str] = ()) -> Any:
    """A field of `Parameters` that holds one of these words; without words, true or false, or a
    text that the family reads itself, like the default."""
    return _field(Parameter("", meaning, default, words=tuple(words)))


def _field(parameter: Parameter) -> Any:
    return field(default=parameter.default, metadata={"parameter": parameter})


@dataclass(frozen=True)
class Parameters:
    """The parameters of a request. Subclasses add fields, and `faults` if not all fit together."""

    family: ClassVar[str]

    def __post_init__(self) -> None:
        for parameter in self.declared():
            parameter.checked(getattr(self, parameter.name), self.family)
        for wrong in self.faults():
            raise PuzzleError(f"{self.family}: {wrong}")

    def faults(self) -> Iterator[str]:
        """Clauses that say which values do not fit together; the first is reported."""
        return iter(())

    @classmethod
    def declared(cls) -> tuple[Parameter, ...]:
        """All parameters, in the order of their declaration."""
        return tuple(replace(f.metadata["parameter"], name=f.name) for f in fields(cls))

    @classmethod
    def chosen(cls, values: Mapping[str, object]) -> Self:
        """The parameters with these values, and defaults for the others.

        Raises:
            OptionError: There is no parameter of a name.
        """
        known = [parameter.name for parameter in cls.declared()]
        for name in values:
            if name not in known:
                expected = f"expected one of {', '.join(known)}"
                raise OptionError(f"{cls.family}: unknown parameter {shown(name)}, {expected}")
        return cls(**values)

    def canonical(self, without: Collection[str] = ()) -> str:
        """The same text for the same values. Leaves out defaults and the parameters `without`."""
        named = (one for one in self.declared() if one.name not in without)
        values = ((one, getattr(self, one.name)) for one in named)
        chosen = {one.name: value for one, value in values if value != one.default}
        return json.dumps(chosen, sort_keys=True)


@dataclass(frozen=True)
class SearchOutcome:
    """Solutions, as the numbers in all cells; `complete` if there are no others."""

    solutions: list[tuple[int, ...]]
    complete: bool


class Prepared(Protocol):
    """A model whose cells can be restricted further, again and again."""

    def search(self, allowed: Allowed, limit: int, nodes: int | None = None) -> SearchOutcome:
        """Up to `limit` solutions in which cells hold allowed numbers only.

        A search is given up after `nodes` nodes: then it is not complete either.
        """

    def fill(self, dice: Random, allowed: Allowed | None = None) -> tuple[int, ...] | None:
        """A random solution; `None` if none was found within a few attempts."""


class MakerTools(Protocol):
    """A maker's tools. All methods may raise to end the work."""

    dice: Random
    unique: bool
    """Whether only puzzles with one solution are wanted."""
    choosy: bool
    """Whether the request asks for more than any puzzle, such as a grade."""

    def attempt(self) -> None:
        """Report that another attempt begins."""

    def near(self, text: str) -> None:
        """Report how near this attempt is to a puzzle, in a few words."""

    def prepare(self, model: Model, labeling: Sequence[str] = ()) -> Prepared:
        """A model prepared for many searches; its decisions are the cells."""


@dataclass(frozen=True)
class Sizes:
    """The parameter that sets the size of puzzles. `grades` has its values from small to large,
    each with the grades that are common among puzzles of that size."""

    parameter: str
    grades: Mapping[Any, tuple[str, ...]]

    def has(self, parameters: Parameters, grade: str | None) -> bool:
        """Whether puzzles of this size have a grade often enough, as far as is known."""
        size = getattr(parameters, self.parameter)
        return grade is None or grade in self.grades.get(size, (grade,))

    def nearest(self, size: Any, grade: str) -> Any:
        """The largest size up to this one that has a grade, or the smallest that has it; the size
        itself if it is not one of these.

        >>> Sizes("size", {3: ("easy",), 4: ("easy", "hard")}).nearest(3, "hard")
        4
        """
        if size not in self.grades:
            return size
        order = list(self.grades)
        fitting = [one for one in order if grade in self.grades[one]]
        within = [one for one in fitting if order.index(one) <= order.index(size)]
        return (within or fitting[:1] or [size])[-1]


ParametersT = TypeVar("ParametersT", bound=Parameters)
PuzzleT = TypeVar("PuzzleT", bound=AnyPuzzle)


class Maker(ABC, Generic[ParametersT, PuzzleT]):
    """Generates puzzles of a family."""

    parameters: type[ParametersT]
    patience: ClassVar[int] = 100_000
    """Attempts for one puzzle after which a series is given up by default."""
    sizes: ClassVar[Sizes | None] = None
    """The sizes of puzzles with default parameters, from small and easy ones on; `None` if they are
    not known."""
    mixture: ClassVar[Sequence[Any]] = ()
    """Parameters that are used in turn if a request names none, so that its series has several
    grades. Those whose puzzles are used up drop out. Empty: the defaults are used."""
    highest_score: ClassVar[float] = inf
    """A series of the `mixture` leaves out puzzles with a higher score: they tire a person."""
    samples: ClassVar[Mapping[Any, Mapping[str, int]]] = {}
    """The number of puzzles of each grade in samples, by the parameters of the sample."""
    rows_per_size: ClassVar[int | None] = None
    """Rows of a dataset after which `larger` puzzles follow, because solutions of one size begin to
    repeat; `None` if they do not."""

    def check(self, parameters: ParametersT, unique: bool) -> None:
        """Raise `PuzzleError` if no puzzle has these parameters, though each of them is valid; with
        `unique`, if none with one solution has them."""

    @abstractmethod
    def proposals(self, parameters: ParametersT, tools: MakerTools) -> Iterator[PuzzleT]:
        """An endless series of proposals, which depends only on the parameters and the tools.

        Every round that may yield nothing calls `tools.attempt()`, so that it can be ended there.
        """

    def empty(self, parameters: ParametersT) -> PuzzleT | None:
        """The puzzle with as little in it as possible, from which one is built by hand; `None` if
        the family has none."""
        return None

    def sampled(self, parameters: ParametersT) -> Mapping[str, int] | None:
        """The number of puzzles of each grade in a sample with such parameters; `None` if there is
        no sample."""
        return self.samples.get(parameters)

    def canonical(self, puzzle: PuzzleT) -> str:
        """The same text for all puzzles that differ only by turning and mirroring."""
        return min(self.forms(puzzle))

    def forms(self, puzzle: PuzzleT) -> Iterable[str]:
        """The bodies of all puzzles that differ only by turning and mirroring."""
        return (body_of(puzzle),)

    def solution_class(self, puzzle: PuzzleT, solution: Any) -> str:
        """The same text for all solutions that differ only by turning and mirroring, whatever is
        given. A family that has `forms` should have its own; by default, the solution itself."""
        return json.dumps(solution)

    def larger(self, parameters: ParametersT) -> ParametersT | None:
        """Parameters with other and more puzzles, for when all puzzles with these are used up: by
        default the next of `sizes`; `None` if there are none."""
        if self.sizes is None:
            return None
        values = [getattr(parameters, self.sizes.parameter), *self.sizes.grades]
        later = values[values.index(values[0], 1) + 1 :] if values[0] in values[1:] else []
        return replace(parameters, **{self.sizes.parameter: later[0]}) if later else None

    def easier(
        self, parameters: ParametersT, puzzle: PuzzleT, solution: Any, dice: Random
    ) -> PuzzleT | None:
        """The puzzle with a little more given; `None` if that is not possible."""
        return None

    def thinner(
        self, parameters: ParametersT, puzzle: PuzzleT
    ) -> Mapping[tuple[int, ...], Callable[[], PuzzleT]]:
        """Functions that make the puzzles with a little less given, by the indices of the givens
        that each of them lacks. Indices mean the same in all of them."""
        return {}

    def enumerations(self) -> Sequence[AnyEnumeration]:
        """The kinds of puzzles that can be listed completely."""
        return ()

    def enumeration(self, kind: str) -> AnyEnumeration:
        """The enumeration of this name.

        Raises:
            OptionError: There is no such enumeration. The message lists all names.
        """
        for enumeration in self.enumerations():
            if enumeration.name == kind:
                return enumeration
        names = ", ".join(enumeration.name for enumeration in self.enumerations())
        family = self.parameters.family
        raise OptionError(f"{family}: unknown catalogue {shown(kind)}, expected {names}")

    def catalogue(self, parameters: ParametersT) -> Catalogue | None:
        """Every puzzle with such parameters, up to turning and mirroring; `None` if there is no
        complete list. If there are `others`, those of the catalogue come first."""
        return None

    def others(self, parameters: ParametersT) -> bool:
        """Whether puzzles beside those of the catalogue satisfy the parameters as well."""
        return False

    def placed(self, parameters: ParametersT, puzzle: PuzzleT, dice: Random) -> PuzzleT:
        """A puzzle of the catalogue in the form that the parameters ask for: turned, mirrored and
        moved, at random if they leave that open."""
        return puzzle


AnyMaker: TypeAlias = Maker[Any, Any]
