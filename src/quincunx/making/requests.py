"""What is asked for: a family, its parameters, and wishes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from random import Random

from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, family_named, shorten
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.maker import AnyMaker, Parameters
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.families.gallery import gallery, names
from quincunx.making import odds
from quincunx.making.requirements import Wishes

COMMON = (
    *(wish.name for wish in fields(Wishes)),
    "exclude",
    "published",
    "seed",
    "date",
    "number",
    "start",
    "graded",
    "patience",
    "time_limit",
    "cancel",
)
"""What can be said of puzzles of every family."""
NAME_LENGTH = 12
"""So many hexadecimal digits name a series: two that differ hardly ever share them."""


@dataclass(frozen=True)
class Request:
    """What is asked for; anything impossible raises `PuzzleError` or `OptionError` at once.

    `excluded` are the forms of puzzles that nobody wants again; unless `published`, those of the
    gallery are not wanted either.
    """

    family: type[AnyPuzzle]
    parameters: Parameters
    wishes: Wishes = field(default_factory=Wishes)
    excluded: frozenset[str] = frozenset()
    published: bool = False

    def __post_init__(self) -> None:
        self.maker.check(self.parameters, self.unique)
        self.wishes.require_known_to(self.family.family)

    @property
    def unique(self) -> bool:
        """Whether puzzles must have exactly one solution."""
        return self.wishes.unique

    @property
    def grade(self) -> str | None:
        """The grade that was asked for."""
        return self.wishes.grade

    @property
    def maker(self) -> AnyMaker:
        """Who makes puzzles of this family."""
        return maker_of(self.family)

    @property
    def warning(self) -> str:
        """What is known to be rare about it, from a list or from puzzles that were sampled, or that
        nobody has looked; often nothing."""
        return odds.warning(self)

    @property
    def never_met(self) -> bool:
        """Whether a grade is asked for that none of many sampled puzzles had, and of which the
        maker does not tell that asking for it finds one before long."""
        return odds.never_met(self)

    @cached_property
    def unwanted(self) -> frozenset[str]:
        """The forms of all puzzles that nobody wants again."""
        if self.published:
            return self.excluded
        return self.excluded | _published_forms(self.family.family)

    def dice(self, seed: int, index: int) -> Random:
        """The dice of one stream. Nothing but the arguments has an influence on them, on no
        machine and in no version of Python."""
        return self._thrown([seed, index])

    def order(self, seed: int, length: int) -> list[int]:
        """The order in which a list of so many puzzles is gone through."""
        places = list(range(length))
        self._thrown([seed, "order"]).shuffle(places)
        return places

    def name_of(self, seed: int) -> str:
        """A short hash of everything that decides the rows of a series: one name for one series."""
        asked = [
            self.family.family,
            self.parameters.canonical(),
            self.wishes.canonical(),
            sorted(self.excluded),
            self.published,
            seed,
        ]
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:NAME_LENGTH]

    def _thrown(self, parts: list[int | str]) -> Random:
        others = self.wishes.canonical(without=("unique", "grade"))
        asked = [
            self.family.family,
            self.parameters.canonical(),
            self.unique,
            self.grade,
            *([others] if others != "{}" else []),
            *parts,
        ]
        digest = hashlib.sha256(json.dumps(asked).encode()).digest()
        return Random(int.from_bytes(digest, "big"))


def request(
    family: str | Parameters,
    *,
    exclude: Iterable[PuzzleLike] = (),
    published: bool = False,
    **options: object,
) -> Request:
    """The request of these words.

    >>> request("c-note", size=1)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: size is 1, expected a whole number from 2 to 7
    """
    given = family if isinstance(family, Parameters) else None
    chosen = family_named(family.family if isinstance(family, Parameters) else family)
    maker = maker_of(chosen)
    names = [parameter.name for parameter in maker.parameters.declared()]
    known = [] if given is not None else names
    wishes = {wish.name: options.pop(wish.name) for wish in fields(Wishes) if wish.name in options}
    for name in options:
        if name not in known:
            raise OptionError(
                f"{chosen.family}: unknown parameter {name!r}, expected {', '.join(names)}, "
                f"or one for all families: {', '.join(COMMON)}"
            )
    try:
        wanted = Wishes.asked(wishes)
    except PuzzleError as error:
        raise OptionError(str(error)) from None
    parameters = given if given is not None else maker.parameters.chosen(options)
    if isinstance(exclude, str) or not isinstance(exclude, Iterable):
        raise OptionError(
            f"exclude is {shorten(repr(exclude))}, expected several puzzles in a list"
        )
    excluded = {
        maker.canonical(puzzle) for puzzle in map(parse, exclude) if puzzle.family == chosen.family
    }
    return Request(chosen, parameters, wanted, frozenset(excluded), published)


def maker_of(family: type[AnyPuzzle]) -> AnyMaker:
    """Who makes puzzles of a family."""
    maker = find_maker(family)
    if maker is None:
        raise PuzzleError(f"{family.family}: nobody can make such puzzles")
    return maker


@cache
def _published_forms(family: str) -> frozenset[str]:
    """The forms of a family's puzzles in the gallery."""
    puzzles = (gallery()[name].puzzle for name in names(family))
    return frozenset(maker_of(family_named(family)).canonical(puzzle) for puzzle in puzzles)
