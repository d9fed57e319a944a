"""A browser for the tests of the page.

Debian's Chromium is driven by Playwright. Where one of them is missing the tests are skipped with a
message; in CI they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quincunx.web import answer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

PAGE = Path(__file__).parents[2] / "src" / "quincunx" / "web" / "page"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Options with which Chromium runs as root and makes no requests of its own."""


def missing(what: str) -> None:
    """Skip a test for which something is missing; in CI nothing may be."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI has to have it")
    pytest.skip(f"{what} is missing")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("chromium (apt-get install chromium)")
    if find_spec("playwright") is None:
        missing("playwright (pip install playwright)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def needs_server() -> None:
    """Skip a test for which the packages of the server are missing."""
    for package in ("starlette", "uvicorn"):
        if find_spec(package) is None:
            missing(f"{package} (pip install '.[web]')")


class Seat:
    """Where one visitor comes after the other, and each finds nothing of the one before.

    Only the files of the page are kept, so that they need not be sent to each.
    """

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context()

    def taken(self, address: str, viewport: ViewportSize | None = None, **media: Any) -> Page:
        """A page for a new visitor of an address."""
        for page in self._context.pages:
            page.close()
        page = self._context.new_page()
        if viewport is not None:
            page.set_viewport_size(viewport)
        page.emulate_media(**media)
        kept = {"origin": address.rstrip("/"), "storageTypes": "local_storage"}
        self._context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
        return page


class Tab:
    """A page that a visitor has open, and what the browser complained about."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self._expected: list[str] = []
        page.set_default_timeout(60_000)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def expect_complaints(self, part: str) -> None:
        """Do not note what a test brings about itself, whenever the browser tells of it.

        It tells late: a test that clears its complaints at the end would race with it.
        """
        self._expected.append(part)

    def _note(self, message: object) -> None:
        if getattr(message, "type", "") in ("error", "warning"):
            text = getattr(message, "text", "")
            if not any(part in text for part in self._expected):
                self.complaints.append(text)

    def open(self, puzzle: str = "") -> None:
        """Visit a puzzle, or the beginning."""
        from urllib.parse import quote

        self.page.goto(f"{self.address}#{quote(puzzle, safe='')}")
        waited = "[role=gridcell]" if puzzle else ".card"
        self.page.wait_for_selector(waited)

    def beside(self, puzzle: str = "") -> Tab:
        """Another tab of the same visitor."""
        tab = Tab(self.page.context.new_page(), self.address)
        tab.open(puzzle)
        return tab

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, button: str) -> None:
        """Press a button of the page."""
        self.page.get_by_role("button", name=button).click()

    def set(self, label: str, value: str | bool) -> None:
        """Choose a setting."""
        self.click("Settings")
        field = self.page.get_by_label(label)
        if isinstance(value, str):
            field.select_option(value)
        else:
            field.set_checked(value)
        self.press("Escape")

    def cell(self, name: str) -> str:
        """What a cell says of itself."""
        return self.page.get_attribute(f'[data-cell="{name}"]', "aria-label") or ""

    def wait(self, selector: str) -> str:
        """The text of an element, once it is there."""
        found = self.page.wait_for_selector(selector)
        assert found is not None
        return str(found.evaluate("element => element.innerText ?? ''"))

    def wait_for_message(self, part: str) -> str:
        """What was said, once it has some words in it."""
        self.page.wait_for_function(
            "part => document.querySelector('.said')?.innerText.includes(part)", arg=part
        )
        return self.page.inner_text(".said")


def solution(puzzle: str) -> dict[str, int]:
    """The numbers that are to be written, by cell."""
    reply = answer({"ask": "solve", "puzzle": puzzle})
    return {i: n for i, n in reply["solution"].items() if i not in reply["unwritten"]}


def play(tab: Tab, puzzle: str) -> None:
    """Fill in the board with keys alone: Enter leads to the next cell."""
    right = solution(puzzle)
    places = answer({"ask": "puzzle", "puzzle": puzzle})["scene"]["places"]
    for place in places:
        if not place["open"]:
            continue
        if place["id"] in right:
            tab.press(*str(right[place["id"]]))
        tab.press("Enter")
