"""Families of other installed packages, found by their entry points."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from quincunx.errors import PuzzleError
from quincunx.families import all_families, family_named, parse
from quincunx.families.registry import broken_plug_ins, forget_families, package_of
from tests.cli.conftest import SOURCES, Run

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "kakuro"
PUZZLE = "kakuro:#,4\\,6\\,#/\\3,_,_,#/\\7,_,_,#"
Install: TypeAlias = Callable[[str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install("name", "name = module:Class", "module's text")`: as if by pip."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(package: str, entry: str, text: str) -> None:
        folder = tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[quincunx.families]\n{entry}\n")
        (tmp_path / f"{package}.py").write_text(text)
        forget_families()

    yield install
    forget_families()


@pytest.fixture
def kakuro(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of the examples, installed."""
    monkeypatch.syspath_prepend(EXAMPLE / "src")
    install("example", "kakuro = quincunx_kakuro:Kakuro", "")


def neighbours(name: str, **changes: str) -> str:
    """A module with a family that differs from another by its name and by some texts."""
    text = (Path(__file__).parent / "guests" / "neighbours.py").read_text(encoding="utf-8")
    text = text.replace('"neighbours', f'"{name}')
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


@pytest.mark.usefixtures("kakuro")
def test_family_of_a_package_is_one_of_all(run: Run) -> None:
    assert "kakuro" in all_families()
    assert package_of(family_named("kakuro")) == "example 1.0"
    assert package_of(family_named("c-note")).startswith("quincunx ")
    assert parse(PUZZLE).identifier == PUZZLE
    listed = {one["family"]: one for one in json.loads(run("families", "--json").out)["families"]}
    assert listed["kakuro"]["package"] == "example 1.0"
    assert "  package:    example 1.0\n" in run("families", "kakuro").out


@pytest.mark.usefixtures("kakuro")
def test_certificate_of_a_plug_in_rests_on_its_model(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "certificate")
    assert run("certify", PUZZLE, "-o", folder).status == 0
    outcome = run("verify", folder, PUZZLE)
    assert outcome.status == 0
    assert outcome.out.endswith(", if the program's model has the puzzle's rules.\n")


@pytest.mark.parametrize(
    ("entry", "text", "fault"),
    [
        ("broken = bad:Gone", "", "AttributeError: module 'bad' has no attribute 'Gone'"),
        ("broken = bad:X", "import no_such_module", "ModuleNotFoundError: No module named"),
        ("broken = bad:X", "raise SystemExit('now')", "SystemExit: now"),
        ("broken = bad:X", "X = 7", "TypeError: bad:X is 7, expected a subclass of Puzzle"),
        (
            "broken = bad:X",
            "from quincunx.families import Puzzle\nclass X(Puzzle):\n    family = 'broken'",
            "TypeError: bad:X does not define example, fields, model, rules, title, violations",
        ),
        (
            "broken = bad:Neighbours",
            neighbours("other"),
            "ValueError: its family is 'other', expected the name 'broken'",
        ),
        (
            "broken = bad:Neighbours",
            neighbours("broken").replace("broken:-7", "broken:x"),
            "PuzzleError: broken: cell 1 is 'x', expected a whole number from -99 to 99",
        ),
        (
            "broken = bad:Neighbours",
            neighbours(
                "broken",
                **{
                    " Line,": " Grid, Line,",
                    "Line(Whole(-99, 99), 1, 8)": "Grid(Whole(0, 9), 1, 8, lambda *_: 1 // 0)",
                },
            ),
            "ZeroDivisionError: integer division or modulo by zero (",
        ),
        ("c-note = bad:X", "", "a family of quincunx has this name"),
    ],
)
def test_broken_plug_in_is_named_in_one_line_and_left_out(
    install: Install, run: Run, caplog: pytest.LogCaptureFixture, entry: str, text: str, fault: str
) -> None:
    sys.modules.pop("bad", None)
    before = set(all_families())
    install("bad", entry, text)
    assert set(all_families()) == before
    (line,) = broken_plug_ins()
    name = entry.partition(" ")[0]
    assert line.startswith(f"plug-in {name} of bad 1.0 is left out: {fault}")
    if fault.endswith("("):
        assert re.search(r"bad\.py, line \d+\)$", line)
    assert [record.getMessage() for record in caplog.records] == [line]
    if name == "broken":
        with pytest.raises(PuzzleError, match=r"^plug-in broken of bad 1.0 is left out: "):
            family_named("broken")
    outcome = run("families", "--check")
    assert (outcome.status, line in outcome.out) == (1, True)
    assert run("solve", "c-note/1").status == 0


def test_first_of_two_packages_with_one_name_is_used(install: Install) -> None:
    for package in ("one", "two"):
        install(package, f"pairs = {package}:Neighbours", neighbours("pairs"))
    assert package_of(family_named("pairs")) == "one 1.0"
    assert broken_plug_ins() == [
        "plug-in pairs of two 1.0 is left out: one 1.0 has a family of this name"
    ]


def test_wrong_examples_are_reported(install: Install, run: Run) -> None:
    wrong = {"[-3, -4, 2, 0]": "[-3, -4, 2, 1]", '"Fill the row': '"Fill the row.'}
    install("odd", "odd = odd:Neighbours", neighbours("odd", **wrong))
    outcome = run("families", "odd", "--check")
    assert outcome.status == 1
    assert "2 and 1 sum to 3, expected 2." in outcome.out
    (found,) = json.loads(run("families", "odd", "--check", "--json").out)["families"]
    assert found["problems"][-1] == "example: the model does not admit the answer"


def apart(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own that finds the plug-ins on its path."""
    path = os.pathsep.join((SOURCES, str(EXAMPLE / "src"), str(tmp_path)))
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, cwd=tmp_path
    )


def test_plug_ins_are_not_looked_for_where_none_is_needed(tmp_path: Path) -> None:
    code = "import sys; from quincunx.cli import main; main(['solve', 'c-note/1', '--json']);"
    done = apart(tmp_path, "-c", f"{code} print('importlib.metadata' in sys.modules)")
    assert done.stdout.splitlines()[-1] == "False", done.stderr


@pytest.mark.usefixtures("kakuro")
def test_worker_processes_know_plug_ins(tmp_path: Path) -> None:
    options = ["--family", "kakuro:size=2", "--number", "4", "--jobs", "2"]
    done = apart(tmp_path, "-m", "quincunx", "dataset", "-o", "rows", *options)
    assert done.returncode == 0, done.stderr
    files = (tmp_path / "rows").rglob("*.jsonl")
    rows = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert {json.loads(row)["family"] for row in rows} == {"kakuro"}


def test_document_shows_pieces_of_the_example() -> None:
    text = (ROOT / "docs" / "plug_ins.md").read_text(encoding="utf-8")
    files = [*EXAMPLE.rglob("*.py"), EXAMPLE / "pyproject.toml"]
    example = [lines_of(file.read_text(encoding="utf-8")) for file in files]
    shown = re.findall(r"^```(?:python|toml)\n(.*?)^```", text, re.M | re.S)
    assert len(shown) >= 8
    for piece in shown:
        assert any(lines_of(piece) in whole for whole in example), piece


def lines_of(text: str) -> str:
    """The lines of a text without their indentation."""
    return "\n".join(line.strip() for line in text.strip().splitlines())
