"""The static site: its files, and the program at work in a real browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from quincunx.cli import main
from quincunx.errors import EngineError, OptionError
from quincunx.web import answer_text
from quincunx.web.answers import QUESTIONS
from quincunx.web.page_files import PAGE
from quincunx.web.security import HEADERS
from quincunx.web.site import Site, build_site, pyodide
from quincunx.web.site.build import ROOT, archive, integrity
from tests.families.own import OWN
from tests.web.browser import Tab, play, solution
from tests.web.server import long_question
from tests.web.static_host import hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VERDICT = {"ask": "verdict", "puzzle": "c-note:100:878/312/272"}
PATIENCE = 120_000
"""Milliseconds after which what a test waits for will not come: Python takes its time to start."""
ASK = """
async (question) => {
  const { ask } = await import("/ask.js");
  try {
    return await ask(question);
  } catch (error) {
    return { ok: false, error: error.message };
  }
}
"""
CALL_OFF = """
async ([question, next]) => {
  const { ask } = await import("/ask.js");
  const controller = new AbortController();
  const work = ask(question, { signal: controller.signal });
  setTimeout(() => controller.abort(), 500);
  const name = await work.then(() => "", (error) => error.name);
  return [name, await ask(next)];
}
"""


def ask(page: Page, question: Any) -> Any:
    return page.evaluate(ASK, question)


def test_the_site_is_complete(site: Site) -> None:
    listed = {
        path.relative_to(site.folder).as_posix()
        for path in site.folder.rglob("*")
        if path.is_file()
    }
    assert listed == set(site.files)
    assert {path.name for path in PAGE.iterdir() if path.suffix in (".js", ".html")} <= listed
    for name in listed:
        if name.endswith(".js") or name == "index.html":
            text = (site.folder / name).read_text(encoding="utf-8")
            for used in re.findall(r'(?:from|import\(|src=|href=)\s*"\.?/?([\w./-]+)"', text):
                assert used in listed, f"{name} uses {used}"
    assert "https://" not in (site.folder / "index.html").read_text()


def test_the_service_worker_knows_every_file_by_its_hash(site: Site) -> None:
    text = (site.folder / "service_worker.js").read_text()
    found = re.search(r"const SITE = (\{.*?\n\});", text, re.DOTALL)
    assert found is not None
    kept = json.loads(found[1])
    assert kept["version"] == site.version
    besides = {"service_worker.js", "_headers", ".nojekyll"}
    assert set(kept["files"]) == set(site.files) - besides
    for name, hash_ in kept["files"].items():
        assert integrity((site.folder / name).read_bytes()) == hash_


def test_the_archive_has_every_family_and_needs_nothing_but_python(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(archive())) as packed:
        names = packed.namelist()
        packed.extractall(tmp_path)
    assert {Path(name).suffix for name in names} == {".py", ".json", ".gz"}
    assert not any(name.startswith("quincunx/cli/") for name in names)
    modules = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("families/**/*.py")}
    assert {f"quincunx/{module}" for module in modules} <= {*names}
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import quincunx.web as web; "
    program += "from quincunx.cp.kernel import COMPILED; assert not COMPILED; "
    program += f"print(web.answer_text({json.dumps(VERDICT)!r}))"
    command = [sys.executable, "-I", "-S", "-c", program]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == answer_text(json.dumps(VERDICT))


def test_another_pyodide_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (b"", b"something else"):
        (tmp_path / pyodide.NAME).write_bytes(content)
        monkeypatch.setattr(pyodide, "_fetched", lambda content=content: content)
        with pytest.raises(EngineError, match="has changed, expected SHA-512"):
            pyodide.pyodide_files(tmp_path)


def test_a_missing_network_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide, "ADDRESS", "http://127.0.0.1:9/nothing.tgz")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineError, match="cannot be fetched; put it"):
        pyodide.pyodide_files(tmp_path)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    with pytest.raises(OptionError, match="holds something else"):
        build_site(tmp_path)
    with pytest.raises(OptionError, match="a file, expected a folder"):
        build_site(tmp_path / "letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_written_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("quincunx.web.site.build.site_files")
    with pytest.raises(OptionError, match=r"expected a folder to write to$"):
        build_site(Path("/proc/site"))
    with pytest.raises(OptionError, match=r"expected a folder to write to$"):
        build_site(Path("\0"))


def test_the_command_builds_the_same_site_again(
    tmp_path: Path, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "site"
    for _ in range(2):  # the version is a hash of all files: the same program, the same site
        assert main(["site", "-o", str(folder), "--days", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["version"] == site.version
    assert [path.name for path in folder.parent.iterdir()] == ["site"]
    assert main(["site", "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


ASKED = [
    *(
        {"ask": name, "puzzle": puzzle}
        for name, question in QUESTIONS.items()
        for puzzle in ("c-note/1", "power-strike:10:100000000000000000000,_")
        if question.parts[:1] == ("puzzle",)
    ),
    {"ask": "families"},
    {"ask": "gallery"},
    {"ask": "blank", "family": "sum-star"},
    {"ask": "today", "date": "2026-11-15"},
    {"ask": "generate", "family": "multi-balance", "grade": "easy", "seed": 3},
    {"ask": "verdict", "puzzle": "multi-balance:4:#.../...#/..#./#..."},
    {"ask": "draw", "puzzle": "sum-star/paper", "theme": "dark"},
    *({"ask": "check", "puzzle": family.example.identifier} for family in OWN.values()),
]


def test_both_carriers_give_the_same_replies(site: Site, browser: Browser) -> None:
    with hosted(site.folder, HEADERS) as host, browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{host.address}carrier.json")
        assert page.evaluate("crossOriginIsolated")
        for question in ASKED:
            assert ask(page, question) == json.loads(answer_text(json.dumps(question)))
        wrong = {"ask": "verdict", "puzzle": "chess:e4"}
        assert ask(page, wrong)["error"] == json.loads(answer_text(json.dumps(wrong)))["error"]
        name, reply = page.evaluate(CALL_OFF, [long_question(1), VERDICT])
        assert name == "AbortError"
        assert reply["verdict"] == "unique"
        assert len(page.workers) == 1, "it was interrupted, and not started anew"


def test_prepared_puzzles_are_played_without_python_until_it_is_needed(
    site: Site, browser: Browser
) -> None:
    """Typing, notes, undo, comparing, solving and a first hint need none; a later hint does."""
    with hosted(site.folder, HEADERS) as host, browser.new_context() as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        tab = Tab(page, host.address)
        tab.open()
        page.locator(".daily", has_text="Aztec Math").locator("small:not(:empty)").wait_for()
        page.locator(".daily", has_text="Aztec Math").click()
        tab.wait("[role=gridcell]")
        puzzle = unquote(page.url.partition("#")[2]).partition("&")[0]
        page.reload()
        tab.wait(".chip")
        first = page.locator("[role=gridcell][aria-readonly=false]").first
        first.click()
        right = solution(puzzle)[first.get_attribute("data-cell") or ""]
        tab.press("m", "1", "2", "Control+z", "m", "m", str(right % 9 + 1))
        tab.click("Compare with solution")
        tab.wait_for_message("1 cell is wrong")
        tab.press("Control+z", "Home")
        first.click()
        play(tab, puzzle)
        tab.wait_for_message("Solved in")
        assert not [url for url in asked if "pyodide" in url or "worker" in url]
        tab.click("Restart")
        page.set_default_timeout(PATIENCE)
        for level in (1, 2, 3):
            tab.press("h")
            tab.wait_for_message(f"Hint {level} of 3")
        assert page.locator(".starting").count() == 1, "the hint did not wait for Python"
        tab.click("Do it")
        tab.press("h")
        tab.wait_for_message("Hint 1 of 3")
        assert page.locator(".starting").count() == 0
        assert [url for url in asked if "pyodide" in url]
        assert tab.complaints == []


def test_a_new_version_is_offered_and_works_offline(
    site: Site, browser: Browser, tmp_path: Path
) -> None:
    """A host that sends no headers of its own, comes with something new, and goes away."""
    folder = tmp_path / "site"
    shutil.copytree(site.folder, folder)
    with hosted(folder) as host, browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(host.address)
        assert not page.evaluate("crossOriginIsolated")
        name, reply = page.evaluate(CALL_OFF, [long_question(1), VERDICT])
        assert (name, reply["verdict"]) == ("AbortError", "unique")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.wait_for_function("caches.match('memory').then((found) => found !== undefined)")

        _renew(folder, site.version)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        page.wait_for_selector(".news button")
        assert "newer" not in page.title()
        page.click(".news button")
        page.wait_for_function("document.documentElement.dataset.newer === 'yes'")
        assert page.evaluate("crossOriginIsolated"), (
            "the service worker says what the host does not"
        )

        # While the new service worker takes over, a question may fail; the next one does not.
        replies = [reply for _ in range(3) if (reply := ask(page, VERDICT)).get("ok")]
        assert [reply["verdict"] for reply in replies[-2:]] == ["unique", "unique"]
        page.wait_for_function("caches.match('memory').then((found) => found !== undefined)")
        host.switch_off()
        page.reload()
        assert ask(page, VERDICT)["verdict"] == "unique"
        tab = Tab(page, host.address)
        page.set_default_timeout(PATIENCE)
        tab.open("aztec-math:_/95/4__")
        play(tab, "aztec-math:_/95/4__")
        tab.wait_for_message("Solved in")
        tab.click("Restart")
        tab.click("Next step")
        tab.wait_for_message("Hint 3 of 3")
        page.get_by_text("Share and save").click()
        page.get_by_role("button", name="Picture (SVG)").wait_for()
        assert page.get_by_role("button", name="PDF").count() == 0
        assert tab.complaints == []


def _renew(folder: Path, version: str) -> None:
    """Another version of the site: one file differs."""
    worker = folder / "service_worker.js"
    text = worker.read_text().replace(version, "newer")
    for name, old, new in (
        ("index.html", "<html ", '<html data-newer="yes" '),
        ("carrier.json", version, "newer"),
    ):
        before = (folder / name).read_bytes()
        after = before.replace(old.encode(), new.encode())
        assert before != after
        (folder / name).write_bytes(after)
        text = text.replace(integrity(before), integrity(after))
    worker.write_text(text)
