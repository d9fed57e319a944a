"""`quincunx lab`: experiments from the command line, their files, interruptions and refusals."""

import json
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quincunx import lab
from quincunx.lab.papers.experiments import Experiment
from quincunx.lab.papers.results import PaperResults
from quincunx.lab.runner import JOURNAL
from tests.cli.conftest import Run, run_apart, start
from tests.families.own import OWN
from tests.lab.rows import SMALL

HASHES = {"data": "", "programs": "", "pins": ""}
FEW = ["--variable", "ff,max", "--value", "step", "--direction", "up"]


def test_a_folder_with_another_sweep_is_refused(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    first = run("lab", "labeling", SMALL, *FEW, "-o", str(folder))
    assert first.status == 0
    assert first.out.splitlines()[-1].startswith(f"7 files in {folder}, the report in ")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    other = run("lab", "labeling", SMALL, "--variable", "min", "-o", str(folder))
    assert (other.status, other.out) == (2, "")
    assert other.err.startswith(f"{folder / 'journal.jsonl'}, line 1: other work (10 entries, ")
    assert "expected the command that began it, or another place" in other.err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    again = run("lab", "labeling", SMALL, *FEW, "-o", str(folder), "--counter", "nodes", "-j", "1")
    assert (again.status, again.err) == (0, "")
    assert again.out.splitlines()[0].endswith(": nodes")
    assert (folder / "rows.csv").read_bytes() == before["rows.csv"], "nothing was run again"


def interrupted(arguments: list[str], folder: Path) -> tuple[int, str]:
    """A sweep that gets Ctrl-C when its first runs are finished: its status and what it said."""
    process = start(*arguments)
    deadline = time.monotonic() + 50
    while not (folder / JOURNAL).exists() or (folder / JOURNAL).read_bytes().count(b"\n") < 3:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=50)
    return process.returncode, err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_stops_at_once_and_the_same_command_goes_on(tmp_path: Path) -> None:
    hard = "c-note/paper-labeling"
    # A fast machine may be done before the signal reaches it; then it gets more to do.
    for nodes in (1500, 6000, 24_000):
        folder = tmp_path / str(nodes)
        options = ["--value", "step", "--consistency", "bounds", "--node-limit", str(nodes)]
        options += ["--repeat", "1"]
        arguments = ["lab", "labeling", hard, *options, "-o", str(folder)]
        status, err = interrupted(arguments, folder)
        if status != 0:
            break
    assert status == 130
    assert f"of 20 runs are kept in {folder}; the same command continues" in err
    kept = (folder / JOURNAL).read_bytes().count(b"\n") - 1
    assert 2 <= kept < 20
    again = run_apart(*arguments, "--json")
    assert again.status == 0
    rows = json.loads(again.out)["rows"]
    whole = lab.labeling([hard], values=["step"], consistency="bounds", nodes=nodes, seconds=10.0)
    untimed = {"setup": 0, "seconds": 0}
    assert [{**row, **untimed} for row in rows] == [{**row.as_dict(), **untimed} for row in whole]


def test_ctrl_c_that_a_library_drops_while_it_draws_ends_the_command(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object, **__: object) -> Path:
        """Like code in C that is interrupted while it discards an exception of its own."""
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return tmp_path / "heat.svg"

    monkeypatch.setattr("quincunx.lab.labeling_sweep.draw_panels", draw)
    handler = signal.getsignal(signal.SIGINT)
    outcome = run("lab", "labeling", SMALL, *FEW, "-o", str(tmp_path))
    assert outcome.status == 130
    assert "files in" not in outcome.out
    assert signal.getsignal(signal.SIGINT) == handler


def test_growth_prints_medians_and_writes_its_files(run: Run, tmp_path: Path) -> None:
    asked = (
        "lab", "growth", "c-note", "--over", "size=2..3", "--with", "target=40", "--any",
        "--number", "2", "--labeling", "ff,bisect", "-o", str(tmp_path),
    )  # fmt: skip
    outcome = run(*asked)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("time\nsize  ff, bisect (domain)\n2     ")
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {JOURNAL, "rows.csv", "rows.json", "growth.svg", "report.md"}
    again = run(*asked)
    assert again.out == outcome.out, "nothing was run again"


def test_tree_goes_to_standard_output_as_a_picture_or_as_json(run: Run) -> None:
    shown = run("lab", "tree", SMALL, "--labeling", "ff", "--consistency", "bounds")
    assert shown.status == 0
    assert ElementTree.fromstring(shown.out).tag.endswith("svg")
    outcome = run("lab", "tree", SMALL, "--labeling", "ff", "--compare", "max", "--json")
    data = json.loads(outcome.out)
    assert data["puzzle"] == SMALL
    assert [tree["labeling"] for tree in data["trees"]] == ["ff, step, up", "max, step, up"]
    for tree in data["trees"]:
        assert len(tree["nodes"]) >= tree["statistics"]["nodes"]
        assert tree["nodes"][0]["parent"] == -1


def test_page_and_picture_of_a_tree_are_titled_by_the_name_in_the_gallery(
    run: Run, tmp_path: Path
) -> None:
    page, picture = tmp_path / "tree.HTML", tmp_path / "tree.svg"
    for file in (page, picture):
        outcome = run("lab", "tree", "power-strike:7:41,_,_,_,_,_,_,_", "-o", str(file))
        assert (outcome.status, outcome.err) == (0, "")
        assert outcome.out.endswith(f"written to {file}\n")
    title = "power-strike/16"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert f"<title>Power Strike: {title}, search tree</title>" in text
    assert f"<title>{title}: " in picture.read_text(encoding="utf-8")
    addresses = set(re.findall(r"https?://[^\"' ]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "no address to ask"


def test_no_page_of_a_search_that_never_began(run: Run, tmp_path: Path) -> None:
    """The model of this ring takes long to build."""
    ring = ("lab", "tree", f"power-strike:2:6,{','.join('_' * 199)}", "--time-limit", "0.05")
    page = run(*ring, "-o", str(tmp_path / "tree.html"))
    assert (page.status, page.out) == (3, "")
    assert page.err == "lab: a limit stopped the work before there was anything to watch\n"
    assert list(tmp_path.iterdir()) == []
    assert run(*ring, "-o", str(tmp_path / "tree.svg")).status == 0, "the picture shows as much"


def test_interrupted_tree_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopping(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.cli.lab.trees.grow", stopping)
    outcome = run("lab", "tree", SMALL, "-o", str(tmp_path / "tree.svg"))
    assert outcome.status == 130
    assert outcome.err.count("\n") == 1
    assert "stopped: no tree is drawn" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_papers_are_judged_and_the_page_is_redrawn_without_measuring(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(_results: PaperResults, experiment: Experiment, _folder: Path) -> list[Path]:
        """Not at all: pictures take long, and others look at them."""
        drawn.append(experiment.key)
        return []

    measured = PaperResults({"reduced": True, "searches": 0, "kernel": "", **HASHES}, (), (), ())
    monkeypatch.setattr("quincunx.lab.papers.measurements.run_papers", lambda **_: measured)
    monkeypatch.setattr("quincunx.lab.papers.report.draw_experiment", draw)
    folder = ("-o", str(tmp_path))
    outcome = run("lab", "papers", "--reduced", "--json", *folder)
    assert (outcome.status, outcome.err) == (0, "")
    data = json.loads(outcome.out)
    assert list(data) == ["made", "claims", "files"]
    assert {claim["family"] for claim in data["claims"]} == set(OWN)
    keys = {"id", "where", "says", "verdict", "n", "p", "program", "words", "reason"}
    assert keys < set(data["claims"][0])
    page = (tmp_path / "papers.md").read_text()
    (tmp_path / "papers.md").unlink()
    pictures = drawn[:]
    assert len(set(pictures)) == len(pictures) > len(OWN)
    journal = tmp_path / "papers" / "journal.jsonl"
    journal.write_text("what an interrupted run has finished\n", encoding="utf-8")
    outcome = run("lab", "papers", "--redraw", *folder)
    assert journal.exists(), "to redraw throws nothing away"
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("| paper | reproduced | not reproduced | inconclusive |")
    assert "trial run of a few searches only: its verdicts mean nothing" in outcome.out
    assert (tmp_path / "papers.md").read_text() == page
    assert drawn == pictures * 2
