"""The labeling sweep: which trials there are, what a cell shows, and what is written."""

import csv
import json
from itertools import product
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quincunx import lab
from quincunx.cp.options import VALUE_CHOICES, VARIABLE_ORDERS
from quincunx.errors import OptionError
from quincunx.lab.labeling_sweep import (
    HEAT_COUNTERS,
    best_and_worst,
    compare,
    panels,
    searches_of,
    summary,
    sweep,
)
from quincunx.lab.plots import scale_of
from quincunx.lab.tables import counter_name, write_report, write_results
from quincunx.lab.trials import TrialRow, figure_of
from tests.lab.rows import HARD, NONE, SMALL, row


def test_a_sweep_combines_all_options_by_default() -> None:
    options = sweep([SMALL]).labelings
    assert len(set(options)) == len(options) == len(VARIABLE_ORDERS) * len(VALUE_CHOICES) * 2
    both = sweep([SMALL, NONE], consistency="both", repeat=3)
    assert both.runs == 12 * len(options), "repetitions included"
    with pytest.raises(OptionError, match="lab: unknown goal 'some', expected one of first, all"):
        sweep([SMALL], goal="some")
    with pytest.raises(OptionError, match="lab: number of repeats is 0, expected 1 or more"):
        sweep([SMALL], repeat=0)


def test_puzzles_are_named_in_any_way_and_counted_once(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(SMALL)
    assert sweep(["c-note/demo", str(file), SMALL]).puzzles == (SMALL,)


@pytest.mark.parametrize(
    ("rows", "expected", "why"),
    [
        ([row(nodes=5)], 5, "one run"),
        ([row(nodes=5), row(nodes=9), row(nodes=6)], 6, "the median of three"),
        ([row(nodes=5), row(nodes=9, outcome="limit")], inf, "a stopped run has no number"),
        ([row(nodes=5, outcome="none")], 5, "a proof of impossibility has its cost"),
    ],
)
def test_figure_is_the_median_and_infinite_if_a_run_was_stopped(
    rows: list[TrialRow], expected: float, why: str
) -> None:
    assert figure_of(rows, "nodes") == expected, why


@pytest.fixture(scope="module")
def rows() -> list[TrialRow]:
    return lab.labeling(
        [HARD, NONE], variables=["ff", "max"], values=["step"], consistency="both", nodes=500
    )


def test_limited_cells_are_shown_as_such_and_never_as_numbers(rows: list[TrialRow]) -> None:
    (bounds, domain), (none, _) = panels(rows, "nodes")
    assert bounds.columns == ["max", "ff"]
    limited = {side: [figure == inf for figure in line] for side, line in bounds.lines.items()}
    assert limited == {"step up": [True, False], "step down": [True, True]}
    assert not {None, inf} & set(domain.figures.values())
    assert none.title.endswith("no solution (proof of impossibility)")
    report = write_report(sweep([HARD, NONE], nodes=500), rows)
    assert "(stopped by the limit, 3 of 4)" in report, "of those with bounds"
    assert "| step down | limit | limit |" in report


def test_a_puzzle_without_a_solution_is_labelled_so(rows: list[TrialRow]) -> None:
    report = write_report(sweep([HARD, NONE], nodes=500), rows)
    assert "\nc-note:7:88/88, bounds: no solution (proof of impossibility)\n" in report
    lines = summary(rows, "backtracks")
    assert [line.split(": ")[0] for line in lines] == [
        "c-note/paper-labeling, bounds",
        "c-note/paper-labeling, domain",
        "c-note:7:88/88, bounds",
        "c-note:7:88/88, domain",
    ], "strengths are never mixed"
    assert lines[0].endswith(
        "worst max/step/up, max/step/down, ff/step/down (stopped by the limit, 3 of 4)"
    ), "what was stopped is worse than whatever finished"
    assert "stopped" not in lines[1]
    assert lines[2] == (
        "c-note:7:88/88, bounds: backtracks: 1 with all 4 combinations (one search); "
        "no solution (proof of impossibility)"
    )


def repeats(seconds: float, **figures: object) -> list[TrialRow]:
    """Five runs about this time, a tenth apart at the most."""
    steps = (0.95, 0.98, 1.0, 1.02, 1.05)
    return [row(seconds=seconds * step, repeat=at, **figures) for at, step in enumerate(steps, 1)]


def test_summary_mentions_medians_over_seeds() -> None:
    rows = [
        row(variable="random", seed=seed, repeat=seed + 1, backtracks=seed, nodes=seed)
        for seed in range(5)
    ]
    (line,) = summary(rows, "backtracks")
    assert line.endswith(": backtracks: 2; of random orders the median of 5 seeds")
    (alone,) = summary(rows[:1], "backtracks")
    assert "median" not in alone


def test_best_and_worst_by_each_counter() -> None:
    rows = [
        *repeats(0.1, variable="ff", nodes=2, backtracks=0),
        *repeats(0.3, variable="min", nodes=50, backtracks=20),
        *repeats(0.2, variable="max", nodes=100, backtracks=40),
    ]
    assert [compare(rows, counter) for counter in HEAT_COUNTERS] == [
        "time: best ff/step/up with 100 ms (95 ms–105 ms); "
        "worst min/step/up with 300 ms (285 ms–315 ms)",
        "backtracks: best ff/step/up with 0; worst max/step/up with 40",
        "nodes: best ff/step/up with 2; worst max/step/up with 100",
        "resumptions: 20 with all 3 combinations (different searches)",
    ]


def test_times_within_noise_share_a_place() -> None:
    rows = [
        *repeats(0.100, variable="ff", nodes=2),
        *repeats(0.104, variable="min", nodes=50),
        *repeats(0.200, variable="max", nodes=100),
    ]
    low, high = best_and_worst(searches_of(rows), "seconds")
    assert [search.combinations[0][0] for search in low] == ["ff", "min"]
    assert [search.combinations[0][0] for search in high] == ["max"]
    assert compare(rows[:10], "seconds") == (
        "time: 100 ms (95 ms–105 ms) with all 2 combinations (times within noise)"
    )


def test_equal_searches_are_one_with_several_names() -> None:
    rows = [
        row(variable=variable, value=value, seconds=0.0003 * (at + 1) ** 2, nodes=1, backtracks=0)
        for at, (variable, value) in enumerate(product(VARIABLE_ORDERS, VALUE_CHOICES))
    ]
    (search,) = searches_of(rows)
    assert len(search.combinations) == len(search.rows) == 50
    report = write_report(sweep([SMALL], directions=["up"]), rows)
    assert ": nodes: 1 with all 50 combinations (one search)" in report
    ((panel,),) = panels(rows, "seconds")
    assert len(set(panel.figures.values())) == 1


def test_a_difference_in_any_counter_makes_another_search() -> None:
    for counter in ("nodes", "backtracks", "resumptions", "prunings", "entailments"):
        rows = [row(variable="ff"), row(variable="min", **{counter: 77})]
        assert len(searches_of(rows)) == 2, counter
    assert len(searches_of([row(variable="ff"), row(variable="min", seconds=77.0)])) == 1


def test_stopped_runs_have_no_figures_in_any_file(tmp_path: Path) -> None:
    rows = [row(), row(variable="min", outcome="limit", nodes=4711)]
    assert rows[1].as_dict()["nodes"] is None
    assert rows[0].as_dict()["nodes"] == 3
    write_results(tmp_path, sweep([SMALL]), rows)
    assert "4711" not in (tmp_path / "rows.csv").read_text()
    assert "4711" not in (tmp_path / "rows.json").read_text()
    assert "4711" not in (tmp_path / "report.md").read_text()


def test_one_colour_means_one_amount_in_a_row_of_panels() -> None:
    rows = [
        row(consistency=consistency, variable=variable, nodes=nodes)
        for consistency, nodes in (("bounds", 10), ("domain", 10_000))
        for variable, nodes in (("ff", nodes), ("min", 2 * nodes))
    ]
    (side_by_side,) = panels(rows, "nodes")
    scale = scale_of(side_by_side)
    assert (scale.vmin, scale.vmax) == (10, 20_000)
    (times,) = panels([row(seconds=0.5), row(variable="min", nodes=9)], "seconds")
    shades = scale_of(times)
    assert shades.vmax == 10 * shades.vmin, "a small difference in time is small in colour"


def test_sweep_writes_rows_heat_maps_and_report(rows: list[TrialRow], tmp_path: Path) -> None:
    asked = sweep([HARD, NONE], variables=["ff", "max"], values=["step"], consistency="both")
    written = write_results(tmp_path, asked, rows)
    names = {counter_name(counter) for counter in HEAT_COUNTERS}
    assert {path.name for path in written} == {
        "rows.csv",
        "rows.json",
        "report.md",
        *(f"heat-{name}.svg" for name in names),
    }
    with open(tmp_path / "rows.csv", newline="") as file:
        again = list(csv.DictReader(file))
    assert again == [{k: "" if v is None else str(v) for k, v in r.as_dict().items()} for r in rows]
    data = json.loads((tmp_path / "rows.json").read_text())
    assert data["rows"] == [r.as_dict() for r in rows]
    assert data["sweep"]["kind"] == "labeling"
    report = (tmp_path / "report.md").read_text()
    for name in names:
        assert f"](heat-{name}.svg)" in report
        texts = "".join(ElementTree.parse(tmp_path / f"heat-{name}.svg").getroot().itertext())
        for words in ("max", "ff", "step down", "stopped by the limit", "no solution"):
            assert words in texts, "labels and legend are text that can be read"
