"""All techniques that explanations name, each with its meaning and an example puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.cp.words.techniques import GENERAL, Technique
from quincunx.families import all_families, parse
from quincunx.families.base.capabilities import phrases_of
from quincunx.families.gallery import technique_examples


@dataclass(frozen=True)
class GlossaryEntry:
    """A technique, its family (None for a general one), and the identifier of a puzzle that
    takes it."""

    technique: Technique
    family: str | None
    example: str

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON data."""
        shown = {k: getattr(self.technique, k) for k in ("name", "tier", "effort", "meaning")}
        return {**shown, "family": self.family, "example": self.example}


def glossary() -> tuple[GlossaryEntry, ...]:
    """The general techniques from the easiest to the hardest, and then those of each family."""
    examples = technique_examples()
    found: dict[str | None, Sequence[Technique]] = {None: GENERAL}
    for name, family in all_families().items():
        found[name] = phrases_of(parse(family.example.identifier)).techniques
    return tuple(
        GlossaryEntry(one, owner, examples.get(f"{owner}: {one.name}" if owner else one.name, ""))
        for owner, techniques in found.items()
        for one in techniques
    )
