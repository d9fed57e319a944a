"""What sets cost: the tables of the measurement, and the page that is written from them."""

from __future__ import annotations

from string import Formatter

import pytest

from benchmarks import page_text
from benchmarks.dataset import (
    QUICK,
    Measurement,
    Rate,
    endless,
    estimate,
    index,
    lists,
    measured,
    space,
    strata,
    table,
)
from quincunx.families.base.grades import GRADES
from tests.families.own import OWN


def test_every_family_is_measured_as_it_comes_and_by_grade() -> None:
    found = list(strata())
    assert {family for family, grade in found if grade is None} == {*OWN}
    assert {grade for _, grade in found} == {None, *GRADES}


def test_the_page_has_a_place_for_every_part() -> None:
    places = {name for _, name, _, _ in Formatter().parse(page_text("scale")) if name}
    assert places == {*Measurement(QUICK).parts, "machine", "minutes"}


@pytest.mark.parametrize(
    ("rows", "repeats", "told"),
    [
        (50, 0, ""),  # from so few rows nothing follows
        (1000, 0, "more than 170,000 (1,000 rows, no repeat)"),  # 499,500 pairs, a third of them
        (1000, 1, "about 500,000 (1 of 1,000 rows repeats)"),
        (1000, 5, "about 100,000 (5 of 1,000 rows repeat)"),
    ],
)
def test_repeats_give_an_estimate_of_all_puzzles(rows: int, repeats: int, told: str) -> None:
    assert estimate(rows, repeats) == told


def test_a_row_that_was_cut_counts() -> None:
    """Four rows in six seconds, and two more seconds for nothing: one in two seconds."""
    rate = Rate("c-note", None, [1.0, 2.0, 1.0, 2.0], ["a", "b", "a", "c"], 8_000, cut=2.0)
    assert rate.mean == 2.0
    assert rate.noise is None  # too few to say
    assert rate.repeats == 1
    *_, line = table([rate])
    assert line == "| c-note | as they come | 0.5 |  | 556 | 2.0 |  |"


def test_noise_is_two_standard_errors() -> None:
    rate = Rate("c-note", None, [1.0, 2.0, 3.0, 2.0, 2.0], [], 0)
    assert rate.noise == pytest.approx(2 * 0.5**0.5 / 5**0.5 / 2)


def test_rows_are_made_by_a_process_of_its_own() -> None:
    rate = measured("c-note", "medium", 60.0, most=2)
    assert len(rate.forms) == rate.rows == 2
    assert rate.size > 1_000 * rate.rows


def test_lists_say_where_a_space_ends() -> None:
    assert space("multi-balance", None) == "265"
    assert not endless("multi-balance")
    assert endless("c-note")
    assert space("c-note", None) == ""
    assert any(line.startswith("| aztec-math | every pyramid") for line in lists())


def test_the_index_is_measured() -> None:
    *_, line = index(1_000)
    assert line.startswith("| 1,000 | ")
