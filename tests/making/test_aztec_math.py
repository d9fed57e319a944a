"""Generated Aztec Math puzzles."""

from typing import Any, cast

import pytest

from benchmarks import pyramids
from quincunx import PuzzleError, catalogues, generate
from quincunx.families import Cell, givens_of
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import CLASSICS, FEWEST_GIVENS, FourGivens
from quincunx.families.aztec_math.maker import AztecMaker
from quincunx.making.records import questions
from tests.making.confirm import confirm, series
from tests.making.test_makers import touching


def givens(puzzle: AztecMath) -> list[Cell]:
    return list(givens_of(puzzle))


def test_all_sizes_and_values_occur() -> None:
    made = [made.puzzle for made in series("aztec-math", levels=4, seed=9, number=60)]
    assert {len(givens(puzzle)) for puzzle in made} >= {4, 5, 6}
    assert {cell for puzzle in made for cell in givens(puzzle)} == set(made[0].cells)
    assert {d for puzzle in made for row in puzzle.rows for d in row} == {None, *range(1, 10)}


def test_default_puzzles_resemble_published_ones() -> None:
    form = AztecMaker().canonical
    one, other = ([made.puzzle for made in series("aztec-math", seed=s, number=12)] for s in (1, 2))
    for puzzle in one:
        assert not touching(givens(puzzle))
    assert len({form(puzzle) for puzzle in (*one, *other)}) > 20, "different seeds share little"
    plain = [made.puzzle for made in series("aztec-math", pattern="any", seed=1, number=3)]
    assert all(touching(givens(puzzle)) for puzzle in plain)


def test_rows_past_the_catalogue_are_searched() -> None:
    whole: Any = generate("aztec-math", levels=5, seed=1)
    confirm(whole.row(6433))
    assert not touching(givens(whole.row(6433).puzzle))
    confirm(whole.row(6434))
    assert touching(givens(whole.row(6434).puzzle))


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
    asked = list(series("aztec-math", givens=4, published=True, seed=1, number=20))
    assert len(asked) == 9
    assert not list(series("aztec-math", givens=4, pattern="symmetric", seed=1))
    maker = AztecMaker()
    (catalogue,) = catalogues("aztec-math", FourGivens.name)
    made = [cast("AztecMath", entry.puzzle) for entry in catalogue]
    assert {len(givens(puzzle)) for puzzle in made} == {4}
    forms = {form for puzzle in made for form in maker.forms(puzzle)}
    assert len(forms) == 18
    (record,) = (r for r in questions("aztec-math")[0].records if r.case == "5 levels")
    assert "there are 18 puzzles, mirror images included" in record.how
    assert str(record.puzzle).removeprefix("aztec-math:") in forms
    patterns = {"".join("#" if c.isdigit() else c for c in form) for form in forms}
    assert len(patterns) == 8
