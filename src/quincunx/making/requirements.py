"""What can be required of generated puzzles, whatever their family."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Protocol, Self

from quincunx._support.arguments import require_choice
from quincunx.errors import OptionError
from quincunx.families import shorten
from quincunx.families.base.grades import GRADES, GradeName
from quincunx.families.base.maker import Parameters, choice_parameter

_NUMBER = r"([0-9]{1,15}(?:\.[0-9]{1,15})?)?"
_RANGE = re.compile(rf"{_NUMBER}(\.\.)?{_NUMBER}")


class Graded(Protocol):
    """Anything that knows how hard a puzzle is: a `Grade`, a catalogue entry.

    The grade is `None` if the puzzle is harder than the grader had to look.
    """

    @property
    def grade(self) -> str | None: ...
    @property
    def score(self) -> float: ...
    @property
    def techniques(self) -> Mapping[str, int]: ...


def read_range(text: str, name: str) -> tuple[float, float]:
    """Return the smallest and the largest number of a range in text; both are included.

    >>> [read_range(text, "score") for text in ("6", "6..9", "..9", "6.5..")]
    [(6.0, 6.0), (6.0, 9.0), (0.0, 9.0), (6.5, inf)]

    Raises:
        OptionError: The text is not a range, or its ends are in the wrong order.
    """
    found = _RANGE.fullmatch(text)
    low, dots, high = found.groups() if found else (None, None, None)
    least = float(low or 0)
    most = float(high) if high else inf if dots else least
    if not (low or high) or (high and not dots) or least > most:
        raise OptionError(f"{name} is {shorten(text)!r}, expected such as 6, 6..9, 6.. or ..9")
    return least, most


@dataclass(frozen=True)
class Requirements(Parameters):
    """What every puzzle of a series must satisfy."""

    family: ClassVar[str] = "generate"

    grade: GradeName | None = choice_parameter("how hard", None, GRADES)  # noqa: RUF009
    score: str = choice_parameter("which scores, as in 6..9, 6.. or ..9", "")
    require: str = choice_parameter(
        "techniques that its explanation uses, with commas between them", ""
    )
    forbid: str = choice_parameter(
        "techniques that its explanation does not use, with commas between them", ""
    )
    unique: bool = choice_parameter("whether there must be exactly one solution", True)

    def __post_init__(self) -> None:
        if self.grade is not None:
            require_choice(self.grade, GRADES, "unknown grade")
        super().__post_init__()
        _ = self.scores
        named = self.required | self.forbidden
        unknown = named - _techniques().keys() if named else named
        if unknown:
            raise OptionError(f"unknown technique {min(unknown)!r}, see `quincunx techniques`")
        both = self.required & self.forbidden
        if both:
            raise OptionError(f"{min(both)!r} is required and forbidden, expected one")
        if not self.unique and self.restricts:
            option = next(p.name for p in self.declared() if getattr(self, p.name) != p.default)
            raise OptionError(f"{option} with any number of solutions, expected one solution")

    @classmethod
    def read(cls, options: Mapping[str, object]) -> Self:
        """Return the requirements of keyword options: scores may be a pair, techniques a list.

        >>> Requirements.read({"score": (6, None), "forbid": ["parity"]})  # doctest: +ELLIPSIS
        Requirements(grade=None, score='6..', require='', forbid='parity', ...)
        """
        plain: dict[str, Any] = dict(options)
        for name in ("require", "forbid"):
            names = plain.get(name, "")
            if not isinstance(names, str) and isinstance(names, Collection):
                plain[name] = ", ".join(map(str, names))
        match plain.get("score"):
            case (int() | float() | None as low, int() | float() | None as high):
                ends = ("" if end is None else f"{end:.12g}" for end in (low, high))
                plain["score"] = "..".join(ends)
        return cls(**plain)

    @cached_property
    def scores(self) -> tuple[float, float]:
        """The lowest and the highest score."""
        return read_range(self.score, "score") if self.score else (0.0, inf)

    @cached_property
    def required(self) -> frozenset[str]:
        """The techniques that the explanation must use."""
        return _names(self.require)

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The techniques that the explanation must not use."""
        return _names(self.forbid)

    @property
    def restricts(self) -> bool:
        """Whether a puzzle with one solution may fail the requirements."""
        return bool(self.grade or self.score or self.require or self.forbid)

    @property
    def only_grade(self) -> bool:
        """Whether a grade is the only restriction."""
        return self.grade is not None and not (self.score or self.require or self.forbid)

    @property
    def highest_grade(self) -> GradeName:
        """A grade that no satisfying puzzle exceeds."""
        from quincunx.reasoning.grades import grade_of

        by_score = grade_of(self.scores[1])
        return min(self.grade or GRADES[-1], by_score, key=GRADES.index)

    def check_family(self, family: str) -> None:
        """Raise `OptionError` for required techniques that a family's explanations never use."""
        users = _techniques() if self.require else {}
        for name in sorted(self.required):
            if not users[name] & {None, family}:
                raise OptionError(f"{family}: require is {name!r}, a technique of another family")

    def satisfied_by(self, found: Graded) -> bool:
        """Return whether a puzzle meets the requirements."""
        return not self.too_hard(found) and not self.too_easy(found)

    def too_hard(self, found: Graded) -> bool:
        """Return whether a puzzle needs more givens to meet the requirements."""
        if not found.grade:
            return True
        harder = self.grade and GRADES.index(found.grade) > GRADES.index(self.grade)
        forbidden = self.forbidden & found.techniques.keys()
        return bool(harder or found.score > self.scores[1] or forbidden)

    def too_easy(self, found: Graded) -> bool:
        """Return whether a puzzle needs fewer givens to meet the requirements."""
        if not found.grade:
            return False
        easier = self.grade and GRADES.index(found.grade) < GRADES.index(self.grade)
        missing = self.required - found.techniques.keys()
        return bool(easier or found.score < self.scores[0] or missing)


def _techniques() -> Mapping[str, set[str | None]]:
    """The families whose explanations use each technique; `None` stands for all families."""
    from quincunx.reasoning.glossary import glossary

    found: dict[str, set[str | None]] = {}
    for entry in glossary():
        found.setdefault(entry.technique.name, set()).add(entry.family)
    return found


def _names(text: str) -> frozenset[str]:
    """The names in a comma-separated text; a name may contain a comma itself.

    >>> sorted(_names("parity, too much, too little"))
    ['parity', 'too much, too little']
    """
    if not text:
        return frozenset()
    found = {name for name in _techniques() if "," in name and name in text}
    for name in found:
        text = text.replace(name, "")
    return frozenset(found | {name.strip() for name in text.split(",") if name.strip()})
