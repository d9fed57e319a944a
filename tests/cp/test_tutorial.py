"""The pages about models and constraints are run as they stand, and print what they show."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.another_solver
@pytest.mark.parametrize(("page", "least"), [("cp", 14), ("new_constraint", 2)])
def test_page_prints_what_it_shows(
    page: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blocks of Python are one program; what it prints stands in the blocks between them."""
    names: dict[str, object] = {}
    shown = 0
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
        if language == "python":
            exec(block, names)
        else:
            shown += 1
            assert capsys.readouterr().out == block
    assert shown >= least
    assert capsys.readouterr().out == ""
