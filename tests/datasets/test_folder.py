"""What a folder holds that is not as it should be is refused in a line, and left as it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quincunx.datasets.folder import HIDDEN, Folder, read_manifest
from quincunx.errors import OptionError
from tests.datasets.quick import NUMBER, Quick, content, make

Harm = Callable[[Path], object]


@pytest.fixture(scope="module")
def whole(new_folder: Callable[[], Path]) -> Path:
    """A set that is complete."""
    folder = new_folder()
    make(folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(whole, tmp_path / "set"))


def manifest_with(*, signed: bool = False, **changes: Any) -> Harm:
    def change(folder: Path) -> None:
        place = folder / "manifest.json"
        if signed:
            manifest = replace(read_manifest(place), **changes)
            (folder / HIDDEN / "drafts").mkdir(exist_ok=True)
            Folder(folder).keep_manifest(manifest)
        else:
            place.write_text(json.dumps({**json.loads(place.read_text()), **changes}))

    return change


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plan": Quick(seed=2)}, "holds another dataset .*: families, grades, splits, seed"),
        ({"number": NUMBER - 1}, "is a dataset of 100 rows, and 99 are fewer; ask for the same"),
        ({"parquet": True}, "was begun without --parquet; ask for the same, or"),
        ({"compress": True}, "was begun without --compress; ask for the same, or"),
    ],
)
def test_other_dataset_than_asked_for_is_refused(
    folder: Path, options: dict[str, Any], message: str
) -> None:
    refused(folder, message, **options)


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda at: (at / "data/train-00001.jsonl").unlink(), "train-00001.jsonl .* it is gone"),
        (lambda at: (at / "data/train-00001.jsonl").write_bytes(b"{}\n"), "has 3 bytes, not"),
        (lambda at: (at / "data/train-00009.jsonl").touch(), "not of this dataset"),
        (lambda at: (at / "data/notes.txt").touch(), "notes.txt is not of this dataset"),
        (lambda at: (at / "manifest.json").unlink(), "holds .* and no manifest.json"),
        (lambda at: (at / "manifest.json").write_text("{"), "not valid JSON"),
        (lambda at: (at / "manifest.json").write_text("[]"), "not a manifest of format 2"),
        (lambda at: (at / "manifest.json").write_bytes(b"\xff"), "manifest.json: .*utf-8"),
        (manifest_with(format=1), "not a manifest of format 2"),
        (manifest_with(rows=NUMBER + 1), "manifest.json: changed since it was written"),
        (manifest_with(more=1), "manifest.json: changed since it was written"),
        (
            manifest_with(versions={"quincunx": "0.0.1"}, signed=True),
            "made with quincunx 0.0.1 and this is",
        ),
    ],
)
def test_changed_dataset_is_refused(folder: Path, harm: Harm, message: str) -> None:
    harm(folder)
    refused(folder, message, number=2 * NUMBER)


def test_verify_finds_changes_that_keep_the_size(folder: Path) -> None:
    shard = folder / "data" / "train-00001.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b"so", b"oh"))
    make(folder)
    with pytest.raises(OptionError, match=r"train-00001\.jsonl is not as it was written: its SHA"):
        Folder(folder).require_shards(read_manifest(folder / "manifest.json"), content=True)


@pytest.mark.parametrize("name", ["notes.txt", "README.md", "data/train-00000.jsonl"])
def test_folder_with_other_files_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    refused(tmp_path, "and no manifest.json, expected an empty folder or one with a dataset")
    assert not (tmp_path / ".quincunx").exists()


def test_file_instead_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set").touch()
    with pytest.raises(OptionError, match="expected a folder"):
        make(tmp_path / "set")


def test_other_files_beside_a_dataset_are_kept(folder: Path) -> None:
    (folder / "LICENSE").write_text("as you like")
    make(folder, number=NUMBER + 1)
    assert (folder / "LICENSE").read_text() == "as you like"


def test_leftovers_of_another_dataset_are_not_used(whole: Path, tmp_path: Path) -> None:
    looks = iter(range(10**6))
    make(tmp_path, Quick(seed=2), cancel=lambda: next(looks) == 4)
    (tmp_path / "manifest.json").unlink()
    make(tmp_path)
    assert content(tmp_path) == content(whole)


def test_dataset_without_its_hidden_folder_can_grow(folder: Path, tmp_path: Path) -> None:
    shutil.rmtree(folder / HIDDEN)
    make(folder, number=NUMBER + 50)
    make(tmp_path / "other", number=NUMBER)
    make(tmp_path / "other", number=NUMBER + 50)
    assert content(folder) == content(tmp_path / "other")


def refused(folder: Path, message: str, plan: Quick | None = None, **options: Any) -> None:
    """Making goes no further than a line, and nothing has changed."""
    before = content(folder)
    with pytest.raises(OptionError, match=message) as refusal:
        make(folder, plan, **options)
    assert "\n" not in str(refusal.value)
    assert any(word in str(refusal.value) for word in ("expected", "another folder"))
    assert content(folder) == before
