"""What the options of the command say, and what is refused before any work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.datasets.api import make_dataset
from quincunx.datasets.plan import checked_number_of_rows, read_plan, read_setting, read_weights
from quincunx.errors import QuincunxError
from quincunx.families.base.grades import GRADES

READ: list[tuple[str, dict[str, Any]]] = [
    ("c-note", {}),
    ("c-note:size=4,target=150", {"size": 4, "target": 150}),
    ("c-note:size=3", {}),  # what it is anyway
    ("aztec-math:levels=4,pattern=#/__/_#_/#__#", {"levels": 4, "pattern": "#/__/_#_/#__#"}),
    ("aztec-math:no_neighbours", {"neighbours": False}),
    ("aztec-math:no-neighbours", {"neighbours": False}),
    ("aztec-math:neighbours=false", {"neighbours": False}),
    ("power-strike:neighbours", {"neighbours": True}),
    ("multi-balance:crop,no_givens", {"crop": True, "givens": 0}),
    ("sum-star:arrangement=0.0/1.0", {"arrangement": "0.0/1.0"}),
]


@pytest.mark.parametrize(("text", "parameters"), READ)
def test_settings_are_read(text: str, parameters: dict[str, Any]) -> None:
    setting = read_setting(text)
    assert dict(setting.parameters) == parameters
    assert read_setting(setting.text) == setting


REFUSED = [
    # families, grades, splits, number, message
    (["d-note"], None, None, 1, "unknown family 'd-note', expected one of aztec-math"),
    ([""], None, None, 1, "unknown family ''"),
    ([], None, None, 1, "no family"),
    (["c-note:siz=3"], None, None, 1, "c-note: unknown parameter 'siz', expected one of size"),
    (["c-note:"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:size=3,"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:size"], None, None, 1, "c-note: size without a value"),
    (["c-note:,"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:no_size"], None, None, 1, "c-note: no_size, expected size=2 to 7"),
    (["c-note:size=three"], None, None, 1, "c-note: size is 'three', expected a whole number"),
    (["c-note:size=\u0663"], None, None, 1, "expected a whole number"),
    (["c-note:size=99"], None, None, 1, "expected a whole number from 2 to 7"),
    (["c-note:size=3,size=4"], None, None, 1, "c-note: size twice"),
    (["c-note:zeros=maybe"], None, None, 1, "c-note: zeros is 'maybe', expected usual"),
    (["aztec-math:neighbours=maybe"], None, None, 1, "neighbours is 'maybe', expected true"),
    (["c-note", "c-note:size=3"], None, None, 1, "c-note twice, expected each setting once"),
    (["c-note"], "easy:x", None, 1, "weight of easy is 'x', expected a whole number from 1"),
    (["c-note"], "easy:0", None, 1, "weight of easy is '0', expected a whole number from 1"),
    (["c-note"], "easy:-1", None, 1, "weight of easy is '-1'"),
    (["c-note"], "easy:1.5", None, 1, "weight of easy is '1.5'"),
    (["c-note"], "easy:nan", None, 1, "weight of easy is 'nan'"),
    (["c-note"], "easy:" + "9" * 5000, None, 1, "weight of easy is"),
    (["c-note"], "easy:", None, 1, "weight of easy is ''"),
    (["c-note"], "simple:1", None, 1, "unknown grade 'simple', expected some of easy"),
    (["c-note"], "", None, 1, "unknown grade ''"),
    (["c-note"], "easy:1,easy:2", None, 1, "grade 'easy' twice"),
    (["c-note"], None, "train:8,dev:1", 1, "unknown split 'dev', expected some of train"),
    (["c-note"], None, "train:0", 1, "weight of train is '0'"),
    (["c-note"], None, None, 0, "number is 0, expected 1 or more"),
    # A complete list holds no such puzzle,
    (["aztec-math:levels=4,pattern=classic"], "expert", None, 1, "holds none of these"),
    # or not so many;
    (["aztec-math:levels=4,pattern=classic"], None, None, 26, "expected a number up to 25"),
    # with two settings only every other row is from the list,
    (["aztec-math:levels=4,pattern=classic", "c-note"], None, None, 51, "a number up to 50"),
    # and of several grades the one counts that runs out first.
    (["multi-balance:no_givens"], "easy:3,expert:1", None, 10**6, "multi-balance:givens=0: expert"),
]  # fmt: skip


@pytest.mark.parametrize(("families", "grades", "splits", "number", "message"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(
    families: list[str], grades: str | None, splits: str | None, number: int, message: str
) -> None:
    with pytest.raises(QuincunxError) as refused:
        checked_number_of_rows(read_plan(families, grades, splits, seed=1), number)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"families": None}, "families is None, expected names of families"),
        ({"families": 3}, "families is 3, expected names of families"),
        ({"families": [3]}, "a family is 3, expected its name as text"),
        ({"grades": ["easy"]}, "grades is ['easy'], expected names with weights, as in {'easy': 2"),
        ({"grades": 5}, "grades is 5, expected names with weights"),
        ({"grades": "simple:1"}, "unknown grade 'simple', expected some of easy"),
        ({"grades": {"simple": 1}}, "unknown grade 'simple', expected easy"),
        ({"grades": {1: 1}}, "unknown grade '1', expected easy"),
        ({"grades": {"easy": None}}, "weight of easy is null, expected a whole number"),
        ({"splits": ["train"]}, "splits is ['train'], expected names with weights"),
        ({"splits": "dev"}, "unknown split 'dev'"),
        ({"number": "5"}, "number is '5', expected a whole number"),
        ({"seed": "1"}, "seed is '1', expected 0 to"),
    ],
)  # fmt: skip
def test_what_python_asks_for_wrongly_is_refused_in_one_line(
    tmp_path: Path, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(QuincunxError) as refused:
        make_dataset(tmp_path / "new", **{"families": "c-note", "number": 1, **asked})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "new").exists()


def test_weights_are_the_same_by_name_and_as_text() -> None:
    named = read_plan("c-note", {"easy": 2, "hard": 1}, {"test": 1}, seed=1)
    assert read_plan(["c-note"], "easy:2,hard", "test", seed=1) == named


@pytest.mark.parametrize(
    ("families", "grades", "number"),
    [
        (["aztec-math:levels=4,pattern=classic"], None, 25),
        (["aztec-math:levels=4,pattern=classic", "c-note"], None, 50),
        (["c-note"], "easy:5,medium:3,hard:2", 10**9),
    ],
)
def test_what_can_be_is_not_even_warned_of(
    families: list[str], grades: str | None, number: int
) -> None:
    assert checked_number_of_rows(read_plan(families, grades, None, seed=1), number) == []


def test_what_was_only_sampled_is_a_warning() -> None:
    plan = read_plan(["aztec-math"], "easy,expert", None, seed=1)
    (warning,) = checked_number_of_rows(plan, 10)
    assert "none is expert; the search for one may take very long" in warning


@given(st.text(alphabet="abceinost-_:=,#/0123456789 \n", max_size=40), st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_setting_or_refused_in_a_line(text: str, named: bool) -> None:
    try:
        setting = read_setting(f"c-note:{text}" if named else text)
    except QuincunxError as error:
        told = str(error)
    else:
        told = setting.text
        assert read_setting(told) == setting
    assert "\n" not in told


@given(st.dictionaries(st.sampled_from(GRADES), st.integers(1, 1_000), min_size=1))
@settings(max_examples=30, deadline=None)
def test_weights_are_read_as_they_are_written(weights: dict[str, int]) -> None:
    text = ",".join(f"{name}:{weight}" for name, weight in weights.items())
    assert read_weights(text, "grade", GRADES) == weights
