"""Settings of all tests, and which files need more than the core dependencies.

Where an extra is missing, the files that import it are not collected, and the summary says so. In
CI nothing may be missing: there the files are collected and fail.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.processes import heed_signals

CI = bool(os.environ.get("CI"))

settings.register_profile(
    "quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("quincunx"), derandomize=True)
usual = settings.get_profile("ci" if CI else "quincunx")
settings.register_profile("quick", usual, max_examples=20)
settings.load_profile("ci" if CI else "quincunx")

heed_signals()

ROOT = Path(__file__).parent
NEEDS = {
    "src/quincunx/datasets/gym.py": ("reasoning_gym",),
    "src/quincunx/web/server/app.py": ("starlette",),
    "src/quincunx/web/server/run.py": ("uvicorn", "h11"),
    "tests/cp/engines/test_counters.py": ("ortools",),
    "tests/proofs": ("pysat",),
    "tests/cli/test_book.py": ("typst", "pypdf"),
    "tests/cli/test_draw.py": ("typst",),
    "tests/datasets/test_dask.py": ("dask", "distributed"),
    "tests/drawing/test_book.py": ("typst", "segno", "pypdf", "pypdfium2", "zxingcpp"),
    "tests/drawing/test_documents.py": ("typst", "pypdf"),
    "tests/drawing/test_printing.py": ("typst", "pypdf", "PIL"),
    "tests/drawing/test_steps.py": ("typst", "pypdf"),
    "tests/datasets/test_gym.py": ("reasoning_gym",),
    "tests/docs_site": ("sphinx", "furo", "myst_parser", "jsonschema", "typst"),
    "tests/web": ("httpx", "starlette", "uvicorn", "pypdf"),
}
"""Files and folders, and the packages without which they cannot be imported."""

MISSING = {
    path: lacking
    for path, packages in NEEDS.items()
    if not CI and (lacking := [name for name in packages if find_spec(name) is None])
}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what cannot be imported here."""
    within = {collection_path, *collection_path.parents}
    return True if any(ROOT / path in within for path in MISSING) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that have a browser as a fixture, before any are selected by mark."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    for path, lacking in MISSING.items():
        terminalreporter.write_line(f"NOT COLLECTED {path}: {', '.join(lacking)} not installed")
