"""The recipe for a new constraint is run as it stands, and prints what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RECIPE = Path(__file__).parents[3] / "docs" / "new_constraint.md"
BLOCKS: list[tuple[str, str]] = re.findall(
    r"^```(\w*)\n(.*?)^```", RECIPE.read_text(encoding="utf-8"), re.M | re.S
)


@pytest.mark.another_solver
def test_recipe_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks of Python are one program; what it prints stands in the blocks between them."""
    names: dict[str, object] = {}
    shown = 0
    for language, text in BLOCKS:
        if language == "python":
            exec(text, names)
        else:
            shown += 1
            assert capsys.readouterr().out == text
    assert shown >= 2
    assert capsys.readouterr().out == ""
