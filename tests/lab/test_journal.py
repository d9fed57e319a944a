"""The journal: nothing finished is lost, nothing is mixed, half a line does no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.errors import OptionError
from quincunx.lab.runs.journal import NAME, Journal, read_identity

IDENTITY = {"kind": "labeling", "puzzles": ("a", "b"), "seed": 1}


def written(folder: Path, *keys: str) -> None:
    journal = Journal(folder, IDENTITY)
    for key in keys:
        journal.add(key, {"of": key})
    journal.close()


def test_what_was_added_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    written(tmp_path / "new" / "folder", "one", "two")
    journal = Journal(tmp_path / "new" / "folder", IDENTITY)
    assert journal.done == {"one": {"of": "one"}, "two": {"of": "two"}}
    journal.close()
    assert read_identity(tmp_path / "new" / "folder") == {**IDENTITY, "puzzles": ["a", "b"]}


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        (b'["three", {"of', "cut in the middle"),
        (b'["three", {"of": "three"}]', "the end of the line is missing"),
        (b"\x00\x00\x00\n", "a disk that wrote zeros"),
    ],
)
def test_a_damaged_end_is_dropped_and_written_over(tmp_path: Path, tail: bytes, why: str) -> None:
    written(tmp_path, "one", "two")
    with open(tmp_path / NAME, "ab") as file:
        file.write(tail)
    journal = Journal(tmp_path, IDENTITY)
    assert list(journal.done) == ["one", "two"], why
    journal.add("three", 3)
    journal.close()
    again = Journal(tmp_path, IDENTITY)
    assert list(again.done) == ["one", "two", "three"]
    again.close()


def test_another_sweep_is_refused_and_its_results_untouched(tmp_path: Path) -> None:
    written(tmp_path, "one")
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(OptionError) as error:
        Journal(tmp_path, {**IDENTITY, "seed": 2}, fresh=True)
    assert str(error.value) == (
        f"lab: {tmp_path} holds another sweep (1 entries, differs in seed), "
        "expected --resume to go on with that one, or another folder"
    )
    assert (tmp_path / NAME).read_bytes() == before


def test_a_fresh_start_forgets(tmp_path: Path) -> None:
    written(tmp_path, "one")
    journal = Journal(tmp_path, IDENTITY, fresh=True)
    assert journal.done == {}
    journal.close()


def test_a_file_of_that_name_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"my": "notes"}\n')
    with pytest.raises(OptionError, match="line 1: no heading of a sweep, expected another folder"):
        Journal(tmp_path, IDENTITY)
    with pytest.raises(OptionError, match="line 1: no heading of a sweep, expected one to resume"):
        read_identity(tmp_path)


def test_a_folder_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OptionError, match="expected a folder to write to"):
        Journal(tmp_path / "file", IDENTITY)
