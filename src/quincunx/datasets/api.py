"""`make_dataset` and `verify_dataset`: what people call to have a dataset made, or looked at."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from quincunx.datasets import SEED, SHARD, card
from quincunx.datasets.build import Progress, Summary, run
from quincunx.datasets.folder import Folder
from quincunx.datasets.manifest import NAME, read_manifest
from quincunx.datasets.plan import SPLITS, Plan
from quincunx.datasets.records import open_lines
from quincunx.datasets.request import checked, read_plan


def make_dataset(
    folder: str | os.PathLike[str],
    families: str | Iterable[str],
    number: int,
    *,
    grades: str | Mapping[str, int] | None = None,
    splits: str | Mapping[str, int] | None = None,
    seed: int = SEED,
    jobs: int | None = None,
    shard_size: int = SHARD,
    parquet: bool = False,
    compress: bool = False,
    scheduler: str | None = None,
    verify: bool = False,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Summary:
    """Make a dataset in a folder, or go on with the one that is there, or add rows to it.

    What can be said:
      folder      where it goes; a new one, an empty one, or one with this set
      families    a family, or several, each with its parameters behind a colon, as in
                  "c-note:size=3,target=125"; a switch that is off has `no_` before its name
      number      how many rows it shall have
      grades      how hard they are, by weight, as in {"easy": 5, "hard": 1} or "easy:5,hard:1";
                  as they come if not given
      splits      the shares of train, validation and test: 8, 1 and 1 if not given
      seed        the same seed gives the same set
      jobs        how many processes make rows; as many as there are processors if not given;
                  not with a scheduler
      shard_size  rows of all splits that make up one round of shards
      parquet     whether to write Parquet beside JSON Lines
      compress    whether to compress JSON Lines with gzip
      scheduler   the address of a Dask scheduler, whose workers make the rows instead
      verify      whether to compare all files that are there with their SHA-256 first
      progress    told many times a second how far it came
      cancel      asked many times a second whether to stop; the same call goes on later
      warn        told before any work, in a sentence each, what is known to be rare, so that the
                  search may take very long; the summary has the same as `warnings`

    Whatever cannot be is refused with an `OptionError` or a `PuzzleError` before any work; a full
    disk or a scheduler that is gone is `Unfinished`, and the same call goes on. See
    docs/datasets.md for what a row holds.
    """
    plan = read_plan(families, grades, splits, seed)
    warnings = checked(plan, number)
    if warn is not None:
        for warning in warnings:
            warn(warning)
    summary = made(
        plan,
        folder,
        number,
        jobs=jobs,
        shard_size=shard_size,
        parquet=parquet,
        compress=compress,
        scheduler=scheduler,
        verify=verify,
        progress=progress,
        cancel=cancel,
    )
    return replace(summary, warnings=tuple(warnings))


def verify_dataset(folder: str | os.PathLike[str]) -> Summary:
    """Compare all files of a dataset with the SHA-256 in its manifest, and say what it holds.

    Nothing is written, so it may be a folder that can only be read, made by any version. One
    without a manifest, and files that are gone, changed or of something else, are refused with an
    `OptionError`.
    """
    place = Folder(Path(folder))
    began = time.monotonic()
    manifest = read_manifest(place.path / NAME)
    place.require_shards(manifest)
    place.verify(manifest)
    kept = min(place.kept_after(manifest.next), max(0, manifest.number - manifest.rows))
    return Summary(place.path, manifest, manifest.number, 0, time.monotonic() - began, kept)


def made(plan: Plan, folder: str | os.PathLike[str], number: int, **options: Any) -> Summary:
    """The set of a plan in a folder, with its card; the options are those of `run`."""
    place = Path(folder)
    return run(plan, place, number, card=partial(_card, place), **options)


def _card(folder: Path, manifest: dict[str, Any]) -> str:
    return card.card(manifest, _first_line(folder, manifest))


def _first_line(folder: Path, manifest: Mapping[str, Any]) -> bytes:
    """The first row of a set, of its first split; nothing where it has none yet."""
    for shard in sorted(manifest["shards"], key=lambda shard: SPLITS.index(shard["split"])):
        with open_lines(folder / shard["file"]) as lines:
            return bytes(lines.readline())
    return b""
