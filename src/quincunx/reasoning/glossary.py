"""All techniques that explanations name, each with its meaning and an example puzzle."""

from __future__ import annotations

from collections.abc import Mapping
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
        return {
            "name": self.technique.name,
            "tier": self.technique.tier,
            "effort": self.technique.effort,
            "meaning": self.technique.meaning,
            "family": self.family,
            "example": self.example,
        }


def glossary() -> tuple[GlossaryEntry, ...]:
    """The general techniques from the easiest to the hardest, and then those of each family."""
    examples: Mapping[str, str] = technique_examples()
    entries = [
        GlossaryEntry(technique, None, examples.get(technique.name, "")) for technique in GENERAL
    ]
    for name, family in all_families().items():
        own = phrases_of(parse(family.example.identifier)).techniques
        entries += [
            GlossaryEntry(technique, name, examples.get(f"{name}: {technique.name}", ""))
            for technique in own
        ]
    return tuple(entries)
