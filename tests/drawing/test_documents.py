"""The pictures of docs/drawing.md and the notebook show what the program draws."""

import importlib.util
import io
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pypdf
import pytest

import quincunx
from quincunx.drawing import Picture
from tests.cli.conftest import Run, run
from tests.drawing import svg_reader
from tests.drawing.test_svg import HostileToy

__all__ = ["run"]

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENT = (DOCS / "drawing.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)[1:] for line in re.findall(r"^quincunx (?:draw|explain) .*$", DOCUMENT, re.M)
]
(BOOK,) = [shlex.split(line)[1:] for line in re.findall(r"^quincunx book .*$", DOCUMENT, re.M)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[-1])
def test_pictures_agree_with_their_commands(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pictures").mkdir()
    assert run(*command).status == 0
    again = "`make pictures` makes them again"
    assert Path(command[-1]).read_bytes() == (DOCS / command[-1]).read_bytes(), again
    assert f"]({command[-1]})" in DOCUMENT


def test_contact_sheet_is_that_of_the_gallery(run: Run, tmp_path: Path) -> None:
    assert run("gallery", "-o", str(tmp_path / "gallery.svg")).status == 0
    again = "`make pictures` makes it again"
    committed = (DOCS / "gallery.svg").read_bytes()
    assert (tmp_path / "gallery.svg").read_bytes() == committed, again
    assert len(committed) < 400_000


def test_book_is_the_one_that_the_command_makes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS / "sample.txt", "sample.txt")
    assert run(*BOOK).status == 0
    raw = (DOCS / "sample.pdf").read_bytes()
    shown, made = pypdf.PdfReader(io.BytesIO(raw)), pypdf.PdfReader("sample.pdf")
    # Another version of typst may write the same pages in other bytes.
    again = "`make pictures` makes it again"
    assert [p.extract_text() for p in shown.pages] == [p.extract_text() for p in made.pages], again
    assert len(shown.pages) == 32
    assert len(raw) < 500_000


def test_no_picture_is_left_over() -> None:
    # The page is shown as a browser drew it, and what the lab draws by its document.
    pages = ("../README.md", "lab.md", "web.md")
    others = "".join((DOCS / page).read_text("utf-8") for page in pages)
    drawn = {f"pictures/{path.name}" for path in (DOCS / "pictures").iterdir()}
    elsewhere = {name for name in drawn if name in others}
    assert {command[-1] for command in COMMANDS} == drawn - elsewhere


NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
PUZZLE = "aztec-math:8/__/_9_/8__2"
SVG = "image/svg+xml"


def bundle(thing: Any) -> dict[str, str]:
    """What a notebook gets, which is text in every form."""
    found: dict[str, str] = thing._repr_mimebundle_()
    assert found["text/plain"]
    return found


@pytest.mark.parametrize(
    "thing",
    [
        quincunx.parse(PUZZLE),
        quincunx.gallery()["c-note/1"],
        quincunx.draw("sum-star/paper", solution=True),
        next(iter(quincunx.generate("aztec-math", seed=1, unique=False))),
    ],
    ids=["puzzle", "entry", "picture", "made"],
)
def test_puzzles_show_themselves_as_pictures(thing: Any) -> None:
    assert svg_reader.cells(svg_reader.parsed(bundle(thing)[SVG]))


def test_results_show_the_solution_and_the_verdict() -> None:
    shown = bundle(quincunx.solve(PUZZLE))
    assert shown[SVG] == quincunx.draw(PUZZLE, solution=True).svg()
    assert "unique: 1 found" in shown["text/html"]
    assert shown["text/plain"].endswith("\nunique: 1 found")
    none = bundle(quincunx.solve("c-note:7:88/88"))
    assert none["text/plain"].endswith("\nnone: 0 found")
    assert bundle(quincunx.tally(PUZZLE))[SVG] == quincunx.draw(PUZZLE).svg()


def test_explanations_show_a_picture_a_step() -> None:
    explanation = quincunx.explain(PUZZLE)
    shown = bundle(explanation)
    assert shown[SVG] == explanation.svg()
    for number, step in enumerate(explanation.steps, 1):
        assert f"{number}. {step.sentence}" in shown["text/plain"].splitlines()


def test_hints_show_where_to_look() -> None:
    hint = quincunx.hint(PUZZLE)
    shown = bundle(hint)
    assert "qx-look-line" in shown["text/html"]
    assert shown["text/plain"].startswith(hint.sentences(3)[0])
    wrong = quincunx.hint(PUZZLE, "8/6_/_9_/8__2")
    assert wrong.kind == "wrong"
    assert bundle(wrong)["text/html"].count('class="qx-wrong-line"') == 2


def test_hostile_text_is_escaped() -> None:
    result = quincunx.solve(HostileToy(7))
    for form in (SVG, "text/html"):
        assert "<script" not in bundle(result)[form]
    assert "<script" not in bundle(Picture(HostileToy(7)))[SVG]


def test_example_notebook_runs() -> None:
    missing = [name for name in ("nbclient", "ipykernel") if not importlib.util.find_spec(name)]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing)} not installed: pip install --group dev")
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook["cells"]), "outputs would go stale"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    forms = [set(output["data"]) for shown in outputs for output in shown]
    assert len(forms) == len(outputs), "each cell shows one thing"
    assert all("text/plain" in form for form in forms)
    assert all(SVG in form or "text/html" in form for form in forms)
