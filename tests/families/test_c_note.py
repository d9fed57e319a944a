"""C-Note: known numbers of solutions, and large puzzles."""

import pytest

from quincunx import solving
from quincunx.families.c_note import MAX_SIZE, MAX_TARGET, CNote


@pytest.mark.parametrize(
    ("identifier", "count", "why"),
    [
        ("c-note:100:884/625/361", 31, "the original example"),
        ("c-note:100:811/181/118", 1688, "numbers up to 98: a bound of 97 loses 55 of them"),
        ("c-note:100:924/441/957", 1, "unique, although numbers hold a digit twice"),
        ("c-note:2:11/11", 1, "a cell can only be 1"),
        ("c-note:1:11/11", 0, "less than one for each cell"),
        ("c-note:1:00/00", 0, "no number up to the target holds a 0"),
        ("c-note:110:00/00", 10, "a given 0 is part of a number"),
        ("c-note:9:11/10", 0, "no number up to the target holds a 0"),
    ],
)
def test_puzzle_has_the_known_number_of_solutions(identifier: str, count: int, why: str) -> None:
    assert solving.tally(identifier, listing=True).count == count, why


@pytest.mark.parametrize(("size", "target"), [(2, MAX_TARGET), (MAX_SIZE, 1000)])
def test_large_puzzles_can_be_modelled(size: int, target: int) -> None:
    puzzle = CNote(target, ((1,) * size,) * size)
    model = puzzle.model()
    assert len(model.decisions) == len(puzzle.cells) == size**2
    assert [v.domain[-1] for v in model.decisions] == [
        max(n for n in range(target - size + 2) if "1" in str(n))
    ] * size**2
