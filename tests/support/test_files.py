"""Files are written whole or not at all."""

import os
from pathlib import Path

import pytest

from quincunx._support.files import make_folder, write_file
from quincunx.errors import OptionError


def test_file_holds_text_or_bytes_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_file(tmp_path / "new", "× ÷\n")
    assert (tmp_path / "new").read_bytes() == "× ÷\n".encode()
    write_file(str(tmp_path / "new"), b"\x00")
    assert (tmp_path / "new").read_bytes() == b"\x00"
    assert os.listdir(tmp_path) == ["new"]


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("old")

    def fail(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OptionError) as error:
        write_file(tmp_path / "file", "new")
    assert str(error.value) == (
        f"{tmp_path / 'file'}: No space left on device, expected a file that can be written"
    )
    assert (tmp_path / "file").read_text() == "old"
    assert os.listdir(tmp_path) == ["file"], "nothing is left beside it"


def test_interrupted_write_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "file", "new")
    assert os.listdir(tmp_path) == []


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_device_is_written_in_place() -> None:
    write_file(os.devnull, "gone")
    assert Path(os.devnull).is_char_device()


def test_names_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    write_file(tmp_path / ("n" * 255), "x")
    with pytest.raises(OptionError, match="File name too long, expected a file that can be"):
        write_file(tmp_path / ("n" * 256), "x")


def test_folders_are_made_or_refused(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    (tmp_path / "file").write_text("x")
    with pytest.raises(OptionError, match=r"file/a: Not a directory, expected a folder to write"):
        make_folder(tmp_path / "file" / "a")
    with pytest.raises(OptionError, match=r"file: File exists, expected a folder to write to"):
        make_folder(tmp_path / "file")


def test_write_protected_file_is_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        # Nothing is forbidden to root.
        monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o444)
    with pytest.raises(OptionError, match="Permission denied, expected a file that can be written"):
        write_file(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "old"
