"""Growth: points and instances, medians and spread, and what a limit does to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx.errors import EngineError, OptionError, PuzzleError, QuincunxError
from quincunx.families import parse
from quincunx.lab.figures.numbers import read_csv, write_csv
from quincunx.lab.growths.curves import Point, curves, draw_growth, in_words, write_growth_report
from quincunx.lab.growths.growing import (
    Growth,
    GrowthRow,
    growth,
    read_fixed,
    read_over,
    run_growth,
)
from quincunx.making import Series, generate
from tests.lab.rows import timeless


def maker(family: str, **options: Any) -> Iterator[SimpleNamespace]:
    """Makes C-Notes of ones that differ in a corner, for want of a real maker."""
    size, number = options["size"], options["number"]
    for corner in range(1, number + 1):
        grid = [[1] * size for _ in range(size)]
        grid[0][0] = corner
        rows = "/".join("".join(map(str, row)) for row in grid)
        yield SimpleNamespace(puzzle=parse(f"{family}:{options.get('target', 40)}:{rows}"))


def small(**options: Any) -> Growth:
    asked = {"fixed": ["target=30"], "number": 3, "unique": False, "consistency": "both", **options}
    return growth("c-note", "size=2..4", **asked)


@pytest.fixture(scope="module")
def rows() -> list[GrowthRow]:
    return run_growth(small(nodes=40), maker=maker)


def test_every_point_instance_labeling_and_strength_has_a_row(rows: list[GrowthRow]) -> None:
    found = {(row.point, row.instance, row.variable, row.consistency) for row in rows}
    assert len(found) == len(rows) == 3 * 3 * 3 * 2
    assert {(row.parameter, row.point, row.place) for row in rows} == {
        ("size", "2", 2),
        ("size", "3", 3),
        ("size", "4", 4),
    }
    assert {row.constraints for row in rows if row.point == "4"} == {8}


def test_rows_are_complete_and_typed(rows: list[GrowthRow], tmp_path: Path) -> None:
    write_csv(tmp_path / "rows.csv", rows)
    assert read_csv(tmp_path / "rows.csv", GrowthRow) == rows


def test_a_resumed_experiment_equals_an_uninterrupted_one(
    rows: list[GrowthRow], tmp_path: Path
) -> None:
    calls = []

    def interrupted(family: str, **options: Any) -> Iterator[SimpleNamespace]:
        calls.append(options["size"])
        if options["size"] == 4 and calls.count(4) == 1:
            raise KeyboardInterrupt
        return maker(family, **options)

    asked = small(nodes=40)
    with pytest.raises(KeyboardInterrupt):
        run_growth(asked, folder=tmp_path, maker=interrupted)
    again = run_growth(asked, folder=tmp_path, maker=interrupted)
    assert calls == [2, 3, 4, 4], "puzzles that were made are not made again"
    assert [timeless(row) for row in again] == [timeless(row) for row in rows]
    identity = json.loads(json.dumps(asked.identity()))
    assert Growth.of_identity(identity) == asked


def test_the_real_maker_makes_the_same_puzzles_from_the_same_seed() -> None:
    asked = growth("c-note", "size=2,3", fixed=["target=40"], number=2, unique=False, seed=5)
    first, second = run_growth(asked), run_growth(asked)
    assert [timeless(row) for row in first] == [timeless(row) for row in second]
    assert len({row.puzzle for row in first}) == 4


def test_medians_spread_and_limits(rows: list[GrowthRow]) -> None:
    by_line = {curve.name: curve for curve in curves(rows, "nodes")}
    assert set(by_line) == {
        f"{order} ({strength})"
        for order in ("leftmost", "ff", "dom_wdeg")
        for strength in ("bounds", "domain")
    }
    for curve in by_line.values():
        for point in curve.points:
            assert len(point.figures) + point.stopped == 3
            assert all(figure <= 40 for figure in point.figures)


@pytest.mark.parametrize(
    ("point", "middle", "words", "why"),
    [
        (Point(3, (5.0,)), 5, "5", "one run"),
        (Point(3, (5.0, 1.0, 9.0)), 5, "5 (1–9)", "the middle of three"),
        (Point(3, (5.0, 5.0)), 5, "5", "no spread, no brackets"),
        (Point(3, (1.0, 2.0), stopped=1), 2, "2 (1–2), 1 of 3 stopped", "more than 2 is 2 or more"),
        (Point(3, (1.0,), stopped=1), None, "stopped (1 of 2)", "the middle may be anything"),
        (Point(3, (), stopped=2), None, "stopped (2 of 2)", "nothing finished"),
    ],
)
def test_points(point: Point, middle: float | None, words: str, why: str) -> None:
    assert point.middle == middle, why
    assert in_words(point, "nodes") == words, why


def test_pictures_and_report(rows: list[GrowthRow], tmp_path: Path) -> None:
    asked = small(nodes=40)
    draw_growth(asked, rows, tmp_path)
    assert (tmp_path / "growth.png").read_bytes().startswith(b"\x89PNG")
    picture = (tmp_path / "growth.svg").read_text()
    for words in ("ff (bounds)", "time: medians, linear", "logarithmic", "stopped by the limit"):
        assert words in picture
    report = write_growth_report(asked, rows)
    assert "3 puzzles a point, seed 0, any number of solutions, target=30" in report
    assert "## Backtracks" in report
    assert "for each step of one, from 2 to 4." in report


def test_points_that_are_words_stand_in_their_order() -> None:
    asked = growth("sum-star", "arrangement=one,two")
    assert [asked.place(point) for point in asked.points] == [1, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size", "lab: over 'size', expected PARAMETER=FROM..TO or PARAMETER=A,B,..."),
        ("=3..4", "lab: over '=3..4', expected PARAMETER="),
        ("size=", "lab: over 'size=', expected PARAMETER="),
        ("size=3..x", "lab: over '3..x', expected whole numbers as in 3..7"),
        ("size=1..99999", "lab: 1..99999 is too much, expected at most 1000 points"),
    ],
)
def test_what_grows_must_be_said_clearly(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        read_over(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"labelings": [["fff"]]}, "labeling: unknown option 'fff', expected variable orders "),
        ({"number": 0}, "lab: 0 instances a point, expected 1 or more"),
        ({"consistency": "no"}, "lab: unknown consistency 'no', expected bounds, domain, both"),
    ],
)
def test_unknown_options_list_what_exists(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        growth("c-note", "size=3..4", **options)
    assert str(error.value).startswith(message)


def test_unknown_family_and_parameter() -> None:
    with pytest.raises(PuzzleError, match="unknown family 'd-note', expected one of aztec-math, "):
        growth("d-note", "size=3..4")
    with pytest.raises((PuzzleError, OptionError), match="weight"):
        run_growth(growth("c-note", "weight=3..4", unique=False))
    with pytest.raises(OptionError, match="lab: 'target', expected PARAMETER=VALUE"):
        read_fixed(["target"])


def test_why_puzzles_are_missing_is_said() -> None:
    def hasty(family: str, **options: Any) -> Series:
        return generate(family, **{**options, "patience": 1, "time_limit": None})

    with pytest.raises(EngineError) as error:
        run_growth(growth("c-note", "size=7"), maker=hasty)
    assert str(error.value) == (
        "lab: only 0 of 5 puzzles of c-note with size=7 were made, "
        "then no puzzle in 1 try, expected --any, fewer or smaller ones"
    )


def test_too_slow_a_maker_says_what_else_can_be_done() -> None:
    def lazy(family: str, **options: Any) -> Iterator[SimpleNamespace]:
        assert options["time_limit"] == 2
        return iter(list(maker(family, **options))[:1])

    with pytest.raises(EngineError) as error:
        run_growth(growth("c-note", "size=2..3"), maker=lazy, making_seconds=2)
    assert str(error.value) == (
        "lab: only 1 of 5 puzzles of c-note with size=2 were made, then there were no more, "
        "expected --any, fewer or smaller ones"
    )


@pytest.mark.parametrize(
    ("over", "fixed", "named"),
    [
        ("seed=1..3", [], "seed"),
        ("number=3", [], "number"),
        ("time_limit=3", [], "time_limit"),
        ("size=3", ["unique=1"], "unique"),
        ("size=3", ["cancel=1"], "cancel"),
        ("colour=3", [], "colour"),
    ],
)
def test_only_parameters_of_the_puzzles_grow(over: str, fixed: list[str], named: str) -> None:
    # Those of `generate` are options of the experiment, or not for it to choose.
    with pytest.raises(OptionError) as error:
        growth("c-note", over, fixed=fixed)
    assert str(error.value).startswith(f"lab: c-note has no parameter {named!r}, expected size, ")


@pytest.mark.parametrize(
    ("over", "fixed"),
    [(f"size={'9' * 5000}", []), ("size=3", [f"target={'9' * 5000}"])],
)
def test_numbers_that_python_does_not_read_are_refused_in_a_line(
    over: str, fixed: list[str]
) -> None:
    asked = growth("c-note", over, fixed=fixed, number=1, unique=False)
    with pytest.raises(QuincunxError) as error:
        run_growth(asked)
    assert len(str(error.value)) < 200
