"""Looking into catalogues: which there are, and which of their puzzles are wanted.

Vocabulary: that of `quincunx.families.base.catalogue`, and
  at hand  of a catalogue: it comes with the program, or somebody built it and names the file
  span     the least and the largest of some numbers, both included
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TypeAlias

from quincunx.errors import OptionError
from quincunx.families import family_named, shorten
from quincunx.families.base.catalogue import (
    GIVENS,
    AnyEnumeration,
    CatalogueEntry,
    decoded,
    kind_in,
    shipped,
)
from quincunx.families.base.catalogue import Catalogue as Catalogue
from quincunx.making.requests import maker_of
from quincunx.making.requirements import Judgement, Wishes

Span: TypeAlias = tuple[float, float]

_SPAN = re.compile(r"(?P<least>[0-9]{1,15})?(?P<dots>\.\.)?(?P<most>[0-9]{1,15})?")


def span(text: str, what: str) -> Span:
    """The span that a text names: a whole number, or two with dots between them, one of which may
    be left out.

    >>> span("6", "rows"), span("6..9", "rows"), span("..9", "rows"), span("6..", "rows")
    ((6, 6), (6, 9), (0, 9), (6, inf))
    """
    found = _SPAN.fullmatch(text)
    least, dots, most = found.group("least", "dots", "most") if found else (None, None, None)
    low = int(least or 0)
    high = int(most) if most else inf if dots else low
    if not (least or most) or (most and not dots) or low > high:
        raise OptionError(
            f"{what} is {shorten(text)!r}, expected a number, or a range such as 6..9, 6.. or ..9"
        )
    return low, high


@dataclass(frozen=True)
class Choice:
    """Which puzzles of a catalogue are wanted: those that satisfy all wishes, and whose measures
    lie within spans, turned if need be. Where something is wished that takes a grade, puzzles
    without one are left out."""

    wishes: Wishes = field(default_factory=Wishes)
    measures: Mapping[str, Span] = field(default_factory=dict)

    def of(self, catalogue: Catalogue) -> Catalogue:
        """The wanted puzzles; what means nothing for them raises `OptionError`."""
        family = catalogue.enumeration.family.family
        if self.wishes.bounded and catalogue.ungraded == len(catalogue):
            raise OptionError(
                f"{family}: the puzzles of this catalogue are not graded, expected no grade, "
                "score or technique"
            )
        known = measure_names(catalogue.enumeration)
        for name in self.measures:
            if name not in known:
                raise OptionError(
                    f"{family}: unknown measure {shorten(name)!r}, "
                    f"expected one of {', '.join(known)}"
                )
        turned = {
            catalogue.enumeration.turned.get(name, name): span
            for name, span in self.measures.items()
        }
        ways = [self.measures] if turned == self.measures else [self.measures, turned]
        return catalogue.those(
            lambda entry: self._wished(entry) and any(_within(entry, spans) for spans in ways)
        )

    def _wished(self, entry: CatalogueEntry) -> bool:
        wishes = self.wishes
        return not wishes.bounded or (entry.grade != "" and wishes.fit(Judgement.listed(entry)))


def _within(entry: CatalogueEntry, spans: Mapping[str, Span]) -> bool:
    """Whether the measures of a puzzle lie within spans."""
    return all(least <= entry.measures[name] <= most for name, (least, most) in spans.items())


def measure_names(enumeration: AnyEnumeration) -> list[str]:
    """The names of everything that can be read off the puzzles of a kind."""
    return [*(measure.name for measure in enumeration.measures), GIVENS.name]


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

    >>> catalogues("power-strike")
    [<Catalogue of power-strike, one-given: 924 puzzles>]
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
