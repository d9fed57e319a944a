"""Requests: a family, its parameters, and requirements; and how rare the requested puzzles are.

A catalogue lists puzzles with grade, score and techniques. A sample counts the grades of puzzles
that were generated without asking for one. Less than one in `RARE` deserves a warning.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from math import inf
from random import Random

from quincunx._support.text import amount
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, family_named
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.catalogue import Catalogue, CatalogueEntry
from quincunx.families.base.maker import AnyMaker, Parameters
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.gallery import gallery, names
from quincunx.making.requirements import Requirements

COMMON = (
    *(requirement.name for requirement in fields(Requirements)),
    *("exclude", "published", "seed", "date", "number", "start"),
    *("graded", "patience", "time_limit", "cancel"),
)
"""Options of `generate` for puzzles of every family."""
NAME_LENGTH = 12
"""Hexadecimal digits in the name of a series."""
RARE = 20


@dataclass(frozen=True)
class Request:
    """A family, its parameters and what is required of its puzzles.

    Raises:
        PuzzleError, OptionError: No puzzle can satisfy the request.
    """

    family: type[AnyPuzzle]
    parameters: Parameters
    requirements: Requirements = field(default_factory=Requirements)
    excluded: frozenset[str] = frozenset()
    """Canonical forms that are not wanted."""
    published: bool = False
    """Whether puzzles of the gallery are allowed."""
    mixed: bool = False
    """Whether the parameters of the maker's mixture take turns, because none were named."""
    highest_score: float = inf
    """Puzzles with a higher score are left out."""

    def __post_init__(self) -> None:
        self.maker.check(self.parameters, self.unique)
        self.requirements.check_family(self.family.family)

    @property
    def unique(self) -> bool:
        """Whether puzzles must have exactly one solution."""
        return self.requirements.unique

    @property
    def maker(self) -> AnyMaker:
        """The family's generator."""
        return maker_of(self.family)

    @property
    def warning(self) -> str:
        """Why puzzles like these may be rare; empty if enough of them are known."""
        text = _warning(self)
        return f"{self.family.family}: {text}" if text else ""

    @cached_property
    def listed(self) -> Catalogue | None:
        """The catalogue of all puzzles with these parameters, or `None` if none is complete, or
        not all of its puzzles have the grade that is required.

        Catalogues hold puzzles with one solution, so they serve unique puzzles only.
        """
        served = self.unique and not self.mixed
        found = self.maker.catalogue(self.parameters) if served else None
        return None if found and found.ungraded and self.requirements.restricts else found

    @cached_property
    def fitting(self) -> Sequence[CatalogueEntry]:
        """The listed puzzles that satisfy the requirements."""
        listed = self.listed or ()
        fits = self.requirements.satisfied_by
        return list(filter(fits, listed)) if self.requirements.restricts else listed

    @cached_property
    def too_hard(self) -> int:
        """How many listed puzzles need more givens to satisfy the requirements."""
        restricted = (self.listed or ()) if self.requirements.restricts else ()
        return sum(map(self.requirements.too_hard, restricted))

    @property
    def can_ease(self) -> bool:
        """Whether listed puzzles that are too hard can be given more."""
        if self.listed is None or not self.too_hard:
            return False
        entry = self.listed[0]
        easier = self.maker.easier(self.parameters, entry.puzzle, entry.solution, Random(0))
        return easier is not None

    @cached_property
    def unwanted(self) -> frozenset[str]:
        """Canonical forms of all puzzles that must not come up."""
        if self.published:
            return self.excluded
        return self.excluded | _published_forms(self.family.family)

    @property
    def parts(self) -> "list[Request]":
        """The requests that take turns in a series, row by row."""
        if not self.mixed:
            return [self]
        part = replace(self, mixed=False, highest_score=self.maker.highest_score)
        return [replace(part, parameters=parameters) for parameters in self.maker.mixture]

    def order(self, seed: int, length: int) -> list[int]:
        """Return the order in which the places of a list of this length are drawn."""
        places = list(range(length))
        self.dice(seed, "order").shuffle(places)
        return places

    def name_of(self, seed: int) -> str:
        """Return a short hash of everything that decides the rows of a series."""
        asked: list[object] = [self.family.family, self.parameters.canonical()]
        asked += [self.requirements.canonical(), sorted(self.excluded), self.published, seed]
        asked += ["mixed"] if self.mixed else []
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:NAME_LENGTH]

    def dice(self, seed: int, part: int | str) -> Random:
        """Return the random numbers of one row, or of another part of a series: the same on all
        machines and Python versions."""
        others = self.requirements.canonical(without=("unique", "grade"))
        asked: list[object] = [self.family.family, self.parameters.canonical(), self.unique]
        asked += [self.requirements.grade, *([others] if others != "{}" else []), seed, part]
        digest = hashlib.sha256(json.dumps(asked).encode()).digest()
        return Random(int.from_bytes(digest, "big"))


def request(
    family: str | Parameters,
    *,
    exclude: Iterable[PuzzleLike] = (),
    published: bool = False,
    **options: object,
) -> Request:
    """Return the request for keyword options; see `generate` for their meaning.

    >>> request("c-note", size=1)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: size is 1, expected a whole number from 2 to 7
    """
    chosen = family_named(family.family if isinstance(family, Parameters) else family)
    maker = maker_of(chosen)
    common = {f.name: options.pop(f.name) for f in fields(Requirements) if f.name in options}
    try:
        requirements = Requirements.read(common)
    except PuzzleError as error:
        raise OptionError(str(error)) from None
    try:
        parameters = maker.parameters.chosen(options) if isinstance(family, str) else family
    except OptionError as error:
        raise OptionError(f"{error}, or one for all families: {', '.join(COMMON)}") from None
    if parameters is family and options:
        raise OptionError(f"{chosen.family}: unknown parameter {min(options)!r} beside an object")
    excluded = {
        maker.canonical(puzzle) for puzzle in map(parse, exclude) if puzzle.family == chosen.family
    }
    # Several kinds of puzzles take turns only where no grade decides which of them are wanted.
    most = 1 if requirements.restricts else len(maker.mixture)
    mixed = parameters is not family and not options and 1 <= len(maker.mixture) <= most
    return Request(chosen, parameters, requirements, frozenset(excluded), published, mixed)


def maker_of(family: type[AnyPuzzle]) -> AnyMaker:
    """Return the generator of a family.

    Raises:
        PuzzleError: The family has none.
    """
    maker = find_maker(family)
    if maker is None:
        raise PuzzleError(f"{family.family}: this family has no generator")
    return maker


@cache
def _published_forms(family: str) -> frozenset[str]:
    """The canonical forms of a family's puzzles in the gallery."""
    puzzles = (gallery()[name].puzzle for name in names(family))
    return frozenset(maker_of(family_named(family)).canonical(puzzle) for puzzle in puzzles)


def _warning(request: Request) -> str:
    """Why a request may find few puzzles or none; empty if it should find enough."""
    requirements, listed = request.requirements, request.listed
    if not requirements.restricts:
        return ""
    grade = requirements.grade if requirements.only_grade else None
    asked = grade or "as requested"
    found_soon = grade is not None and _found_soon(request)
    if listed:
        found, total, known = len(request.fitting), len(listed), "the list"
        # More givens do not reliably remove a technique, and never add one.
        by_techniques = requirements.require or requirements.forbid
        if RARE * (found + request.too_hard) >= total and not by_techniques and request.can_ease:
            return ""
    elif grade and (sampled := request.maker.sampled(request.parameters)) is not None:
        found, total, known = sampled.get(grade, 0), sum(sampled.values()), "a sample"
    elif found_soon:
        return ""
    else:
        return f"it is not known how many such puzzles are {asked}"
    if RARE * found >= total:
        return ""
    some, were = f"{found:,}" if found else "none", "was" if found < 2 else "were"
    slow = "" if found or found_soon else "; a search may take very long"
    return f"{some} of {amount(total, 'such puzzle')} in {known} {were} {asked}{slow}"


def _found_soon(request: Request) -> bool:
    """Whether the maker says that puzzles of this size and grade are found quickly."""
    sizes = request.maker.sizes
    if sizes is None:
        return False
    size = getattr(request.parameters, sizes.parameter)
    usual = replace(request.maker.parameters(), **{sizes.parameter: size})
    return request.parameters == usual and request.requirements.grade in sizes.grades.get(size, ())
