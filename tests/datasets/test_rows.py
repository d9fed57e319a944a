"""Row k is the same wherever it is made, and rows of all families have the same fields."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from quincunx.datasets.plan import Plan, read_plan, read_setting
from quincunx.datasets.records import FIELDS, MissingRow, WrittenRow
from quincunx.datasets.rows import make_row
from quincunx.datasets.solution_classes import form_of
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import read_solution, to_document
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import parse
from quincunx.reasoning import explain, grade
from tests.extras import extra
from tests.families.own import OWN

CHEAP = [
    "aztec-math:levels=4",
    "c-note",
    "multi-balance:digits=6,crop",
    "power-strike:cells=6",
    "sum-star:arrangement=one",
]
"""Of every family something that takes little time."""


def plan_of(*settings: str, grades: str | None = None, seed: int = 1) -> Plan:
    return read_plan(settings or CHEAP, grades, None, seed=seed)


@pytest.fixture(scope="module")
def lines() -> list[WrittenRow]:
    made = [make_row(plan_of(), row) for row in range(len(CHEAP) + 2)]
    assert all(isinstance(one, WrittenRow) for one in made)
    return [one for one in made if isinstance(one, WrittenRow)]


@pytest.fixture(scope="module")
def rows(lines: list[WrittenRow]) -> list[dict[str, Any]]:
    return [json.loads(line.text) for line in lines]


def test_row_does_not_depend_on_process_or_order(lines: list[WrittenRow]) -> None:
    program = (
        "import json, sys\n"
        "from quincunx.datasets.plan import Plan\n"
        "from quincunx.datasets.rows import make_row\n"
        "plan = Plan.from_dict(json.loads(sys.argv[1]))\n"
        "for k in (6, 2, 5):\n"
        "    sys.stdout.buffer.write(make_row(plan, k).text.encode())\n"
    )
    command = [sys.executable, "-c", program, json.dumps(plan_of().as_dict())]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout == "".join(lines[k].text for k in (6, 2, 5)).encode()


def test_rows_are_json_with_all_fields(lines: list[WrittenRow], rows: list[dict[str, Any]]) -> None:
    for k, (line, row) in enumerate(zip(lines, rows, strict=True)):
        assert line.text.endswith("\n")
        assert line.text.count("\n") == 1
        assert (line.row, line.split) == (row["row"], row["split"])
        assert (line.form, line.solution_class) == (row["form"], row["solution_class"])
        assert row["row"] == k
        assert list(row) == list(FIELDS)
        setting = read_setting(CHEAP[k % len(CHEAP)])
        assert json.loads(row["parameters"]).items() >= dict(setting.parameters).items()
    assert [row["family"] for row in rows[: len(CHEAP)]] == list(OWN)


def test_rows_of_all_families_have_one_schema(rows: list[dict[str, Any]]) -> None:
    arrow = extra("pyarrow")
    schemas = [arrow.Table.from_pylist([row]).schema for row in rows]
    assert all(schema.equals(schemas[0]) for schema in schemas)
    assert not any(arrow.types.is_null(column.type) for column in schemas[0])


def test_rows_agree_with_grade_and_explain(rows: list[dict[str, Any]]) -> None:
    for row in rows[: len(CHEAP)]:
        puzzle = parse(row["puzzle"])
        found, explained = grade(puzzle), explain(puzzle)
        assert json.loads(row["document"]) == to_document(puzzle)
        assert puzzle.violations(read_solution(puzzle, json.loads(row["answer"]))) == []
        assert (row["grade"], row["difficulty"]) == (found.grade, found.score)
        assert row["reason"] == found.reason
        assert (row["hardness"], row["length"]) == (found.hardness, found.length)
        used = {one["name"]: one["times"] for one in row["techniques"]}
        assert used == dict(found.techniques)
        assert row["steps"] == len(explained.steps)
        assert row["drawing"] == str(sketch_of(puzzle))
        assert row["drawing"] in row["question"]
        assert row["explanation"].endswith(row["answer"])
        assert row["id"].startswith(f"{puzzle.family}-")


def test_rows_have_the_grades_of_the_plan() -> None:
    plan = plan_of("c-note", grades="easy:1,medium:2")
    made = [make_row(plan, row) for row in range(3)]
    grades = [json.loads(one.text)["grade"] for one in made if isinstance(one, WrittenRow)]
    assert grades == [plan.place(k)[0].grade for k in range(3)]
    assert set(grades) == {"easy", "medium"} <= set(GRADES)


SYMMETRIC = [
    ("c-note:100:878/312/272", "c-note:100:832/717/822", "transposed"),
    ("c-note:100:878/312/272", "c-note:100:272/878/312", "rows in another order"),
    ("aztec-math:8/__/_9_/8__2", "aztec-math:8/__/_9_/2__8", "mirrored"),
    (
        "multi-balance:6:......#./...#..../#......#/......../......../.....#..",
        "multi-balance:6:.#....../....#.../#......#/......../......../..#.....",
        "mirrored",
    ),
    ("power-strike:2:6,_,_,_,_", "power-strike:2:_,_,6,_,_", "begun elsewhere"),
    ("sum-star:0.0=6,33,45,11,22,10", "sum-star:0.0=33,45,11,22,10,6", "turned"),
    ("sum-star:0.0=6,33,45,11,22,10", "sum-star:3.-2=6,33,45,11,22,10", "moved"),
]


@pytest.mark.parametrize(("one", "other", "how"), SYMMETRIC)
def test_symmetric_puzzles_have_the_same_form(one: str, other: str, how: str) -> None:
    assert form_of(parse(one)) == form_of(parse(other)), how


def test_different_puzzles_have_different_forms(lines: list[WrittenRow]) -> None:
    assert len({line.form for line in lines}) == len(lines)
    alike = [form_of(parse(text)) for text in ("c-note:100:878/312/272", "c-note:99:878/312/272")]
    assert alike[0] != alike[1]


def test_splits_do_not_depend_on_seeds_or_settings(lines: list[WrittenRow]) -> None:
    other = plan_of("c-note:target=125", grades="hard:1", seed=99)
    assert [other.split(line.solution_class) for line in lines] == [line.split for line in lines]


def test_rows_beyond_a_complete_catalogue_are_missing() -> None:
    plan = plan_of("aztec-math:levels=4,pattern=classic")
    assert isinstance(make_row(plan, 24), WrittenRow)
    missing = make_row(plan, 25)
    assert isinstance(missing, MissingRow)
    assert "holds 25 such puzzles" in missing.reason


def test_row_that_is_not_found_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("c-note:target=101", grades="expert:1")
    maker = plan.requests(plan.strata[0])[0].maker
    monkeypatch.setattr(type(maker), "patience", 2)
    missing = make_row(plan, 0)
    assert missing == MissingRow(0, "c-note: row 0: no puzzle in 2 tries")
