"""What the paper, its program and ours look like: the same in all pictures."""

from __future__ import annotations

from typing import Any

from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS
from quincunx.lab.papers.experiments import OWN, PROGRAM

PRINTED = "the paper, as printed (times by the wall clock)"
STYLES: dict[str, dict[str, Any]] = {
    PRINTED: {"color": "#000000", "marker": "x"},
    PROGRAM.name: {"color": LINE_COLOURS[1], "marker": MARKERS[1]},
    OWN.name: {"color": LINE_COLOURS[0], "marker": MARKERS[0]},
}
