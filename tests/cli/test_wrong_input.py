"""Wrong input gets one line on standard error and status 2, and nothing is written anywhere."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from quincunx.families import all_families
from tests.cli.conftest import Run, refused
from tests.extras import extra

PUZZLE = "c-note:100:878/312/272"
CLASSIC = "aztec-math:levels=4,pattern=#/__/_#_/#__#"

REFUSALS = (Path(__file__).parent / "refusals.txt").read_text(encoding="utf-8").splitlines()[1:]
"""Commands, some with their standard input, and the line that refuses them."""
NEEDS = {"book": "typst", "draw": "typst", "serve": "uvicorn"}
"""Packages without which a command refuses everything."""
TWICE = '{"family": "c-note", "target": 7, "target": 8, "grid": [[8, 8], [8, 8]]}'
FILES = {
    "wrong.txt": f"{PUZZLE}\nc-note:7\n",
    "half.json": "[",
    "seven.json": "7",
    "half.jsonl.gz": "nothing of the kind",
    "twice.json": TWICE,
    "object.jsonl": "{}\n",
    "short.jsonl": '{"puzzle": "c-note:100:878/312"}',
    "papers/results.json": '{"rows": 7}',
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty", "papers", "folder.svg"):
        Path(name).mkdir()
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    for name in ("full.svg", "full.pdf"):
        os.symlink("/dev/full", name)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("row", [row for row in REFUSALS if " => " in row])
def test_wrong_input_is_refused_in_one_line_and_writes_nothing(run: Run, row: str) -> None:
    command, _, line = row.partition(" => ")
    command, _, stdin = command.partition(" < ")
    if " full" in command and not Path("/dev/full").exists():
        pytest.skip("no device here is always full")
    named = {"CLASSIC": CLASSIC, "TWICE": TWICE}
    words = [named.get(word, word) for word in shlex.split(command)]
    if words[0] in NEEDS:
        extra(NEEDS[words[0]])
    line = line.replace("FAMILIES", ", ".join(all_families()))
    before = sorted(os.listdir())
    asked = [words, [*words, "--json"]] if words[0] in ("solve", "check", "gallery") else [words]
    for arguments in asked:
        found = refused(run, *arguments, stdin=stdin)
        assert re.fullmatch(".*".join(map(re.escape, line.split("..."))), found)
    assert sorted(os.listdir()) == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "arguments",
    ["", "solve", "solve c-note/1", "solve c-note/1 --labeling", "solve c-note/1 --engine",
     "hint c-note/1 --level", "draw c-note/1 -o", "catalogue c-note --from"],
)  # fmt: skip
def test_long_arguments_are_shortened_in_messages(run: Run, arguments: str) -> None:
    for long in ("x" * 100_000, "9" * 100_000, "x y " * 25_000):
        assert len(refused(run, *arguments.split(), long)) <= 1_000


@pytest.mark.parametrize(
    ("command", "module", "needed", "package"),
    [
        ("draw c-note/1 -o a.pdf", "typst", "PNG and PDF need typst, ", "print"),
        ("explain c-note/1 -o a.pdf", "typst", "PNG and PDF need typst, ", "print"),
        (
            "book --family sum-star --number 999 -o a.pdf",
            "typst",
            "PNG and PDF need typst",
            "print",
        ),
        ("book c-note --codes qr -o a.pdf", "segno", "QR codes need segno, ", "print"),
        ("certify c-note/1 -o new", "pysat.solvers", "certify: proofs need python-", "certify"),
        ("lab labeling c-note/1 -o x", "matplotlib", "lab: pictures need matplotlib, ", "lab"),
        ("serve", "uvicorn", "serve needs starlette", "web"),
        ("solve c-note/1 --engine cp-sat", "ortools.sat.python", "cp-sat: OR-Tools is", "cpsat"),
    ],
)
def test_missing_package_is_named_before_the_work_begins(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    command: str, module: str, needed: str, package: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "quincunx.web.server.run", raising=False)
    line = refused(run, *command.split())
    assert line.startswith(needed)
    assert f"pip install 'quincunx[{package}]'" in line.replace('"', "'")
    assert os.listdir() == []


NUMBERS = """
solve c-note/1 --limit
solve c-note/1 --seed
solve c-note/1 --node-limit
solve c-note/1 --time-limit
explain c-note/1 --time-limit
export c-note/1 --time-limit
generate c-note --size
generate c-note --number
generate c-note --seed
lab labeling c-note/1 --repeat
lab labeling c-note/1 --jobs
lab labeling c-note/1 --node-limit
lab labeling c-note/1 --time-limit
lab growth c-note --over size=2 --number
lab tree c-note/1 --marks
"""


@pytest.mark.parametrize("command", NUMBERS.split("\n")[1:-1])
def test_numbers_are_ascii_digits_and_nothing_else(run: Run, command: str) -> None:
    words = command.split()
    for text in ("٣", "1_0", "nan", "３", "", "0x1", "1 0"):
        assert f"Invalid value for '{words[-1]}'" in refused(run, *words, text)
