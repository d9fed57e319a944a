"""Arguments of wrong types raise our own errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx import (
    BookOptions,
    draw,
    explain,
    generate,
    load,
    make_book,
    make_dataset,
    sample,
    solve,
    verify_dataset,
)

DOCUMENT: dict[Any, Any] = {"family": "c-note", "target": 100, "grid": [[1, 2], [3, 4]]}

MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: solve("c-note/1", labeling=5), "labeling: 5 is no list"),  # type: ignore[call-overload]
    (lambda: solve("c-note/1", labeling=b"ff"), "labeling: b'ff' is no"),  # type: ignore[arg-type]
    (lambda: solve("c-note/1", cancel=7), "cancel is 7, expected a function$"),  # type: ignore[call-overload]
    (lambda: solve("c-note/1", engine=None), "unknown engine None"),  # type: ignore[call-overload]
    (lambda: solve(DOCUMENT | {1: 2}), "c-note: unknown key '1'"),
    (lambda: quincunx.score("c-note/1", 7), "score: text is 7"),  # type: ignore[arg-type]
    (lambda: generate(None), "unknown family None"),  # type: ignore[arg-type]
    (lambda: generate("c-note", published=b""), "published is "),  # type: ignore[arg-type]
    (lambda: load(None), "load: null, expected the name of a file"),  # type: ignore[arg-type]
    (lambda: verify_dataset(3), "dataset: folder is 3"),  # type: ignore[arg-type]
    (lambda: make_dataset(None, "c-note", 1), "dataset: folder is null"),  # type: ignore[arg-type]
    (lambda: make_dataset("x", "c-note", 1, cancel=1), "cancel is 1"),  # type: ignore[arg-type]
    (lambda: make_dataset("x", "c-note", 1, parquet={}), "dataset: parquet is"),  # type: ignore[arg-type]
    (lambda: generate("c-note", cancel="x"), "cancel is 'x'"),  # type: ignore[arg-type]
    (lambda: quincunx.to_document("c-note/1"), "document: 'c-note/1', expected"),  # type: ignore[arg-type]
    (lambda: solve("c-note/1", time_limit="9" * 10**6), "time limit is '9{50,60}"),  # type: ignore[call-overload]
    (lambda: sample("c-note/1", None), "number of solutions to draw is None"),  # type: ignore[arg-type]
    (lambda: sample("c-note/1", seed=[]), r"seed is \[\], expected"),  # type: ignore[arg-type]
    (lambda: generate(["c-note"]), r"unknown family \['c-note'\]"),  # type: ignore[arg-type]
    (lambda: make_book(None), "book: puzzles are null, expected a list"),  # type: ignore[arg-type]
    (lambda: make_book(["c-note/1"], True), "book: options are true"),  # type: ignore[arg-type]
    (lambda: make_book("c-note/1"), "book: puzzles are 'c-note/1', expected a list"),
    (lambda: make_book([None]), "puzzle: NoneType, expected a puzzle"),  # type: ignore[list-item]
    (lambda: BookOptions(link=[]), "book: link is"),  # type: ignore[arg-type]
    (lambda: BookOptions(link=5), "book: link is 5"),  # type: ignore[arg-type]
    (lambda: BookOptions(title=5), "book: title is 5"),  # type: ignore[arg-type]
    (lambda: BookOptions(size=[]), "book: size is a list"),  # type: ignore[arg-type]
    (lambda: BookOptions(per_page=[]), "book: per page is a list"),  # type: ignore[arg-type]
    (lambda: make_book(["c-note/1"]).save(5), "path is 5"),  # type: ignore[arg-type]
    (lambda: draw("c-note/1", looked_at=None), "c-note: cells are null"),  # type: ignore[arg-type]
    (lambda: draw("c-note/1", wrong=5), "c-note: cells are 5"),  # type: ignore[arg-type]
    (lambda: draw("c-note/1", wrong=[5]), "c-note: no cell 5"),  # type: ignore[list-item]
    (lambda: draw("c-note/1").save(None), "path is null"),  # type: ignore[arg-type]
    (lambda: draw("c-note/1").svg(size="3"), "draw: size is 3"),  # type: ignore[arg-type]
    (lambda: draw("c-note/1").svg(theme=None), "draw: unknown theme None"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_wrong_types_raise_our_own_errors(mistake: Callable[[], object], message: str) -> None:
    with pytest.raises(quincunx.QuincunxError, match=f"^{message}"):
        mistake()


def test_a_limit_that_no_float_holds_is_none() -> None:
    assert solve("c-note/1", time_limit=10**400).verdict == "unique"


def test_cancel_may_return_nothing() -> None:
    assert solve("c-note/1", cancel=lambda: None).verdict == "unique"  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("board", ["multi-balance:1:#", "multi-balance:2:.#."])
def test_a_board_without_crossings_is_explained(board: str) -> None:
    assert explain(board).verdict == "none"


def test_completion_knows_what_is_loaded_late() -> None:
    assert set(quincunx.__all__) <= set(dir(quincunx))
