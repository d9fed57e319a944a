"""`make_dataset` and `verify_dataset`, the public functions for datasets."""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from quincunx._support.arguments import checked
from quincunx.datasets import DEFAULT_SEED, SHARD_ROWS
from quincunx.datasets.build import Progress, RunOptions, Summary, build
from quincunx.datasets.card import card
from quincunx.datasets.folder import MANIFEST, Folder, read_manifest
from quincunx.datasets.plan import Plan, checked_number_of_rows, read_plan
from quincunx.datasets.records import read_objects
from quincunx.datasets.solution_classes import (
    BENCHMARK,
    GALLERY,
    Exclusion,
    Source,
    all_classes,
    require_no_leaks,
)
from quincunx.datasets.trainers import Format


@checked
def make_dataset(
    folder: str | os.PathLike[str],
    families: str | Iterable[str],
    number: int,
    *,
    grades: str | Mapping[str, int] | None = None,
    splits: str | Mapping[str, int] | None = None,
    seed: int = DEFAULT_SEED,
    exclude: Source | Iterable[Source] = (),
    allow_benchmark: bool = False,
    repeat_solutions: bool = False,
    format: Format = "plain",
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
            "c-note:size=3,target=125".
        number: The number of rows.
        grades: Grades by weight, as in {"easy": 5, "hard": 1} or "easy:5,hard:1"; any grade if not
            given.
        splits: The shares of train, validation and test; 8, 1 and 1 if not given.
        seed: The same seed gives the same dataset.
        exclude: Leave out the solutions of these puzzles, and their symmetric images: "gallery",
            "benchmark" or files of puzzles.
        allow_benchmark: Whether solutions of the benchmark may come up; otherwise it is excluded.
        repeat_solutions: Whether several rows may have the same solution; they are in the same
            split.
        format: A trainer whose columns the rows have beside the others: "chat", "vision", "trl" or
            "verl"; see `quincunx.datasets.trainers`.
        jobs: The number of processes; one for each processor if not given. Not with a scheduler.
        shard_size: The number of rows of all splits in one round of shards.
        parquet: Whether to write Parquet beside JSON Lines.
        compress: Whether to compress JSON Lines with gzip.
        scheduler: The address of a Dask scheduler, whose workers make the rows instead.
        verify: Whether to check what is there first, as `verify_dataset` does.
        progress: Called several times a second.
        cancel: Called several times a second; a true value stops the run.
        warn: Called before any work with each sentence of `Summary.warnings`.

    Raises:
        OptionError, PuzzleError: An option is impossible; raised before any work.
        Unfinished: The disk is full or the scheduler is gone; the same call goes on later.
    """
    asked = _sources(exclude)
    excluded = _exclusions(asked + ([] if allow_benchmark else [BENCHMARK]))
    sources = [(one.name, one.digest) for one in excluded]
    more = {"repeat_solutions": repeat_solutions, "exclude": sources, "format": format}
    plan = read_plan(families, grades, splits, seed=seed, **more)
    warnings = checked_number_of_rows(plan, number)
    if warn is not None:
        for warning in warnings:
            warn(warning)
    place = Path(folder)
    if verify and (place / MANIFEST).exists():
        verify_dataset(place, asked)
    options = RunOptions(jobs, shard_size, parquet, compress, scheduler, progress, cancel)
    summary = build(plan, place, number, options, card=card, excluded=all_classes(excluded))
    return replace(summary, warnings=tuple(warnings))


@checked
def verify_dataset(
    folder: str | os.PathLike[str], exclude: Source | Iterable[Source] = ()
) -> Summary:
    """Compare all files of a dataset with the SHA-256 in its manifest, and its rows with each
    other: no solution is in two splits or, unless solutions may be repeated, in two rows. Nothing
    is written.

    Args:
        folder: The folder of the dataset.
        exclude: Also refuse solutions of these puzzles, as in `make_dataset`. Solutions of the
            gallery and the benchmark are refused if the dataset was made without them.

    Raises:
        OptionError: There is no manifest, a file is missing, changed or of something else, or a
            row has a solution that it should not have.
    """
    place = Folder(Path(folder))
    began = time.monotonic()
    manifest = read_manifest(place.path / MANIFEST)
    place.require_shards(manifest, content=True)
    plan = Plan.from_dict(manifest.plan)
    without: list[Source] = [name for name, _ in plan.exclude if name in (BENCHMARK, GALLERY)]
    rows = (row for part in manifest.shards for _, row in read_objects(str(place.path / part.file)))
    require_no_leaks(plan, rows, _exclusions(_sources(exclude) + without))
    return Summary(place.path, manifest, manifest.number, 0, time.monotonic() - began)


def _sources(exclude: Source | Iterable[Source]) -> list[Source]:
    return [exclude] if isinstance(exclude, str | os.PathLike) else list(exclude)


def _exclusions(sources: list[Source]) -> list[Exclusion]:
    return [Exclusion.read(source) for source in dict.fromkeys(sources)]
