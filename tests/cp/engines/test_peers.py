"""How peers are measured: fresh processes until an interval is narrow, and who is the fastest."""

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from benchmarks.peers import (
    MAX_PROCESSES,
    MIN_PROCESSES,
    RESULT_SECONDS,
    PeerResult,
    Sample,
    repeated,
)
from benchmarks.peers.report import report, table, time_of
from quincunx.lab.statistics import MedianInterval

DATA = Path(__file__).parents[3] / "docs" / "peers.json"


def measured(times: Iterator[float], spent: float) -> PeerResult:
    """What came of samples of these times."""

    def once() -> dict[str, Sample]:
        time = next(times)
        return {"a": Sample("solved", spent, time, time / 2, 1)}

    return repeated(once)["a"]


@pytest.mark.parametrize(
    ("times", "spent", "number", "why"),
    [
        ([1.0, 1.05, 1.1], 0.1, MIN_PROCESSES, "narrow at once"),
        ([1.0, 2.0], 0.1, MAX_PROCESSES, "it never becomes narrow"),
        ([1.0], RESULT_SECONDS + 1, 1, "one sample takes too long already"),
        ([1.0], 0.7 * RESULT_SECONDS, 2, "two do"),
        (
            [0.9],
            RESULT_SECONDS + 1,
            MIN_PROCESSES,
            "what takes less than a second is always measured five times",
        ),
    ],
)
def test_samples_are_taken_until_the_interval_is_narrow(
    times: list[float], spent: float, number: int, why: str
) -> None:
    cell = measured(cycle(times), spent)
    assert cell.cold is not None, why
    assert cell.warm is not None, why
    assert cell.cold.number == cell.warm.number == number, why
    assert cell.cold.low <= cell.cold.middle <= cell.cold.high


def test_the_document_is_made_of_its_data() -> None:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    text = DATA.with_suffix(".md").read_text(encoding="utf-8")
    assert report(data) == text
    for kind in ("cold", "warm"):
        assert table(data, kind) in text
    times = [time_of(cell, "cold") for line in data["rows"] for cell in line["cells"].values()]
    assert any(isinstance(time, MedianInterval) and time.number >= MIN_PROCESSES for time in times)
