"""The journal: nothing finished is lost, nothing is mixed, half a line does no harm."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from quincunx._support.journal import Journal
from quincunx.errors import OptionError

IDENTITY = {"work": ("a", "b"), "seed": 1}


def number(data: Any) -> int:
    """Decode a number, as an example."""
    if type(data) is not int:
        raise ValueError("not a number")
    return data


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two entries."""
    path = tmp_path / "journal"
    with Journal(path, "sums", IDENTITY) as journal:
        journal.add("one", 1)
        journal.add("two", 2)
    return path


def test_recorded_work_is_not_repeated(path: Path) -> None:
    done: list[str] = []

    def work() -> int:
        done.append("three")
        return 3

    for _ in range(2):
        with Journal(path, "sums", IDENTITY) as journal:
            assert journal.recall_or_do("three", work, number) == 3
            assert journal.recall_or_do("two", work, number) == 2
    assert done == ["three"]


def test_journal_without_a_path_is_kept_in_memory() -> None:
    with Journal(None, "sums", IDENTITY) as journal:
        journal.add("one", 1)
        assert journal.recall("one", number) == 1


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        (b'["three", 3', "cut off in the middle"),
        (b'["three", 3]', "the end of the line is missing"),
        (b"\x00\x00\x00\n", "a disk that wrote zeros"),
        (b"\r\n", "an editor of Windows"),
    ],
)
def test_incomplete_last_line_is_dropped_and_overwritten(path: Path, tail: bytes, why: str) -> None:
    with open(path, "ab") as file:
        file.write(tail)
    with Journal(path, "sums", IDENTITY) as journal:
        assert list(journal.entries) == ["one", "two"], why
        journal.add("three", 3)
    with Journal(path, "sums", IDENTITY) as again:
        assert list(again.entries) == ["one", "two", "three"]


@pytest.mark.parametrize("fresh", [False, True])
def test_journal_of_other_work_is_refused_and_not_touched(path: Path, fresh: bool) -> None:
    before = path.read_bytes()
    message = r"journal, line 1: other work \(2 entries, differs in seed\), expected the command"
    with pytest.raises(OptionError, match=message):
        Journal(path, "sums", {**IDENTITY, "seed": 2}, fresh=fresh)
    with pytest.raises(
        OptionError, match="journal, line 1: not a journal of products, expected another place"
    ):
        Journal(path, "products", IDENTITY, fresh=fresh)
    assert path.read_bytes() == before


def test_result_that_cannot_be_decoded_is_reported_with_its_line(path: Path) -> None:
    with Journal(path, "sums", IDENTITY) as journal:
        journal.add("three", "III")
    with (
        Journal(path, "sums", IDENTITY) as journal,
        pytest.raises(OptionError, match="journal, line 4: not a number; remove that line"),
    ):
        journal.recall("three", number)


def test_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No such file or directory, expected a file that can"):
        Journal(tmp_path / "nowhere" / "journal", "sums", IDENTITY)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_journal_that_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "journal"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises(OptionError, match="journal: not a file, expected a file that can be"):
        Journal(path, "sums", IDENTITY)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_full_disk_is_reported_in_one_line(path: Path) -> None:
    with Journal(path, "sums", IDENTITY) as journal, open("/dev/full", "wb") as full:
        assert journal._file is not None
        os.dup2(full.fileno(), journal._file.fileno())
        with pytest.raises(OptionError, match="journal: No space left on device, expected a file"):
            journal.add("three", 3)


class NearlyFull:
    """A disk that accepts a few bytes at a time."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def write(self, data: bytes) -> int:
        return self.file.write(data[:7])


def test_partial_writes_complete_the_line(path: Path) -> None:
    journal = Journal(path, "sums", IDENTITY)
    assert journal._file is not None
    whole = journal._file
    journal._file = cast(BinaryIO, NearlyFull(whole))
    journal.add("three", "a long story")
    whole.close()
    assert path.read_bytes().endswith(b'\n["three", "a long story"]\n')


def test_journal_is_locked_by_one_process(path: Path) -> None:
    in_use = "journal: in use by another process; use another place"
    with Journal(path, "sums", IDENTITY), pytest.raises(OptionError, match=in_use):
        Journal(path, "sums", IDENTITY)
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from quincunx._support.journal import Journal\n"
        f"journal = Journal(Path({str(path)!r}), 'sums', {IDENTITY!r})\n"
        "print('locked', flush=True)\n"
        "time.sleep(600)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "locked\n"
    with pytest.raises(OptionError, match=in_use):
        Journal(path, "sums", IDENTITY)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with Journal(path, "sums", IDENTITY) as journal:
        assert list(journal.entries) == ["one", "two"], "a killed process holds no lock"
