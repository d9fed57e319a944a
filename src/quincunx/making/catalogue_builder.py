"""Building catalogues: everything that an enumeration finds, each puzzle graded.

Building can be interrupted and resumed: a journal beside the catalogue records each part with its
puzzles and each puzzle with its grade. When everything is done the catalogue is written and the
journal removed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from quincunx._support.files import write_file
from quincunx._support.journal import Journal, OtherHeadingError
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.errors import OptionError, WrongAnswer
from quincunx.families.base.catalogue import AnyEnumeration, Judged, encoded

HEADING = "quincunx catalogue"


class CatalogueBuilder:
    """Builds one catalogue in a file; `progress` reports how far it is."""

    def __init__(self, enumeration: AnyEnumeration, path: Path, *, graded: bool = True) -> None:
        self.enumeration = enumeration
        self.path = path
        self.journal = path.with_name(f"{path.name}.journal")
        self.parts: dict[str, list[str]] = {}
        self.graded: dict[str, Judged] = {}
        self._with_grades = graded
        self._heading = {HEADING: [enumeration.family.family, enumeration.name]}

    @property
    def found(self) -> int:
        """The number of puzzles found so far."""
        return sum(map(len, self.parts.values()))

    @property
    def progress(self) -> str:
        """The progress, in a few words."""
        parts = len(self.enumeration.parts())
        done = f"{len(self.parts):,} of {parts:,} parts, {self.found:,} puzzles found"
        return f"{done}, {len(self.graded):,} graded" if self._with_grades else done

    def run(self, cancel: Callable[[], bool] | None = None) -> bool:
        """Do what is left; return whether everything is done and the catalogue written."""
        try:
            limits = Limits(cancel=cancel)
            with Journal(self.journal, self._heading) as journal, watching(limits):
                self._enumerate(journal)
                if self._with_grades:
                    self._grade_all(journal, cancel)
        except Stopped:
            return False
        except OtherHeadingError:
            raise OptionError(
                f"{self.journal}, line 1: not a journal of the catalogue "
                f"{self.enumeration.name!r}, expected that file removed, or another name"
            ) from None
        packed = [text for part in self.enumeration.parts() for text in self.parts[part]]
        rows = [(text, self.graded.get(text, Judged())) for text in packed]
        write_file(self.path, encoded(self.enumeration, rows))
        self.journal.unlink()
        return True

    def _enumerate(self, journal: Journal) -> None:
        """Find the puzzles of all parts."""
        for part in self.enumeration.parts():
            work = partial(self._find, part)
            self.parts[part] = journal.recall_or_do(
                f"part {part}", work, decode=_decode_part, encode=list
            )

    def _find(self, part: str) -> list[str]:
        return [self.enumeration.pack(*each) for each in self.enumeration.found(part)]

    def _grade_all(self, journal: Journal, cancel: Callable[[], bool] | None) -> None:
        """Grade all puzzles."""
        for packed in [text for part in self.parts.values() for text in part]:
            self.graded[packed] = journal.recall_or_do(
                f"grade {packed}",
                partial(self._grade, packed, cancel),
                decode=_decode_grade,
                encode=lambda made: [made.grade, made.score, dict(made.techniques)],
            )

    def _grade(self, packed: str, cancel: Callable[[], bool] | None) -> Judged:
        from quincunx.reasoning import grade

        puzzle, _ = self.enumeration.unpack(packed)
        found = grade(puzzle, cancel=cancel)
        if not found.complete:
            raise Stopped
        if found.grade is None:
            raise WrongAnswer(f"{puzzle.identifier} has no grade, expected one: {found.reason}")
        return Judged(found.grade, found.score, found.techniques)


def _decode_part(data: Any) -> list[str]:
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise ValueError("not a list of puzzles")
    return data


def _decode_grade(data: Any) -> Judged:
    match data:
        case [str(grade), int() | float() as score, dict(techniques)]:
            return Judged(grade, float(score), techniques)
    raise ValueError("not a grade")
