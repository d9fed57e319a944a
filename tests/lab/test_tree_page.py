"""The page of a search tree in a browser: keys, light and dark mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quincunx.cp.kernel.domain import positions
from quincunx.errors import OptionError
from quincunx.families.base.capabilities import build_scene
from quincunx.lab.trees.html import to_html
from quincunx.lab.trees.tree import CHOICE, FAILED, SOLVED, Node, Tree, grow
from tests.families.own import OWN
from tests.lab.propagation_events import events_of
from tests.lab.rows import HARD, SMALL
from tests.web.browser import Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = {name: family.example.identifier for name, family in OWN.items()}

Open = Callable[..., Tab]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Pages opened from disk; none of them may complain or send a request."""
    tabs: list[Tab] = []
    asked: list[str] = []

    def open_page(*trees: Tree, **options: Any) -> Tab:
        file = tmp_path / "tree.html"
        file.write_text(to_html(*trees), encoding="utf-8")
        page = browser.new_context(**options).new_page()
        tab = Tab(page, file.as_uri())
        page.on("request", lambda request: asked.append(request.url))
        page.goto(tab.address)
        page.wait_for_selector("html[data-ready]")
        tabs.append(tab)
        return tab

    yield open_page
    for tab in tabs:
        assert tab.complaints == []
        tab.page.context.close()
    outside = [url for url in asked if not url.startswith(("file:", "data:"))]
    assert outside == [], "no network"


def tree(puzzle: str = HARD, labeling: str = "ff", nodes: int = 300, **more: Any) -> Tree:
    return grow(puzzle, labeling, consistency="bounds", goal="all", nodes=nodes, watch=True, **more)


def said(tab: Tab, what: str, panel: int = 0) -> str:
    return tab.page.locator(f".panel >> nth={panel}").locator(what).first.inner_text()


def selected(tab: Tab, panel: int = 0) -> int:
    marked = tab.page.locator(f".panel >> nth={panel}").locator("[aria-selected=true]")
    return int(marked.get_attribute("data-node") or -1)


@pytest.mark.parametrize("family", EXAMPLES)
def test_every_familys_board_is_drawn_with_its_domains(opened: Open, family: str) -> None:
    puzzle = EXAMPLES[family]
    grown = tree(puzzle, "", 50)
    tab = opened(grown)
    assert grown.watched is not None
    for place in build_scene(grown.puzzle).places:
        if place.open and place.cell in grown.puzzle.cells:
            label = tab.cell(place.id)
            assert label.startswith(f"{place.name}: "), "every cell says what it holds"
            assert label != f"{place.name}: empty"
    assert said(tab, ".decisionSaid").startswith("root")
    assert puzzle in tab.page.inner_text(".identifier")


def test_the_slider_steps_through_propagation_with_the_keyboard(opened: Open) -> None:
    grown = tree()
    assert grown.watched is not None
    tab = opened(grown)
    tab.press("n")
    events = events_of(grown.watched.propagation, 1)
    assert said(tab, ".eventSaid") == f"{len(events)} of {len(events)}"
    assert said(tab, ".decisionSaid").startswith(grown.nodes[1].decision)
    tab.page.locator("input.event").focus()
    tab.press("Home")
    assert said(tab, ".eventSaid") == f"0 of {len(events)}"
    tab.press("ArrowRight")
    first = tab.page.locator(".event[aria-current]").inner_text()
    name = grown.watched.naming.names[grown.nodes[1].variable]
    assert first.startswith(f"Decision: {name} loses ")
    for number, event in enumerate(events[1:], start=2):
        tab.press("ArrowRight")
        assert said(tab, ".eventSaid") == f"{number} of {len(events)}"
        text = tab.page.locator(".event[aria-current]").inner_text()
        rule = grown.watched.naming.title(event.rule)
        assert text.lower().startswith(f"{rule}: ".lower()), "which rule, in which order"
    assert "later" not in (tab.page.locator(".event").last.get_attribute("class") or "")


def test_what_an_event_removes_is_crossed_out_on_the_board(opened: Open) -> None:
    grown = grow("aztec-math/18", "ff", goal="all", watch=True)
    tab = opened(grown)
    tab.page.locator("input.event").focus()
    tab.press("Home", "ArrowRight")
    text = tab.page.locator(".event[aria-current]").inner_text()
    gone = re.search(r"loses ([\d ]+);", text)
    assert gone is not None
    assert tab.page.locator(".board .strike").count() == len(gone[1].split())
    assert tab.page.locator(".board .line-found").count() == 1, "its cell has an outline"
    assert tab.page.locator(".board .line-look").count() >= 1, "and so have the rule's others"


def test_the_tree_is_walked_and_unfolded_with_arrow_keys(opened: Open) -> None:
    grown = tree()
    tab = opened(grown)
    tab.page.locator("svg.searched").focus()
    tab.press("ArrowDown")
    first, second = grown.nodes[0].children
    assert selected(tab) == first
    tab.press("ArrowRight")
    assert selected(tab) == second
    tab.press("ArrowUp")
    assert selected(tab) == 0
    before = tab.page.locator("[role=treeitem]").count()
    tab.press("Enter")
    assert tab.page.locator("[role=treeitem]").count() == 1, "all is folded into one mark"
    mark = tab.page.locator("[role=treeitem]")
    assert mark.get_attribute("aria-expanded") == "false"
    left = f", {grown.nodes[0].untried} not tried" if grown.nodes[0].untried else ""
    expected = f"folded: {grown.statistics.nodes} nodes{left}, "
    assert expected in (mark.get_attribute("aria-label") or "")
    assert (mark.locator(".count").text_content() or "") == str(grown.statistics.nodes)
    tab.press("Enter")
    assert 1 < tab.page.locator("[role=treeitem]").count() <= before
    tab.press("End")
    assert selected(tab) == len(grown.nodes) - 1, "whatever hides a node is unfolded"


def test_solutions_and_failures_are_found_by_a_key(opened: Open) -> None:
    grown = tree(nodes=2000)
    tab = opened(grown)
    kinds = [node.kind for node in grown.nodes]
    tab.press("s")
    assert selected(tab) == kinds.index(SOLVED)
    assert said(tab, ".decisionSaid").endswith("a solution")
    tab.page.locator("svg.searched").focus()
    tab.press("Home", "f")
    assert selected(tab) == kinds.index(FAILED)
    assert "contradiction" in (tab.page.locator(".event").last.get_attribute("class") or "")


def test_a_cell_shows_its_whole_domain_to_the_keyboard(opened: Open) -> None:
    grown = tree()
    assert grown.watched is not None
    tab = opened(grown)
    tab.page.locator('.board [tabindex="0"]').focus()
    tab.press("ArrowRight")
    variable = grown.watched.variables[1]
    bits = grown.watched.first[1]
    for event in events_of(grown.watched.propagation, 0):
        if event.variable == 1:
            bits &= ~event.removed
    values = " ".join(str(variable.value(place)) for place in positions(bits))
    assert said(tab, ".cellSaid") == f"{grown.watched.naming.names[1]}: {values}"


def events_said(tab: Tab) -> list[tuple[int, int]]:
    """Of both panels: how many events are shown, of how many."""
    found = []
    for panel in (0, 1):
        shown, total = said(tab, ".eventSaid", panel).split(" of ")
        found.append((int(shown), int(total)))
    return found


def test_events_in_step_go_on_wherever_some_are_left(opened: Open) -> None:
    """One node has many events and the other few: neither jumps back nor holds the other up."""
    trees = tree(labeling="ff"), tree(labeling="max")
    tab = opened(*trees)
    numbers = []
    for grown in trees:
        assert grown.watched is not None
        numbers.append([len(events_of(grown.watched.propagation, node)) for node in range(60)])
    node = next(
        n
        for n, (a, b) in enumerate(zip(*numbers, strict=True))
        if n and abs(a - b) > 2 and min(numbers[0][n + 1], numbers[1][n + 1]) > 0
    )
    totals = [numbers[0][node], numbers[1][node]]
    for _ in range(node):
        tab.press("n")
    assert events_said(tab) == [(total, total) for total in totals], "opened after all events"
    for back in range(1, max(totals) + 1):
        tab.press(",")
        assert events_said(tab) == [(max(0, total - back), total) for total in totals]
    for on in range(1, max(totals) + 1):
        tab.press(".")
        assert events_said(tab) == [(min(total, on), total) for total in totals]
    tab.press(".")
    assert (selected(tab, 0), selected(tab, 1)) == (node + 1, node + 1), "on to the next node"
    assert [shown for shown, _ in events_said(tab)] == [1, 1], "at its first event"
    tab.press(",", ",")
    assert (selected(tab, 0), selected(tab, 1)) == (node, node), "and back"
    assert events_said(tab) == [(total, total) for total in totals]
    tab.page.locator("#together").uncheck()
    tab.page.locator("svg.searched").nth(1).focus()
    tab.press("n")
    assert (selected(tab, 0), selected(tab, 1)) == (node, node + 1), "each on its own"


def test_100_000_nodes_open_folded(opened: Open) -> None:
    """A tree of two branches a choice, as large as trees may be."""
    small = grow(SMALL, watch=True)
    nodes = [Node(-1, "root", kind=CHOICE)]
    for index in range(1, 100_000):
        parent = (index - 1) // 2
        kind = CHOICE if 2 * index + 1 < 100_000 else FAILED
        nodes.append(Node(parent, f"row 1, column 1 = {index % 7}", 0, kind))
        nodes[parent].children.append(index)
    nodes[0].size = len(nodes)
    large = replace(small, nodes=nodes)
    tab = opened(large)
    assert Path(tab.address.removeprefix("file://")).stat().st_size < 1_000_000
    assert tab.page.locator("[role=treeitem]").count() < 120
    tab.page.locator("svg.searched").focus()
    tab.press("End")
    assert selected(tab) == 99_999
    tab.press("Home", "Enter")
    mark = tab.page.locator("[role=treeitem]").get_attribute("aria-label")
    assert "folded: 100,000 nodes, no solution" in (mark or "")


def test_the_page_marks_missing_events(opened: Open) -> None:
    grown = tree(nodes=50)
    assert grown.watched is not None
    grown.watched.propagation.kept = 10
    tab = opened(grown)
    for _ in range(10):
        tab.press("n")
    assert "was not kept" in said(tab, ".events")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_follows_light_and_dark_mode(opened: Open, scheme: str) -> None:
    tab = opened(tree(SMALL), color_scheme=scheme, viewport={"width": 390, "height": 800})
    colour = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(int, re.findall(r"\d+", colour)[:3]))
    assert (brightness > 600) == (scheme == "light")
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert tab.page.evaluate(wide), "nothing sticks out on a phone"


def test_names_cannot_end_the_script_element() -> None:
    grown = tree(SMALL)
    grown.nodes[0].decision = "</script><script>alert(1)</script>"
    assert "</script><script>alert" not in to_html(grown)


def test_sets_that_variables_share_are_kept_once() -> None:
    """Thousands of numbers hold a given digit, in thousands of pieces."""
    grids = ("c-note:100000:55/55", "c-note:100000:5555/5555/5555/5555")
    small, large = (len(tree(grid, "", 1).html()) for grid in grids)
    assert large < 1.2 * small


def test_a_tree_without_events_has_no_page() -> None:
    with pytest.raises(
        OptionError, match="a tree without events, expected one grown with watch=True"
    ):
        to_html(grow(SMALL))
