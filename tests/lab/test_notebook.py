"""The example notebook runs, and its pictures and figures come out."""

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "lab.ipynb"


def test_notebook_cells_run_and_print_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "notebook"}
    for number, source in enumerate(sources, start=1):
        exec(compile(source, f"{NOTEBOOK.name}, cell {number}", "exec"), names)
    printed = capsys.readouterr().out
    assert "runs were stopped by the limit" in printed
    assert "nodes and backtracks: +" in printed
    assert names["picture"].startswith("<svg")


def test_notebook_has_no_outputs() -> None:
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs"), "outputs would go stale"
