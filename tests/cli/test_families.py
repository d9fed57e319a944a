"""`quincunx families`: what the puzzles are and how they are written down."""

import json

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


def test_json_of_all_families_is_that_of_each(run: Run) -> None:
    data = json.loads(run("families", "--json").out)
    assert [family["family"] for family in data["families"]] == list(all_families())
    for family in data["families"]:
        assert family == json.loads(run("families", family["family"], "--json").out)
        example = family["example"]
        assert parse(json.dumps(example["document"])).identifier == example["puzzle"]
