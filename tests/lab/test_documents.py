"""The notebook and the worksheet show what one sees: they are run."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.worksheet import WORKSHEET, rerun, timeless
from quincunx.cp.options import STRATEGIES
from quincunx.lab.trees.tree import grow

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_every_strategy_is_explained() -> None:
    for strategy in STRATEGIES:
        assert f"| `{strategy}` |" in TEXT


NOTEBOOK = Path(__file__).parents[2] / "docs" / "lab.ipynb"


def test_notebook_cells_run_and_print_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells), "outputs would go stale"
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "notebook"}
    for number, source in enumerate(sources, start=1):
        exec(compile(source, f"{NOTEBOOK.name}, cell {number}", "exec"), names)
    printed = capsys.readouterr().out
    assert "runs were stopped by the limit" in printed
    assert "nodes and backtracks: +" in printed
    assert names["picture"].startswith("<svg")


def test_every_cell_gives_the_output_it_is_kept_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = json.loads(WORKSHEET.read_text(encoding="utf-8"))
    fresh = rerun(kept)
    for cell, again in zip(kept["cells"], fresh["cells"], strict=True):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            same = timeless(cell["outputs"]) == timeless(again["outputs"])
            assert same, f"run python -m benchmarks.worksheet: {source}"
    page = (tmp_path / "tree.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")


def test_notes_for_teachers_are_right() -> None:
    """The figures in the last cell are those that the cells above print."""
    cells = json.loads(WORKSHEET.read_text(encoding="utf-8"))["cells"]
    printed = "".join(
        line
        for cell in cells
        for output in cell.get("outputs", ())
        for line in output.get("text", ())
    )
    leaves = re.search(r"bounds: (\d+) nodes, (\d+) failures", printed)
    assert leaves is not None
    assert int(leaves[1]) == 2 * (int(leaves[2]) + 1) - 1
    everything = re.findall(r"all   (?:up|down) +(\d+) nodes", printed)
    assert len(everything) == 2
    assert everything[0] == everything[1]
    taught = " ".join("".join(cells[-1]["source"]).split())
    up, down = (
        grow("c-note/3", f"leftmost,{way}", consistency="bounds", goal="all").statistics.nodes
        for way in ("up", "down")
    )
    assert up != down
    assert f"`c-note/3` takes {up} nodes upwards, {down} downwards" in taught
