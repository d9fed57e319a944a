"""`quincunx families`: what the puzzles are and how they are written down."""

import json

import pytest

from quincunx.families import all_families, parse
from quincunx.families.base.capabilities import rule_book_of, short_name
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


@pytest.mark.parametrize("name", list(all_families()))
def test_families_lists_rules_and_cells_of_a_puzzle(run: Run, name: str) -> None:
    puzzle = parse(all_families()[name].example.identifier)
    outcome = run("families", name, puzzle.identifier)
    assert (outcome.status, outcome.err) == (0, "")
    for rule in rule_book_of(puzzle):
        assert rule.id in outcome.out
        assert rule.sentence in outcome.out
    for cell in puzzle.cells:
        assert f"\n{short_name(puzzle, cell)} " in outcome.out
    data = json.loads(run("families", name, puzzle.identifier, "--json").out)
    assert (data["puzzle"], data["family"]) == (puzzle.identifier, name)
    assert [tuple(entry["cell"]) for entry in data["cells"]] == list(puzzle.cells)
    book = [(rule["id"], rule["sentence"], rule["cells"]) for rule in data["rules"]]
    assert book == [(r.id, r.sentence, [*map(list, r.cells)]) for r in rule_book_of(puzzle)]
