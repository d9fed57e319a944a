"""What Jupyter shows, and the example notebook, which is run as Jupyter runs it."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.drawing import Picture
from quincunx.families.base.capabilities import sketch_of
from tests.drawing import reading
from tests.drawing.test_svg import HostileToy

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
    assert reading.cells(reading.parsed(bundle(thing)[SVG]))


def test_plain_text_is_the_sketch() -> None:
    puzzle = quincunx.parse(PUZZLE)
    assert bundle(puzzle)["text/plain"] == str(sketch_of(puzzle))


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


def test_drawing_is_imported_lazily() -> None:
    program = (
        "import quincunx, sys; quincunx.parse('c-note/1'); "
        "drawing = ('quincunx.drawing', 'quincunx.families.base.scene'); "
        "print([m for m in sys.modules if m.startswith(drawing)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "[]"


def test_example_notebook_runs() -> None:
    missing = [name for name in ("nbclient", "ipykernel") if not importlib.util.find_spec(name)]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing)} not installed: pip install --group dev")
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    forms = [set(output["data"]) for shown in outputs for output in shown]
    assert len(forms) == len(outputs), "each cell shows one thing"
    assert all("text/plain" in form for form in forms)
    assert all(SVG in form or "text/html" in form for form in forms)


def test_example_notebook_has_no_outputs() -> None:
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs"), "outputs would go stale"
