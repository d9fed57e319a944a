"""Folders in memory where possible, for runs flush files often; and a small benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from benchmarks.benchmark_set import Quotas
from quincunx.datasets.plan import Plan, Setting

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def new_folder() -> Iterator[Callable[[], Path]]:
    """Makes empty folders."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as home:
        yield lambda: Path(mkdtemp(dir=home))


@pytest.fixture
def tmp_path(new_folder: Callable[[], Path]) -> Path:
    """An empty folder."""
    return new_folder()


@pytest.fixture(scope="session")
def small() -> Quotas:
    """A benchmark that is soon made: both settings have complete lists."""
    settings = [
        Setting.of("multi-balance", {}, {"easy": 1, "medium": 1}),
        Setting.of("power-strike", {"givens": 1, "cells": 6}),
    ]
    plan = Plan.of(settings, splits={"train": 1, "test": 2}, seed=1)
    return Quotas(plan, "test", (4, 2, 3))
