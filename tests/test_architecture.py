"""ARCHITECTURE.md and the import-linter contract describe the same layers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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
