"""Search options: unknown words, and words that contradict each other, are refused."""

from typing import Any

import pytest

from quincunx.cp.kernel import choices
from quincunx.cp.options import (
    VALUE_CHOICES,
    VARIABLE_ORDERS,
    Labeling,
    SearchOptions,
    parse_labeling,
)
from quincunx.errors import OptionError


@pytest.mark.parametrize(
    ("labeling", "consistency", "message"),
    [
        (["fastest"], "domain", "labeling: unknown option 'fastest', expected variable orders"),
        ("fastest", "domain", "labeling: unknown option 'fastest', expected variable orders"),
        ("ff,,up", "domain", "labeling: unknown option '', expected variable orders leftmost"),
        (["ff", "min"], "domain", "labeling: ff and min are both variable orders, expected one"),
        ("up,down", "domain", "labeling: up and down are both directions, expected one"),
        (["step", "enum"], "domain", "labeling: step and enum are both value choices"),
        ([], "strong", "unknown consistency 'strong', expected one of bounds, domain"),
    ],
)
def test_wrong_options_are_refused(
    labeling: str | list[str], consistency: Any, message: str
) -> None:
    with pytest.raises(OptionError) as caught:
        SearchOptions(labeling, consistency)
    assert str(caught.value).startswith(message)


def test_text_and_list_are_equivalent() -> None:
    assert parse_labeling("ff, bisect") == parse_labeling(["bisect", "ff"])
    assert parse_labeling("") == Labeling("leftmost", "step", "up")


def test_kernel_implements_every_option() -> None:
    assert tuple(choices.VARIABLE_SELECTORS) == VARIABLE_ORDERS
    assert tuple(choices.VALUE_SELECTORS) == VALUE_CHOICES
