"""Building catalogues: everything that an enumeration finds, each puzzle graded.

The workers of a pool enumerate the parts and grade the puzzles. Building can be interrupted and
resumed: a journal beside the catalogue records each part with its puzzles and each puzzle with its
grade. When everything is done the catalogue is written and the journal removed. Its bytes do not
depend on the number of workers.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from quincunx._support.files import write_file
from quincunx._support.journal import Journal
from quincunx._support.pool import Pool, run_tasks
from quincunx.errors import WrongAnswer
from quincunx.families.base.catalogue import AnyEnumeration, Judged, encoded

T = TypeVar("T")


class CatalogueBuilder:
    """Builds one catalogue in a file; `progress` reports how far it is."""

    def __init__(self, enumeration: AnyEnumeration, path: Path, *, graded: bool = True) -> None:
        self.enumeration = enumeration
        self.path = path
        self.journal = path.with_name(f"{path.name}.journal")
        self.parts: dict[str, list[str]] = {}
        self.graded: dict[str, Judged] = {}
        self._with_grades = graded
        self._identity = {"family": enumeration.family.family, "name": enumeration.name}

    @property
    def packed(self) -> list[str]:
        """The puzzles found so far, in the order of the enumeration."""
        return [text for part in self.enumeration.parts() for text in self.parts.get(part, ())]

    @property
    def progress(self) -> str:
        """The progress, in a few words."""
        parts, found = len(self.enumeration.parts()), sum(map(len, self.parts.values()))
        done = f"{len(self.parts):,} of {parts:,} parts, {found:,} puzzles found"
        return f"{done}, {len(self.graded):,} graded" if self._with_grades else done

    def run(
        self, start_pool: Callable[[], Pool[str]], cancel: Callable[[], bool] | None = None
    ) -> bool:
        """Do what is left; return whether everything is done and the catalogue written."""
        with (
            closing(start_pool()) as pool,
            Journal(self.journal, "quincunx catalogue", self._identity) as journal,
        ):
            do = partial(self._do, pool, journal, cancel or (lambda: False))
            if not do("part", self.enumeration.parts(), find, _texts, self.parts):
                return False
            wanted = self.packed if self._with_grades else ()
            if not do("grade", wanted, judge, _judged, self.graded):
                return False
        rows = [(text, self.graded.get(text, Judged())) for text in self.packed]
        write_file(self.path, encoded(self.enumeration, rows))
        self.journal.unlink()
        return True

    def _do(
        self,
        pool: Pool[str],
        journal: Journal,
        cancel: Callable[[], bool],
        kind: str,
        names: Iterable[str],
        function: Callable[[AnyEnumeration, str], Any],
        decode: Callable[[Any], T],
        results: dict[str, T],
    ) -> bool:
        """Have a pool find what a journal does not hold yet. Add the result for each name to
        `results`; return `False` if cancelled before the end."""
        missing: list[str] = []
        for name in names:
            known = journal.recall(f"{kind} {name}", decode)
            if known is None:
                missing.append(name)
            else:
                results[name] = known
        tasks = ((name, function, self.enumeration, name) for name in missing)
        for ended in run_tasks(pool, tasks, lambda name: f"catalogue: {kind} {name}"):
            if ended is not None:
                name, data = ended
                journal.add(f"{kind} {name}", data)
                results[name] = decode(data)
            elif cancel():
                return False
        return True


def find(enumeration: AnyEnumeration, part: str) -> list[str]:
    """Return the packed puzzles of a part."""
    return [enumeration.pack(*each) for each in enumeration.found(part)]


def judge(enumeration: AnyEnumeration, packed: str) -> list[Any]:
    """Return the grade, the score and the techniques of a packed puzzle, as JSON data."""
    from quincunx.reasoning import grade

    puzzle, _ = enumeration.unpack(packed)
    found = grade(puzzle)
    if found.grade is None:
        raise WrongAnswer(f"{puzzle.identifier} has no grade, expected one: {found.reason}")
    return [found.grade, found.score, dict(found.techniques)]


def _texts(data: Any) -> list[str]:
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise ValueError("not a list of puzzles")
    return data


def _judged(data: Any) -> Judged:
    match data:
        case [str(grade), int() | float() as score, dict(techniques)]:
            return Judged(grade, float(score), techniques)
    raise ValueError("not a grade")
