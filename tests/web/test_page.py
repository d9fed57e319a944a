"""The page, as a visitor with a keyboard, a finger or a screen reader has it.

Everything is done in a real browser, against `quincunx serve`.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from colorsys import rgb_to_hls
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import pytest
from pypdf import PdfReader

from quincunx import explain, verdict
from quincunx import grade as quincunx_grade
from quincunx.cp.options import VARIABLE_ORDERS
from quincunx.web import answer
from tests.families.guests import guests
from tests.families.own import OWN
from tests.processes import wait_until
from tests.web.browser import PAGE, Seat, Tab, missing, play, solution
from tests.web.server import Served
from tests.web.static_host import hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Route

PYRAMID = "aztec-math:8/__/_9_/8__2"
GRID = "c-note:100:878/312/272"
LARGE_BOARD = (
    "multi-balance:8:.......#..../............/............/.....#....../............/............/"
    ".#........#./............/............/............/...#......../.........#.."
)
LONG_RING = f"power-strike:2:6{',_' * 39}"
EXAMPLES = {name: family.example.identifier for name, family in OWN.items()}
PHONE = {"width": 360, "height": 740}
TOUCH = {"has_touch": True, "is_mobile": True}
BOARD = "[role=gridcell]"

NewTab = Callable[..., Tab]


@pytest.fixture
def new_tab(browser: Browser, seat: Seat, served: Served) -> Iterator[NewTab]:
    """Tabs, each of a visitor of its own; in none of them may the browser complain."""
    tabs: list[Tab] = []
    contexts: list[BrowserContext] = []

    def opened(puzzle: str = "", at: str = served.address, **options: Any) -> Tab:
        if tabs or options.keys() & TOUCH.keys():
            contexts.append(browser.new_context(**options))
            page = contexts[-1].new_page()
        else:
            page = seat.taken(at, **options)
        tab = Tab(page, at)
        tabs.append(tab)
        tab.open(puzzle)
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert [complaint for tab in tabs for complaint in tab.complaints] == []


@pytest.fixture(params=["server", "site"])
def carrier(request: pytest.FixtureRequest) -> str:
    """The address of the page at a server, and on a site whose puzzles are prepared.

    Both have the same page and give the same replies, which `test_site.py` compares. So only tests
    of what a site prepares need both, and those of long work in a browser are few.
    """
    name = "served" if request.param == "server" else "hosted_site"
    return str(request.getfixturevalue(name).address)


# Playing.


@pytest.mark.parametrize("family", EXAMPLES)
def test_a_puzzle_is_played_to_the_end_with_the_keyboard(new_tab: NewTab, family: str) -> None:
    tab = new_tab(EXAMPLES[family])
    play(tab, EXAMPLES[family])
    assert "without help" in tab.wait_for_message("Solved in")
    assert "solved" in (tab.page.get_attribute(".board", "class") or "")


NAMED = {
    "SUM_STAR": EXAMPLES["sum-star"],
    "BALANCE": EXAMPLES["multi-balance"],
    "LARGE_BOARD": LARGE_BOARD,
    "LONG_RING": LONG_RING,
}
BOARD_ABOVE = """() => {
    const [board, another] = [".board-holder", ".another"]
        .map(part => document.querySelector(part).getBoundingClientRect());
    return board.top + scrollY < 250 && another.top > board.bottom;
}"""
"""Whether the board is at the top, and what begins another one below it."""


def visits() -> Iterator[Any]:
    """The puzzle and the steps of each visit, where the page is, and on what."""
    text = (Path(__file__).parent / "visits.txt").read_text(encoding="utf-8")
    for visit in text.strip().split("\n\n")[1:]:
        heading, *lines = visit.splitlines()
        name, _, puzzle = heading.partition(" |")
        steps = [step.strip() for line in lines for step in line.split("; ")]
        for place in ("served", "hosted_site")[: 2 if name.startswith("*") else 1]:
            options = {"viewport": PHONE, **TOUCH} if name.startswith("+") else {}
            named = f"{name.strip('*+ .')} ({place})"
            yield pytest.param(puzzle.strip(), steps, place, options, id=named)


@pytest.mark.parametrize(("puzzle", "steps", "place", "options"), [*visits()])
def test_a_visit_finds_what_it_should(
    new_tab: NewTab,
    request: pytest.FixtureRequest,
    puzzle: str,
    steps: list[str],
    place: str,
    options: dict[str, Any],
) -> None:
    for name, identifier in NAMED.items():
        puzzle = puzzle.replace(name, identifier)
    tab = new_tab(puzzle, at=str(request.getfixturevalue(place).address), **options)
    other = tab
    for step in steps:
        if step.startswith("beside"):
            other = tab.beside(step.removeprefix("beside").strip())
        elif step.startswith("other "):
            _take(other, puzzle, step.removeprefix("other "))
        else:
            _take(tab, puzzle, step)


def _take(tab: Tab, puzzle: str, step: str) -> None:
    """Take a step of a visit; what it finds is waited for."""
    verb, _, rest = step.partition(" ")
    subject, _, value = rest.partition(" = ")
    page, button = tab.page, page_button(tab, rest)
    match verb:
        case "press":
            tab.press(*rest.split())
        case "click" if rest.startswith("on "):
            page.locator(rest.removeprefix("on ")).click(force=True)
        case "click":
            button.click()
        case "cell":
            page.locator(f'[data-cell="{rest}"]').click()
        case "text":
            page.get_by_text(rest).click()
        case "said":
            page.locator(".said").get_by_role("button", name=rest).first.click()
        case "slider":
            page.get_by_role("slider").fill(rest)
        case "turn":
            tab.set(rest.removeprefix("on "), True)
        case "choose":
            tab.set(subject, value)
        case "play":
            play(tab, puzzle)
        case "reload":
            page.reload()
        case "close":
            page.close(run_before_unload=False)
        case "says":
            tab.wait_for_message(rest)
        case "silent":
            assert rest not in page.inner_text(".said")
        case "heard":
            script = "text => document.querySelector('body > [role=status]').innerText === text"
            page.wait_for_function(script, arg=rest)
        case "focus":
            assert page.get_attribute(f"{BOARD}:focus", "data-cell") in rest.split(" or ")
        case "wait" | "gone":
            page.wait_for_selector(rest, state="attached" if verb == "wait" else "detached")
        case "see":
            page.get_by_text(rest).first.wait_for()
        case "unseen":
            page.get_by_text(rest).first.wait_for(state="hidden")
        case "fill":
            page_field(tab, subject.removesuffix(" =")).fill(value)
        case "value":
            assert page_field(tab, subject).input_value() == value
        case "link":
            page.get_by_role("link", name=rest).click()
        case "url":
            page.wait_for_url(f"**{rest}**")
        case "js":
            page.wait_for_function(BOARD_ABOVE if rest == "BOARD_ABOVE" else f"() => {rest}")
        case "size":
            width, height = map(int, rest.split())
            page.set_viewport_size({"width": width, "height": height})
        case "goto":
            page.goto("about:blank")
            page.goto(f"{tab.address}{rest}")
        case "paste":
            page.get_by_role("textbox").fill(rest)
        case "select":
            page_field(tab, subject).select_option(value)
        case "print":
            page.emulate_media(media="print")
        case "shown" | "hidden":
            assert button.is_visible() == (verb == "shown")
        case "count":
            script = "([s, n]) => document.querySelectorAll(s).length === n"
            page.wait_for_function(script, arg=[subject, int(value)])
        case "texts":
            found = page.locator(subject.removesuffix(" =")).all_text_contents()
            assert " ".join(found) == value
        case _:  # what a cell says of itself
            page.wait_for_selector(f"""[data-cell="{verb}"][aria-label$='{rest}']""")


def page_button(tab: Tab, name: str) -> Locator:
    """A button of the page; of several whose names begin alike the one with just this name."""
    found = tab.page.get_by_role("button", name=name, exact=True)
    return found if found.count() else tab.page.get_by_role("button", name=name)


def page_field(tab: Tab, label: str) -> Locator:
    """A field of the page; of several whose labels begin alike the one with just this label."""
    found = tab.page.get_by_label(label, exact=True)
    return found if found.count() else tab.page.get_by_label(label).first


def test_families_of_plug_ins_are_listed(browser: Browser, new_tab: NewTab) -> None:
    with guests() as families, hosted(PAGE, answers=True) as here:
        tab = new_tab(at=here.address)
        shown = tab.page.eval_on_selector_all(".card", "cards => cards.map(c => c.dataset.family)")
        assert shown == list(families)
        for name in families.keys() - EXAMPLES.keys():
            puzzle = families[name].example.identifier
            tab.open(puzzle)
            tab.page.wait_for_function(
                "title => document.querySelector('h1')?.innerText === title",
                arg=families[name].title,
            )
            play(tab, puzzle)
            tab.wait_for_message("Solved in")


def test_following_hints_solves_a_puzzle(new_tab: NewTab) -> None:
    """Also where a cell could hold anything: what is left there becomes a note."""
    puzzle = "power-strike:2:6,_,_,_,_"
    tab = new_tab(puzzle)
    right = solution(puzzle)
    seen = []
    while not all(tab.cell(cell).endswith(f": {right[cell]}") for cell in "2345"):
        tab.click("Next step")
        seen.append(tab.wait_for_message("Hint 3 of 3"))
        tab.click("Do it")
    tab.wait_for_message("Solved in")
    assert len(set(seen)) == len(seen)


SMALLEST = """() => Math.min(...[...document.querySelectorAll(
    ".t-mark, .t-struck, .t-pending, .t-edge, .t-tag, .edges text, .cell-line")]
    .filter(text => text.textContent.length < 5 || !text.closest(".edges")).map(text =>
    text.ownerSVGElement ? text.getScreenCTM().a * Number(text.getAttribute("font-size"))
        : parseFloat(getComputedStyle(text).fontSize)))"""
"""The size of the smallest note or name on the screen, in pixels."""


def test_notes_and_names_are_large_enough_to_read(new_tab: NewTab) -> None:
    tab = new_tab()
    for puzzle in EXAMPLES.values():
        tab.page.goto("about:blank")
        tab.open(puzzle)
        tab.click("Fill in notes")
        tab.page.wait_for_timeout(300)
        for width in (360, 768, 1280):
            tab.page.set_viewport_size({"width": width, "height": 800})
            tab.page.wait_for_function(f"() => ({SMALLEST})() >= 10.99")
    # Where they are dots on the board, the line below has them.
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.wait_for_selector(".pip")
    assert tab.wait(".cell-line") == "A1 empty, notes X 1 2 3 4 5 6"


# Help.


def test_revealed_numbers_agree_with_written_ones(new_tab: NewTab) -> None:
    """The first of 31 solutions has 56 where 60 is written."""
    several = "c-note:100:884/625/361"
    tab = new_tab(several)
    tab.press("Enter", "Enter", "Enter", "6", "0", "Enter")
    tab.click("Reveal cell")
    said = tab.wait_for_message("r2c2 is ")
    shown = int(tab.cell("2-2").split(": ")[1].split(",")[0])
    state = {"numbers": {"2-1": 60, "2-2": shown}}
    assert answer({"ask": "solve", "puzzle": several, "state": state})["agrees"]
    assert f"is {shown}." in said
    sleep(0.5)
    assert tab.page.inner_text(".said") == said
    # Nothing is revealed if no solution agrees.
    tab.click("Restart")
    empty = tab.cell("1-3")
    tab.page.locator('[data-cell="1-1"]').click()
    tab.press("8", "8", "Enter", "8", "8", "Enter")
    tab.click("Reveal cell")
    tab.wait_for_message("There are several solutions")
    assert tab.cell("1-3") == empty


def test_the_explanation_is_walked_while_the_game_waits(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.get_by_text("Explanation, step by step").click()
    tab.wait_for_message("The beginning")
    assert tab.cell("2-1").endswith(": empty")
    steps = tab.page.locator(".walk .steps li").count()
    assert steps == len(explain(PYRAMID, one_by_one=True).steps) > len(explain(PYRAMID).steps)
    while tab.page.get_by_role("button", name="Next", exact=True).count():
        tab.page.get_by_role("button", name="Next", exact=True).click()
    right = solution(PYRAMID)
    assert [tab.cell(i).split(": ")[1][0] for i in right] == [str(n) for n in right.values()]
    tab.click("Back to my game")
    assert tab.cell("2-1").endswith(": 5")
    assert tab.cell("2-2").endswith(": empty")


# Choosing and sharing.


def test_a_generated_puzzle_is_shared_by_its_link(new_tab: NewTab) -> None:
    tab = new_tab()
    card = tab.page.locator('[data-family="aztec-math"]')
    card.get_by_text("More", exact=True).click()
    card.get_by_role("spinbutton", name="Levels").fill("3")
    card.get_by_role("combobox", name="Difficulty").select_option("easy")
    card.get_by_label("Seed").fill("7")
    card.get_by_role("button", name="New puzzle").click()
    tab.wait(BOARD)
    asked = {"family": "aztec-math", "parameters": {"levels": 3}, "grade": "easy", "seed": 7}
    made = answer({"ask": "generate", **asked})
    assert tab.page.inner_text(".chip") == "easy"
    other = new_tab(made["puzzle"])
    other.page.wait_for_url(tab.page.url)  # the grade is found again and stays in the link
    assert other.page.inner_text(".chip") == "easy"
    other.page.reload()
    other.wait(".chip")
    places = [place["id"] for place in made["scene"]["places"]]
    assert [tab.cell(i) for i in places] == [other.cell(i) for i in places]


def test_what_a_link_claims_is_verified(new_tab: NewTab, carrier: str) -> None:
    """With Python in the browser when it runs: until then nothing is claimed."""
    tab = new_tab(at=carrier)
    tab.page.goto(f"{carrier}#{quote(PYRAMID, safe='')}&grade=expert&day=2026-11-15")
    tab.wait(BOARD)
    assert tab.page.locator(".chip").inner_text() in ("", "medium")
    tab.press("h")
    tab.page.wait_for_function("() => document.querySelector('.chip').innerText === 'medium'")
    tab.page.wait_for_url(f"{carrier}#{quote(PYRAMID, safe='')}&grade=medium")
    kept = answer({"ask": "today", "date": "2026-11-15", "family": "aztec-math"})
    tab.page.goto("about:blank")
    link = f"{quote(kept['puzzle'], safe='')}&grade={kept['grade']}&day=2026-11-15"
    tab.page.goto(f"{carrier}#{link}")
    tab.page.wait_for_function("() => document.querySelector('.chip')?.innerText")
    tab.page.wait_for_url(f"{carrier}#{link}")


def test_rare_grades_come_from_a_stock(new_tab: NewTab) -> None:
    stock = json.loads((PAGE / "stock.json").read_text(encoding="utf-8"))
    tab = new_tab()
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.post_data or ""))
    for family, grades in stock.items():
        for grade, puzzles in grades.items():
            assert len(set(puzzles)) == len(puzzles) >= 12
            assert quincunx_grade(puzzles[0]).grade == grade
            tab.open()
            card = tab.page.locator(f'[data-family="{family}"]')
            card.get_by_role("button", name=grade).click()
            tab.wait(BOARD)
            assert unquote(tab.page.url.partition("#")[2]).partition("&")[0] in puzzles
            assert tab.page.inner_text(".chip") == grade
    assert not [text for text in asked if '"generate"' in text]


def test_every_card_offers_grades_and_tells_which_are_rare(new_tab: NewTab) -> None:
    tab = new_tab()
    for name in EXAMPLES:
        shown = tab.page.locator(f'[data-family="{name}"] .grade').all_inner_texts()
        assert [grade.lower() for grade in shown] == ["easy", "medium", "hard", "expert"]
    grid = tab.page.locator('[data-family="c-note"]')
    grid.get_by_text("More", exact=True).click()
    grid.get_by_role("combobox", name="Difficulty").select_option("expert")
    tab.page.route("**/answer", lambda route: _held(route, "generate"))
    grid.get_by_role("button", name="New puzzle").click()
    grid.get_by_text(re.compile(r"Rare: \d+ of \d+ such puzzles")).wait_for()
    grid.get_by_text("at most 60 s").wait_for()
    grid.get_by_role("button", name="Stop").click()
    tab.page.wait_for_selector(".progress", state="detached")
    tab.page.unroute("**/answer")
    pyramid = tab.page.locator('[data-family="aztec-math"]')
    pyramid.get_by_role("button", name="expert").click()
    tab.wait(BOARD)
    assert tab.page.inner_text(".chip") == "expert"
    tab.page.route("**/answer", _without_experts)
    tab.page.goto(tab.address)
    tab.page.reload()
    tab.page.get_by_text("No expert puzzles of this kind are known").wait_for()
    assert pyramid.get_by_role("button", name="expert").is_disabled()


def _held(route: Route, kind: str) -> None:
    """Leave questions of a kind without an answer."""
    if (route.request.post_data_json or {}).get("ask") != kind:
        route.continue_()


def _without_experts(route: Route) -> None:
    """Let a family have no known puzzles of a grade."""
    if (route.request.post_data_json or {}).get("ask") != "families":
        route.continue_()
        return
    reply = answer({"ask": "families"})
    reply["families"][0]["offers"]["expert"] = None
    route.fulfill(json=reply)


def test_another_puzzle_is_a_different_one_and_the_board_stays_until_it_is_ready(
    new_tab: NewTab,
) -> None:
    tab = new_tab(PYRAMID)
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    another = tab.page.get_by_role("button", name="Another one")
    refused = {"status": 503, "body": '{"ok": false, "error": "It was not to be."}'}
    tab.expect_complaints("503")
    tab.page.route("**/answer", lambda route: route.fulfill(**refused), times=1)
    another.click()
    assert tab.wait(".message .trouble") == "It was not to be."
    assert tab.cell("2-1").endswith(": 5")
    tab.page.route("**/answer", lambda route: None, times=1)
    another.click()
    tab.click("Stop")
    another.wait_for()
    same = json.dumps(answer({"ask": "puzzle", "puzzle": PYRAMID}))
    tab.page.route("**/answer", lambda route: route.fulfill(body=same), times=2)
    another.click()
    tab.page.wait_for_function("() => document.querySelectorAll('.solved').length === 0")
    assert "aztec-math" in tab.page.url
    assert quote(PYRAMID, safe="") not in tab.page.url


def test_every_family_has_a_puzzle_today(new_tab: NewTab) -> None:
    tab = new_tab()
    today = tab.page.get_by_role("region", name="Today’s puzzles")
    titles = [family.title for family in OWN.values()]
    assert today.locator("button span").all_inner_texts() == titles
    day = tab.page.evaluate("new Date().toLocaleDateString('en-CA')")
    puzzle = answer({"ask": "today", "date": day, "family": "c-note"})
    of_grade = today.get_by_role("button", name=f"C-Note {puzzle['grade']}")
    of_grade.click()
    tab.wait(BOARD)
    address = f"{puzzle['puzzle']}&grade={puzzle['grade']}&day={day}"
    assert unquote(tab.page.url.partition("#")[2]) == address


def test_days_and_times_are_kept_and_results_shared(new_tab: NewTab, carrier: str) -> None:
    tab = new_tab(at=carrier)
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=tab.address)
    tab.page.get_by_role("link", name="Your days and times").click()
    tab.page.get_by_text("0 days in a row").wait_for()
    tab.page.get_by_role("button", name="Aztec Math").click()
    tab.wait(BOARD)
    puzzle = unquote(tab.page.url.partition("#")[2]).partition("&")[0]
    tab.page.reload()
    tab.wait(BOARD)
    tab.page.wait_for_url("**&grade=*&day=*")  # what the link claims has been verified
    play(tab, puzzle)
    tab.wait_for_message("Solved in")
    tab.press("5", "Control+z", "Control+y", "ArrowUp")
    tab.wait_for_message("Solved in")
    tab.click("Copy the result")
    tab.page.get_by_role("button", name="The result is copied.").wait_for()
    about, solved, link = tab.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert about.startswith("Quincunx · Aztec Math · ")
    assert "without help" in solved
    assert link == tab.page.url
    with tab.page.expect_download() as picture:
        tab.click("Save as picture")
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    tab.page.get_by_role("link", name="Puzzles").click()
    assert "✓" in tab.wait(".today .done")
    tab.page.get_by_role("link", name="Your days and times").click()
    tab.page.get_by_text("1 day in a row").wait_for()
    assert tab.wait(".calendar [aria-current]").endswith("✓1")
    row = tab.page.locator(".times tbody tr").inner_text().split("\t")
    assert (row[0], row[3:5]) == ("Aztec Math", ["1", "1"])


def test_the_last_of_several_links_is_shown(new_tab: NewTab) -> None:
    tab = new_tab()

    def slowly(route: Route) -> None:
        sleep(0.1)
        route.continue_()

    tab.page.route("**/answer", slowly)
    for puzzle in (PYRAMID, GRID, PYRAMID, GRID):
        tab.page.evaluate("puzzle => { location.hash = encodeURIComponent(puzzle); }", puzzle)
        tab.page.wait_for_timeout(50)
    tab.page.get_by_role("heading", name="C-Note").wait_for()
    tab.page.wait_for_load_state("networkidle")
    assert tab.page.inner_text("h1") == "C-Note"
    assert tab.page.locator(".waiting").count() == 0


def test_document_picture_and_pdf_are_downloaded(new_tab: NewTab) -> None:
    tab = new_tab(GRID)
    tab.page.get_by_text("Share and save").click()
    found = {}
    for name in ("Document (JSON)", "Picture (SVG)", "PDF"):
        with tab.page.expect_download() as download:
            tab.click(name)
        found[download.value.suggested_filename] = Path(download.value.path())
    document, picture, paper = found.values()
    puzzle = json.loads(document.read_text(encoding="utf-8"))
    assert answer({"ask": "puzzle", "puzzle": puzzle})["puzzle"] == GRID
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert [*found][2] == "c-note.pdf"
    assert "100" in PdfReader(paper).pages[0].extract_text()


def test_games_are_exported_and_imported(new_tab: NewTab, tmp_path: Path) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.click("Settings")
    with tab.page.expect_download() as found:
        tab.click("Export")
    file = tmp_path / "games.json"
    found.value.save_as(file)
    other = new_tab()
    other.click("Settings")
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.get_by_text("1 game imported.").wait_for()
    other.press("Escape")
    other.open(PYRAMID)
    assert other.cell("2-1").endswith(": 5")


def test_invalid_game_files_are_harmless(new_tab: NewTab, tmp_path: Path) -> None:
    written = {"changes": [{"patch": {"2-1": {"number": 5}}}], "at": 1, "saves": [], "revealed": []}
    tab = new_tab(PYRAMID)
    for games in (
        {"games": [], "records": [None]},
        {"games": [{"puzzle": PYRAMID, "help": {"foo": 1}}]},
        {"games": [{"puzzle": PYRAMID, "seconds": "x"}]},
        {"games": [{"puzzle": PYRAMID, "family": "aztec-math", "saves": [{"content": 7}]}]},
    ):
        tab.page.evaluate("localStorage.clear()")
        tab.page.reload()
        whole = [{**written, "help": {}, **game} for game in games["games"] if game]
        file = tmp_path / "games.json"
        settings = {"theme": "dark", "check": "sometimes"}
        file.write_text(json.dumps({"quincunx": 1, "settings": settings, **games, "games": whole}))
        tab.click("Settings")
        tab.page.locator("input[type=file]").set_input_files(file)
        tab.page.get_by_text("imported.").wait_for()
        assert tab.page.get_by_label("Colours").input_value() == "dark"
        assert tab.page.get_by_label("Check rules").input_value() == "demand"
        tab.press("Escape")
        for address, shown in (("", ".card"), (PYRAMID, BOARD)):
            tab.page.goto("about:blank")
            tab.open(address)
            tab.page.reload()
            tab.wait(shown)


# Building puzzles, and teaching.


TYPED = {
    "aztec-math": "aztec-math:5/__/8_9/____/3_4_5",
    "c-note": "c-note:100:427/286/967",
    "multi-balance": LARGE_BOARD,
    "power-strike": "power-strike:4:3635,_,_,_,_,_,_,_",
    "sum-star": "sum-star:0.0=23,30,24,9,2,13/1.0=1,2,8,28,24,30/0.1=24,28,24,8,2,9@__3__________",
}
"""A puzzle of each family that is as large as the editor's empty board."""


@pytest.mark.parametrize("family", EXAMPLES)
def test_every_family_can_be_edited(new_tab: NewTab, family: str) -> None:
    puzzle = TYPED[family]
    empty = answer({"ask": "blank", "family": family})["fields"]
    wanted = answer({"ask": "blank", "puzzle": puzzle})["fields"]
    tab = new_tab()
    tab.page.goto(f"{tab.address}#edit")
    tab.wait(BOARD)
    tab.page.get_by_text("Begin with an empty board").click()
    tab.page.get_by_label("Puzzle").select_option(family)
    tab.page.locator(".editing .play").evaluate("one => one.classList.add('first')")
    tab.click("Empty board")
    tab.page.wait_for_selector(".first", state="detached")
    tab.wait(BOARD)
    symbols = answer({"ask": "blank", "family": family})["scene"]["meanings"]
    for symbol in {"#", "×"} & symbols.keys():
        assert symbols[symbol] in tab.page.inner_text(".legend") or symbol == "×"
    for before, after in zip(empty, wanted, strict=True):
        if before["value"] == after["value"]:
            continue
        typed = before["empty"] if after["value"] is None else str(after["value"])
        if after["cell"]:
            tab.page.locator(f'[data-cell="{after["cell"]}"]').click()
            tab.press(*(typed or ["Delete"]))
        else:
            tab.page.locator(".clues").get_by_label(after["name"], exact=True).fill(typed or "")
    tab.wait(".verdict[data-verdict=unique]")
    tab.page.get_by_role("link", name="Play it").click()
    tab.wait(".puzzle-title")
    assert unquote(tab.page.url.partition("#")[2]).partition("&")[0] == puzzle


def test_the_search_lab_shows_each_row_as_soon_as_it_is_known(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("link", name="Search lab").click()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if (route.request.post_data_json or {}).get("order") == "max":
            held.append(route)
        else:
            route.continue_()

    tab.page.route("**/answer", hold)
    tab.click("Compare")
    tab.page.get_by_text("Searching our model, all values: max …").wait_for()
    assert tab.page.locator(".heat tbody tr").count() == 2
    bar = tab.page.locator("main progress")
    assert bar.evaluate("bar => [bar.value, bar.max]") == [2, len(VARIABLE_ORDERS)]
    held[0].continue_()
    tab.wait(".tree")
    assert tab.page.locator(".heat tbody tr").count() == len(VARIABLE_ORDERS)
    assert bar.count() == 0


# Everyone.


@pytest.mark.parametrize("family", EXAMPLES)
def test_a_puzzle_is_played_to_the_end_by_touch(new_tab: NewTab, family: str) -> None:
    """The rules come first, once, and the keys are always within reach."""
    puzzle = EXAMPLES[family] if verdict(EXAMPLES[family]) == "unique" else GRID
    tab = new_tab(puzzle, viewport=PHONE, **TOUCH)
    sheet = tab.page.get_by_role("dialog")
    assert OWN[family].rules in sheet.inner_text()
    sheet.get_by_role("button", name="Play").tap()
    keys = tab.page.get_by_role("group", name="Keypad")
    words = answer({"ask": "puzzle", "puzzle": puzzle})["scene"]["words"]
    for name, number in solution(puzzle).items():
        if tab.page.get_attribute(f'[data-cell="{name}"]', "aria-readonly") == "true":
            continue
        tab.page.locator(f'[data-cell="{name}"]').tap()
        for key in [words[str(number)]] if str(number) in words else str(number):
            keys.get_by_role("button", name=key, exact=True).tap()
    tab.wait_for_message("Solved in")
    tab.page.mouse.wheel(0, 3000)
    tab.page.wait_for_timeout(200)
    box = keys.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"]
    tab.page.reload()
    tab.wait(BOARD)
    assert sheet.count() == 0


SMALL_TARGETS = """() => [...document.querySelectorAll(
        "button:not(.name), summary, select, input:not([type=checkbox], .unseen), a:not(p > a)")]
    .filter(one => one.checkVisibility() && one.offsetHeight > 1)
    .map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
    .filter(([, box]) => box.right > 0 && (box.height < 39.5 || box.width < 39.5))
    .map(([text, box]) => [text, box.width, box.height])"""


def test_targets_are_large_enough_for_fingers(new_tab: NewTab) -> None:
    tab = new_tab(viewport=PHONE)
    tab.page.get_by_text("More", exact=True).first.click()
    assert tab.page.evaluate(SMALL_TARGETS) == []
    for puzzle in (PYRAMID, GRID):
        tab.page.goto("about:blank")
        tab.open(puzzle)
        tab.press("Escape")
        for summary in tab.page.locator("summary").all():
            summary.click()
        assert tab.page.evaluate(SMALL_TARGETS) == []
    tab.click("Settings")
    assert tab.page.evaluate(SMALL_TARGETS) == []


SMALLEST_CELL = """() => Math.min(...[...document.querySelectorAll("[role=gridcell] .face")]
    .map(face => face.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]))"""


@pytest.mark.parametrize("puzzle", [*EXAMPLES.values(), LARGE_BOARD, LONG_RING])
def test_cells_are_large_enough_for_fingers(new_tab: NewTab, puzzle: str) -> None:
    """Where such a board does not fit, it is scrolled; the whole of it is seen on request."""
    tab = new_tab(puzzle, viewport=PHONE, **TOUCH)
    tab.press("Escape")
    for width, height in ((768, 1024), (740, 360), (360, 740)):
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_function(f"() => ({SMALLEST_CELL})() >= 40")
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    last = tab.page.locator("[role=gridcell][aria-readonly=false]").last
    holder = tab.page.locator(".board-holder")
    whole = tab.page.get_by_role("button", name="Whole board")
    if whole.count():
        whole.tap()
        for side, size in (("Width", "width"), ("Height", "height")):
            assert holder.evaluate(f"one => one.scroll{side} - one.client{side}") <= 1, size
    last.tap()
    tab.page.wait_for_function(f"() => ({SMALLEST_CELL})() >= 40")
    assert last.evaluate("cell => cell === document.activeElement")
    seen, around = last.bounding_box(), holder.bounding_box()
    assert seen is not None
    assert around is not None
    assert around["x"] <= seen["x"]
    assert seen["x"] + seen["width"] <= around["x"] + around["width"]
    assert seen["y"] + seen["height"] <= around["y"] + around["height"]


def test_the_page_fits_every_window(new_tab: NewTab) -> None:
    """A phone, a tablet, a desk, or a window of 1280 pixels at 200 % and at 400 %."""
    tab = new_tab()
    pages = {"": ".card", f"edit={GRID}": "[data-verdict]", f"teach={GRID}": "main button"}
    for address, shown in {**pages, **dict.fromkeys(EXAMPLES.values(), ".keypad")}.items():
        tab.page.goto("about:blank")
        tab.page.goto(f"{tab.address}#{quote(address)}")
        tab.wait(shown)
        for width in (1280, 768, 640, 360, 320):
            tab.page.set_viewport_size({"width": width, "height": 640})
            wide = tab.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, address


@pytest.mark.parametrize(
    ("viewport", "motion"), [(PHONE, "reduce"), ({"width": 1280, "height": 900}, "no-preference")]
)
def test_hints_and_success_do_not_shift_the_layout(
    new_tab: NewTab, viewport: dict[str, int], motion: str
) -> None:
    tab = new_tab(PYRAMID, viewport=viewport, reduced_motion=motion)
    tab.press("Escape")  # closes the rules on a phone

    def where() -> list[Any]:
        return [tab.page.locator(part).bounding_box() for part in (".board", ".pad")]

    before = where()
    tab.press("h")
    tab.wait_for_message("Hint 1 of 3")
    assert where() == before
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    assert where() == before
    assert tab.page.locator(".board.solved").count() == 1
    assert bool(tab.page.locator(".dots").count()) == (motion != "reduce")


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script that finds what keeps people out; npm brings it."""
    folder = tmp_path_factory.mktemp("axe")
    command = ["npm", "pack", "--silent", "axe-core@4.10.3"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        missing("axe-core (npm pack axe-core)")
    with tarfile.open(next(folder.glob("*.tgz"))) as package:
        member = package.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


def violations(tab: Tab, axe: str, scheme: str) -> list[str]:
    """What axe finds fault with; in the dark only colours are others."""
    tab.page.evaluate(axe)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if scheme == "dark":
        options["runOnly"] = ["color-contrast"]
    found = tab.page.evaluate("options => axe.run(options)", options)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible(new_tab: NewTab, axe: str, scheme: str) -> None:
    tab = new_tab(color_scheme=scheme)

    def inspect(shown: str = "", message: str = "") -> None:
        if shown:
            tab.wait(shown)
        if message:
            tab.wait_for_message(message)
        assert violations(tab, axe, scheme) == []

    tab.page.get_by_text("Published puzzles").click()
    inspect(".shelf")
    for puzzle in EXAMPLES.values():
        tab.open(puzzle)
        inspect(".keypad")
    tab.open(GRID)
    tab.page.wait_for_function("() => document.querySelector('h1')?.innerText === 'C-Note'")
    tab.press("9", "9", "Enter", "m", "5", ",", "c")
    inspect(message="expected a number with")
    tab.page.get_by_text("Explanation, step by step").click()
    inspect(message="The beginning")
    tab.click("Settings")
    inspect()
    tab.press("Escape")
    tab.page.goto(f"{tab.address}#days")
    inspect(".calendar")
    tab.page.goto(f"{tab.address}#{quote(GRID)}")
    inspect(".keypad")
    tab.page.get_by_role("link", name="Editor").click()
    inspect(".verdict[data-verdict=unique]")
    tab.page.get_by_role("link", name="Search lab").click()
    tab.click("Compare")
    inspect(".tree")


@pytest.mark.parametrize("how", ["stop", "leave", "close"])
def test_unneeded_questions_are_cancelled(new_tab: NewTab, idle: Served, how: str) -> None:
    tab = new_tab()
    card = tab.page.locator('[data-family="sum-star"]')
    card.get_by_text("More", exact=True).click()
    card.get_by_label("Arrangement").fill("flower")
    card.get_by_role("spinbutton", name="Givens").fill("0")
    card.get_by_role("button", name="New puzzle").click()
    wait_until(idle.busy)
    if how == "stop":
        card.get_by_role("button", name="Stop").click()
    elif how == "leave":
        tab.page.evaluate("puzzle => { location.hash = puzzle; }", PYRAMID)
        tab.wait(BOARD)
    else:
        tab.page.close()
    wait_until(lambda: not idle.busy())


def test_a_newer_question_cancels_the_older(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    held: list[Route] = []
    tab.page.route("**/answer", lambda route: held.append(route))
    tab.press("h")
    tab.wait_for_message("Thinking")
    with tab.page.expect_event("requestfailed") as failed:
        tab.press("h")
    assert failed.value.post_data == held[0].request.post_data
    tab.page.unroute("**/answer")


def test_a_refused_question_is_asked_again_and_an_unreachable_server_reported(
    new_tab: NewTab,
) -> None:
    tab = new_tab()
    tab.expect_complaints("429")
    sent_away: list[Route] = []

    def send_away(route: Route) -> None:
        sent_away.append(route)
        route.fulfill(status=429, headers={"Retry-After": "0"}, body="{}")

    tab.page.route("**/answer", send_away, times=2)
    tab.open(PYRAMID)
    tab.press("h")
    tab.wait_for_message("Hint 1 of 3")
    assert len(sent_away) == 2
    tab.expect_complaints("ERR_FAILED")
    tab.page.route("**/answer", lambda route: route.abort())
    tab.click("Tell me more")
    tab.wait_for_message("The program does not answer")
    tab.page.unroute("**/answer")
    tab.press("h")
    tab.wait_for_message("Hint")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_selected_and_wrong_cells_look_different(new_tab: NewTab, scheme: str) -> None:
    """By their colours, and by their lines for those who do not see the colours."""
    tab = new_tab(GRID, color_scheme=scheme)
    tab.press("9", "9")
    lines = [
        tab.page.locator(line).first.evaluate(
            "one => [getComputedStyle(one).stroke, getComputedStyle(one).strokeDasharray]"
        )
        for line in (".ring", ".line-wrong")
    ]
    (ring, solid), (wrong, dashed) = lines
    assert (solid, dashed) == ("none", "2px, 5px")
    hues = [
        rgb_to_hls(*(int(part) for part in re.findall(r"\d+", one)))[0] for one in (ring, wrong)
    ]
    apart = abs(hues[0] - hues[1])
    assert min(apart, 1 - apart) > 0.15
