"""A browser for all tests of a process: Playwright runs only once in each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from tests.web.browser import chromium

    with chromium() as found:
        yield found
