"""What can be asked of puzzles of every family.

Vocabulary:
  wish       one such thing: a grade, a range of scores, techniques that an explanation must or must
             not use
  judgement  what the grader says of a puzzle, in so far as wishes are about it
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from quincunx.errors import OptionError
from quincunx.families.base.catalogue import CatalogueEntry
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameters, a_choice, a_number, a_switch, a_text

if TYPE_CHECKING:
    from quincunx.reasoning import Grade

MOST_OF = 1_000
"""Of so many puzzles at most the hardest is taken."""

_SCORES = re.compile(r"([0-9]+(?:\.[0-9]+)?)?(\.\.)?([0-9]+(?:\.[0-9]+)?)?")


@dataclass(frozen=True)
class Wishes(Parameters):
    """What is asked of the puzzles of a series, whatever family they are of."""

    family: ClassVar[str] = "generate"

    grade: str | None = a_choice("how hard", GRADES)
    score: str = a_text("which scores, as in 6..9, 6.. or ..9", "")
    require: str = a_text("techniques that its explanation uses, with commas between them", "")
    forbid: str = a_text(
        "techniques that its explanation does not use, with commas between them", ""
    )
    hardest: int = a_number("take the hardest of so many", 1, 1, MOST_OF)
    unique: bool = a_switch("whether there must be exactly one solution", True)

    def __post_init__(self) -> None:
        if self.grade is not None and self.grade not in GRADES:
            raise OptionError(f"unknown grade {self.grade!r}, expected one of {', '.join(GRADES)}")
        super().__post_init__()
        _ = self.scores
        for name in (*self.required, *self.forbidden):
            _require_technique(name)
        both = self.required & self.forbidden
        if both:
            raise OptionError(f"{min(both)!r} is required and forbidden, expected one")
        if not self.unique and self.judged:
            named = next(name for name in ("grade", "score", "require", "forbid", "hardest")
                         if getattr(self, name) != getattr(Wishes(), name))  # fmt: skip
            raise OptionError(
                f"a {named} for puzzles with any number of solutions, "
                f"expected a {named} only where there is one"
            )

    @classmethod
    def asked(cls, wishes: Mapping[str, object]) -> Wishes:
        """The wishes of these words; scores may be a pair as well, and techniques a list.

        >>> Wishes.asked({"score": (6, None), "forbid": ["parity", "sets"]})  # doctest: +ELLIPSIS
        Wishes(grade=None, score='6..', require='', forbid='parity, sets', ...)
        """
        plain: dict[str, Any] = dict(wishes)
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
        """The lowest and the highest score.

        >>> Wishes(score="6..9").scores, Wishes(score="6.5..").scores, Wishes(score="7").scores
        ((6.0, 9.0), (6.5, inf), (7.0, 7.0))
        """
        found = _SCORES.fullmatch(self.score)
        low, dots, high = found.groups() if found else (None, None, None)
        lowest = float(low or 0)
        highest = float(high) if high else float("inf") if dots or not self.score else lowest
        if not found or self.score == ".." or (high and not dots) or lowest > highest:
            raise OptionError(f"score is {self.score!r}, expected a range such as 6..9, 6.. or ..9")
        return lowest, highest

    @cached_property
    def required(self) -> frozenset[str]:
        """The techniques that the explanation must use."""
        return _names(self.require)

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The techniques that the explanation must not use."""
        return _names(self.forbid)

    @property
    def judged(self) -> bool:
        """Whether the grader has to look at every puzzle."""
        return self.bounded or self.hardest > 1

    @property
    def bounded(self) -> bool:
        """Whether a puzzle may turn out not to be what was asked for."""
        return bool(self.grade or self.score or self.require or self.forbid)

    @property
    def nothing_but_a_grade(self) -> bool:
        """Whether a grade is all that a puzzle must have."""
        return self.grade is not None and not (self.score or self.require or self.forbid)

    @property
    def at_most(self) -> str | None:
        """A grade that no wanted puzzle exceeds."""
        from quincunx.reasoning.grading import grade_of

        by_score = grade_of(self.scores[1])
        return min(self.grade or GRADES[-1], by_score, key=GRADES.index)

    def of_grade(self, grade: str) -> tuple[bool, bool]:
        """Whether every puzzle of a grade is what was asked for, and whether some may be.

        >>> [Wishes(score="8.5..").of_grade(grade) for grade in ("easy", "medium", "hard")]
        [(False, False), (True, True), (True, True)]
        >>> Wishes(score="9..").of_grade("medium"), Wishes(require="cases").of_grade("medium")
        ((False, True), (False, True))
        """
        from quincunx.reasoning.grading import BOUNDS

        (least, most), low = self.scores, BOUNDS.get(grade, 0.0)
        high = min((bound for bound in BOUNDS.values() if bound > low), default=float("inf"))
        possible = self.grade in (None, grade) and least < high and most >= low
        certain = least <= low and high <= most and not (self.require or self.forbid)
        return possible and certain, possible

    def require_known_to(self, family: str) -> None:
        """Refuse techniques that explanations of a family's puzzles never name."""
        if self.require:
            from quincunx.reasoning.glossary import glossary

            own = {e.technique.name for e in glossary() if e.family in (None, family)}
            for name in sorted(self.required - own):
                raise OptionError(
                    f"{family}: require is {name!r}, a technique of another family, expected one "
                    "that `quincunx techniques` lists for all or for this one"
                )

    def fit(self, found: Judgement) -> bool:
        """Whether a puzzle is what was asked for."""
        return not self.too_hard(found) and not self.too_easy(found)

    def too_hard(self, found: Judgement) -> bool:
        """Whether a puzzle would have to give more away to be what was asked for."""
        if found.grade is None:
            return True
        beyond = self.grade and GRADES.index(found.grade) > GRADES.index(self.grade)
        return bool(
            beyond or found.score > self.scores[1] or self.forbidden & found.techniques.keys()
        )

    def too_easy(self, found: Judgement) -> bool:
        """Whether a puzzle gives too much away to be what was asked for."""
        if found.grade is None:
            return False
        below = self.grade and GRADES.index(found.grade) < GRADES.index(self.grade)
        return bool(
            below or found.score < self.scores[0] or self.required - found.techniques.keys()
        )


@dataclass(frozen=True)
class Judgement:
    """What the grader says of a puzzle; there is no grade for one that is harder than anybody
    asked for."""

    grade: str | None
    score: float
    techniques: Mapping[str, int]

    @classmethod
    def of(cls, found: Grade) -> Judgement:
        """What is left of a grade when nobody asks for sentences."""
        return cls(found.grade, found.score, dict(found.techniques))

    @classmethod
    def listed(cls, entry: CatalogueEntry) -> Judgement:
        """What a catalogue knows of how hard a puzzle is."""
        return cls(entry.grade, entry.score, entry.techniques)

    def as_dict(self) -> dict[str, Any]:
        """The judgement as JSON data."""
        return {"grade": self.grade, "score": self.score, "techniques": dict(self.techniques)}


def _names(text: str) -> frozenset[str]:
    """Names with commas between them; a name may hold a comma itself.

    >>> sorted(_names("parity, too much, too little"))
    ['parity', 'too much, too little']
    """
    from quincunx.reasoning.glossary import glossary

    found = set()
    for entry in glossary():
        name = entry.technique.name
        if "," in name and name in text:
            found.add(name)
            text = text.replace(name, "")
    return frozenset(found | {name.strip() for name in text.split(",") if name.strip()})


def _require_technique(name: str) -> None:
    from quincunx.reasoning.glossary import glossary

    known = {entry.technique.name for entry in glossary()}
    if name not in known:
        raise OptionError(
            f"unknown technique {name!r}, expected one that `quincunx techniques` lists"
        )
