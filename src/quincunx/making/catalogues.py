"""Looking into catalogues: which there are, and which of their puzzles are wanted.

Vocabulary: that of `quincunx.families._catalogue`, and
  at hand  of a catalogue: it comes with the program, or somebody built it and names the file
  span     the least and the largest of some numbers, both included
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TypeAlias

from quincunx.errors import OptionError
from quincunx.families import family_named, shorten
from quincunx.families._catalogue import GIVENS, AnyEnumeration, Catalogue, Entry
from quincunx.families._shipped import decoded, kind_in, shipped
from quincunx.grades import GRADES
from quincunx.making import maker_of

Span: TypeAlias = tuple[float, float]

_NUMBER = r"[0-9]{1,15}(?:\.[0-9]{1,15})?"
_SPAN = re.compile(rf"(?P<least>{_NUMBER})?(?P<dots>\.\.)?(?P<most>{_NUMBER})?")


def span(text: str, what: str) -> Span:
    """The span that a text names: a number, or two with dots between them, one of which may be
    left out.

    >>> span("6", "score"), span("6..9", "score"), span("..9", "score"), span("6.5..", "score")
    ((6.0, 6.0), (6.0, 9.0), (-inf, 9.0), (6.5, inf))
    """
    found = _SPAN.fullmatch(text)
    least, dots, most = found.group("least", "dots", "most") if found else (None, None, None)
    if not (least or most) or (most and not dots):
        raise OptionError(
            f"{what} is {shorten(text)!r}, expected a number, or a range such as 6..9, 6.. or ..9"
        )
    low = float(least) if least else -inf
    high = float(most) if most else inf if dots else low
    if low > high:
        raise OptionError(f"{what} is {text!r}, expected the smaller number first")
    return low, high


@dataclass(frozen=True)
class Choice:
    """Which puzzles of a catalogue are wanted: all that satisfy everything that is said.

    `require` and `forbid` are techniques that a puzzle's explanation uses, or does not use.
    """

    grade: str | None = None
    score: Span | None = None
    require: Sequence[str] = ()
    forbid: Sequence[str] = ()
    measures: Mapping[str, Span] = field(default_factory=dict)

    @property
    def judged(self) -> bool:
        """Whether it asks for something that only graded puzzles have."""
        return bool(self.grade or self.score or self.require or self.forbid)

    def of(self, catalogue: Catalogue) -> Catalogue:
        """The wanted puzzles; what means nothing for them raises `OptionError`."""
        enumeration = catalogue.enumeration
        family = enumeration.family.family
        if self.grade is not None and self.grade not in GRADES:
            raise OptionError(
                f"unknown grade {shorten(self.grade)!r}, expected one of {', '.join(GRADES)}"
            )
        if self.judged and not catalogue.graded:
            raise OptionError(
                f"{family}: the puzzles of this catalogue are not graded, expected no grade, "
                "score or technique"
            )
        _require_known(self.measures, measure_names(enumeration), f"{family}: unknown measure")
        if self.require or self.forbid:
            from quincunx.reasoning.glossary import glossary

            known = [e.technique.name for e in glossary() if e.family in (None, family)]
            named = [*self.require, *self.forbid]
            _require_known(named, known, f"{family}: unknown technique")
        return catalogue.those(self._fits)

    def _fits(self, entry: Entry) -> bool:
        if self.grade is not None and entry.grade != self.grade:
            return False
        if self.score is not None and not self.score[0] <= entry.score <= self.score[1]:
            return False
        used = entry.techniques
        if any(name not in used for name in self.require) or any(n in used for n in self.forbid):
            return False
        return all(
            least <= entry.measures[name] <= most for name, (least, most) in self.measures.items()
        )


def measure_names(enumeration: AnyEnumeration) -> list[str]:
    """The names of everything that can be read off the puzzles of a kind."""
    return [*(measure.name for measure in enumeration.measures), GIVENS.name]


def _require_known(names: Sequence[str] | Mapping[str, Span], known: list[str], said: str) -> None:
    for name in names:
        if name not in known:
            raise OptionError(f"{said} {shorten(name)!r}, expected one of {', '.join(known)}")


def enumerations(family: str, kind: str | None = None) -> list[AnyEnumeration]:
    """All kinds of a family's puzzles that can be listed, or the one of this name."""
    maker = maker_of(family_named(family))
    found = [maker.enumeration(kind)] if kind is not None else list(maker.enumerations())
    if not found:
        raise OptionError(
            f"{family}: no kind of these puzzles can be listed completely, expected another family"
        )
    return found


def catalogues(family: str, kind: str | None = None) -> list[Catalogue]:
    """The catalogues of a family that come with the program, or the one of this kind.

    >>> [catalogue.enumeration.name for catalogue in catalogues("power-strike")]
    ['one-given']
    """
    found = [(enumeration, shipped(enumeration)) for enumeration in enumerations(family, kind)]
    at_hand = [catalogue for _, catalogue in found if catalogue is not None]
    if not at_hand:
        name = found[0][0].name
        raise OptionError(
            f"{family}: the catalogue {name!r} does not come with the program, expected it built: "
            f"quincunx catalogue {family} --kind '{name}' --build FILE"
        )
    return at_hand


def catalogue_in(path: Path, family: str, kind: str | None = None) -> Catalogue:
    """The catalogue in a file that somebody built."""
    try:
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"{path}: {reason}, expected a catalogue") from None
    found, name = kind_in(raw, str(path))
    if found != family or (kind is not None and name != kind):
        expected = f"one of {family}" + (f", {kind!r}" if kind is not None else "")
        raise OptionError(f"{path}: a catalogue of {found}, {name!r}, expected {expected}")
    return decoded(maker_of(family_named(family)).enumeration(name), raw, str(path))
