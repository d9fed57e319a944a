"""Rows to test with, and what of a row is the same whenever it is measured."""

from typing import Any

from quincunx.lab.trials import TrialRow

SMALL = "c-note:100:884/625/361"
NONE = "c-note:7:88/88"
HARD = "c-note/paper-labeling"


def timeless(row: TrialRow) -> dict[str, Any]:
    """A row without its times."""
    return {k: value for k, value in row.as_dict().items() if k not in ("setup", "seconds")}


def row(**figures: Any) -> TrialRow:
    """A row with these figures and plain others."""
    data: dict[str, Any] = {
        "puzzle": SMALL,
        "family": "c-note",
        "variable": "ff",
        "value": "step",
        "direction": "up",
        "consistency": "domain",
        "seed": 0,
        "goal": "first",
        "repeat": 1,
        "model": "ours",
        "strategy": "depth-first",
        "point": "",
        "outcome": "solved",
        "setup": 0.125,
        "seconds": 0.5,
        "nodes": 3,
        "backtracks": 1,
        "resumptions": 20,
        "entailments": 4,
        "prunings": 30,
        "constraints": 6,
        "solutions": 1,
    }
    return TrialRow(**{**data, **figures})
