"""The page about peers is made of its data."""

import json
from pathlib import Path

from benchmarks.peers import MIN_PROCESSES
from benchmarks.peers.report import report, table, time_of
from quincunx.lab.statistics import Interval

DATA = Path(__file__).parents[3] / "docs" / "peers.json"


def test_the_document_is_made_of_its_data() -> None:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    text = DATA.with_suffix(".md").read_text(encoding="utf-8")
    assert report(data) == text
    for kind in ("cold", "warm"):
        assert table(data, kind) in text
    times = [time_of(cell, "cold") for line in data["rows"] for cell in line["cells"].values()]
    assert any(isinstance(time, Interval) and time.number >= MIN_PROCESSES for time in times)
