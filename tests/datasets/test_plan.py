"""Plans: strata of rows, splits of forms, and the options of the command line."""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.datasets.api import make_dataset
from quincunx.datasets.plan import (
    MAX_WEIGHT,
    SPLITS,
    Plan,
    Setting,
    Stratum,
    checked_number_of_rows,
    read_plan,
    read_setting,
    spread,
)
from quincunx.datasets.rows import make_candidate
from quincunx.errors import OptionError, QuincunxError
from quincunx.families.base.grades import GRADES
from tests.families.own import OWN

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("aztec-math", {}),
    ("c-note", {}),
    ("c-note", {"target": 125}),
    ("multi-balance", {"digits": 9, "crop": True}),
    ("sum-star", {"arrangement": "one"}),
]

names: st.SearchStrategy[str] = st.sampled_from(GRADES)
weights = st.dictionaries(names, st.integers(1, 30), max_size=4)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    chosen = draw(st.lists(st.sampled_from(range(len(SETTINGS))), min_size=1, unique=True))
    return Plan.of(
        [Setting.of(*SETTINGS[at], draw(weights)) for at in chosen],
        splits=draw(st.dictionaries(st.sampled_from(SPLITS), st.integers(1, 20), min_size=1)),
        seed=draw(st.integers(0, 10**18)),
    )


@given(plans())
@settings(max_examples=40, deadline=None)
def test_place_of_a_row_agrees_with_counting(plan: Plan) -> None:
    seen: Counter[Stratum] = Counter()
    for k in range(300):
        stratum, m = plan.place(k)
        assert m == seen[stratum]
        assert plan.row(stratum, m) == k
        seen[stratum] += 1
    assert set(seen) <= set(plan.strata)


@given(plans(), st.integers(0, 10**12))
@settings(max_examples=40, deadline=None)
def test_place_and_row_are_inverse_for_large_numbers(plan: Plan, k: int) -> None:
    stratum, m = plan.place(k)
    assert plan.row(stratum, m) == k


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6))
@settings(max_examples=100, deadline=None)
def test_spread_gives_every_prefix_its_shares(weights: list[int]) -> None:
    named = tuple((str(at), weight) for at, weight in enumerate(weights))
    total, came = sum(weights), Counter[str | None]()
    for place, (name, before) in enumerate(spread(named), 1):
        assert before == came[name]
        came[name] += 1
        for other, weight in named:
            assert abs(came[other] * total - place * weight) < total  # less than one place
    assert came == dict(named)


@given(plans())
@settings(max_examples=30, deadline=None)
def test_a_plan_survives_json_and_pickle(plan: Plan) -> None:
    _ = [plan.place(k) for k in range(3)]
    assert Plan.from_dict(json.loads(json.dumps(plan.as_dict()))) == plan
    copy = pickle.loads(pickle.dumps(plan))
    assert (copy, copy.name, copy.place(17)) == (plan, plan.name, plan.place(17))


def test_equivalent_options_give_the_same_plan() -> None:
    one = Setting.of("c-note", {"size": 3}, {"hard": 4, "easy": 2})
    other = Setting.of("c-note", {}, {"easy": 1, "hard": 2})
    assert Plan.of([one], seed=1).name == Plan.of([other], seed=1).name
    assert Plan.of([one], seed=1).name != Plan.of([one], seed=2).name


def test_shares_of_splits_are_cut_in_a_fixed_order() -> None:
    forms = [os.urandom(16).hex() for _ in range(4_000)]
    setting = [Setting.of("c-note")]
    usual = Plan.of(setting, seed=1)
    counted = Counter(map(usual.split, forms))
    assert [counted[name] / len(forms) for name in SPLITS] == pytest.approx(
        [0.8, 0.1, 0.1], abs=0.04
    )
    # Without a validation split the same forms are for testing: nothing of it is trained with.
    fewer = Plan.of(setting, splits={"test": 1, "train": 9}, seed=2)
    assert [form for form in forms if usual.split(form) == "test"] == [
        form for form in forms if fewer.split(form) == "test"
    ]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"settings": []}, "no family"),
    ({"settings": [{}]}, "no plan of a dataset: KeyError('family')"),
    ({"settings": None}, "no plan of a dataset"),
    (  # a wish is no parameter of a family
        {"settings": [{"family": "c-note", "parameters": {"grade": "easy"}, "grades": {}}]},
        "c-note: unknown parameter 'grade', expected one of size",
    ),
    (
        {"settings": [{"family": "c-note", "parameters": {"size": "3"}, "grades": {}}]},
        "c-note: size is '3', expected a whole number",
    ),
    ({"seed": -1}, "seed is -1, expected 0 to"),
    ({"seed": True}, "seed is True"),
    ({"seed": "1"}, "seed is '1'"),
    ({"splits": {}}, "no split, expected one of train"),
    ({"splits": {"dev": 1}}, "unknown split 'dev'"),
    ({"splits": {"test": 0}}, "weight of test is 0, expected a whole number from 1"),
    ({"splits": {"test": 1.5}}, "weight of test is 1.5"),
    ({"splits": {"test": MAX_WEIGHT + 1}}, "weight of test is"),
    ({"splits": 3}, "no plan of a dataset"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_invalid_plan_is_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    data = Plan.of([Setting.of("c-note")], seed=1).as_dict() | change
    with pytest.raises(QuincunxError) as refused:
        Plan.from_dict(data)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


SETTING_TEXTS: list[tuple[str, dict[str, Any]]] = [
    ("c-note", {}),
    ("c-note:size=4,target=150", {"size": 4, "target": 150}),
    ("c-note:size=3", {}),  # what it is anyway
    ("c-note:target=100", {"target": 100}),  # other grades would have other targets
    ("aztec-math:levels=4,pattern=#/__/_#_/#__#", {"levels": 4, "pattern": "#/__/_#_/#__#"}),
    ("multi-balance:crop=false", {}),
    ("multi-balance:crop=true", {"crop": True}),
    ("multi-balance:crop,givens=0", {"crop": True, "givens": 0}),
    ("sum-star:arrangement=0.0/1.0", {"arrangement": "0.0/1.0"}),
]


@pytest.mark.parametrize(("text", "parameters"), SETTING_TEXTS)
def test_setting_is_read_and_written(text: str, parameters: dict[str, Any]) -> None:
    setting = read_setting(text)
    assert dict(setting.parameters) == parameters
    assert read_setting(setting.text) == setting


REFUSED_OPTIONS = [
    # families, grades, splits, number, message
    (["d-note"], None, None, 1, "unknown family 'd-note', expected one of aztec-math"),
    ([""], None, None, 1, "unknown family ''"),
    ([], None, None, 1, "no family"),
    (["c-note:siz=3"], None, None, 1, "c-note: unknown parameter 'siz', expected one of size"),
    (["c-note:"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:size=3,"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:size"], None, None, 1, "c-note: size is '', expected a whole number"),
    (["c-note:,"], None, None, 1, "c-note: unknown parameter ''"),
    (["c-note:no_size"], None, None, 1, "c-note: unknown parameter 'no_size'"),
    (["c-note:size=three"], None, None, 1, "c-note: size is 'three', expected a whole number"),
    (["c-note:size=\u0663"], None, None, 1, "expected a whole number"),
    (["c-note:size=99"], None, None, 1, "expected a whole number from 2 to 7"),
    (["c-note:size=3,size=4"], None, None, 1, "c-note: size twice"),
    (["multi-balance:crop=maybe"], None, None, 1, "crop is 'maybe', expected true"),
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
    (["multi-balance:givens=0"], "easy:3,expert:1", None, 10**6, "multi-balance:givens=0: expert"),
]  # fmt: skip


@pytest.mark.parametrize(("families", "grades", "splits", "number", "message"), REFUSED_OPTIONS)
def test_impossible_options_are_refused_in_one_line(
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
        ({"families": None}, "families is null, expected names of families"),
        ({"families": 3}, "families is 3, expected names of families"),
        ({"families": [3]}, "a family is 3, expected its name as text"),
        ({"grades": ["easy"]}, "grades is a list, expected names with weights, as in {'easy': 2"),
        ({"grades": 5}, "grades is 5, expected names with weights"),
        ({"grades": {1: 1}}, "unknown grade '1', expected some of easy"),
        ({"grades": {"easy": None}}, "weight of easy is null, expected a whole number"),
        ({"splits": ["train"]}, "splits is a list, expected names with weights"),
        ({"number": "5"}, "number is '5', expected a whole number"),
        ({"number": True}, "number is True"),
        ({"seed": "1"}, "seed is '1', expected 0 to"),
    ],
)  # fmt: skip
def test_impossible_arguments_are_refused_in_one_line(
    tmp_path: Path, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(QuincunxError) as refused:
        make_dataset(tmp_path / "new", **{"families": "c-note", "number": 1, **asked})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "new").exists()


def test_weights_by_name_and_as_text_are_the_same() -> None:
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
def test_possible_options_give_no_warning(
    families: list[str], grades: str | None, number: int
) -> None:
    assert checked_number_of_rows(read_plan(families, grades, None, seed=1), number) == []


def test_rare_grade_gives_a_warning() -> None:
    plan = read_plan(["aztec-math:levels=4"], "easy,expert", None, seed=1)
    (warning,) = checked_number_of_rows(plan, 10)
    assert warning.endswith("it is not known how many puzzles with such parameters are expert")


def test_default_settings_grow_and_have_the_size_that_a_grade_needs() -> None:
    plan = read_plan(list(OWN), None, None, seed=1)
    assert checked_number_of_rows(plan, 10**6) == []
    boards: Any = read_plan("multi-balance", None, None, 1).requests(Stratum(0, None))
    sizes = [(one.parameters.digits, one.parameters.rows) for one in boards]
    assert sizes == [(8, 12), (8, 15), (9, 15), (9, 20)]
    expert: Any = read_plan("aztec-math", "expert", None, 1).requests(Stratum(0, "expert"))
    assert [one.parameters.levels for one in expert] == [7]
    grids: Any = read_plan("c-note", "expert", None, 1).requests(Stratum(0, "expert"))
    assert [one.parameters.target for one in grids] == [175]
    with pytest.raises(OptionError, match="or other puzzles such as multi-balance:columns=15,"):
        checked_number_of_rows(read_plan("multi-balance:givens=0", None, None, 1), 10**6)


def test_rows_after_the_last_of_a_list_are_larger() -> None:
    plan = read_plan("multi-balance", None, None, seed=1)
    rows: Any = [make_candidate(plan, k) for k in (0, 264, 265)]
    assert [len(row.made.puzzle.board) for row in rows] == [12, 12, 15]


@given(st.text(alphabet="abceinost-_:=,#/0123456789 \n", max_size=40), st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_text_is_a_setting_or_refused_in_one_line(text: str, named: bool) -> None:
    try:
        setting = read_setting(f"c-note:{text}" if named else text)
    except QuincunxError as error:
        message = str(error)
    else:
        message = setting.text
        assert read_setting(setting.text) == setting
    assert "\n" not in message
