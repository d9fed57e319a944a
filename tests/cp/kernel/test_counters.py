"""What counters mean: what docs/counters.md says of SICStus's two meanings, and of tuning."""

from itertools import product

import pytest

from quincunx.cp import Limits, Model, Statistics
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.search import Search
from quincunx.cp.options import CONSISTENCIES, VALUE_CHOICES, SearchOptions
from quincunx.families import gallery as gallery
from quincunx.families.base.puzzle_input import find_puzzle
from tests.cp.kernel.counted import counted as gallery_counters
from tests.cp.kernel.counted import remembered

PUZZLES = ("c-note/demo", "c-note:7:88/88", "aztec-math/18", "power-strike/16", "multi-balance/71")
ORDERS = tuple(
    SearchOptions([variable, value], consistency)
    for variable, value, consistency in product(("leftmost", "max"), VALUE_CHOICES, CONSISTENCIES)
)


class Returns:
    """A listener that counts as SICStus does since 4.10: how often a search goes back to a part
    that was not tried, told by two nodes of which the second is not deeper."""

    def __init__(self) -> None:
        self.number = 0
        self.deepest = 0

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        self.number += depth <= self.deepest
        self.deepest = depth

    def failed(self, search: Search, depth: int) -> None:
        """Nothing to do: the next decision tells."""

    def solved(self, search: Search, depth: int) -> None:
        """Nothing to do: the next decision tells."""


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("solutions", [1, None])
def test_backtracks_since_sicstus_4_10_follow_from_ours(puzzle: str, solutions: int | None) -> None:
    for order in ORDERS:
        returns = Returns()
        run = KernelRun(
            find_puzzle(puzzle).model(), order.within(Limits(solutions=solutions)), returns
        )
        run.count()
        done = run.statistics
        assert returns.number == done.backtracks + done.solutions - 1, order


def counted(model: Model, order: SearchOptions) -> Statistics:
    run = KernelRun(model, order)
    run.count()
    return run.statistics


def backwards(puzzle: str) -> Model:
    """The same model, posted last constraint first: so that other propagators run first."""
    model = find_puzzle(puzzle).model()
    model.constraints.reverse()
    return model


def test_nodes_and_backtracks_do_not_depend_on_posting_order() -> None:
    for puzzle, order in product(PUZZLES, ORDERS):
        one, other = counted(find_puzzle(puzzle).model(), order), counted(backwards(puzzle), order)
        assert (one.nodes, one.backtracks, one.solutions) == (
            other.nodes,
            other.backtracks,
            other.solutions,
        ), (puzzle, order)


def test_every_puzzle_of_the_gallery_is_counted() -> None:
    assert list(remembered()) == list(gallery.names())


@pytest.mark.parametrize("name", gallery.names())
def test_compiled_and_pure_kernel_count_the_same(name: str) -> None:
    assert gallery_counters(name) == remembered()[name], "meant to change? see counted.py"
