"""Fixtures for tests of the page: one browser, one server, one site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from quincunx.web.site import Site
from tests.web.browser import Seat, chromium, needs_server
from tests.web.hosting import made_site
from tests.web.serving import Served, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def seat(browser: Browser) -> Seat:
    return Seat(browser)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server that all tests share."""
    needs_server()
    server = Served()
    yield server
    server.close()


@pytest.fixture
def idle(served: Served) -> Iterator[Served]:
    """The server, with no work left from or for other tests."""
    yield served
    wait_until(lambda: not served.busy())


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return made_site(tmp_path_factory.mktemp("site") / "quincunx")
