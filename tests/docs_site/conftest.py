"""Fixtures for tests of the documentation site: the site, built once."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quincunx.errors import EngineError
from tests.web.browser import missing
from tests.web.static_host import Host, hosted
from website.build import build

BUILD_SECONDS = 240


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site, built by the first process of the tests that needs it."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "documentation"
    made, ended = place / "site", place / "ended"
    with suppress(FileExistsError):
        place.mkdir()
        try:
            build(place / "draft", days=1)
            (place / "draft").rename(made)
        except EngineError as error:
            missing(f"the playable page ({error})")
        finally:
            ended.touch()
    until = time.monotonic() + BUILD_SECONDS
    while not ended.exists() and time.monotonic() < until:
        time.sleep(0.1)
    if not made.exists():
        missing("the site, which another process could not build,")
    return made


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    with hosted(site, {}) as found:
        yield found
