"""Layers, versions and names agree wherever a reader meets them."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import quincunx

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "quincunx"
MOST_NAMES = 14


def drawn_layers() -> list[set[str]]:
    """The layers in the table of ARCHITECTURE.md, highest first."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| (.*?) \|", text, re.MULTILINE)
    return [set(re.findall(r"`(\w+)`", row)) for row in rows]


def test_architecture_draws_the_layers_that_are_enforced() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    enforced = [set(re.findall(r"quincunx\.(\w+)", layer)) for layer in contract["layers"]]
    assert drawn_layers() == enforced


def test_every_package_belongs_to_a_layer() -> None:
    names = {path.stem for path in SOURCES.iterdir() if path.suffix in ("", ".py")}
    layered = set.union(*drawn_layers())
    assert names - {"__init__", "__main__", "__pycache__"} == layered
    assert len(layered) <= MOST_NAMES


ROOT = Path(__file__).parents[1]


def test_citation_and_changelog_name_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    cited = re.search(r"^version: (.*)$", citation, re.MULTILINE)
    released = re.search(r"^## \[(\d.*?)\] - \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert cited is not None
    assert released is not None
    assert cited[1].strip('"') == released[1] == quincunx.__version__


def test_every_pattern_of_compiled_modules_names_a_module() -> None:
    # Read as text: to import the build backend takes setuptools.
    text = (ROOT / "build_backend.py").read_text(encoding="utf-8")
    listed = re.search(r"COMPILED_MODULES = (\(.*?\))", text, re.DOTALL)
    assert listed
    for pattern in ast.literal_eval(listed[1]):
        assert list(SOURCES.glob(pattern)), f"{pattern} compiles nothing"
