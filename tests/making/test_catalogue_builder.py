"""Building catalogues: interrupted, resumed, with journals that were damaged, and always alike."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quincunx._support.pool import LocalPool, Outcome
from quincunx._support.pool_worker import run_task
from quincunx.cp.limits import poll
from quincunx.errors import EngineError, OptionError, WrongAnswer
from quincunx.families.base.catalogue import Catalogue, Enumeration, decoded
from quincunx.making.catalogue_builder import CatalogueBuilder
from tests.families.test_catalogue import EXTREMES
from tests.families.toy import Toy


class Here:
    """A pool that runs one task at a time in this process."""

    def __init__(self) -> None:
        self._tasks: list[tuple[str, Outcome]] = []

    def free_slots(self) -> int:
        return 1 - len(self._tasks)

    def submit(self, key: str, function: Callable[..., Any], /, *arguments: Any) -> None:
        self._tasks.append((key, run_task(function, arguments)))

    def results(self, timeout: float) -> list[tuple[str, Outcome]]:
        ended, self._tasks = self._tasks, []
        return ended

    def close(self) -> None:
        self._tasks = []


def read(path: Path) -> Catalogue:
    return decoded(EXTREMES, path.read_bytes(), str(path))


def stopping_after(lines: int, building: CatalogueBuilder) -> Callable[[], bool]:
    """A hook that stops the building when its journal has this many lines."""
    return lambda: building.journal.read_bytes().count(b"\n") >= lines


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """The file that comes of building without an interruption."""
    building = CatalogueBuilder(EXTREMES, tmp_path / "whole.json.gz")
    assert building.run(Here)
    return building.path.read_bytes()


def test_every_puzzle_is_found_and_graded(tmp_path: Path) -> None:
    building = CatalogueBuilder(EXTREMES, tmp_path / "toys.json.gz")
    assert building.run(Here)
    assert building.progress == "2 of 2 parts, 2 puzzles found, 2 graded"
    catalogue = read(building.path)
    assert [entry.puzzle.identifier for entry in catalogue] == ["toy:2", "toy:18"]
    assert not catalogue.ungraded
    assert {entry.grade for entry in catalogue} == {"easy"}
    assert [path.name for path in tmp_path.iterdir()] == ["toys.json.gz"], "no journal is left"


def test_several_processes_build_the_same_file(tmp_path: Path, whole: bytes) -> None:
    building = CatalogueBuilder(EXTREMES, tmp_path / "toys.json.gz")
    assert building.run(lambda: LocalPool(2))
    assert building.path.read_bytes() == whole


def test_worker_that_is_killed_is_reported(tmp_path: Path) -> None:
    building = CatalogueBuilder(Deadly(), tmp_path / "toys.json.gz")
    with pytest.raises(EngineError, match=r"^catalogue: part all: its worker was killed$"):
        building.run(lambda: LocalPool(1))


def test_catalogue_can_be_built_without_grades(tmp_path: Path) -> None:
    building = CatalogueBuilder(EXTREMES, tmp_path / "toys.json.gz", graded=False)
    assert building.run(Here)
    assert building.progress == "2 of 2 parts, 2 puzzles found"
    catalogue = read(building.path)
    assert catalogue.ungraded
    data = catalogue[0].as_dict()
    assert [data[key] for key in ("grade", "score", "techniques")] == [None, None, None]


@pytest.mark.parametrize("lines", range(1, 5))
def test_interrupted_build_resumes(tmp_path: Path, whole: bytes, lines: int) -> None:
    path = tmp_path / "toys.json.gz"
    stopped = CatalogueBuilder(EXTREMES, path)
    assert not stopped.run(Here, stopping_after(lines, stopped))
    assert not path.exists()
    kept = stopped.journal.read_bytes()
    resumed = CatalogueBuilder(EXTREMES, path)
    assert not resumed.run(Here, lambda: True)
    assert resumed.journal.read_bytes() == kept, "nothing that was done is done again"
    assert resumed.run(Here)
    assert path.read_bytes() == whole


def journal(path: Path) -> bytes:
    """The journal of a building that stopped when both parts were done and one toy graded."""
    stopped = CatalogueBuilder(EXTREMES, path)
    assert not stopped.run(Here, stopping_after(4, stopped))
    return stopped.journal.read_bytes()


def test_line_cut_short_is_done_again(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "toys.json.gz"
    written = journal(path)
    for length in range(len(written)):
        building = CatalogueBuilder(EXTREMES, path)
        building.journal.write_bytes(written[:length])
        assert building.run(Here), length
        assert path.read_bytes() == whole, length


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, "{}"),
        (1, '{"quincunx catalogue": ["c-note", "extremes"]}'),
        (2, "nonsense"),
        (2, "[]"),
        (3, '["part large", 7]'),
        (4, '["grade 2 [1,1]", "easy"]'),
        (4, '["grade 2 [1,1]", ["easy", "much", {}]]'),
    ],
)
def test_damaged_journal_is_reported_and_not_changed(tmp_path: Path, line: int, text: str) -> None:
    path = tmp_path / "toys.json.gz"
    lines = journal(path).decode().splitlines()
    lines[line - 1] = text
    building = CatalogueBuilder(EXTREMES, path)
    damaged = "".join(f"{each}\n" for each in lines)
    building.journal.write_text(damaged, encoding="utf-8")
    with pytest.raises(OptionError, match=rf"journal, line {line}: not a "):
        building.run(Here)
    assert building.journal.read_text(encoding="utf-8") == damaged
    assert not path.exists()


class Mistaken(Enumeration[Toy]):
    """Takes a toy with four solutions for a puzzle."""

    family = Toy
    name = "mistaken"
    bounds = "toy"
    symmetry = "are the same"

    def parts(self) -> tuple[str]:
        return ("all",)

    def found(self, part: str) -> Iterator[tuple[Toy, list[int]]]:
        poll()
        yield Toy(5), [1, 4]


class Deadly(Mistaken):
    """Kills the process that lists its puzzles."""

    def found(self, part: str) -> Iterator[tuple[Toy, list[int]]]:
        os._exit(1)


def test_puzzle_with_several_solutions_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(WrongAnswer, match=r"^toy:5 has no grade"):
        CatalogueBuilder(Mistaken(), tmp_path / "toys").run(Here)


def test_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="expected a file that can be written"):
        CatalogueBuilder(EXTREMES, tmp_path / "nowhere" / "toys").run(Here)
