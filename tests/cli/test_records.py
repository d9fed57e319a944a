"""`quincunx records`."""

from __future__ import annotations

import json

from tests.cli.conftest import Run


def test_all_records_are_listed(run: Run) -> None:
    result = run("records", "multi-balance")
    assert result.status == 0
    assert "9 digits: 6 by 6, 36 cells  proved" in result.out
    assert "5 digits: none" in result.out
    assert "aztec-math" not in result.out


def test_check_proves_records_unique_in_json(run: Run) -> None:
    result = run("records", "aztec-math", "--check", "--json")
    (question,) = json.loads(result.out)["questions"]
    assert question["records"][3]["best"] == "4 givens"
    assert {record["verdict"] for record in question["records"]} == {"unique"}
