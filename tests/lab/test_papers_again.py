"""One experiment measured again: the rest is kept, and only if it is as it would be now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.lab.papers import measurements
from quincunx.lab.papers.experiments import Experiment
from quincunx.lab.papers.measurements import identity_of, measure_again
from quincunx.lab.papers.report import NAME
from quincunx.lab.papers.results import PaperRow, Results, load

KEY = "sum-star-labeling"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Results:
    """The results of this repository, as if this kernel had measured them; and nothing is run."""
    found = load(Path(__file__).parents[2] / "docs" / "papers" / NAME)
    made = {**found.made, **identity_of(Limits(), None, reduce=False)}
    names = ("data", "parts", "programs", "pins")
    monkeypatch.setattr(
        measurements, "fingerprints", lambda: {name: found.made[name] for name in names}
    )

    def measure(experiment: Experiment, *_: Any) -> list[PaperRow]:
        rows = [row for row in found.rows if row.experiment == experiment.key]
        return [replace(row, seconds=77.0) for row in rows]

    monkeypatch.setattr(measurements, "measure", measure)
    return replace(found, made=made)


def test_other_experiments_are_kept(kept: Results) -> None:
    results = measure_again(kept, [KEY])
    assert len(results.rows) == len(kept.rows)
    for old, new in zip(kept.rows, results.rows, strict=True):
        assert new == (replace(old, seconds=77.0) if old.experiment == KEY else old)
    assert results.makings == kept.makings
    assert results.counts == kept.counts
    assert dict(results.made) == dict(kept.made)


def test_missing_counts_are_made(kept: Results) -> None:
    (asked,) = (one for one in kept.counts if one.puzzle == "c-note:100:884/625/361")
    fewer = replace(kept, counts=tuple(one for one in kept.counts if one != asked))
    assert measure_again(fewer, [KEY]).counts == kept.counts


@pytest.mark.parametrize(
    ("made", "keys", "complaint"),
    [
        ({}, ["sum-star"], "lab: no experiment sum-star, expected one of power-strike-labeling, "),
        ({"kernel": "abacus"}, [KEY], "lab: kernel is .*, and was abacus, expected the same to"),
        ({"pins": "other"}, [KEY], "lab: pins is .*, and was other, expected the same to keep"),
        (
            {"parts": {}},
            [KEY],
            "lab: power-strike-labeling has changed, expected it to be",
        ),
    ],
)
def test_changed_conditions_are_refused(
    kept: Results, made: dict[str, Any], keys: list[str], complaint: str
) -> None:
    with pytest.raises(OptionError, match=complaint):
        measure_again(replace(kept, made={**kept.made, **made}), keys)
