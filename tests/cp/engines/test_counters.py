"""Our counters against other solvers': a part of docs/counters.md, held to what all do now."""

import json
import re
from pathlib import Path

import pytest

from benchmarks import counters, page_text
from benchmarks.peers import report as peers_report
from benchmarks.plain import plain
from benchmarks.witnesses import (
    VALUE_ORDERS,
    VARIABLE_ORDERS,
    gecode,
    name_of_witness,
    order_of,
    ours,
    witness,
)
from tests.cp.engines.cases import needs_minizinc
from tests.extras import extra

DOCS = Path(__file__).parents[3] / "docs"
DOCUMENT = counters.DOCUMENT.read_text(encoding="utf-8")

PUZZLE = "C-Note 3×3"
"""The one with the most failures."""

SHORT = [title for title in counters.PUZZLES if title != counters.LONG]

SAMPLE = [
    (order, value)
    for place, (order, value) in enumerate(counters.combinations())
    if order != counters.WEIGHING and place % 3 == 0 and name_of_witness(order, value)
]
"""A third of the combinations, of every variable order and every value choice."""


def test_sample_covers_every_option_except_dom_wdeg() -> None:
    assert {order for order, _ in SAMPLE} == {*VARIABLE_ORDERS} - {counters.WEIGHING}
    assert {value for _, value in SAMPLE} == {*VALUE_ORDERS}


@needs_minizinc
@pytest.mark.parametrize(("order", "value"), SAMPLE)
def test_backtracks_equal_failures_of_other_solvers(order: str, value: str) -> None:
    """Failures, nodes and solutions, all three."""
    if name_of_witness(order, value) == "OR-Tools":
        extra("ortools")
    counted = ours(counters.in_plain_words(PUZZLE), order_of(order, value))
    assert counted == witness(lambda: counters.in_plain_words(PUZZLE), order, value)


@needs_minizinc
def test_long_search_counts_as_other_solvers_do() -> None:
    """The shortest of them: others take a minute each where the kernel is not compiled."""
    printed = counters.read_ours(DOCUMENT, counters.LONG)
    known = {key: number for key, number in printed.items() if key[0] != counters.WEIGHING}
    order, value = min(known, key=lambda key: known[key])
    counted = ours(counters.in_plain_words(counters.LONG), order_of(order, value))
    assert counted.failures == known[order, value]
    assert counted == witness(lambda: counters.in_plain_words(counters.LONG), order, value)


def test_document_matches_its_generator() -> None:
    for words in re.split(r"\{\w+\}", page_text("counters")):
        assert words in DOCUMENT


def test_searches_without_failures_do_not_count_as_agreement() -> None:
    for title in counters.PUZZLES:
        for key, failures in counters.read_ours(DOCUMENT, title).items():
            assert failures > 0 or not name_of_witness(*key), (title, key)


@pytest.mark.parametrize("title", SHORT)
def test_document_matches_the_counters_of_the_kernel(title: str) -> None:
    printed = counters.read_ours(DOCUMENT, title)
    assert len(printed) == len(list(counters.combinations()))
    for order, value in list(printed)[::20]:
        counted = ours(counters.in_plain_words(title), order_of(order, value))
        assert counted.failures == printed[order, value], (order, value)


@needs_minizinc
def test_only_global_constraints_differ() -> None:
    """Gecode propagates one of them more strongly; decomposed, both propagate alike."""
    title, order = "Multi-Balance 71", order_of("leftmost", "step up")
    assert ours(counters.exported(title), order) != gecode(counters.exported(title), order)
    assert ours(plain(counters.exported(title)), order) == gecode(
        plain(counters.exported(title)), order
    )


@needs_minizinc
@pytest.mark.parametrize("value", ["enum up", "median up"])
def test_weights_equal_gecodes_without_replay(value: str) -> None:
    """What the document says of the weighing order on this puzzle."""
    model, options = counters.in_plain_words(PUZZLE), order_of(counters.WEIGHING, value)
    assert ours(model, options) != gecode(model, options)
    assert ours(model, options) == gecode(model, options, counters.COPYING)


def test_page_about_peers_is_made_of_its_data() -> None:
    data = json.loads((DOCS / "peers.json").read_text(encoding="utf-8"))
    assert peers_report.report(data) == (DOCS / "peers.md").read_text(encoding="utf-8")
