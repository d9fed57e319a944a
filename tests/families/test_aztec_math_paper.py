"""The program that the Aztec Math paper prints, and its generator."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.paper import printed_program, proposals
from quincunx.families.base.documents import from_body
from quincunx.solving import solve

FIGURE_2 = "aztec-math:9/__/_8_/5__6/_____/2__3_5"
FIGURE_3 = "aztec-math:7/__/__9/2___/___7_/4_1__5"
ANSWER_3 = [[7], [2, 9], [3, 1, 9], [2, 5, 6, 3], [3, 6, 1, 7, 4], [4, 7, 1, 2, 9, 5]]


@pytest.mark.slow
def test_two_pyramids_of_the_paper() -> None:
    assert solve(FIGURE_3, model="paper", limit=1).solution == ANSWER_3
    assert solve(FIGURE_2, model="paper").verdict == "unique"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "backtracks"),
    [
        # printed: 0.00 and 0.02 s
        ("occurrence", 242),
        ("leftmost", 696),
    ],
)
def test_orders_of_the_first_table(order: str, backtracks: int) -> None:
    done = solve(FIGURE_2, model="paper", labeling=order, limit=1).statistics
    assert done.backtracks == backtracks
    assert done.constraints == 15 * 22, "two rests of rows, and twenty for each disjunction"


@pytest.mark.parametrize(
    ("body", "solutions", "verdict"), [("_", 0, "unknown"), ("7", 1, "unique")]
)
def test_pyramid_of_one_level_has_no_domain(body: str, solutions: int, verdict: str) -> None:
    """Labeling raises an error where the cell is empty, and the program calls that a failure: so
    it loses solutions there, and only there."""
    result = solve(f"aztec-math:{body}", model="paper", limit=None)
    assert result.count == solutions
    assert result.verdict == verdict


def test_paper_program_posts_all_different_on_rests_of_rows() -> None:
    labels = [c.label for c in printed_program(from_body(AztecMath, "_/__/___")).constraints]
    rests = [label for label in labels if label.startswith("row") and label.endswith("on")]
    assert rests == [
        *("row 1 from cell 1 on", "row 2 from cell 1 on"),
        *("row 2 from cell 1 on", "row 3 from cell 1 on"),
        *("row 2 from cell 2 on", "row 3 from cell 2 on"),
    ]


def test_paper_generator_keeps_a_fifth_and_draws_zeros() -> None:
    tried = list(islice(proposals(Random(1), 4), 2000))
    cells = [cell for p in tried if p is not None for row in p.rows for cell in row]
    assert {cell for cell in cells if cell is not None} == set(range(1, 10))
    # In ten cells there is no 0 with probability 0.98^10, and few pyramids fail otherwise.
    possible = sum(p is not None for p in tried) / len(tried)
    assert 0.98**10 - 0.06 < possible <= 0.98**10 + 0.03
    kept = sum(cell is not None for cell in cells) / len(cells)
    assert 0.15 < kept < 0.2


@pytest.mark.parametrize("levels", [0, 1000])
def test_paper_generator_refuses_impossible_levels(levels: int) -> None:
    """Instead of trying for ever what cannot be."""
    with pytest.raises(PuzzleError, match="aztec-math"):
        proposals(Random(1), levels)
