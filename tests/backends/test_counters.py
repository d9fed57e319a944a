"""Our counters against Gecode's: a part of docs/counters.md, held to what both solvers do now."""

from __future__ import annotations

import pytest

from benchmarks import counters
from tests.backends.cases import needs_minizinc

DOCUMENT = counters.DOCUMENT.read_text(encoding="utf-8")

PUZZLE = "C-Note 3×3"
"""The smallest of the document's puzzles: 31 solutions, up to a thousand failures."""

SAMPLE = [
    (order, value)
    for place, (order, value) in enumerate(counters.combinations())
    if order != counters.WEIGHING and place % 5 == 0
]
"""A fifth of the combinations, of every variable order and every value choice."""


def test_the_sample_has_every_option_but_the_weighing_one() -> None:
    assert {order for order, _ in SAMPLE} == {*counters.VARIABLE_ORDERS} - {counters.WEIGHING}
    assert {value for _, value in SAMPLE} == {*counters.VALUE_ORDERS}


@needs_minizinc
@pytest.mark.parametrize(("order", "value"), SAMPLE)
def test_our_backtracks_are_gecodes_failures(order: str, value: str) -> None:
    """Failures, nodes and solutions, all three."""
    model, options = counters.model_of(counters.PUZZLES[PUZZLE]), counters.order_of(order, value)
    assert counters.ours(model, options) == counters.gecode(model, options)


@pytest.mark.parametrize("title", [PUZZLE, "Aztec Math 10", "Aztec Math 18"])
def test_the_document_says_what_our_kernel_counts(title: str) -> None:
    printed = counters.read_ours(DOCUMENT, title)
    assert len(printed) == len(list(counters.combinations()))
    for (order, value), failures in printed.items():
        model = counters.model_of(counters.PUZZLES[title])
        assert counters.ours(model, counters.order_of(order, value)).failures == failures


@needs_minizinc
@pytest.mark.parametrize("value", ["enum up", "median up"])
def test_weights_are_gecodes_where_it_does_not_replay(value: str) -> None:
    """What the document says of the weighing order on this puzzle."""
    model = counters.model_of(counters.PUZZLES[PUZZLE])
    options = counters.order_of(counters.WEIGHING, value)
    assert counters.ours(model, options) != counters.gecode(model, options)
    assert counters.ours(model, options) == counters.gecode(model, options, counters.COPYING)
