"""Building catalogues: everything that an enumeration finds, each puzzle graded.

Vocabulary: that of `quincunx.families.base.catalogue`, and
  journal  a file beside the catalogue while it is built, a line for each finished piece of work:
           a part with all that it holds, or a puzzle with its grade

Building stops at any time and goes on later: what the journal holds is not done again. A last
line that was cut short is dropped. When everything is done the catalogue is written and the
journal removed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from quincunx._support.files import write_file
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.errors import OptionError, WrongAnswer
from quincunx.families.base.catalogue import AnyEnumeration, Judged
from quincunx.families.base.catalogue_files import encoded

HEADING = "quincunx catalogue"


class Building:
    """The building of one catalogue, in a file; `progress` says how far it came."""

    def __init__(self, enumeration: AnyEnumeration, path: Path, *, graded: bool = True) -> None:
        self.enumeration = enumeration
        self.path = path
        self.journal = path.with_name(f"{path.name}.journal")
        self.parts: dict[str, list[str]] = {}
        self.judged: dict[str, Judged] = {}
        self._graded = graded
        self._heading = {HEADING: [enumeration.family.family, enumeration.name]}

    @property
    def found(self) -> int:
        """How many puzzles were found so far."""
        return sum(map(len, self.parts.values()))

    @property
    def progress(self) -> str:
        """How far it came, in a few words."""
        parts = len(self.enumeration.parts())
        done = f"{len(self.parts):,} of {parts:,} parts, {self.found:,} puzzles found"
        return f"{done}, {len(self.judged):,} graded" if self._graded else done

    def run(self, cancel: Callable[[], bool] | None = None) -> bool:
        """Do what is left; whether everything is done now, and the catalogue is written."""
        try:
            whole = self._recall_all()
            with open(self.journal, "ab") as journal, watching(Limits(cancel=cancel)):
                journal.truncate(whole)
                if not whole:
                    _write(journal, self._heading)
                self._enumerate(journal)
                if self._graded:
                    self._judge(journal, cancel)
        except Stopped:
            return False
        except OSError as error:
            reason = error.strerror or str(error)
            raise OptionError(
                f"{self.journal}: {reason}, expected a file that can be written"
            ) from None
        packed = [text for part in self.enumeration.parts() for text in self.parts[part]]
        rows = [(text, self.judged.get(text, Judged())) for text in packed]
        write_file(self.path, encoded(self.enumeration, rows))
        self.journal.unlink()
        return True

    def _enumerate(self, journal: BinaryIO) -> None:
        """Find the puzzles of all parts that are not done."""
        for part in self.enumeration.parts():
            if part not in self.parts:
                found = [self.enumeration.pack(*each) for each in self.enumeration.found(part)]
                self.parts[part] = found
                _write(journal, ["part", part, found])

    def _judge(self, journal: BinaryIO, cancel: Callable[[], bool] | None) -> None:
        """Grade all puzzles that are not graded."""
        from quincunx.reasoning import grade

        for packed in [text for part in self.parts.values() for text in part]:
            if packed in self.judged:
                continue
            puzzle, _ = self.enumeration.unpack(packed)
            found = grade(puzzle, cancel=cancel)
            if not found.complete:
                raise Stopped
            if found.grade is None:
                raise WrongAnswer(f"{puzzle.identifier} has no grade, expected one: {found.reason}")
            self.judged[packed] = Judged(found.grade, found.score, found.techniques)
            _write(journal, ["grade", packed, found.grade, found.score, dict(found.techniques)])

    def _recall_all(self) -> int:
        """Learn what the journal holds; how much of it is whole."""
        if not self.journal.exists():
            return 0
        raw = self.journal.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                self._recall(json.loads(line), first=number == 1)
            except (ValueError, LookupError, TypeError):
                raise OptionError(
                    f"{self.journal}, line {number}: not a journal of the catalogue "
                    f"{self.enumeration.name!r}, expected that file removed, or another name"
                ) from None
        return len(whole)

    def _recall(self, entry: Any, first: bool) -> None:
        if first:
            if entry != self._heading:
                raise ValueError
            return
        kind, name, *rest = entry
        if kind == "part":
            (self.parts[str(name)],) = rest
        else:
            grade, score, techniques = rest
            self.judged[str(name)] = Judged(str(grade), float(score), dict(techniques))


def _write(journal: BinaryIO, data: Any) -> None:
    journal.write(json.dumps(data).encode() + b"\n")
    journal.flush()
