"""`quincunx techniques`: the glossary."""

from __future__ import annotations

import json

import pytest

from quincunx.reasoning.glossary import glossary
from tests.cli.conftest import Run
from tests.families.own import OWN

ENTRIES = glossary()


def test_all_techniques_are_listed(run: Run) -> None:
    outcome = run("techniques")
    assert (outcome.status, outcome.err) == (0, "")
    for entry in ENTRIES:
        tier, effort = entry.technique.tier, entry.technique.effort
        assert f"{entry.technique.name}  tier {tier}, effort from {effort:g}" in outcome.out


@pytest.mark.parametrize("family", OWN)
def test_techniques_of_one_family(run: Run, family: str) -> None:
    data = json.loads(run("techniques", family, "--json").out)
    expected = [entry.as_dict() for entry in ENTRIES if entry.family in (None, family)]
    assert data == {"techniques": expected}
