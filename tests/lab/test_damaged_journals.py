"""Journals that were damaged, edited or written by another version, and sweeps that meet in one
folder: one line that names the file and the line, and nothing that was there is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.lab.growth.experiment import Growth, growth, run_growth
from quincunx.lab.labeling.sweep import Sweep, run_sweep, sweep
from quincunx.lab.papers.measurements import run_papers
from quincunx.lab.runs.journal import HEADING, NAME, Journal
from tests.cli.conftest import SOURCES, run_apart
from tests.lab.rows import SMALL

ASKED = sweep([SMALL], variables=["ff", "min"], values=["step"], directions=["up", "down"])
GROWING = growth("c-note", "size=2,3", labelings=[["ff"]], number=1, unique=False)

Lines = list[bytes]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a journal that is whole: a heading and four rows."""
    folder = tmp_path_factory.mktemp("measured")
    run_sweep(ASKED, folder=folder)
    return (folder / NAME).read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a journal of a growth experiment: a heading, two lists of puzzles, two rows."""
    folder = tmp_path_factory.mktemp("grown")
    run_growth(GROWING, folder=folder)
    return (folder / NAME).read_bytes().splitlines(keepends=True)


def with_row(lines: Lines, **changes: Any) -> Lines:
    """The lines with a change in the first row, which is line 2; `...` takes a field away."""
    key, row = json.loads(lines[1])
    changed = {name: value for name, value in {**row, **changes}.items() if value is not ...}
    return [lines[0], json.dumps([key, changed]).encode() + b"\n", *lines[2:]]


DAMAGED: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "junk in the middle": (lambda x: [*x[:2], b"junk\n", *x[2:]], "line 3: not a finished piece"),
    "binary junk": (lambda x: [x[0], b"\xff\x00\x80\n", *x[1:]], "line 2: not a finished piece"),
    "cut in the middle": (lambda x: [x[0], x[1][:40] + b"\n", *x[2:]], "line 2: not a finished"),
    "a number": (lambda x: [*x, b"7\n"], "line 6: not a finished piece of work"),
    "an object": (lambda x: [*x, b"{}\n"], "line 6: not a finished piece of work"),
    "three things": (lambda x: [*x, b'["run 0", 1, 2]\n'], "line 6: not a finished piece of work"),
    "a key that is a list": (lambda x: [*x, b"[[1], 2]\n"], "line 6: not a finished piece of work"),
    "too deep": (lambda x: [*x[:2], b"[" * 99_999 + b"\n", *x[2:]], "line 3: not a finished piece"),
    "a heading of nothing": (lambda x: [b"{}\n", *x[1:]], "line 1: no heading of a sweep"),
    "a heading that is a list": (lambda x: [b"[]\n", *x[1:]], "line 1: no heading of a sweep"),
    "no heading": (lambda x: x[1:], "line 1: no heading of a sweep"),
    "only junk": (lambda x: [b"\x00" * 100], "line 1: no heading of a sweep"),
    "notes without an end": (lambda x: [b"my notes"], "line 1: no heading of a sweep"),
    "a row that is null": (lambda x: [x[0], b'["run 0", null]\n'], "line 2: no object"),
    "a row that is a list": (lambda x: [x[0], b'["run 0", [1]]\n'], "line 2: no object"),
    "a field missing": (lambda x: with_row(x, nodes=...), "line 2: no nodes"),
    "a field too many": (lambda x: with_row(x, colour=1), "line 2: 'colour' is unknown"),
    "text for a number": (lambda x: with_row(x, nodes="7"), "line 2: nodes is no int that can be"),
    "true for a number": (lambda x: with_row(x, nodes=True), "line 2: nodes is no int that can be"),
    "a half": (lambda x: with_row(x, nodes=0.5), "line 2: nodes is no int that can be"),
    "null": (lambda x: with_row(x, outcome=None), "line 2: outcome is no str that can be"),
    "not a number": (lambda x: with_row(x, seconds=float("nan")), "line 2: seconds is no float"),
    "endless": (lambda x: with_row(x, seconds=float("inf")), "line 2: seconds is no float"),
    "a huge number": (lambda x: with_row(x, nodes=10**400), "line 2: nodes is no int that can be"),
    "a huge time": (lambda x: with_row(x, seconds=10**400), "line 2: seconds is no float"),
    "below nothing": (lambda x: with_row(x, nodes=-1), "line 2: nodes is below 0"),
    "no such outcome": (lambda x: with_row(x, outcome="lost"), "line 2: outcome is 'lost'"),
    "of another run": (lambda x: with_row(x, variable="max"), "line 2: variable is 'max' where"),
}


@pytest.mark.parametrize("shape", DAMAGED)
def test_damage_is_told_by_its_line_and_nothing_is_touched(
    tmp_path: Path, measured: Lines, shape: str
) -> None:
    damage, message = DAMAGED[shape]
    path = tmp_path / NAME
    path.write_bytes(b"".join(damage(measured)))
    before = path.read_bytes()
    with pytest.raises(OptionError) as error:
        run_sweep(ASKED, folder=tmp_path)
    assert str(error.value).startswith(f"lab: {path}, {message}")
    assert ", expected " in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("mend", "why"),
    [
        (lambda x: x, "nothing is wrong"),
        (lambda x: [*x[:-1], x[-1][:50]], "the last line was cut short"),
        (lambda x: [*x[:-1], x[-1][:-1]], "the end of the last line is missing"),
        (lambda x: [*x[:-1], b"\x00" * 80 + b"\n"], "a disk that wrote zeros"),
        (lambda x: [line.replace(b"\n", b"\r\n") for line in x], "an editor of Windows"),
        (lambda x: [x[0], b"\n", *x[2:]], "a line was removed and left an empty one"),
        (lambda x: [x[0], *x[:0:-1]], "in another order"),
        (lambda x: [*x, x[1]], "twice the same"),
        (lambda x: [], "empty"),
        (lambda x: [x[0][:20]], "the heading was cut short"),
        (lambda x: [x[0][:-1]], "the end of the heading is missing"),
    ],
)
def test_what_is_safe_to_mend_is_mended(
    tmp_path: Path, measured: Lines, mend: Callable[[Lines], Lines], why: str
) -> None:
    (tmp_path / NAME).write_bytes(b"".join(mend(measured)))
    assert len(run_sweep(ASKED, folder=tmp_path)) == 4, why
    finished = [
        json.loads(line)[0]
        for line in (tmp_path / NAME).read_bytes().split(b"\n")[1:]
        if line.strip()
    ]
    assert set(finished) == {"run 0", "run 1", "run 2", "run 3"}


def test_a_fresh_start_needs_only_the_heading(tmp_path: Path, measured: Lines) -> None:
    (tmp_path / NAME).write_bytes(measured[0] + b"junk\n" + measured[2])
    assert len(run_sweep(ASKED, folder=tmp_path, fresh=True)) == 4


HEADINGS: dict[str, dict[str, Any]] = {
    "something missing": {"seed": ...},
    "something more": {"colour": 1},
    "no puzzles": {"puzzles": None},
    "puzzles that are none": {"puzzles": ["c-note:1"]},
    "puzzles from standard input": {"puzzles": ["-"]},
    "puzzles that are numbers": {"puzzles": [7]},
    "an unknown order": {"variables": ["best"]},
    "a half repeated": {"repeat": 1.5},
    "repeated for ever": {"repeat": 10**12},
    "a seed in words": {"seed": "x"},
    "no such goal": {"goal": "none"},
    "time in words": {"seconds": "long"},
    "no time at all": {"seconds": float("nan")},
    "nodes below nothing": {"nodes": -1},
    "no consistency": {"consistencies": []},
}


@pytest.mark.parametrize("shape", HEADINGS)
def test_a_heading_of_another_version_cannot_be_resumed(
    tmp_path: Path, measured: Lines, shape: str
) -> None:
    identity = {**json.loads(measured[0])[HEADING], **HEADINGS[shape]}
    identity = {name: value for name, value in identity.items() if value is not ...}
    (tmp_path / NAME).write_text(json.dumps({HEADING: identity}) + "\n")
    with pytest.raises(OptionError) as error:
        Sweep.resumed(tmp_path)
    assert str(error.value).startswith(f"lab: {tmp_path / NAME}, line 1: a heading that is damaged")


@pytest.mark.parametrize(
    "changes",
    [
        {"family": "c-sharp"},
        {"family": 7},
        {"points": "23"},
        {"points": ["2..3"]},
        {"points": [2]},
        {"fixed": []},
        {"labelings": [["best"]]},
        {"labelings": 7},
        {"number": 10**9},
        {"unique": 0},
        {"seconds": []},
        {"seed": ...},
    ],
)
def test_nor_can_a_growth_experiment(tmp_path: Path, grown: Lines, changes: dict[str, Any]) -> None:
    identity = {**json.loads(grown[0])[HEADING], **changes}
    identity = {name: value for name, value in identity.items() if value is not ...}
    (tmp_path / NAME).write_text(json.dumps({HEADING: identity}) + "\n")
    with pytest.raises(OptionError, match="line 1: a heading that is damaged or of another"):
        Growth.resumed(tmp_path)


def test_a_sweep_of_another_kind_is_not_resumed(tmp_path: Path, grown: Lines) -> None:
    (tmp_path / NAME).write_bytes(b"".join(grown))
    assert Growth.resumed(tmp_path) == GROWING
    with pytest.raises(OptionError, match="holds a sweep of 'growth', expected labeling"):
        Sweep.resumed(tmp_path)


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        (None, "line 2: no list of 1 puzzles"),
        ([], "line 2: no list of 1 puzzles"),
        ([7], "line 2: no puzzle of c-note"),
        (["c-note:1"], "line 2: c-note: "),
        (["aztec-math:8/__/_9_/8__2"], "line 2: no puzzle of c-note"),
    ],
)
def test_damaged_puzzles_of_a_growth_experiment(
    tmp_path: Path, grown: Lines, puzzles: object, message: str
) -> None:
    line = json.dumps(["puzzles 2", puzzles]).encode() + b"\n"
    (tmp_path / NAME).write_bytes(b"".join([grown[0], line, *grown[2:]]))
    with pytest.raises(OptionError) as error:
        run_growth(GROWING, folder=tmp_path)
    assert str(error.value).startswith(f"lab: {tmp_path / NAME}, {message}")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(OptionError, match=f"{NAME}: not a file, expected a file to write to"):
        run_sweep(ASKED, folder=tmp_path)
    (tmp_path / NAME).rmdir()
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(OptionError, match=f"{NAME}: not a file, expected a file to write to"):
        run_sweep(ASKED, folder=tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_disk_that_is_full_stops_a_sweep_with_a_line(tmp_path: Path) -> None:
    journal = Journal(tmp_path, ASKED.identity())
    with open("/dev/full", "wb") as full:
        os.dup2(full.fileno(), journal._file.fileno())
    with pytest.raises(OptionError, match=f"{NAME}: No space left on device, expected a file to"):
        journal.add("run 0", {})
    journal.close()


class Grudging:
    """A disk that is nearly full: it takes a few bytes at a time."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def write(self, data: bytes) -> int:
        return self.file.write(data[:7])


def test_what_a_disk_takes_in_parts_is_written_whole(tmp_path: Path) -> None:
    journal = Journal(tmp_path, ASKED.identity())
    whole = journal._file
    journal._file = cast(BinaryIO, Grudging(whole))
    journal.add("run 0", "a long story")
    whole.close()
    assert (tmp_path / NAME).read_bytes().endswith(b'\n["run 0", "a long story"]\n')


def test_one_sweep_at_a_time_in_a_folder(tmp_path: Path) -> None:
    journal = Journal(tmp_path, ASKED.identity())
    with pytest.raises(OptionError) as error:
        run_sweep(ASKED, folder=tmp_path, fresh=True)
    assert str(error.value) == (
        f"lab: {tmp_path} is in use: a sweep is under way there, expected another folder, or the "
        "same when that one has ended"
    )
    with pytest.raises(OptionError, match="is in use"):
        run_growth(GROWING, folder=tmp_path)
    with pytest.raises(OptionError, match="is in use"):
        run_papers(limits=Limits(), folder=tmp_path, reduce=True)
    journal.close()
    assert len(run_sweep(ASKED, folder=tmp_path)) == 4


def test_a_sweep_that_was_killed_holds_no_lock(tmp_path: Path) -> None:
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tests.lab.test_damaged_journals import ASKED, Journal\n"
        f"journal = Journal(Path({str(tmp_path)!r}), ASKED.identity())\n"
        "print('locked', flush=True)\n"
        "time.sleep(600)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([SOURCES, os.getcwd()])},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    with pytest.raises(OptionError, match="is in use"):
        run_sweep(ASKED, folder=tmp_path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert len(run_sweep(ASKED, folder=tmp_path)) == 4


def test_the_command_says_it_in_a_line(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("{}\n")
    outcome = run_apart("lab", "labeling", SMALL, "-o", str(tmp_path))
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    outcome = run_apart("lab", "labeling", "--resume", "-o", str(tmp_path))
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
