"""Growth: points and instances, medians and spread, and what a limit does to them."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx.errors import EngineError, QuincunxError
from quincunx.families import parse
from quincunx.lab.growth_experiment import (
    MAKING_SECONDS,
    Growth,
    curves,
    describe_growth,
    growth,
    growth_lines,
)
from quincunx.lab.plots import Curve, CurvePoint, draw_curves, new_figure
from quincunx.lab.runner import Runner
from quincunx.lab.tables import write_report
from quincunx.lab.trials import TrialRow
from tests.lab.rows import timeless


def maker(family: str, **options: Any) -> Iterator[SimpleNamespace]:
    """Makes C-Notes of ones that differ in a corner, for want of a real maker."""
    size, number = options["size"], options["number"]
    for corner in range(1, number + 1):
        grid = [[1] * size for _ in range(size)]
        grid[0][0] = corner
        rows = "/".join("".join(map(str, row)) for row in grid)
        yield SimpleNamespace(puzzle=parse(f"{family}:{options.get('target', 40)}:{rows}"))


def grown(asked: Growth, *given: Any, maker: Any = maker, **options: Any) -> list[TrialRow]:
    """The rows of an experiment whose puzzles this maker makes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quincunx.making.generate", maker)
        return asked.run(*given, **options)


def small(**options: Any) -> Growth:
    asked = {"fixed": ["target=30"], "number": 3, "unique": False, "consistency": "both", **options}
    return growth("c-note", "size=2..4", **asked)


@pytest.fixture(scope="module")
def rows() -> list[TrialRow]:
    return grown(small(nodes=40))


def test_every_point_instance_labeling_and_strength_has_a_row(rows: list[TrialRow]) -> None:
    found = {(row.point, row.puzzle, row.variable, row.consistency) for row in rows}
    assert len(found) == len(rows) == 3 * 3 * 3 * 2
    assert {row.point for row in rows} == {"2", "3", "4"}
    assert {row.constraints for row in rows if row.point == "4"} == {8}


def test_a_resumed_experiment_equals_an_uninterrupted_one(
    rows: list[TrialRow], tmp_path: Path
) -> None:
    calls = []

    def interrupted(family: str, **options: Any) -> Iterator[SimpleNamespace]:
        calls.append(options["size"])
        if options["size"] == 4 and calls.count(4) == 1:
            raise KeyboardInterrupt
        return maker(family, **options)

    asked = small(nodes=40)
    with pytest.raises(KeyboardInterrupt):
        grown(asked, Runner(folder=tmp_path), maker=interrupted)
    again = grown(asked, Runner(folder=tmp_path), maker=interrupted)
    assert calls == [2, 3, 4, 4], "puzzles that were made are not made again"
    assert [timeless(row) for row in again] == [timeless(row) for row in rows]


@pytest.mark.parametrize(
    ("point", "middle", "words", "why"),
    [
        (CurvePoint(3, (5.0,)), 5, "5", "one run"),
        (CurvePoint(3, (5.0, 1.0, 9.0)), 5, "5 (1–9)", "the middle of three"),
        (CurvePoint(3, (5.0, 5.0)), 5, "5", "a range of one value is not shown"),
        (
            CurvePoint(3, (1.0, 2.0), (9.0,)),
            2,
            "2 (1–2), 1 of 3 stopped",
            "a stopped puzzle counts as more than every finished one",
        ),
        (
            CurvePoint(3, (1.0,), (9.0,)),
            inf,
            "stopped (1 of 2)",
            "with half of the puzzles stopped, the median is unknown",
        ),
        (CurvePoint(3, (), (9.0, 9.0)), inf, "stopped (2 of 2)", "nothing finished"),
    ],
)
def test_point_describes_its_median_range_and_stopped_puzzles(
    point: CurvePoint, middle: float, words: str, why: str
) -> None:
    assert point.middle == middle, why
    assert point.describe("nodes") == words, why


def test_growth_writes_its_pictures_and_report(rows: list[TrialRow], tmp_path: Path) -> None:
    asked = small(nodes=40)
    asked.draw(rows, tmp_path)
    picture = (tmp_path / "growth.svg").read_text()
    for words in ("ff (bounds)", "processor time (s)"):
        assert words in picture
    stopped = any(row.limited for row in rows)
    assert ("stopped by the limit" in picture) == stopped, "no sign without its explanation"
    report = write_report(asked, rows)
    assert "- puzzles: 3 per point, any number of solutions, target=30\n" in report
    assert "## Backtracks" in report
    assert "9 puzzles from 2 to 4" in report


def growing(*points: CurvePoint) -> str:
    return describe_growth(small(), Curve("ff", points), "nodes")


@pytest.mark.parametrize(
    ("points", "words", "why"),
    [
        (
            [CurvePoint(x, (2.0**x - 1, 2.1**x - 1)) for x in range(2, 9)],
            "exponential, 2.05 × for each step of one (1.97 × to 2.14 ×); 14 puzzles from 2 to 8.",
            "the curve is fitted to all points",
        ),
        (
            [
                *(CurvePoint(x, (2.0**x - 1, 2.1**x - 1)) for x in range(2, 9)),
                CurvePoint(9, (), (9, 9)),
            ],
            "exponential, 2.05 × for each step of one (1.97 × to 2.14 ×); 14 puzzles from 2 to 8; "
            "1 point with stopped puzzles left out.",
            "points with stopped puzzles are left out",
        ),
        ([CurvePoint(x, (7.0,)) for x in (2, 3, 4)], "always 7.", "all costs are equal"),
        (
            [CurvePoint(x, (3.0 + 7 * x,)) for x in (2, 3, 4, 5, 6)],
            "linear, +7 for each step of one (exactly); 5 puzzles from 2 to 6.",
            "five points on a line are an exact fit",
        ),
        (
            [CurvePoint(x, (x**2.0 - 1, 1.3 * x**2 - 1)) for x in (4, 5, 6)],
            "either like size to the power of 2 (0.902 to 3.1 if so), or a line or an exponential "
            "curve: about as likely; 6 puzzles from 4 to 6.",
            "the interval holds for the first shape; others fit about as well",
        ),
        (
            [CurvePoint(x, (10.0, 11.0, 12.0, 13.0)) for x in (2, 3, 4, 5)],
            "no growth that stands out from the spread of the puzzles; 16 puzzles from 2 to 5.",
            "the spread within points is larger than the trend",
        ),
    ],
)
def test_growth_is_described_by_shape_slope_and_interval(
    points: list[CurvePoint], words: str, why: str
) -> None:
    assert growing(*points) == words, why


def test_report_names_the_model_and_puzzles_without_solution() -> None:
    """Of the first ring the paper's program loses the one solution, of the other it finds some."""
    asked = growth("power-strike", "cells=5,8", number=1, model="paper", labelings=["ff,bisect"])
    rings = {5: "power-strike:2:6,_,_,_,_", 8: "power-strike:7:41,_,_,_,_,_,_,_"}

    def ring(family: str, **options: Any) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(puzzle=parse(rings[options["cells"]]))

    rows = grown(asked, maker=ring)
    assert [row.outcome for row in rows] == ["none", "solved"]
    report = write_report(asked, rows)
    assert "- model: the program that the family's paper prints\n" in report
    assert "1 of 2 puzzles: none found (the paper's program loses some)." in report
    ours = growth("c-note", "size=2", number=1, unique=False)
    assert ours.remarks(grown(ours)) == []


def test_growth_over_words_is_not_fitted() -> None:
    asked = growth("sum-star", "arrangement=one,pair")
    assert [asked.place(point) for point in asked.points] == [1, 2], "in the order given"
    curve = Curve("ff", (CurvePoint(1, (1.0,)), CurvePoint(2, (5.0,))))
    assert describe_growth(asked, curve, "nodes") == (
        "arrangement is not a number, so nothing is fitted."
    )


def test_a_puzzle_run_several_times_is_one_figure(rows: list[TrialRow]) -> None:
    again = [replace(row, repeat=2, seconds=row.seconds * 3) for row in rows]
    once, twice = (curves(small(), some, "seconds") for some in (rows, [*rows, *again]))
    for one, other in zip(once, twice, strict=True):
        for a, b in zip(one.points, other.points, strict=True):
            assert (len(a.figures), len(a.reached)) == (len(b.figures), len(b.reached))
            assert b.figures == pytest.approx([2 * figure for figure in a.figures])


def test_stopped_runs_are_marked_as_far_as_they_had_got() -> None:
    none = Curve("none", (CurvePoint(4, (), (1.0,)),))
    steep = Curve(
        "steep", (CurvePoint(0, (1e-4,)), CurvePoint(1, (1e-2,)), CurvePoint(2, (1e-1,), (10.0,)))
    )
    axes = new_figure(5, 5, "stopped").subplots()
    draw_curves(axes, [none, steep], "seconds")
    triangles = [line for line in axes.lines if line.get_marker() == "^" and len(line.get_xdata())]
    assert [list(t.get_xdata()) for t in triangles] == [[4], [2]]
    assert list(triangles[1].get_ydata()) == [10.0], "as far as it had got"


def test_too_slow_a_maker_suggests_alternatives() -> None:
    def lazy(family: str, **options: Any) -> Iterator[SimpleNamespace]:
        assert options["time_limit"] == MAKING_SECONDS
        return iter(list(maker(family, **options))[:1])

    with pytest.raises(EngineError) as error:
        grown(growth("c-note", "size=2..3"), maker=lazy)
    assert str(error.value) == (
        "lab: only 1 of 5 puzzles of c-note with size=2 were made, then there were no more; "
        "try --any, a smaller --number or smaller puzzles"
    )


@pytest.mark.parametrize(
    ("over", "fixed"), [(f"size={'9' * 5000}", []), ("size=3", [f"target={'9' * 5000}"])]
)
def test_numbers_with_too_many_digits_are_refused(over: str, fixed: list[str]) -> None:
    with pytest.raises(QuincunxError) as error:
        growth("c-note", over, fixed=fixed, number=1, unique=False)
    assert len(str(error.value)) < 200


def test_without_scipy_the_missing_fit_is_named(
    rows: list[TrialRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert growth_lines(small(nodes=40), rows, "nodes") == [
        "growth is not fitted (lab: statistics need scipy, install it with: "
        "pip install 'quincunx[lab]')"
    ]
