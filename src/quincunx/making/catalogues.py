"""Which catalogues there are, and which of their puzzles a filter selects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from quincunx._support.arguments import require_choice
from quincunx._support.files import option_errors
from quincunx.errors import OptionError
from quincunx.families import family_named
from quincunx.families.base.catalogue import GIVENS, AnyEnumeration, decoded, kind_in, shipped
from quincunx.families.base.catalogue import Catalogue as Catalogue
from quincunx.making.requests import maker_of
from quincunx.making.requirements import Requirements

Ranges: TypeAlias = Mapping[str, tuple[float, float]]
"""The smallest and the largest value of some measures, both included."""
MAX_FILE_BYTES = 50_000_000
"""Maximum size of the file of a catalogue."""


@dataclass(frozen=True)
class CatalogueFilter:
    """Selects puzzles by requirements, and by ranges of measures, rotated if necessary.

    Where requirements need a grade, puzzles without one are left out.
    """

    requirements: Requirements = field(default_factory=Requirements)
    ranges: Ranges = field(default_factory=dict)

    def select(self, catalogue: Catalogue) -> Catalogue:
        """Return the selected part of a catalogue.

        Raises:
            OptionError: The catalogue has no grades, or none of the named measures.
        """
        family = catalogue.enumeration.family.family
        if self.requirements.restricts and catalogue.ungraded == len(catalogue):
            raise OptionError(f"{family}: the puzzles of this catalogue have no grades")
        known = measure_names(catalogue.enumeration)
        for name in self.ranges:
            require_choice(name, known, f"{family}: unknown measure")
        names = catalogue.enumeration.turned
        rotated = {names.get(name, name): bounds for name, bounds in self.ranges.items()}
        return catalogue.matching(
            lambda entry: (
                (not self.requirements.restricts or self.requirements.satisfied_by(entry))
                and any(
                    all(least <= entry.measures[name] <= most for name, (least, most) in each)
                    for each in (self.ranges.items(), rotated.items())
                )
            )
        )


def measure_names(enumeration: AnyEnumeration) -> list[str]:
    """Return the names of the measures of an enumeration's puzzles."""
    return [*(measure.name for measure in enumeration.measures), GIVENS.name]


def enumerations(family: str, kind: str | None = None) -> list[AnyEnumeration]:
    """Return the enumerations of a family, or the one of this name."""
    maker = maker_of(family_named(family))
    found = list(maker.enumerations())
    if not found:
        raise OptionError(f"{family}: no kind of these puzzles can be listed completely")
    return found if kind is None else [maker.enumeration(kind)]


def catalogues(family: str, kind: str | None = None) -> list[Catalogue]:
    """Return the catalogues of a family that are shipped, or the one of this kind.

    >>> catalogues("power-strike")
    [<Catalogue of power-strike, one-given: 924 puzzles>]
    """
    kinds = enumerations(family, kind)
    found = [catalogue for catalogue in map(shipped, kinds) if catalogue is not None]
    if not found:
        name = kinds[0].name
        raise OptionError(
            f"{family}: the catalogue {name!r} does not come with the program; build it with: "
            f"quincunx catalogue {family} --kind '{name}' --build FILE"
        )
    return found


def catalogue_in(path: Path, family: str, kind: str | None = None) -> Catalogue:
    """Return the catalogue in a file that `quincunx catalogue --build` wrote."""
    with option_errors(path, "a catalogue"), path.open("rb") as file:
        raw = file.read(MAX_FILE_BYTES + 1)
    if len(raw) > MAX_FILE_BYTES:
        raise OptionError(f"{path}: too large, expected at most {MAX_FILE_BYTES:,} bytes")
    found, name = kind_in(raw, str(path))
    if found != family or (kind is not None and name != kind):
        expected = f"one of {family}" + (f", {kind!r}" if kind is not None else "")
        raise OptionError(f"{path}: a catalogue of {found}, {name!r}, expected {expected}")
    return decoded(maker_of(family_named(family)).enumeration(name), raw, str(path))
