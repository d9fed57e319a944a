"""What sets cost: the tables of the measurement, and the page that is written from them."""

from __future__ import annotations

from string import Formatter

from benchmarks import page_text
from benchmarks.dataset import (
    QUICK,
    Measurement,
    index,
    is_endless,
    lists,
    measured,
    plan_of,
    space,
    strata,
)
from quincunx.datasets.plan import Plan, Setting
from quincunx.families.base.grades import GRADES
from tests.families.own import OWN


def test_every_family_is_measured_as_it_comes_and_by_grade() -> None:
    found = list(strata())
    assert {family for family, grade in found if grade is None} == {*OWN}
    assert {grade for _, grade in found} == {None, *GRADES}


def test_the_page_has_a_place_for_every_part() -> None:
    places = {name for _, name, _, _ in Formatter().parse(page_text("scale")) if name}
    assert places == {*Measurement(QUICK).parts, "machine", "minutes"}


def test_rows_are_made_by_a_process_of_its_own() -> None:
    rate = measured("c-note", "medium", 60.0, most=2)
    assert len(rate.forms) == rate.rows == 2
    assert rate.size > 1_000 * rate.rows


def test_lists_say_where_a_space_ends() -> None:
    assert space("multi-balance", None) == "12,614 listed, then searched"
    assert is_endless(plan_of("multi-balance"))
    assert not is_endless(Plan.of([Setting.of("multi-balance", {"givens": 0})], seed=1))
    assert space("c-note", None) == ""
    assert any(line.startswith("| aztec-math | every pyramid") for line in lists())


def test_index_of_rows_is_measured() -> None:
    *_, line = index(1_000)
    assert line.startswith("| 1,000 | ")
