"""`quincunx families`: what the puzzles are and how they are written down."""

from __future__ import annotations

import json

import pytest

from quincunx.families import all_families, parse
from tests.cli.conftest import Run


def test_every_family_is_explained(run: Run) -> None:
    outcome = run("families")
    assert (outcome.status, outcome.err) == (0, "")
    for family in all_families().values():
        assert family.title in outcome.out
        assert f"identifier: {family.example.identifier}\n" in outcome.out
        for field in family.fields:
            assert f"  {field.name}: " in outcome.out


@pytest.mark.parametrize("name", list(all_families()))
def test_one_family_is_explained_with_a_drawing(run: Run, name: str) -> None:
    family = all_families()[name]
    outcome = run("families", name)
    assert outcome.out.startswith(f"{family.title}  {name}\n")
    assert "⇒" in outcome.out


def test_json(run: Run) -> None:
    data = json.loads(run("families", "--json").out)
    assert [family["family"] for family in data["families"]] == list(all_families())
    for family in data["families"]:
        assert family == json.loads(run("families", family["family"], "--json").out)
        example = family["example"]
        assert parse(json.dumps(example["document"])).identifier == example["puzzle"]
