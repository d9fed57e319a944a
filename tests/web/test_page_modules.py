"""The modules of the page that need no browser, tried in Node."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from quincunx.families.gallery import gallery
from quincunx.web import answer
from tests.families.guests import guests
from tests.families.own import OWN
from tests.web.browser import PAGE, missing

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parent / "page"
GALLERY = 6
"""One of this many published puzzles is examined."""


def test_modules_without_a_browser_pass_their_own_tests(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        missing("node")
    with guests() as families:
        puzzles = [family.example.identifier for family in families.values()]
        puzzles += [entry.puzzle.identifier for entry in list(gallery().values())[::GALLERY]]
        replies = [answer({"ask": "puzzle", "puzzle": puzzle}) for puzzle in puzzles]
    boards = tmp_path / "boards.json"
    boards.write_text(json.dumps(replies), encoding="utf-8")
    # Node takes .js files for modules where a package says so.
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for folder in (TESTS, PAGE):
        shutil.copytree(folder, tmp_path / folder.relative_to(ROOT))
    tests = sorted((tmp_path / TESTS.relative_to(ROOT)).glob("*.mjs"))
    run = subprocess.run(
        [str(node), "--test", *map(str, tests)],
        env={**os.environ, "BOARDS": str(boards)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for file in PAGE.iterdir():
        text = file.read_text(encoding="utf-8")
        found = set(re.findall(r"https?://[^\s\"'`)]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not found, file.name


def test_modules_are_described_short_and_know_no_family_and_no_text() -> None:
    """What is shown comes from texts.js: no other module makes elements around words."""
    made = r"""(?:textContent\s*=\s*|button\(|h\("\w+", \{[^{}]*\}, )"""
    shown = re.compile(made + r"""["'][A-Za-z]{2,}""")
    families = {name for family in OWN.values() for name in (family.family, family.title)}
    for module in PAGE.glob("*.js"):
        text = module.read_text(encoding="utf-8")
        assert text.startswith("// "), module.name
        assert text.count("\n") <= 340, module.name
        assert module.name == "texts.js" or not shown.findall(text), module.name
        assert not [name for name in families if name.lower() in text.lower()], module.name


def test_every_text_is_used() -> None:
    """By its name, or by one that is put together."""
    used = "".join(m.read_text(encoding="utf-8") for m in PAGE.glob("*.js") if m.stem != "texts")
    listed = (PAGE / "texts.js").read_text(encoding="utf-8")
    group = ""
    for indent, name in re.findall(r"^( {2,4})(\w+):", listed, re.MULTILINE):
        group = name if len(indent) == 2 else group
        path = name if len(indent) == 2 else f"{group}.{name}"
        assert f"texts.{path}" in used or f"texts.{group}[" in used, path
