"""The gallery: what ships with the package, and reading files of the same form."""

import json
import re

import pytest

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, from_document
from quincunx.families.gallery import Gallery, entry_named, gallery, names, read_entries
from tests.families.fuzzing import refusal
from tests.families.tables import rows


def test_every_published_puzzle_is_in_the_gallery() -> None:
    published = [name for name in names() if "/paper-" not in name]
    assert len(published) == 55
    assert set(names("c-note")) > {"c-note/2", "c-note/4", "c-note/6", "c-note/10", "c-note/11"}


def test_puzzle_is_read_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def reading(document: object) -> AnyPuzzle:
        read.append(document)
        return from_document(document)

    monkeypatch.setattr("quincunx.families.gallery.from_document", reading)
    fresh = Gallery()
    assert len(fresh) == len(names())
    assert "c-note/1" in fresh
    assert list(fresh) == list(names())
    assert read == []
    assert fresh["c-note/1"].puzzle.identifier == "c-note:100:878/312/272"
    assert fresh["c-note/1"] is fresh["c-note/1"]
    assert len(read) == 1
    with pytest.raises(KeyError):
        fresh["c-note/8"]


def test_entries_are_named_after_their_family_and_survive_json() -> None:
    for entry in gallery().values():
        assert entry.name.startswith(entry.puzzle.family + "/")
        assert entry.source
        assert read_entries([json.loads(json.dumps(entry.as_dict()))], "file") == (entry,)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("c-note/8", "gallery: no puzzle 'c-note/8', expected one such as c-note/"),
        ("zzz", "gallery: no puzzle 'zzz', expected one such as power-strike/demo, "),
    ],
)
def test_unknown_name_is_refused_with_similar_names(name: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}"):
        entry_named(name)


@pytest.mark.parametrize(
    "data",
    [
        [{"puzzle": "c-note:100:878/312/272"}],
        {"puzzle": "c-note:100:878/312/272"},
        {"puzzles": [{"puzzle": "c-note:100:878/312/272"}]},
    ],
)
def test_only_the_puzzle_is_required(data: object) -> None:
    (entry,) = read_entries(data, "file")
    assert entry.name == entry.puzzle.identifier == "c-note:100:878/312/272"
    assert (entry.source, entry.claims_unique, entry.solution) == ("", False, None)


WRONG = """
7 | not a list of puzzles, expected [{...}, ...]
{"puzzles": 7} | not a list of puzzles, expected [{...}, ...]
[{}] | entry 1: no "puzzle", expected a document or an identifier
["c-note:7:88/88"] | entry 1: no "puzzle", expected a document or an identifier
[{"puzzle": "c-note:7:88/88"}, {"puzzle": "c-note:7:88/8"}] | entry 2: c-note: row 2 has 1 digit,
    expected 2
[{"puzzle": {"family": "chess"}}] | entry 1: unknown family 'chess', expected one of
[{"puzzle": "c-note:7:88/88", "claims_unique": "yes"}] | entry 1: "claims_unique" is 'yes',
    expected true or false
[{"puzzle": "c-note:7:88/88", "name": 7}] | entry 1: "name" is 7, expected a text
"""


@pytest.mark.parametrize(("data", "message"), rows(WRONG))
def test_data_that_is_no_gallery_is_refused(data: str, message: str) -> None:
    assert refusal(read_entries, json.loads(data), "file").startswith(f"file: {message}")
