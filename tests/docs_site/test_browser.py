"""The site in a browser: search, and access for everyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.browser import Tab
from tests.web.static_host import Host
from tests.web.test_page import axe, violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["axe"]

PAGES = (
    "index",
    "play",
    "search",
    "tutorials/first_puzzle",
    "guides/book",
    "reference/commands/solve",
    "reference/json/explain",
    "reference/python/testing",
    "reference/puzzles",
    "explanation/architecture",
    "teaching/index",
    "drawing",
)


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("propagation", "Study a search"),
        ("certificate", "Certificates"),
        ("fulcrum", "The five puzzles"),
    ],
)
def test_search_finds_pages(browser: Browser, host: Host, word: str, title: str) -> None:
    tab = Tab(browser.new_page(), host.address)
    tab.page.goto(f"{host.address}index.html")
    tab.page.fill(".sidebar-search", word)
    tab.press("Enter")
    tab.page.wait_for_selector(f"#search-results a:has-text('{title}')")
    assert tab.complaints == []
    tab.page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(browser: Browser, host: Host, axe: str, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    tab = Tab(context.new_page(), host.address)
    found = []
    for name in PAGES:
        tab.page.goto(f"{host.address}{name}.html")
        found += [f"{name}: {one}" for one in violations(tab, axe, scheme)]
    assert found == []
    assert tab.complaints == []
    context.close()


@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_is_wider_than_the_screen(browser: Browser, host: Host, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740})
    page = context.new_page()
    for name in PAGES:
        page.goto(f"{host.address}{name}.html")
        beyond = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert beyond <= 0, name
    context.close()


def test_puzzles_open_on_the_playable_page(browser: Browser, host: Host) -> None:
    tab = Tab(browser.new_page(), f"{host.address}play/index.html")
    tab.page.goto(f"{host.address}play.html")
    tab.page.get_by_role("link", name="Open the playable page").click()
    tab.wait(".card")
    tab.open("c-note:100:884/625/361")
    assert "8" in tab.cell("1-1")
    assert tab.complaints == []
    tab.page.close()
