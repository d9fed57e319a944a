"""Generated Aztec Math puzzles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from benchmarks import pyramids
from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.catalogue import CLASSICS, FEWEST_GIVENS
from quincunx.families.aztec_math.maker import AztecMaker
from quincunx.families.base.documents import body_of, from_body, numbers_of, with_givens
from quincunx.making import generate
from quincunx.making.records import questions
from quincunx.solving import verdict
from tests.making.confirm import confirm, series


def without(puzzle: AztecMath, *cells: tuple[int, int]) -> AztecMath:
    """The puzzle with some cells not given."""
    return replace(
        puzzle,
        rows=tuple(
            tuple(None if (i, j) in cells else digit for j, digit in enumerate(row, 1))
            for i, row in enumerate(puzzle.rows, 1)
        ),
    )


def givens(puzzle: AztecMath) -> list[tuple[int, int]]:
    return [(i, j) for i, j in puzzle.cells if puzzle.rows[i - 1][j - 1] is not None]


@pytest.mark.parametrize("levels", range(2, 10))
def test_no_given_can_be_spared(levels: int) -> None:
    for made in series("aztec-math", levels=levels, seed=4, number=1 if levels > 6 else 3):
        confirm(made)
        for cell in givens(made.puzzle):
            assert verdict(without(made.puzzle, cell)) == "multiple", (made.puzzle, cell)


@pytest.mark.parametrize("levels", [2, 3, 4, 5, 6])
def test_symmetric_givens_mirror_each_other_and_no_pair_can_be_spared(levels: int) -> None:
    for made in series("aztec-math", levels=levels, pattern="symmetric", seed=4, number=3):
        confirm(made)
        given = givens(made.puzzle)
        mirrored = [(i, i + 1 - j) for i, j in given]
        assert sorted(mirrored) == given
        for cell, other in zip(given, mirrored, strict=True):
            assert verdict(without(made.puzzle, cell, other)) == "multiple"


def test_the_whole_range_occurs() -> None:
    made = [made.puzzle for made in series("aztec-math", levels=4, seed=9, number=60)]
    assert {len(givens(puzzle)) for puzzle in made} >= {4, 5, 6}
    assert {cell for puzzle in made for cell in givens(puzzle)} == set(made[0].cells)
    assert {d for puzzle in made for row in puzzle.rows for d in row} == {None, *range(1, 10)}


@pytest.mark.parametrize(
    ("levels", "pattern", "identifier"),
    [
        (4, "", "aztec-math:4/__/_59/2_4_"),
        (5, "", "aztec-math:1/__/3_6/____/6_7_9"),
        (5, "any", "aztec-math:5/_4/___/1_45/3__9_"),
        (6, "", "aztec-math:4/3_/__7/9__8/__9__/7_____"),
        (9, "", "aztec-math:1/_4/_7_/_3_1/_____/__3___/______5/____2___/__16_____"),
        (5, "symmetric", "aztec-math:4/31/___/8235/5___4"),
    ],
)
def test_the_same_puzzle_on_every_machine(levels: int, pattern: str, identifier: str) -> None:
    made = next(series("aztec-math", levels=levels, pattern=pattern, seed=1))
    assert made.puzzle.identifier == identifier


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        ({"levels": 5, "givens": 8}, lambda cells: len(cells) == 8),
        ({"levels": 3, "pattern": "#/__/#_#"}, lambda cells: cells == [(1, 1), (3, 1), (3, 3)]),
        ({"levels": 5, "pattern": "classic"}, lambda cells: len(cells) == 6),
        ({"levels": 6, "neighbours": False},
         lambda cells: not any((i, j + 1) in cells or (i + 1, j) in cells or (i + 1, j + 1) in cells
                               for i, j in cells)),
    ],
)  # fmt: skip
def test_givens_are_as_requested(
    options: dict[str, Any], holds: Callable[[list[tuple[int, int]]], bool]
) -> None:
    made = next(series("aztec-math", seed=2, **options))
    confirm(made)
    assert holds(givens(made.puzzle))


def touching(cells: list[tuple[int, int]]) -> bool:
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & {*cells} for i, j in cells)


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
    assert whole.source == "drawn from 6,434 in a catalogue"
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


def test_the_fewest_givens_really_are() -> None:
    for made in series("aztec-math", levels=4, fewest=True, seed=1, number=4):
        confirm(made)
        numbers = dict(zip(made.puzzle.cells, numbers_of(made.puzzle, made.solution), strict=True))
        for fewer in combinations(numbers, len(givens(made.puzzle)) - 1):
            printed = [numbers[cell] if cell in fewer else None for cell in made.puzzle.cells]
            assert verdict(with_givens(made.puzzle, printed)) == "multiple"


def test_favoured_digits_come_up_often() -> None:
    def share(**options: str) -> int:
        made = series("aztec-math", seed=1, number=15, **options)
        return sum(digit in (1, 2) for one in made for row in one.solution for digit in row)

    assert share(favour="12") > share()


def test_what_is_proved_impossible_is_refused_and_nothing_else() -> None:
    records = questions("aztec-math")[0].records
    proved = [int(record.best.split()[0]) for record in records if record.proved]
    assert dict(enumerate(proved, 1)) == FEWEST_GIVENS, "the records prove them"
    for levels, fewest in FEWEST_GIVENS.items():
        if levels > 1:
            generate("aztec-math", levels=levels, givens=fewest)
            generate("aztec-math", levels=levels, givens=fewest - 1, unique=False)
            with pytest.raises(PuzzleError, match=f"expected {fewest} or more$"):
                generate("aztec-math", levels=levels, givens=fewest - 1)


def test_the_eighteen_pyramids_that_four_givens_decide() -> None:
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


def test_a_mirror_image_is_the_same_puzzle() -> None:
    maker = AztecMaker()
    one, other = from_body(AztecMath, "8/4_/_9_/8__2"), from_body(AztecMath, "8/_4/_9_/2__8")
    assert set(maker.forms(one)) == set(maker.forms(other)) == {body_of(one), body_of(other)}
