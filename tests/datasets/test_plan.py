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


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"families": [3]}, "families is [3], expected a text or a list, each a text"),
        ({"grades": ["easy"]}, "grades is ['easy'], expected a text or a mapping from a text"),
        ({"grades": "easy:" + "9" * 5000}, "weight of easy is"),
        ({"families": []}, "no family"),
        ({"grades": {"1": 1}}, "unknown grade '1', expected easy"),
        ({"grades": {"easy": 0}}, "weight of easy is 0, expected a whole number"),
        ({"number": 0}, "number is 0, expected 1 to"),
        ({"seed": -1}, "seed is -1, expected 0 to"),
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
    assert warning.endswith("it is not known how many such puzzles are expert")


@pytest.mark.parametrize(
    ("family", "grade", "names", "sizes"),
    [
        ("multi-balance", None, "digits rows", [(8, 12), (8, 15), (9, 15), (9, 20), (10, 20)]),
        ("aztec-math", None, "levels", [(5,), (6,), (7,)]),
        ("aztec-math", "expert", "levels", [(7,)]),
        ("c-note", "easy", "target", [(target,) for target in range(100, 251) if target != 175]),
        ("c-note", "medium", "target", [(target,) for target in range(100, 251)]),
        ("c-note", "expert", "target", [(target,) for target in range(175, 251)]),
        ("power-strike", None, "cells", [(None,), (16,), (20,)]),
    ],
)
def test_puzzles_of_default_settings_grow_to_sizes_that_have_the_grade(
    family: str, grade: str | None, names: str, sizes: list[tuple[int | None, ...]]
) -> None:
    requests = read_plan(family, grade, None, seed=1).requests(Stratum(0, grade))
    found = [tuple(getattr(one.parameters, name) for name in names.split()) for one in requests]
    assert found == sizes


def test_default_settings_may_have_any_number_of_rows() -> None:
    plan = read_plan(list(OWN), None, None, seed=1)
    assert checked_number_of_rows(plan, 10**6) == []
    with pytest.raises(OptionError, match="or other puzzles such as multi-balance:columns=15,"):
        checked_number_of_rows(read_plan("multi-balance:givens=0", None, None, seed=1), 10**6)


def test_rows_after_the_last_of_a_list_are_larger() -> None:
    plan = read_plan("multi-balance", None, None, seed=1)
    rows: Any = [make_candidate(plan, k) for k in (0, 264, 265)]
    assert [len(row.made.puzzle.board) for row in rows] == [12, 12, 15]


def test_graded_rows_are_larger_before_the_solutions_of_a_list_repeat() -> None:
    plan = read_plan("multi-balance", "easy:1,medium:1", None, seed=1)
    rows: Any = [make_candidate(plan, k) for k in (132, 134)]
    assert [len(row.made.puzzle.board) for row in rows] == [12, 15]


def test_rows_after_the_last_of_a_size_are_larger() -> None:
    plan = read_plan("c-note", None, None, seed=1)
    rows: Any = [make_candidate(plan, k) for k in (9_999, 10_000, 20_000)]
    assert [row.made.puzzle.target for row in rows] == [100, 101, 102]


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
