"""Wrong answers: every broken rule is named, with its cells and a sentence."""

from pathlib import Path

import pytest

from quincunx.families import parse, read_solution
from quincunx.families.base.capabilities import short_name
from quincunx.families.power_strike import PowerStrike
from tests.families.tables import json_or_text

TEXT = (Path(__file__).parent / "cases" / "violations.txt").read_text(encoding="utf-8")
BLOCKS = [
    [line for line in block.splitlines() if not line.startswith("# ")]
    for block in TEXT.split("\n\n")[1:]
]


@pytest.mark.parametrize(("case", "expected"), [(block[0], block[1:]) for block in BLOCKS])
def test_violations_name_rules_and_cells(case: str, expected: list[str]) -> None:
    identifier, _, answer = case.partition(" | ")
    puzzle = parse(identifier)
    found = [
        f"{broken.rule} ({' '.join(short_name(puzzle, cell) for cell in broken.cells)}): "
        f"{broken.sentence}"
        for broken in puzzle.violations(read_solution(puzzle, json_or_text(answer)))
    ]
    assert found == expected


def test_long_wrong_numbers_get_short_sentences() -> None:
    puzzle = PowerStrike(10**100, (10**900 + 1, None))
    found = puzzle.violations([10**900 + 1, 10**3999 + 7])
    assert len(found) == 2
    assert all(len(violation.sentence) < 400 for violation in found)
