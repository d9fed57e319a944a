"""Hugging Face's `datasets` reads the folder of a set as it is, without the network.

It keeps settings and a cache for a whole process, so each test reads in a process of its own, in
which warnings are errors.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quincunx.datasets.api import make_dataset
from quincunx.datasets.records import FIELDS
from quincunx.making import maker_of
from tests.datasets.symmetries import rows_of
from tests.families.own import OWN

READ = """
import json, sys
import datasets

datasets.disable_progress_bars()
found = datasets.load_dataset(sys.argv[1])
json.dump({name: split.to_list() for name, split in found.items()}, sys.stdout)
"""


def settings() -> list[str]:
    """Every family in its smallest size."""
    found = []
    for name, family in OWN.items():
        sizes = maker_of(family).sizes
        assert sizes is not None
        found.append(f"{name}:{sizes.parameter}={next(iter(sizes.grades))}")
    return found


def loaded(folder: Path, cache: Path) -> Any:
    """All splits of a folder as Hugging Face reads them."""
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", READ, str(folder)],
        capture_output=True,
        env={**os.environ, **offline},
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("families", "splits", "options"),
    [
        (2, ["train", "validation", "test"], {}),
        (2, ["train", "test"], {"compress": True}),
        (1, ["test"], {"parquet": True}),
    ],
)
def test_all_splits_are_read_as_they_were_written(
    tmp_path: Path, families: int, splits: list[str], options: Any
) -> None:
    folder = tmp_path / "set"
    options |= {"splits": dict.fromkeys(splits, 1), "jobs": 1, "shard_size": families}
    make_dataset(folder, settings()[:families], 5 * families, **options)
    rows = {name: [row for row in rows_of(folder) if row["split"] == name] for name in splits}
    assert all(rows.values())
    found = {row["family"] for split in rows.values() for row in split}
    assert found == {*[*OWN][:families]}
    found = loaded(folder, tmp_path / "cache")
    assert found == rows
    assert all([*row] == [*FIELDS] for split in found.values() for row in split)
