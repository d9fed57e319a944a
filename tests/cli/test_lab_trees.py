"""`quincunx lab tree`: what it prints, writes and refuses."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.lab.rows import SMALL


def test_html_suffix_writes_a_page(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tree.HTML"
    outcome = run("lab", "tree", SMALL, "--labeling", "ff", "--compare", "max", "-o", str(file))
    assert outcome.status == 0, outcome.err
    assert outcome.out.endswith(f"written to {file}\n")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), "no address to ask"
    assert "https://" not in text


def test_pictures_of_trees_are_titled_by_the_name_in_the_gallery(run: Run, tmp_path: Path) -> None:
    page, picture = tmp_path / "tree.html", tmp_path / "tree.svg"
    for file in (page, picture):
        assert run("lab", "tree", "power-strike:7:41,_,_,_,_,_,_,_", "-o", str(file)).status == 0
    title = "power-strike/16"
    assert f"<title>Power Strike: {title}, search tree</title>" in page.read_text(encoding="utf-8")
    assert f"<title>{title}: " in picture.read_text(encoding="utf-8")


def test_no_page_of_a_search_that_never_began(run: Run, tmp_path: Path) -> None:
    """The model of this ring takes long to build."""
    ring = ("lab", "tree", f"power-strike:2:6,{','.join('_' * 199)}", "--time-limit", "0.05")
    page = run(*ring, "-o", str(tmp_path / "tree.html"))
    assert (page.status, page.out) == (3, "")
    assert page.err == "lab: a limit stopped the work before there was anything to watch\n"
    assert list(tmp_path.iterdir()) == []
    assert run(*ring, "-o", str(tmp_path / "tree.svg")).status == 0, "the picture shows as much"


def stopping(*given: Any, **options: Any) -> None:
    raise KeyboardInterrupt


def test_interrupted_tree_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.lab.trees.tree.grow", stopping)
    outcome = run("lab", "tree", SMALL, "-o", str(tmp_path / "tree.svg"))
    assert outcome.status == 130
    assert outcome.err.count("\n") == 1
    assert "stopped: no tree is drawn" in outcome.err
    assert list(tmp_path.iterdir()) == []
