"""Pictures of the page in docs/pictures: `python -m benchmarks.screenshots` takes them anew.

Look at every one before you keep it: a test only compares their names with those in docs/web.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.web.browser import Tab, chromium, play
from tests.web.server import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
PYRAMID = "aztec-math:8/__/_9_/8__2"
GRID = "c-note:100:878/312/272"
STAR = "sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11"
LARGE_BOARD = (
    "multi-balance:8:.......#..../............/............/.....#....../............/............/"
    ".#........#./............/............/............/...#......../.........#.."
)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LYING = {**PHONE, "viewport": {"width": 740, "height": 360}}
DESK = {"viewport": {"width": 1280, "height": 860}}
DAY = "2026-11-16T10:00:00"
"""The day on which all pictures are taken."""
SOLVED = """(records) => {
  const solved = records.map((one) => ({ ...one, when: Date.parse(`${one.day}T12:00`) }));
  localStorage.setItem("quincunx.records", JSON.stringify(solved));
}"""


def cards(tab: Tab) -> None:
    tab.page.locator(".daily small:not(:empty)").nth(4).wait_for()


def days(tab: Tab) -> None:
    """A player who has solved puzzles for some weeks."""
    families = ("aztec-math", "c-note", "multi-balance", "power-strike", "sum-star")
    records: list[dict[str, Any]] = [
        {
            "family": families[(day * 7 + turn) % 5],
            "puzzle": f"{day} {turn}",
            "seconds": 95 + 37 * ((day * 5 + turn * 3) % 11),
            "helped": (day + turn) % 4 == 0,
            "grade": ("easy", "medium", "hard")[(day + turn) % 3],
            "day": f"2026-11-{day:02}",
            "size": 7 + turn,
        }
        for day in (2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16)
        for turn in range(1 + day % 3)
    ]
    tab.page.evaluate(SOLVED, records)
    tab.page.goto(f"{tab.address}#days")
    tab.page.reload()
    tab.wait(".times tbody tr")


def hint(tab: Tab) -> None:
    tab.open(STAR)
    tab.click("Next step")
    tab.wait_for_message("Hint 3 of 3")


def notes(tab: Tab) -> None:
    tab.open(STAR)
    tab.click("Fill in notes")
    tab.wait(".t-mark, .pip")


def impossible(tab: Tab) -> None:
    tab.open(GRID)
    tab.press("Enter", "9", "9")


def solved(tab: Tab) -> None:
    tab.open(PYRAMID)
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    tab.page.wait_for_selector(".dots", state="detached")


def editor(tab: Tab) -> None:
    tab.page.goto(f"{tab.address}#edit={quote('aztec-math:_/_5/4__')}")
    tab.wait(".verdict[data-verdict=multiple]")


def lab(tab: Tab) -> None:
    tab.page.goto(f"{tab.address}#teach={quote(PYRAMID)}")
    tab.click("Compare")
    tab.wait(".tree")


def rules(tab: Tab) -> None:
    tab.open(STAR)
    tab.wait("dialog.sheet")


def phone(tab: Tab) -> None:
    tab.open(GRID)
    tab.press("Escape")
    tab.page.get_by_role("button", name="Next step").tap()
    tab.wait_for_message("Hint 3 of 3")
    tab.page.evaluate("window.scrollTo(0, 0)")


def cropped(tab: Tab) -> None:
    tab.open(LARGE_BOARD)
    tab.press("Escape")
    tab.page.get_by_role("button", name="Whole board").tap()


def landscape(tab: Tab) -> None:
    tab.open(PYRAMID)
    tab.press("Escape")
    tab.page.locator('[data-cell="2-1"]').tap()
    tab.press("5")


PICTURES: dict[str, tuple[Callable[[Tab], None], str, dict[str, Any]]] = {
    "page-cards": (cards, "light", DESK),
    "page-days": (days, "dark", DESK),
    "page-play": (hint, "light", DESK),
    "page-notes": (notes, "dark", DESK),
    "page-impossible": (impossible, "light", DESK),
    "page-solved": (solved, "dark", DESK),
    "page-editor": (editor, "light", DESK),
    "page-lab": (lab, "light", {"viewport": {"width": 1280, "height": 1560}}),
    "page-rules": (rules, "light", PHONE),
    "page-phone": (phone, "dark", PHONE),
    "page-cropped": (cropped, "light", PHONE),
    "page-landscape": (landscape, "light", LYING),
}
"""What is done before each picture, its colours, and the window."""


@contextmanager
def visitor(browser: Browser, address: str, scheme: str, window: dict[str, Any]) -> Iterator[Tab]:
    """A new visitor of the page on a certain day."""
    with browser.new_context(color_scheme=scheme, **window) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.clock.install(time=DAY)
        page.clock.resume()
        tab = Tab(page, address)
        tab.open()
        yield tab


def take(browser: Browser, address: str, folder: Path) -> None:
    """Take all pictures."""
    for name, (prepare, scheme, window) in PICTURES.items():
        with visitor(browser, address, scheme, window) as tab:
            prepare(tab)
            tab.page.wait_for_timeout(400)
            tab.page.screenshot(path=folder / f"{name}.png", animations="disabled")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures go")
    folder = parser.parse_args().folder
    server = Served()
    try:
        with chromium() as browser:
            take(browser, server.address, folder)
    finally:
        server.close()
    print(json.dumps(sorted(PICTURES)))


if __name__ == "__main__":
    main()
