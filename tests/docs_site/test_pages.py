"""Tutorials and guides show what one sees, and the teacher's kit is complete."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest

from website import DOCS, ROOT
from website.kit import slides, write
from website.sessions import BLOCK, FILE, rerun, timeless

SESSIONS = [
    page for page in sorted(DOCS.rglob("*.md")) if BLOCK.search(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_sessions_print_what_is_shown(page: Path) -> None:
    shown = page.read_text(encoding="utf-8")
    again = f"run python -m website.sessions {page.relative_to(ROOT)}"
    assert timeless(rerun(shown)) == timeless(shown), again


def test_tutorials_have_sessions() -> None:
    tutorials = {page for page in (DOCS / "tutorials").glob("*.md") if page.stem != "index"}
    assert tutorials <= set(SESSIONS)


@pytest.mark.slow
def test_family_of_the_tutorial_passes_the_contract(tmp_path: Path) -> None:
    text = (DOCS / "tutorials" / "family.md").read_text(encoding="utf-8")
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content, encoding="utf-8")
    facts = tmp_path / "quincunx_latin-0.1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: quincunx-latin\nVersion: 0.1\n")
    entry = "[quincunx.families]\nlatin-square = latin_square:LatinSquare\n"
    (facts / "entry_points.txt").write_text(entry)
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_latin_square.py"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    write(folder)
    return folder


def text_of(document: Path) -> str:
    reader = pypdf.PdfReader(io.BytesIO(document.read_bytes()))
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


def test_worksheet_has_the_questions_and_the_answers_are_apart(kit: Path) -> None:
    worksheet, answers = (text_of(kit / f"{name}.pdf") for name in ("worksheet", "answers"))
    for text in (worksheet, answers):
        assert "Which of the nineteen numbers".lower() in text.lower()
    for answer in ("anti_first_fail 81 nodes", "Notes for teachers", "A sum is bounded"):
        assert answer in answers
        assert answer not in worksheet


def test_notebook_for_students_has_no_outputs(kit: Path) -> None:
    cells = json.loads((kit / "worksheet.ipynb").read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert not any(cell["outputs"] for cell in code)
    assert not any("Notes for teachers" in "".join(cell["source"]) for cell in cells)


def test_each_slide_has_a_title_a_picture_and_words(kit: Path) -> None:
    reader = pypdf.PdfReader(kit / "slides.pdf")
    wanted = list(slides())
    assert len(reader.pages) == len(wanted) > 5
    for page, slide in zip(reader.pages, wanted, strict=True):
        text = " ".join(page.extract_text().split())
        assert slide.title in text
        assert slide.words in text
        assert slide.alt
