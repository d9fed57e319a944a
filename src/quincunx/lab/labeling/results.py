"""What a sweep leaves in its folder: rows, pictures and a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quincunx._support.files import make_folder, write_file
from quincunx.lab.figures.numbers import write_csv, write_json
from quincunx.lab.labeling.heat import HEAT_COUNTERS, draw_heat
from quincunx.lab.labeling.report import write_report
from quincunx.lab.labeling.sweep import Sweep
from quincunx.lab.runs.trials import Row


def write_results(folder: Path, sweep: Sweep, rows: Sequence[Row]) -> list[Path]:
    """Write everything about a labeling sweep; the paths, the report last."""
    make_folder(folder)
    table, data, report = folder / "rows.csv", folder / "rows.json", folder / "report.md"
    write_csv(table, rows)
    write_json(data, sweep.identity(), rows)
    written = [table, data]
    for counter in HEAT_COUNTERS:
        vector = draw_heat(rows, counter, folder)
        written += [vector, vector.with_suffix(".png")]
    write_file(report, write_report(sweep, rows))
    return [*written, report]
