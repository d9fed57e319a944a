"""Fixtures for tests of the page: one browser, one server, one site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from quincunx.web.security import HEADERS
from quincunx.web.site import Site
from tests.processes import made_once, wait_until
from tests.web.browser import Seat, missing, needs_server
from tests.web.server import Served
from tests.web.static_host import Host, hosted, made_site, site_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Site:
    """The site, made by the first process of the tests that needs it."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker_id == "master" else base.parent) / "site"
    if not made_once(place, made_site):
        missing("the site, which another process could not make,")
    return site_in(place)


@pytest.fixture(scope="session")
def hosted_site(site: Site) -> Iterator[Host]:
    with hosted(site.folder, HEADERS) as host:
        yield host
