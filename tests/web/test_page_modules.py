"""The modules of the page that need no browser, tried in Node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from quincunx.families import all_families
from quincunx.families.gallery import gallery
from quincunx.web import answer
from tests.families.guests import guests
from tests.web.browser import PAGE, missing

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parent / "page"
GALLERY = 6
"""One of this many published puzzles is examined."""


def test_pure_modules_import_no_others(tmp_path: Path) -> None:
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


def test_every_module_has_a_description_and_is_short() -> None:
    for module in PAGE.glob("*.js"):
        lines = module.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("// "), module.name
        assert len(lines) <= 340, module.name


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for file in PAGE.iterdir():
        text = file.read_text(encoding="utf-8")
        found = set(re.findall(r"https?://[^\s\"'`)]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not found, file.name


def test_texts_are_in_one_file() -> None:
    """What is shown comes from texts.js: no other module makes elements around words."""
    made = r"""(?:textContent\s*=\s*|button\(|h\("\w+", \{[^{}]*\}, )"""
    shown = re.compile(made + r"""["'][A-Za-z]{2,}""")
    for module in PAGE.glob("*.js"):
        if module.name != "texts.js":
            assert not shown.findall(module.read_text(encoding="utf-8")), module.name


def test_every_text_is_used() -> None:
    """By its name, or by one that is put together."""
    used = "".join(m.read_text(encoding="utf-8") for m in PAGE.glob("*.js") if m.stem != "texts")
    listed = (PAGE / "texts.js").read_text(encoding="utf-8")
    group = ""
    for indent, name in re.findall(r"^( {2,4})(\w+):", listed, re.MULTILINE):
        group = name if len(indent) == 2 else group
        path = name if len(indent) == 2 else f"{group}.{name}"
        assert f"texts.{path}" in used or f"texts.{group}[" in used, path


def test_no_module_knows_a_family() -> None:
    for module in PAGE.glob("*.js"):
        text = module.read_text(encoding="utf-8").lower()
        for family in all_families().values():
            assert family.family not in text, module.name
            assert family.title.lower() not in text, module.name
