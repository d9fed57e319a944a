"""The page with Python in the browser: the site is played on like the page of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.families import all_families
from quincunx.web.sites import Site
from tests.web.browser import Tab, play
from tests.web.hosting import hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_every_family_is_played_and_nothing_is_missing_offline(
    site: Site, browser: Browser
) -> None:
    with hosted(site.folder) as host, browser.new_context() as context:
        tab = Tab(context.new_page(), host.address)
        tab.page.set_default_timeout(60_000)
        tab.open()
        tab.page.wait_for_function("navigator.serviceWorker.controller !== null")
        host.switch_off()
        for family in all_families().values():
            puzzle = family.example.identifier
            tab.open(puzzle)
            tab.page.wait_for_function(
                "title => document.querySelector('h1').innerText === title", arg=family.title
            )
            play(tab, puzzle)
            tab.wait_for_message("Solved in")
        tab.open("aztec-math:_/95/4__")
        tab.page.get_by_role("button", name="Next step").click()
        tab.wait_for_message("Hint 3 of 3")
        tab.page.reload()
        tab.page.wait_for_selector("[role=gridcell]")
        assert tab.complaints == []
