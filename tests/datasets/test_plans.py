"""Which stratum row k is of, which split a form is in, and what a plan refuses."""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.datasets.plan import MAX_WEIGHT, SPLITS, Plan, Setting, Stratum, spread
from quincunx.errors import OptionError, QuincunxError
from quincunx.families.base.grades import GRADES

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("aztec-math", {}),
    ("c-note", {}),
    ("c-note", {"target": 125}),
    ("multi-balance", {"digits": 9, "crop": True}),
    ("sum-star", {"arrangement": "one", "neighbours": False}),
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
def test_the_place_of_a_row_is_what_counting_says(plan: Plan) -> None:
    seen: Counter[Stratum] = Counter()
    for k in range(300):
        stratum, m = plan.place(k)
        assert m == seen[stratum] == plan.count(stratum, k)
        assert plan.row(stratum, m) == k
        seen[stratum] += 1
    assert set(seen) <= set(plan.strata)


@given(plans(), st.integers(0, 10**12))
@settings(max_examples=40, deadline=None)
def test_far_rows_have_places_as_well(plan: Plan, k: int) -> None:
    stratum, m = plan.place(k)
    assert plan.row(stratum, m) == k
    assert sum(plan.count(one, k) for one in plan.strata) == k


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6))
@settings(max_examples=100, deadline=None)
def test_after_any_number_of_places_each_name_has_its_share(weights: list[int]) -> None:
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
def test_every_prefix_of_a_set_has_the_right_shares(plan: Plan) -> None:
    for rows in (1, 7, 50, 333):
        for stratum in plan.strata:
            grades = dict(plan.settings[stratum.setting].grades)
            share = grades[stratum.grade] / sum(grades.values()) if stratum.grade else 1
            expected = rows * share / len(plan.settings)
            assert abs(plan.count(stratum, rows) - expected) < 2


@given(plans())
@settings(max_examples=30, deadline=None)
def test_a_plan_survives_json_and_pickle(plan: Plan) -> None:
    _ = [plan.place(k) for k in range(3)]
    assert Plan.from_dict(json.loads(json.dumps(plan.as_dict()))) == plan
    copy = pickle.loads(pickle.dumps(plan))
    assert (copy, copy.name, copy.place(17)) == (plan, plan.name, plan.place(17))


def test_what_means_the_same_is_the_same_plan() -> None:
    one = Setting.of("c-note", {"size": 3, "target": 100}, {"hard": 4, "easy": 2})
    other = Setting.of("c-note", {}, {"easy": 1, "hard": 2})
    assert Plan.of([one], seed=1).name == Plan.of([other], seed=1).name
    assert Plan.of([one], seed=1).name != Plan.of([one], seed=2).name


def test_shares_of_splits_are_cut_in_one_order_whatever_was_said_first() -> None:
    forms = [os.urandom(16) for _ in range(4_000)]
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
def test_what_is_no_plan_is_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    data = Plan.of([Setting.of("c-note")], seed=1).as_dict() | change
    with pytest.raises(QuincunxError) as refused:
        Plan.from_dict(data)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_same_setting_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="c-note twice, expected each setting once"):
        Plan.of([Setting.of("c-note"), Setting.of("c-note", {"size": 3}, {"easy": 1})], seed=1)
