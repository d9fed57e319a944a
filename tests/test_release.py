"""The version is the same everywhere a reader meets it."""

from __future__ import annotations

import re
from pathlib import Path

import quincunx

ROOT = Path(__file__).parents[1]


def test_citation_and_changelog_name_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    cited = re.search(r"^version: (.*)$", citation, re.MULTILINE)
    released = re.search(r"^## \[(\d.*?)\] - \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert cited is not None
    assert released is not None
    assert cited[1].strip('"') == released[1] == quincunx.__version__
