"""`make_dataset` and `verify_dataset`, the public functions for datasets."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from quincunx.cp.limits import checked_function
from quincunx.datasets import DEFAULT_SEED, SHARD_ROWS
from quincunx.datasets.build import Progress, RunOptions, Summary, build
from quincunx.datasets.card import card
from quincunx.datasets.folder import MANIFEST, Folder, read_manifest
from quincunx.datasets.plan import SPLITS, checked_number_of_rows, read_plan
from quincunx.datasets.records import open_lines
from quincunx.errors import OptionError
from quincunx.families.base.validation import shown


def make_dataset(
    folder: str | os.PathLike[str],
    families: str | Iterable[str],
    number: int,
    *,
    grades: str | Mapping[str, int] | None = None,
    splits: str | Mapping[str, int] | None = None,
    seed: int = DEFAULT_SEED,
    jobs: int | None = None,
    shard_size: int = SHARD_ROWS,
    parquet: bool = False,
    compress: bool = False,
    scheduler: str | None = None,
    verify: bool = False,
    progress: Callable[[Progress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Summary:
    """Make a dataset in a folder, or go on with the one that is there, or add rows to it.

    docs/datasets.md describes the rows.

    Args:
        folder: A new or empty folder, or one with the same dataset.
        families: A family, or several, each with its parameters behind a colon, as in
            "c-note:size=3,target=125"; a switch that is off has `no_` before its name.
        number: The number of rows.
        grades: Grades by weight, as in {"easy": 5, "hard": 1} or "easy:5,hard:1"; any grade if not
            given.
        splits: The shares of train, validation and test; 8, 1 and 1 if not given.
        seed: The same seed gives the same dataset.
        jobs: The number of processes; one for each processor if not given. Not with a scheduler.
        shard_size: The number of rows of all splits in one round of shards.
        parquet: Whether to write Parquet beside JSON Lines.
        compress: Whether to compress JSON Lines with gzip.
        scheduler: The address of a Dask scheduler, whose workers make the rows instead.
        verify: Whether to compare all files that are there with their SHA-256 first.
        progress: Called several times a second.
        cancel: Called several times a second; a true value stops the run.
        warn: Called before any work with each sentence of `Summary.warnings`.

    Raises:
        OptionError, PuzzleError: An option is impossible; raised before any work.
        Unfinished: The disk is full or the scheduler is gone; the same call goes on later.
    """
    for name, function in (("progress", progress), ("cancel", cancel), ("warn", warn)):
        checked_function(function, name)
    for name, switch in (("parquet", parquet), ("compress", compress), ("verify", verify)):
        if not isinstance(switch, bool):
            raise OptionError(f"dataset: {name} is {shown(switch)}, expected true or false")
    plan = read_plan(families, grades, splits, seed)
    warnings = checked_number_of_rows(plan, number)
    if warn is not None:
        for warning in warnings:
            warn(warning)
    place = _path(folder)
    options = RunOptions(jobs, shard_size, parquet, compress, scheduler, verify, progress, cancel)
    summary = build(plan, place, number, options, card=partial(_card, place))
    return replace(summary, warnings=tuple(warnings))


def verify_dataset(folder: str | os.PathLike[str]) -> Summary:
    """Compare all files of a dataset with the SHA-256 in its manifest. Nothing is written.

    Raises:
        OptionError: There is no manifest, or a file is missing, changed or of something else.
    """
    place = Folder(_path(folder))
    began = time.monotonic()
    manifest = read_manifest(place.path / MANIFEST)
    place.require_shards(manifest)
    place.verify(manifest)
    kept = min(place.kept_after(manifest.next), max(0, manifest.number - manifest.rows))
    return Summary(place.path, manifest, manifest.number, 0, time.monotonic() - began, kept)


def _path(folder: object) -> Path:
    if not isinstance(folder, str | os.PathLike):
        raise OptionError(f"dataset: folder is {shown(folder)}, expected the name of a folder")
    return Path(folder)


def _card(folder: Path, manifest: Mapping[str, Any]) -> str:
    """Return the card, with the first row of the first split that has rows, if any."""
    for shard in sorted(manifest["shards"], key=lambda shard: SPLITS.index(shard["split"])):
        with open_lines(folder / shard["file"]) as lines:
            return card(manifest, bytes(lines.readline()))
    return card(manifest, "")
