"""`quincunx lab tree`, `watch` and `restarts`: what they print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx.lab.trials import Trial
from quincunx.lab.trials import run as run_trial
from tests.cli.conftest import Run
from tests.lab.rows import SMALL

BOUNDS = ("--consistency", "bounds")


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


def test_restarts_name_the_model_and_the_limits(run: Run, tmp_path: Path) -> None:
    options = ("--model", "paper", "--runs", "2", "--time-limit", "60", "-o", str(tmp_path))
    heading = run("lab", "restarts", "power-strike/paper-small", *options).out.splitlines()[0]
    assert heading == (
        "power-strike/demo: ff, bisect, up (bounds, paper's model), "
        "nodes of an exhaustive search: no solution was found"
    )
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "stopped after 60 s or 100,000 nodes; restarts after" in report


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


def test_interrupted_restarts_resume(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that was finished is searched again, neither after a stop nor for more runs."""
    searches: list[int] = []
    most = 3

    def interrupted(trial: Trial, *given: Any) -> Any:
        if len(searches) == most:
            raise KeyboardInterrupt
        searches.append(trial.seed)
        return run_trial(trial, *given)

    monkeypatch.setattr("quincunx.lab.runner.run", interrupted)
    few = ("lab", "restarts", SMALL, *BOUNDS, "--unit", "5", "-o", str(tmp_path))
    stopped = run(*few, "--runs", "4")
    said = f"stopped: 3 of 8 runs are kept in {tmp_path}; the same command goes on\n"
    assert (stopped.status, stopped.err) == (130, said)
    assert searches == [0, 0, 1], "once and with restarts in turn"
    most = 100
    assert run(*few, "--runs", "4").status == 0
    assert searches == [0, 0, 1, 1, 2, 2, 3, 3]
    whole = (tmp_path / "rows.csv").read_text("utf-8")
    assert run(*few, "--runs", "5").status == 0
    assert searches[8:] == [4, 4], "one more of each kind"
    assert set(whole.splitlines()) < set((tmp_path / "rows.csv").read_text("utf-8").splitlines())
    del searches[:]
    assert run(*few, "--runs", "4", "--fresh").status == 0
    assert len(searches) == 8
    other = run(*few, "--runs", "4", "--node-limit", "7")
    assert other.status == 2
    assert "differs in nodes), expected the command that began it, or another" in other.err


def test_restarts_are_shown_and_written(run: Run, tmp_path: Path) -> None:
    few = ("lab", "restarts", SMALL, "--labeling", "ff", *BOUNDS, "--runs", "4", "--unit", "5")
    outcome = run(*few, "-o", str(tmp_path / "new"))
    assert outcome.status == 0, outcome.err
    assert outcome.out.splitlines()[1].split()[:4] == ["runs", "stopped", "least", "quartile"]
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "journal.jsonl",
        "report.md",
        "restarts.svg",
        "rows.csv",
    ]
    data = json.loads(run(*few, "--json").out)
    assert len(data["rows"]) == 8
    assert data["spreads"]["once"]["runs"] == 4
