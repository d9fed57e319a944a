"""Generated Aztec Math puzzles."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import pyramids
from quincunx.errors import PuzzleError
from quincunx.families import Cell
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import CLASSICS, FEWEST_GIVENS
from quincunx.families.aztec_math.maker import AztecMaker
from quincunx.families.base.documents import body_of, givens_of, with_givens
from quincunx.making import generate
from quincunx.making.records import questions
from quincunx.solving import verdict
from tests.making.confirm import confirm, series
from tests.making.test_makers import touching


def without(puzzle: AztecMath, *cells: Cell) -> AztecMath:
    """The puzzle with some cells not given."""
    given = givens_of(puzzle)
    return with_givens(puzzle, [None if c in cells else given.get(c) for c in puzzle.cells])


def givens(puzzle: AztecMath) -> list[Cell]:
    return list(givens_of(puzzle))


@pytest.mark.parametrize("levels", [2, 3, 4, 5, 6])
def test_symmetric_givens_mirror_each_other_and_no_pair_can_be_spared(levels: int) -> None:
    for made in series("aztec-math", levels=levels, pattern="symmetric", seed=4, number=3):
        confirm(made)
        given = givens(made.puzzle)
        mirrored = [(i, i + 1 - j) for i, j in given]
        assert sorted(mirrored) == given
        for cell, other in zip(given, mirrored, strict=True):
            assert verdict(without(made.puzzle, cell, other)) == "multiple"


def test_all_sizes_and_values_occur() -> None:
    made = [made.puzzle for made in series("aztec-math", levels=4, seed=9, number=60)]
    assert {len(givens(puzzle)) for puzzle in made} >= {4, 5, 6}
    assert {cell for puzzle in made for cell in givens(puzzle)} == set(made[0].cells)
    assert {d for puzzle in made for row in puzzle.rows for d in row} == {None, *range(1, 10)}


def test_default_puzzles_resemble_published_ones() -> None:
    form = AztecMaker().canonical
    one, other = ([made.puzzle for made in series("aztec-math", seed=s, number=20)] for s in (1, 2))
    for puzzle in one:
        assert not touching(givens(puzzle))
    assert len({form(puzzle) for puzzle in (*one, *other)}) > 35, "different seeds share little"
    plain = [made.puzzle for made in series("aztec-math", pattern="any", seed=1, number=5)]
    assert all(touching(givens(puzzle)) for puzzle in plain)


def test_rows_past_the_catalogue_are_searched() -> None:
    whole: Any = generate("aztec-math", seed=1)
    confirm(whole.row(6433))
    assert not touching(givens(whole.row(6433).puzzle))
    confirm(whole.row(6434))
    assert touching(givens(whole.row(6434).puzzle))


def test_four_levels_without_givens_that_touch_are_all_known() -> None:
    options: dict[str, Any] = {"levels": 4, "neighbours": False, "published": True}
    made = list(series("aztec-math", number=30, seed=1, **options))
    assert len(made) == 30
    with pytest.raises(
        IndexError, match="holds 30 such puzzles, and row 30 is past the last, row 29"
    ):
        generate("aztec-math", seed=1, **options).row(30)


def test_on_no_other_pattern_of_four_levels_do_givens_not_touch() -> None:
    """All fillings on all patterns: digits that occur once determine their filling."""
    fillings = pyramids.listed(4)
    assert len(fillings[0]) == 118_272
    apart = [cells for number in range(1, 11) for cells in pyramids.sets(4, number, apart=True)]
    deciding = {
        pyramids.drawn(4, cells): decided
        for cells in apart
        if (decided := pyramids.decided(fillings, cells))
    }
    assert deciding == {CLASSICS[4]: 60}, "30 and their mirror images"


def test_only_proved_impossible_givens_are_refused() -> None:
    records = questions("aztec-math")[0].records
    proved = [int(record.best.split()[0]) for record in records if record.proved]
    assert dict(enumerate(proved, 1)) == FEWEST_GIVENS, "the records prove them"
    for levels, fewest in FEWEST_GIVENS.items():
        if levels > 1:
            generate("aztec-math", levels=levels, givens=fewest)
            generate("aztec-math", levels=levels, givens=fewest - 1, unique=False)
            with pytest.raises(PuzzleError, match=f"expected {fewest} or more$"):
                generate("aztec-math", levels=levels, givens=fewest - 1)


def test_eighteen_pyramids_that_four_givens_decide() -> None:
    """Of millions that might be filled in by luck hardly one will do, so they are listed."""
    maker = AztecMaker()
    made = [one.puzzle for one in series("aztec-math", number=9, seed=1, givens=4)]
    with pytest.raises(IndexError, match="holds 9 such puzzles, and row 9 is past the last, row 8"):
        generate("aztec-math", seed=1, givens=4).row(9)
    assert {len(givens(puzzle)) for puzzle in made} == {4}
    forms = {form for puzzle in made for form in maker.forms(puzzle)}
    assert len(forms) == 18
    (record,) = (r for r in questions("aztec-math")[0].records if r.case == "5 levels")
    assert "there are 18 puzzles, mirror images included" in record.how
    assert str(record.identifier).removeprefix("aztec-math:") in forms
    patterns = {"".join("#" if c.isdigit() else c for c in form) for form in forms}
    assert len(patterns) == 8
    for pattern in patterns:
        body = body_of(next(series("aztec-math", pattern=pattern, seed=1)).puzzle)
        assert body in forms
        assert [c.isdigit() for c in body] == [c == "#" for c in pattern]
