"""The folder of a dataset and its manifest.

  manifest.json  what is finished
  README.md      the card
  data/          the shards as JSON Lines
  parquet/       the shards as Parquet, if there are any: apart, for Hugging Face's `datasets` reads
                 all files of a folder in one format
  .quincunx/     a lock, drafts and the store, which only a run needs. It may be removed when no run
                 is under way

A shard is finished when the manifest lists it, and never touched again. A shard that the
manifest does not list was moved there just before a run was killed; it is made again from its
rows, with the same bytes. Nothing in a manifest depends on when, where or by how many workers the
dataset was made.
"""

import hashlib
import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from quincunx._support.extras import require_package
from quincunx._support.files import disk_errors, keep_file, lock, make_folder, option_errors
from quincunx._support.json_text import decode_json
from quincunx._support.version import VERSION
from quincunx.errors import OptionError, PuzzleError

DATA, PARQUET = "data", "parquet"
HIDDEN = ".quincunx"
CARD = "README.md"
MANIFEST = "manifest.json"
FORMAT = 2
COUNTED_FIELDS = ("split", "family", "grade")


@dataclass(frozen=True)
class WrittenFile:
    """A file as it was written."""

    file: str
    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: Path) -> Self:
        """Return the size and the digest of a shard in its folder, or before it is moved there."""
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        home = PARQUET if path.suffix == ".parquet" else DATA
        return cls(f"{home}/{path.name}", path.stat().st_size, digest)


@dataclass(frozen=True)
class Shard(WrittenFile):
    """The rows of one split among the candidates from `first` to `last`, a range."""

    split: str
    first: int
    last: int
    rows: int
    parquet: WrittenFile | None = None

    @property
    def files(self) -> tuple[WrittenFile, ...]:
        """The files it consists of: JSON Lines, and perhaps Parquet."""
        return (self,) if self.parquet is None else (self, self.parquet)


@dataclass
class Manifest:
    """What a folder holds, and what was asked for.

    Attributes:
        number: The number of rows that were asked for.
        next: The first candidate that is in no range yet.
        ranges: The number of ranges.
        repeats: Candidates left out because an earlier row has the same form or solution.
        excluded: Candidates left out because their solution is excluded.
        not_found: Candidates for which no puzzle was found, and why.
        lost: Candidates that could not be made, and why.
        ended: Why there are no more rows to come, if so.
        used_up: The settings that have no more puzzles; the others go on.
        dry: For each stratum, the number of its last consecutive candidates without a new row.
        counts: The number of rows of each split, family and grade.
    """

    name: str
    plan: dict[str, Any]
    number: int
    parquet: bool = False
    compress: bool = False
    versions: dict[str, str] = field(default_factory=dict)
    rows: int = 0
    next: int = 0
    ranges: int = 0
    repeats: int = 0
    excluded: int = 0
    not_found: list[dict[str, Any]] = field(default_factory=list)
    lost: list[dict[str, Any]] = field(default_factory=list)
    ended: str = ""
    used_up: list[str] = field(default_factory=list)
    dry: dict[str, int] = field(default_factory=dict)
    counts: dict[str, dict[str, int]] = field(
        default_factory=lambda: {key: {} for key in COUNTED_FIELDS}
    )
    shards: list[Shard] = field(default_factory=list)
    format: int = FORMAT

    @property
    def files(self) -> list[WrittenFile]:
        """All files that are finished."""
        return [file for shard in self.shards for file in shard.files]

    def is_finished(self, number: int) -> bool:
        """Return whether there are `number` rows, or never will be."""
        return self.rows >= number or bool(self.ended)


def versions(parquet: bool) -> dict[str, str]:
    """Return the versions that rows and files may depend on."""
    found = {"quincunx": VERSION, "python": "{}.{}".format(*sys.version_info)}
    if parquet:
        require_package("pyarrow.parquet")
        import pyarrow

        found["pyarrow"] = pyarrow.__version__
    return found


def read_manifest(path: Path) -> Manifest:
    """Return the manifest in a file.

    Raises:
        OptionError: The file cannot be read, or is not a manifest.
    """
    try:
        data = decode_json(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f'not a manifest of format {FORMAT}, expected "format": {FORMAT}')
        if data.pop("sha256", "") != _digest(data):
            raise ValueError("changed since it was written")
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}, expected a manifest") from None
    except (ValueError, PuzzleError) as error:
        raise OptionError(f"{path}: {error}; expected the manifest of a dataset") from None
    for shard in data["shards"]:
        shard["parquet"] = shard["parquet"] and WrittenFile(**shard["parquet"])
    shards = [Shard(**shard) for shard in data["shards"]]
    return Manifest(**{**data, "shards": shards})


def _digest(manifest: dict[str, Any]) -> str:
    """Return the SHA-256 of a manifest as JSON data."""
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()


class Folder:
    """The folder of a dataset; inside `with`, no other process writes to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.hidden = path / HIDDEN
        self.drafts = self.hidden / "drafts"
        self.store = self.hidden / "store.sqlite"

    def __enter__(self) -> Self:
        for folder in (self.path, self.path / DATA, self.drafts):
            make_folder(folder)
        place = self.hidden / "lock"
        with disk_errors(place):
            self._lock = open(place, "ab")
        if not lock(self._lock):
            self._lock.close()
            raise OptionError(
                f"dataset: {self.path} is in use by another run: wait until it has ended, or "
                "choose another folder"
            )
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            _remove(self.drafts, _names(self.drafts))
        self._lock.close()

    def manifest(self, asked: Manifest) -> Manifest | None:
        """Return the manifest of the dataset that was asked for, `None` if the folder is new or
        empty.

        Raises:
            OptionError: There is something else in it.
        """
        place = self.path / MANIFEST
        if place.exists():
            manifest = read_manifest(place)
            self._require_same(manifest, asked)
            return manifest
        if strange := sorted(_names(self.path) - {HIDDEN, DATA}) or sorted(self._shards()):
            raise OptionError(
                f"dataset: {self.path} holds {strange[0]} and no {MANIFEST}, expected an empty "
                "folder or one with a dataset"
            )
        return None

    def require_shards(self, manifest: Manifest, content: bool = False) -> None:
        """Refuse shards that are gone or have another size or `content`, and files of something
        else."""
        listed = {file.file: file for file in manifest.files}
        for name, file in listed.items():
            place = self.path / name
            if not place.is_file():
                raise self._changed(name, "it is gone")
            if (size := place.stat().st_size) != file.bytes:
                raise self._changed(name, f"it has {size:,} bytes, not {file.bytes:,}")
            with option_errors(f"dataset: {place}", "a file that can be read"):
                if content and WrittenFile.of(place).sha256 != file.sha256:
                    raise self._changed(name, "its SHA-256 is not the one in the manifest")
        unlisted = re.compile(rf"\w+-{manifest.ranges:05d}\.(jsonl|jsonl\.gz|parquet)")
        for name in sorted(self._shards()):
            if name not in listed and not unlisted.fullmatch(Path(name).name):
                raise OptionError(
                    f"dataset: {self.path / name} is not of this dataset, expected nothing there "
                    f"but what {MANIFEST} lists"
                )

    def _shards(self) -> set[str]:
        """Return the files in the folders of shards, listed or not."""
        return {f"{home}/{name}" for home in (DATA, PARQUET) for name in _names(self.path / home)}

    def sweep(self, manifest: Manifest) -> None:
        """Remove files that a killed run left behind and that are not needed."""
        listed = {file.file for file in manifest.files}
        with disk_errors(self.path):
            _remove(self.path, self._shards() - listed)
            _remove(self.drafts, _names(self.drafts))

    def keep_manifest(self, manifest: Manifest) -> None:
        """Write the manifest: what it lists is finished."""
        data = asdict(manifest)
        signed = {**data, "sha256": _digest(data)}
        self.keep(MANIFEST, json.dumps(signed, ensure_ascii=False, indent=1) + "\n")

    def keep(self, name: str, text: str) -> None:
        """Write the manifest or the card."""
        keep_file(self.path / name, text.encode(), self.drafts / name)

    def _require_same(self, manifest: Manifest, asked: Manifest) -> None:
        """Refuse to go on with another dataset than the one that was asked for."""
        version = manifest.versions.get("quincunx")
        names = f"{manifest.name}, not {asked.name}"
        if manifest.name != asked.name:
            options = "families, grades, splits, seed, exclusions, repeated solutions or format"
            why = f"holds another dataset ({names}): {options} differ"
        elif version != VERSION:
            why = f"was made with quincunx {version} and this is {VERSION}, whose rows may differ"
        elif manifest.parquet != asked.parquet:
            why = f"was begun {'with' if manifest.parquet else 'without'} --parquet"
        elif manifest.compress != asked.compress:
            why = f"was begun {'with' if manifest.compress else 'without'} --compress"
        elif asked.number < manifest.number:
            why = f"is a dataset of {manifest.number:,} rows, and {asked.number:,} are fewer"
        else:
            return
        raise OptionError(f"dataset: {self.path} {why}; ask for the same, or choose another folder")

    def _changed(self, file: str, how: str) -> OptionError:
        return OptionError(
            f"dataset: {self.path / file} is not as it was written: {how}; restore it, or choose "
            "another folder"
        )


def _names(folder: Path) -> set[str]:
    with option_errors(folder, "a folder"):
        return set(os.listdir(folder)) if folder.is_dir() else set()


def _remove(folder: Path, names: set[str]) -> None:
    for name in names:
        os.unlink(folder / name)
