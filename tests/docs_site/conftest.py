"""Fixtures for tests of the documentation site: the site, built once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.errors import EngineError
from tests.processes import made_once
from tests.web.browser import missing
from tests.web.static_host import Host, hosted
from website.build import build

BUILD_SECONDS = 240


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site, built by the first process of the tests that needs it."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "documentation"
    try:
        made = made_once(place, lambda folder: build(folder, days=1), BUILD_SECONDS)
    except EngineError as error:
        missing(f"the playable page ({error})")
    if not made:
        missing("the site, which another process could not build,")
    return place


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    with hosted(site, {}) as found:
        yield found
