"""The gallery: what ships with the package, and reading files of the same form."""

import json

import pytest

from quincunx.families import AnyPuzzle, from_document
from quincunx.families.gallery import Gallery, gallery, names, read_entries


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
