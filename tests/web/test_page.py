"""The page, as a visitor with a keyboard, a finger or a screen reader has it.

Everything is done in a real browser, against `quincunx serve`.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import pytest
from pypdf import PdfReader

from quincunx.families import all_families
from quincunx.web import answer
from tests.families.guests import guests
from tests.web.browser import Seat, Tab, missing, play, served_from_here, solution
from tests.web.serving import Served, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

PYRAMID = "aztec-math:8/__/_9_/8__2"
GRID = "c-note:100:878/312/272"
EXAMPLES = {name: family.example.identifier for name, family in all_families().items()}
PHONE = {"width": 360, "height": 740}
TOUCH = {"has_touch": True, "is_mobile": True}

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


# Playing.


@pytest.mark.parametrize("family", EXAMPLES)
def test_a_puzzle_is_played_to_the_end_with_the_keyboard(new_tab: NewTab, family: str) -> None:
    tab = new_tab(EXAMPLES[family])
    play(tab, EXAMPLES[family])
    assert "without help" in tab.wait_for_message("Solved in")
    assert "solved" in (tab.page.get_attribute(".board", "class") or "")


def test_families_of_plug_ins_are_listed(browser: Browser, new_tab: NewTab) -> None:
    with guests() as families, served_from_here() as here:
        tab = new_tab(at=here)
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


def test_undo_redo_and_history(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5", "Enter", "3")
    assert tab.cell("2-1").endswith(": 5")
    tab.press("Control+z", "Control+z")
    assert tab.cell("2-1").endswith(": empty")
    tab.press("Control+y")
    assert tab.cell("2-1").endswith(": 5")
    assert tab.cell("2-2").endswith(": empty")
    tab.page.get_by_role("slider").fill("2")
    assert tab.cell("2-2").endswith(": 3")
    tab.page.get_by_role("slider").fill("0")
    assert tab.cell("2-1").endswith(": empty")


def test_following_hints_solves_a_puzzle(new_tab: NewTab) -> None:
    """Also where a cell could hold anything: what is left there becomes a note."""
    puzzle = "power-strike:2:6,_,_,_,_"
    tab = new_tab(puzzle)
    right = solution(puzzle)
    seen = []
    while not all(tab.cell(cell).endswith(f": {right[cell]}") for cell in "2345"):
        tab.page.get_by_role("button", name="Next step").click()
        seen.append(tab.wait_for_message("Hint 3 of 3"))
        tab.page.get_by_role("button", name="Do it").click()
    tab.wait_for_message("Solved in")
    assert len(set(seen)) == len(seen)


def test_a_number_of_several_digits_is_one_step(new_tab: NewTab) -> None:
    tab = new_tab(GRID)
    tab.press("8", "5", "Enter", "7", "Control+z")
    assert tab.cell("1-1").endswith(": 85")
    tab.press("Control+z")
    assert tab.cell("1-1").endswith(": 8")


def test_arrow_keys_go_where_they_point(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("ArrowRight", "ArrowDown", "ArrowDown")
    selected = tab.page.get_attribute("[role=gridcell]:focus", "data-cell")
    assert selected in ("4-2", "4-3")
    tab.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
    assert tab.page.get_attribute("[role=gridcell]:focus", "data-cell") == "1-1"


def test_notes_and_what_is_ruled_out(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("m", "3", "5", "7")
    assert tab.cell("2-1").endswith("notes 3 5 7")
    tab.press("5")
    assert tab.cell("2-1").endswith("notes 3 7")
    tab.press("m", "7")
    assert tab.cell("2-1").endswith("notes 3")
    tab.press("ArrowRight", "4")
    assert tab.cell("2-2").endswith("not 4")
    assert tab.page.inner_text(".modes [aria-pressed=true]") == "Rule out"
    tab.press("m", "5", "Delete")
    assert tab.cell("2-2").endswith(": empty")


def test_notes_of_several_digits(new_tab: NewTab) -> None:
    tab = new_tab(GRID)
    tab.press("m", "8", "5", ",", "8", "ArrowRight")
    assert tab.cell("1-1").endswith("notes 8 85")


def test_a_new_number_removes_notes_that_it_rules_out(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.get_by_label("Remove notes").check()
    tab.press("Escape")
    tab.page.locator('[data-cell="2-2"]').click()
    tab.press("m", "3", "5", "ArrowLeft", "m", "m", "5")
    tab.page.wait_for_selector('[data-cell="2-2"][aria-label$="notes 3"]')
    tab.press("Control+z")
    assert tab.cell("2-2").endswith("notes 3 5")


def test_a_savepoint_is_restored(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.get_by_text("Savepoints").click()
    tab.page.get_by_role("button", name="Save this point").click()
    tab.page.locator('[data-cell="2-2"]').click()
    tab.press("9")
    tab.page.get_by_role("button", name="Go back").click()
    assert tab.cell("2-1").endswith(": 5")
    assert tab.cell("2-2").endswith(": empty")
    tab.page.get_by_role("button", name="Undo").click()
    assert tab.cell("2-2").endswith(": 9")


def test_a_game_is_there_again_after_the_tab_was_closed(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5", "Enter", "3")
    context = tab.page.context
    tab.page.close(run_before_unload=False)
    again = Tab(context.new_page(), tab.address)
    again.open()
    again.page.get_by_role("link", name="Aztec Math").click()
    again.page.wait_for_selector("[role=gridcell]")
    assert again.cell("2-2").endswith(": 3")
    again.page.get_by_role("button", name="Undo").click()
    assert again.cell("2-2").endswith(": empty")


def test_an_idle_tab_overwrites_nothing(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    other = Tab(tab.page.context.new_page(), tab.address)
    other.open(PYRAMID)
    other.press("Enter", "3", "Enter", "1")
    tab.page.wait_for_selector('[data-cell="3-1"][aria-label$=": 1"]')
    tab.page.get_by_role("link", name="Puzzles").click()
    tab.page.get_by_text("3 steps").wait_for()
    other.page.reload()
    other.page.wait_for_selector("[role=gridcell]")
    assert other.cell("2-2").endswith(": 3")


def test_a_frozen_tab_overwrites_nothing(new_tab: NewTab) -> None:
    """A tab that the browser had frozen: it gets no storage events."""
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.evaluate(
        """() => {
            const [key] = Object.keys(localStorage);
            const game = JSON.parse(localStorage.getItem(key));
            game.changes.push({ patch: { "2-2": { number: 3 } }, what: "", typing: "" });
            localStorage.setItem(key, JSON.stringify({ ...game, at: 2 }));
        }"""
    )
    tab.page.wait_for_function("() => document.querySelector('[role=timer]').innerText !== '0:00'")
    tab.page.get_by_role("link", name="Puzzles").click()
    tab.page.get_by_text("2 steps").wait_for()


def test_a_puzzle_that_is_solved_in_one_tab_is_solved_in_all(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    other = Tab(tab.page.context.new_page(), tab.address)
    other.open(PYRAMID)
    play(other, PYRAMID)
    other.wait_for_message("Solved in")
    tab.wait_for_message("Solved in")
    kept = other.page.evaluate("JSON.parse(localStorage.getItem('quincunx.records')).length")
    assert kept == 1


def test_a_restarted_puzzle_stays_restarted(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    tab.page.get_by_role("button", name="Restart").click()
    assert tab.cell("2-1").endswith(": empty")
    tab.page.reload()
    tab.page.wait_for_selector("[role=gridcell]")
    assert tab.cell("2-1").endswith(": empty")


# Help.


def test_a_hint_says_more_at_each_level(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("h")
    first = tab.wait_for_message("Hint 1 of 3")
    assert "Look at" in first
    assert tab.page.locator(".line-look").count() > 0
    tab.page.get_by_role("button", name="Tell me more").click()
    second = tab.wait_for_message("Hint 2 of 3")
    tab.page.get_by_role("button", name="Tell me more").click()
    third = tab.wait_for_message("Hint 3 of 3")
    assert len({first, second, third}) == 3
    assert tab.page.locator(".line-found").count() > 0
    tab.page.get_by_role("button", name="Do it").click()
    tab.page.wait_for_function(
        "() => document.querySelector('.history output').innerText === '1 of 1'"
    )
    assert "1 hint" in tab.page.inner_text(".used")


def test_mistakes_are_found_on_request(new_tab: NewTab) -> None:
    tab = new_tab(GRID)
    tab.press("8", "5", "Enter", "7", "Enter", "9", "8")
    tab.press("c")
    said = tab.wait_for_message("broken")
    assert "row 1" in said.lower()
    assert tab.page.locator(".badge").count() > 0
    assert "breaks a rule" in tab.cell("1-3")


def test_mistakes_are_found_while_playing(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.get_by_label("Check rules").select_option("live")
    tab.press("Escape")
    tab.page.locator('[data-cell="2-1"]').click()
    tab.press("5", "ArrowRight", "5")
    tab.wait_for_message("broken")
    tab.press("Control+z")
    tab.page.wait_for_selector(".badge", state="detached")


def test_no_checks_are_offered_when_they_are_off(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    check = tab.page.get_by_role("button", name="Check")
    assert check.is_visible()
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.get_by_label("Check rules").select_option("off")
    tab.press("Escape")
    assert not check.is_visible()


def test_a_cell_and_the_whole_solution_are_shown_and_noted(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("button", name="Reveal cell").click()
    tab.page.wait_for_selector('[data-cell="2-1"][aria-label*=": 5"]')
    tab.page.get_by_role("button", name="Solve").click()
    tab.page.get_by_role("button", name="Show it").click()
    assert "the solution shown" in tab.wait_for_message("Solved in")


def test_a_removed_revealed_number_is_not_counted_as_revealed(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("button", name="Reveal cell").click()
    tab.page.wait_for_selector('[data-cell="2-1"][aria-label$=": 5, revealed"]')
    tab.press("Control+z")
    assert tab.cell("2-1").endswith(": empty")
    tab.press("7")
    assert tab.cell("2-1").endswith(": 7")


def test_revealed_numbers_agree_with_written_ones(new_tab: NewTab) -> None:
    """The first of 31 solutions has 56 where 60 is written."""
    several = "c-note:100:884/625/361"
    tab = new_tab(several)
    tab.press("Enter", "Enter", "Enter", "6", "0", "Enter")
    tab.page.get_by_role("button", name="Reveal cell").click()
    said = tab.wait_for_message("olumn 2 is ")
    shown = int(tab.cell("2-2").split(": ")[1].split(",")[0])
    state = {"numbers": {"2-1": 60, "2-2": shown}}
    assert answer({"ask": "solve", "puzzle": several, "state": state})["agrees"]
    assert f"is {shown}." in said
    sleep(0.5)
    assert tab.page.inner_text(".said") == said


def test_nothing_is_revealed_if_no_solution_agrees(new_tab: NewTab) -> None:
    tab = new_tab("c-note:100:884/625/361")
    empty = tab.cell("1-3")
    tab.press("8", "8", "Enter", "8", "8", "Enter")
    tab.page.get_by_role("button", name="Reveal cell").click()
    tab.wait_for_message("There are several solutions")
    assert tab.cell("1-3") == empty


def test_the_explanation_is_walked_while_the_game_waits(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.get_by_text("The whole way, explained").click()
    tab.wait_for_message("The beginning")
    assert tab.cell("2-1").endswith(": empty")
    while tab.page.get_by_role("button", name="Next", exact=True).count():
        tab.page.get_by_role("button", name="Next", exact=True).click()
    right = solution(PYRAMID)
    assert [tab.cell(i).split(": ")[1][0] for i in right] == [str(n) for n in right.values()]
    tab.page.get_by_role("button", name="Back to my game").click()
    assert tab.cell("2-1").endswith(": 5")
    assert tab.cell("2-2").endswith(": empty")


# Choosing and sharing.


def test_a_generated_puzzle_is_shared_by_its_link(new_tab: NewTab) -> None:
    tab = new_tab()
    card = tab.page.locator('[data-family="aztec-math"]')
    card.get_by_text("Size, difficulty, seed").click()
    card.get_by_role("spinbutton", name="Levels").fill("3")
    card.get_by_label("Difficulty").select_option("easy")
    card.get_by_label("Seed").fill("7")
    card.get_by_role("button", name="New puzzle").click()
    tab.page.wait_for_selector("[role=gridcell]")
    made = answer(
        {
            "ask": "generate",
            "family": "aztec-math",
            "parameters": {"levels": 3},
            "grade": "easy",
            "seed": 7,
        }
    )
    assert tab.page.inner_text(".chip") == "easy"
    other = new_tab(made["puzzle"])
    assert other.page.url == tab.page.url
    places = [place["id"] for place in made["scene"]["places"]]
    assert [tab.cell(i) for i in places] == [other.cell(i) for i in places]


def solved(new_tab: NewTab) -> Tab:
    """A tab in which a puzzle is just solved."""
    tab = new_tab(PYRAMID)
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    return tab


def test_another_puzzle_is_a_different_one(new_tab: NewTab) -> None:
    tab = solved(new_tab)
    same = json.dumps(answer({"ask": "puzzle", "puzzle": PYRAMID}))
    tab.page.route("**/answer", lambda route: route.fulfill(body=same), times=2)
    tab.page.get_by_role("button", name="Another one").click()
    tab.page.wait_for_function("() => document.querySelectorAll('.solved').length === 0")
    assert "aztec-math" in tab.page.url
    assert not tab.page.url.endswith(quote(PYRAMID, safe=""))


def test_the_board_stays_until_the_next_is_ready(new_tab: NewTab) -> None:
    tab = solved(new_tab)
    another = tab.page.get_by_role("button", name="Another one")
    refused = {"status": 503, "body": '{"ok": false, "error": "It was not to be."}'}
    tab.expect_complaints("503")
    tab.page.route("**/answer", lambda route: route.fulfill(**refused), times=1)
    another.click()
    assert tab.wait(".message .trouble") == "It was not to be."
    assert tab.cell("2-1").endswith(": 5")
    tab.page.route("**/answer", lambda route: None, times=1)
    another.click()
    tab.page.get_by_role("button", name="Stop").click()
    another.wait_for()
    another.click()
    tab.page.wait_for_function("() => document.querySelectorAll('.solved').length === 0")


def test_every_family_has_a_puzzle_today(new_tab: NewTab) -> None:
    tab = new_tab()
    today = tab.page.get_by_role("region", name="Today’s puzzles")
    titles = [family.title for family in all_families().values()]
    assert today.get_by_role("button").all_inner_texts() == titles
    with tab.page.expect_request("**/answer") as asked:
        today.get_by_role("button", name="C-Note").click()
    tab.page.wait_for_selector("[role=gridcell]")
    puzzle = answer(asked.value.post_data_json)
    assert (puzzle["family"], puzzle["date"][:2]) == ("c-note", "20")
    assert unquote(tab.page.url.partition("#")[2]) == puzzle["puzzle"]


def test_a_puzzle_that_is_pasted(new_tab: NewTab) -> None:
    tab = new_tab()
    tab.page.get_by_role("textbox").fill('{"family": "c-note", "target": 9, "grid": [[1,2],[3,4]]}')
    tab.page.get_by_role("button", name="Open").click()
    tab.page.wait_for_selector("[role=gridcell]")
    assert tab.page.url.endswith("#c-note%3A9%3A12%2F34")
    tab.open()
    tab.page.get_by_role("textbox").fill(f"‘{tab.address}#edit=c-note%3A9%3A12%2F34’")
    tab.page.get_by_role("button", name="Open").click()
    tab.page.wait_for_selector("[role=gridcell]")
    tab.open()
    tab.page.get_by_role("textbox").fill("c-note:9:12/3")
    tab.page.get_by_role("button", name="Open").click()
    assert "row 2" in tab.wait(".trouble")


def test_an_invalid_link_is_explained(new_tab: NewTab) -> None:
    tab = new_tab()
    tab.page.goto(f"{tab.address}#chess%3Ae4")
    assert "unknown family" in tab.wait("[role=alert]")


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


def test_downloads(new_tab: NewTab) -> None:
    tab = new_tab(GRID)
    tab.page.get_by_text("Share and save").click()
    with tab.page.expect_download() as found:
        tab.page.get_by_role("button", name="Document (JSON)").click()
    document = json.loads(Path(found.value.path()).read_text(encoding="utf-8"))
    assert answer({"ask": "puzzle", "puzzle": document})["puzzle"] == GRID
    with tab.page.expect_download() as found:
        tab.page.get_by_role("button", name="Picture (SVG)").click()
    assert "<svg" in Path(found.value.path()).read_text(encoding="utf-8")
    with tab.page.expect_download() as found:
        tab.page.get_by_role("button", name="PDF").click()
    assert found.value.suggested_filename == "c-note.pdf"
    assert "100" in PdfReader(found.value.path()).pages[0].extract_text()


def test_games_are_exported_and_imported(new_tab: NewTab, tmp_path: Path) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.get_by_role("button", name="Settings").click()
    with tab.page.expect_download() as found:
        tab.page.get_by_role("button", name="Export").click()
    file = tmp_path / "games.json"
    found.value.save_as(file)
    other = new_tab()
    other.page.get_by_role("button", name="Settings").click()
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.get_by_text("1 game taken in.").wait_for()
    other.press("Escape")
    other.open(PYRAMID)
    assert other.cell("2-1").endswith(": 5")


@pytest.mark.parametrize(
    "games",
    [
        {"games": [], "records": [None]},
        {"games": [{"puzzle": PYRAMID, "help": {"foo": 1}}]},
        {"games": [{"puzzle": PYRAMID, "seconds": "x"}]},
        {"games": [{"puzzle": PYRAMID, "family": "aztec-math", "saves": [{"content": 7}]}]},
    ],
)
def test_invalid_game_files_are_harmless(
    new_tab: NewTab, tmp_path: Path, games: dict[str, Any]
) -> None:
    written = {"changes": [{"patch": {"2-1": {"number": 5}}}], "at": 1, "saves": [], "revealed": []}
    whole = [{**written, "help": {}, **game} for game in games["games"]]
    file = tmp_path / "games.json"
    settings = {"theme": "dark", "check": "sometimes"}
    file.write_text(json.dumps({"quincunx": 1, "settings": settings, **games, "games": whole}))
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.locator("input[type=file]").set_input_files(file)
    tab.page.get_by_text("taken in.").wait_for()
    assert tab.page.get_by_label("Colours").input_value() == "dark"
    assert tab.page.get_by_label("Check rules").input_value() == "demand"
    tab.press("Escape")
    for address in ("", PYRAMID):
        tab.open(address)
        tab.page.reload()
        tab.page.wait_for_selector(".card" if address == "" else "[role=gridcell]")


# Building puzzles, and teaching.


def test_a_puzzle_is_edited_until_it_has_one_solution(new_tab: NewTab) -> None:
    tab = new_tab()
    tab.page.get_by_role("link", name="Editor").click()
    tab.page.get_by_role("spinbutton", name="Levels").fill("3")
    tab.page.get_by_role("button", name="Empty board").click()
    tab.wait(".verdict[data-verdict=multiple]")
    assert tab.page.locator(".pair svg").count() == 2
    tab.page.locator('[data-cell="2-1"]').click()
    tab.press("9", "Enter", "5")
    tab.page.locator('[data-cell="3-1"]').click()
    tab.press("4")
    tab.wait(".verdict[data-verdict=unique]")
    tab.page.get_by_text("Difficulty: easy").wait_for()
    tab.page.get_by_role("link", name="Play it").click()
    tab.page.wait_for_selector(".keypad")
    assert tab.page.url.endswith("#aztec-math%3A_%2F95%2F4__")


@pytest.mark.parametrize("family", EXAMPLES)
def test_every_family_can_be_edited(new_tab: NewTab, family: str) -> None:
    """What was made to order is typed into an empty board."""
    empty = answer({"ask": "blank", "family": family})["fields"]
    wanted: list[dict[str, Any]] = []
    for seed in range(5, 50):  # until one is as large as the empty board
        made = answer({"ask": "generate", "family": family, "seed": seed})["puzzle"]
        wanted = answer({"ask": "blank", "puzzle": made})["fields"]
        if len(wanted) == len(empty):
            break
    tab = new_tab()
    tab.page.goto(f"{tab.address}#edit")
    tab.page.get_by_label("Puzzle").select_option(family)
    tab.page.get_by_role("button", name="Empty board").click()
    tab.page.wait_for_selector("[role=gridcell]")
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
    tab.page.wait_for_selector(".puzzle-title")
    assert unquote(tab.page.url.partition("#")[2]) == made


def test_a_clue_that_several_parts_share_is_typed_once(new_tab: NewTab) -> None:
    tab = new_tab()
    tab.page.goto(f"{tab.address}#edit={EXAMPLES['sum-star']}")
    tab.wait(".verdict[data-verdict=unique]")
    clues = tab.page.locator(".clues")
    assert clues.get_by_role("textbox").count() == 13
    shared = clues.get_by_label("triangle at A3/B11", exact=True)
    assert shared.input_value() == "33"
    tab.page.locator(".t-on-solid", has_text="33").click(force=True)
    assert shared.evaluate("input => input === document.activeElement"), "a click leads there"
    around = tab.page.locator(".cell.look").evaluate_all("all => all.map(c => c.dataset.cell)")
    assert set(around) == {"1-2", "1-3", "1-4", "2-10", "2-11", "2-12"}
    shared.fill("")
    tab.wait(".verdict[data-verdict=unique], .verdict[data-verdict=multiple]")
    tab.page.wait_for_url("**0.0%3D6%2C_%2C45**1.0%3D15%2C3%2C7%2C11%2C45%2C_**")
    assert tab.page.locator(".editing .trouble").inner_text() == ""


@pytest.mark.parametrize(("typed", "expected"), [("abc", "is 'abc'"), ("", "is ''")])
def test_an_invalid_clue_is_not_judged_as_the_previous_one(
    new_tab: NewTab, typed: str, expected: str
) -> None:
    tab = new_tab()
    tab.page.goto(f"{tab.address}#edit={quote(GRID)}")
    tab.wait(".verdict[data-verdict=unique]")
    target = tab.page.get_by_role("textbox", name="target")
    target.fill(typed)
    tab.page.get_by_text(f"target {expected}, expected a whole number").wait_for()
    assert tab.page.locator(".verdict").inner_text() == ""
    assert target.get_attribute("aria-invalid") == "true"
    target.fill("00100")
    tab.wait(".verdict[data-verdict=unique]")
    target.blur()
    assert target.input_value() == "100"


def test_the_editor_says_which_rules_clash(new_tab: NewTab) -> None:
    tab = new_tab()
    tab.page.goto(f"{tab.address}#edit=c-note%3A100%3A878%2F312%2F272")
    tab.wait(".verdict[data-verdict=unique]")
    tab.page.get_by_role("textbox", name="target").fill("2")
    tab.wait(".verdict[data-verdict=none]")
    tab.page.get_by_role("button", name="Undo").click()
    tab.wait(".verdict[data-verdict=unique]")


def test_the_search_lab_draws_a_table_and_a_tree(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_role("link", name="Search lab").click()
    tab.page.get_by_role("button", name="Compare").click()
    assert tab.wait(".heat td") == "4 of 10"
    assert tab.page.locator(".tree .node").count() > 0
    tab.page.get_by_label("Model").select_option("paper")
    tab.page.get_by_role("button", name="Compare").click()
    tab.page.get_by_text("the program that the paper prints, with only").wait_for()


# Everyone.


def test_the_page_works_with_touch(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID, viewport=PHONE, **TOUCH)
    for name, number in solution(PYRAMID).items():
        if tab.page.get_attribute(f'[data-cell="{name}"]', "aria-readonly") == "true":
            continue
        tab.page.locator(f'[data-cell="{name}"]').tap()
        tab.page.get_by_role("group", name="Keypad").get_by_role(
            "button", name=str(number), exact=True
        ).tap()
    tab.wait_for_message("Solved in")


def test_the_page_fits_a_small_window(new_tab: NewTab) -> None:
    """A phone, or a window of 1280 pixels at 200 % and at 400 %."""
    tab = new_tab()
    for address in ("", *EXAMPLES.values(), f"edit={GRID}", f"teach={GRID}"):
        tab.page.goto(f"{tab.address}#{quote(address)}")
        tab.page.wait_for_selector("main h1")
        tab.page.wait_for_load_state("networkidle")
        for width in (640, 360, 320):
            tab.page.set_viewport_size({"width": width, "height": 640})
            wide = tab.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, address


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}])
def test_hints_and_success_do_not_shift_the_layout(
    new_tab: NewTab, viewport: dict[str, int]
) -> None:
    tab = new_tab(PYRAMID, viewport=viewport)

    def where() -> list[Any]:
        return [tab.page.locator(part).bounding_box() for part in (".board", ".tools")]

    before = where()
    tab.press("h")
    tab.wait_for_message("Hint 1 of 3")
    assert where() == before
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    assert where() == before


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
    tab.page.get_by_text("Published puzzles").click()
    tab.wait(".shelf")
    assert violations(tab, axe, scheme) == []
    for puzzle in EXAMPLES.values():
        tab.open(puzzle)
        tab.page.wait_for_selector(".keypad")
        assert violations(tab, axe, scheme) == [], puzzle
    tab.open(GRID)
    tab.page.wait_for_function("() => document.querySelector('h1')?.innerText === 'C-Note'")
    tab.press("9", "9", "Enter", "m", "5", ",", "c")
    tab.wait_for_message("cannot be")
    assert violations(tab, axe, scheme) == []
    tab.page.get_by_text("The whole way, explained").click()
    tab.wait_for_message("The beginning")
    assert violations(tab, axe, scheme) == []
    tab.page.get_by_role("button", name="Settings").click()
    assert violations(tab, axe, scheme) == []
    tab.press("Escape")
    tab.page.get_by_role("link", name="Editor").click()
    tab.wait(".verdict[data-verdict=unique]")
    assert violations(tab, axe, scheme) == []
    tab.page.get_by_role("link", name="Search lab").click()
    tab.page.get_by_role("button", name="Compare").click()
    tab.wait(".heat td")
    assert violations(tab, axe, scheme) == []


def test_focus_returns_to_the_board_after_a_click(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.get_by_role("button", name="Undo").click()
    tab.press("3")
    assert tab.cell("2-1").endswith(": 3")
    tab.page.get_by_role("button", name="Notes", exact=True).click()
    tab.press("ArrowRight", "7")
    assert tab.cell("2-2").endswith("notes 7")


def test_rules_of_a_cell_and_how_hard_it_is(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.get_by_text("Rules for row 2, cell 1").wait_for()
    tab.page.get_by_role("button", name="How hard is it?").click()
    tab.page.get_by_text("Difficulty: medium").wait_for()


def test_rules_are_open_on_the_first_visit(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    rules = tab.page.get_by_text("Fill the pyramid").first
    rules.wait_for()
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    tab.page.reload()
    tab.wait_for_message("Solved in")
    assert not rules.is_visible()


@pytest.mark.parametrize("how", ["stop", "leave", "close"])
def test_unneeded_questions_are_cancelled(new_tab: NewTab, idle: Served, how: str) -> None:
    tab = new_tab()
    card = tab.page.locator('[data-family="sum-star"]')
    card.get_by_text("Size, difficulty, seed").click()
    card.get_by_label("Arrangement").fill("flower")
    card.get_by_role("spinbutton", name="Givens").fill("0")
    card.get_by_role("button", name="New puzzle").click()
    wait_until(idle.busy)
    if how == "stop":
        card.get_by_role("button", name="Stop").click()
    elif how == "leave":
        tab.page.evaluate("puzzle => { location.hash = puzzle; }", PYRAMID)
        tab.page.wait_for_selector("[role=gridcell]")
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


def test_a_refused_question_is_asked_again(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.expect_complaints("429")
    sent_away: list[Route] = []

    def send_away(route: Route) -> None:
        sent_away.append(route)
        route.fulfill(status=429, headers={"Retry-After": "0"}, body="{}")

    tab.page.route("**/answer", send_away, times=2)
    tab.press("h")
    tab.wait_for_message("Hint 1 of 3")
    assert len(sent_away) == 2


def test_an_unreachable_server_is_reported(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.expect_complaints("ERR_FAILED")
    tab.page.route("**/answer", lambda route: route.abort())
    tab.press("h")
    tab.wait_for_message("The program does not answer")
    tab.page.unroute("**/answer")
    tab.press("h")
    tab.wait_for_message("Hint 1 of 3")


def test_changes_are_announced_to_screen_readers(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.press("5")
    tab.page.wait_for_function(
        "() => document.querySelector('body > [role=status]').innerText === 'row 2, cell 1: 5'"
    )


def test_on_a_phone_the_board_comes_back_into_view_with_an_explanation(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID, viewport=PHONE, **TOUCH)
    tab.page.get_by_text("The whole way, explained").tap()
    tab.wait_for_message("The beginning")
    box = tab.page.locator(".board").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < box["y"] + box["height"] <= PHONE["height"]


def test_reduced_motion_is_respected(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID, reduced_motion="reduce")
    play(tab, PYRAMID)
    tab.wait_for_message("Solved in")
    assert tab.page.locator(".dots").count() == 0
    assert tab.page.locator(".board.solved").count() == 1


def test_colours_are_chosen_and_kept(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID, color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = tab.page.evaluate(paper)
    tab.page.get_by_role("button", name="Settings").click()
    tab.page.get_by_label("Colours").select_option("dark")
    dark = tab.page.evaluate(paper)
    tab.page.reload()
    tab.page.wait_for_selector("[role=gridcell]")
    assert tab.page.evaluate(paper) == dark != light


def test_only_board_and_rules_are_printed(new_tab: NewTab) -> None:
    tab = new_tab(PYRAMID)
    tab.page.emulate_media(media="print")
    for part, there in (
        (".board", True),
        (".print-only", True),
        (".tools", False),
        (".top", False),
    ):
        assert tab.page.locator(part).is_visible() == there, part
