"""Journals of experiments that are damaged, edited, of another version, or in use."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx.errors import OptionError
from quincunx.lab.growth_experiment import growth
from quincunx.lab.labeling_sweep import sweep
from quincunx.lab.runner import JOURNAL, Runner
from tests.lab.rows import SMALL

ASKED = sweep([SMALL], variables=["ff", "min"], values=["step"], directions=["up", "down"])
GROWING = growth("c-note", "size=2,3", labelings=[["ff"]], number=1, unique=False)

Lines = list[bytes]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a journal that is whole: a heading and four rows."""
    folder = tmp_path_factory.mktemp("measured")
    ASKED.run(Runner(folder=folder))
    return (folder / JOURNAL).read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a journal of a growth experiment: a heading, two lists of puzzles, two rows."""
    folder = tmp_path_factory.mktemp("grown")
    GROWING.run(Runner(folder=folder))
    return (folder / JOURNAL).read_bytes().splitlines(keepends=True)


def with_row(lines: Lines, **changes: Any) -> Lines:
    """The lines with a change in the first row, which is line 2; `...` takes a field away."""
    key, row = json.loads(lines[1])
    changed = {name: value for name, value in {**row, **changes}.items() if value is not ...}
    return [lines[0], json.dumps([key, changed]).encode() + b"\n", *lines[2:]]


DAMAGED: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "junk in the middle": (lambda x: [*x[:2], b"junk\n", *x[2:]], "line 3: not a journal entry"),
    "a key that is a list": (lambda x: [*x, b"[[1], 2]\n"], "line 6: not a journal entry"),
    "too deep": (lambda x: [*x[:2], b"[" * 99_999 + b"\n", *x[2:]], "line 3: not a journal entry"),
    "no heading": (lambda x: x[1:], "line 1: not a journal of quincunx lab"),
    "notes without an end": (lambda x: [b"my notes"], "line 1: not a journal of quincunx lab"),
    "a row that is null": (lambda x: [x[0], b'["run 0", null]\n'], "line 2: not an object"),
    "a field missing": (lambda x: with_row(x, nodes=...), "line 2: no nodes"),
    "a field too many": (lambda x: with_row(x, colour=1), "line 2: 'colour' is unknown"),
    "text for a number": (lambda x: with_row(x, nodes="7"), "line 2: nodes is not a valid int"),
    "null": (lambda x: with_row(x, outcome=None), "line 2: outcome is not a valid str"),
    "not a number": (lambda x: with_row(x, seconds=float("nan")), "line 2: seconds is not a"),
    "a huge number": (lambda x: with_row(x, nodes=10**400), "line 2: nodes is not a valid int"),
    "below nothing": (lambda x: with_row(x, nodes=-1), "line 2: not the figures of a run"),
    "no such outcome": (lambda x: with_row(x, outcome="lost"), "line 2: not the figures of a run"),
    "of another run": (lambda x: with_row(x, variable="max"), "line 2: variable is 'max' where"),
}


@pytest.mark.parametrize("shape", DAMAGED)
def test_damage_is_reported_by_line_and_the_file_left_alone(
    tmp_path: Path, measured: Lines, shape: str
) -> None:
    damage, message = DAMAGED[shape]
    path = tmp_path / JOURNAL
    path.write_bytes(b"".join(damage(measured)))
    before = path.read_bytes()
    with pytest.raises(OptionError) as error:
        ASKED.run(Runner(folder=tmp_path))
    assert str(error.value).removeprefix("lab: ").startswith(f"{path}, {message}")
    assert re.search(", expected another place|; remove that line", str(error.value))
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        (None, "line 2: not a list of 1 puzzles"),
        ([], "line 2: not a list of 1 puzzles"),
        ([7], "line 2: not a puzzle of c-note"),
        (["c-note:1"], "line 2: c-note: "),
        (["aztec-math:8/__/_9_/8__2"], "line 2: not a puzzle of c-note"),
    ],
)
def test_damaged_puzzles_of_a_growth_experiment_are_reported(
    tmp_path: Path, grown: Lines, puzzles: object, message: str
) -> None:
    line = json.dumps(["puzzles 2", puzzles]).encode() + b"\n"
    (tmp_path / JOURNAL).write_bytes(b"".join([grown[0], line, *grown[2:]]))
    with pytest.raises(OptionError) as error:
        GROWING.run(Runner(folder=tmp_path))
    assert str(error.value).startswith(f"{tmp_path / JOURNAL}, {message}")
