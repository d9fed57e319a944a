"""Catalogues of a family that is small enough to know everything about, and how they are stored."""

import gzip
import json
from collections.abc import Iterator

import pytest

from quincunx.families.base.catalogue import (
    Catalogue,
    DamagedCatalogue,
    Enumeration,
    Judged,
    Measure,
    decoded,
    encoded,
    file_name,
    shipped,
)
from tests.families.toy import Toy


class Extremes(Enumeration[Toy]):
    """The toys with one solution: the least and the largest sum of two digits."""

    family = Toy
    name = "extremes"
    bounds = "sum of two digits that only one pair of them has"
    symmetry = "are the same"
    measures = (Measure("total", "the sum", lambda toy: toy.total),)

    def parts(self) -> tuple[str, ...]:
        return "small", "large"

    def found(self, part: str) -> Iterator[tuple[Toy, list[int]]]:
        yield (Toy(2), [1, 1]) if part == "small" else (Toy(18), [9, 9])


EXTREMES = Extremes()
JUDGED = [Judged("easy", 3.5, {"last one": 2}), Judged("hard", 70, {"cases": 1, "last one": 1})]
ROWS = [
    (EXTREMES.pack(puzzle, solution), judged)
    for (puzzle, solution), judged in zip(
        [found for part in EXTREMES.parts() for found in EXTREMES.found(part)], JUDGED, strict=True
    )
]
FILE = encoded(EXTREMES, ROWS)


def read(raw: bytes) -> Catalogue:
    return decoded(EXTREMES, raw, "the file")


def test_stored_catalogue_is_read_again() -> None:
    small, large = read(FILE)
    assert (small.puzzle, small.solution) == (Toy(2), [1, 1])
    assert (large.puzzle, large.solution) == (Toy(18), [9, 9])
    assert [(e.grade, e.score, e.techniques) for e in (small, large)] == [
        (judged.grade, judged.score, judged.techniques) for judged in JUDGED
    ]
    assert large.as_dict() == {
        "puzzle": "toy:18",
        "document": {"family": "toy", "total": 18},
        "solution": [9, 9],
        "total": 18,
        "givens": 0,
        "grade": "hard",
        "score": 70,
        "techniques": {"cases": 1, "last one": 1},
    }


def test_slices_and_selections_of_a_catalogue_are_catalogues() -> None:
    catalogue = read(FILE)
    assert len(catalogue) == 2
    assert [entry.grade for entry in catalogue[1:]] == ["hard"]
    assert len(catalogue.matching(lambda entry: "cases" in entry.techniques)) == 1


def test_same_entries_give_the_same_file() -> None:
    assert encoded(EXTREMES, ROWS) == FILE


def test_kind_without_a_file_is_not_shipped() -> None:
    assert file_name(EXTREMES) == "toy.extremes.json.gz"
    assert shipped(EXTREMES) is None


def changed(**parts: object) -> bytes:
    """The file with some of its data replaced."""
    return gzip.compress(json.dumps({**json.loads(gzip.decompress(FILE)), **parts}).encode())


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "not a whole catalogue"),
        (FILE[:-9], "not a whole catalogue"),
        (FILE[:40] + bytes([FILE[40] ^ 1]) + FILE[41:], "not a whole catalogue"),
        (gzip.compress(b"[]", mtime=0), "not a whole catalogue"),
        (gzip.compress(b"{}", mtime=0), "not a whole catalogue"),
        (changed(grades="00"), "not a whole catalogue"),
        (changed(entries=3), "not a whole catalogue"),
        (changed(packed=[ROWS[0][0]]), "not a whole catalogue"),
        (changed(format=2), "not a whole catalogue"),
        (changed(kind="others"), "its kind is 'others', expected 'extremes'"),
        (changed(bounds="toy"), "its bounds is 'toy', expected 'sum of two digits"),
        (changed(family="c-note"), "its family is 'c-note', expected 'toy'"),
    ],
)
def test_damaged_file_is_noticed(raw: bytes, message: str) -> None:
    with pytest.raises(DamagedCatalogue, match=f"^the file: .*{message}"):
        read(raw)
