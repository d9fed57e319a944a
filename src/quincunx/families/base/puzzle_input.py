"""Reads puzzles and answers from text, data, files, standard input and the gallery.

Programs use `parse`; the command line uses `find_puzzle`, which reads files as well. A puzzle or an
answer may be wrapped in a larger object, as commands print it with --json.
"""

import os
from collections.abc import Mapping
from typing import Any, TypeAlias

from quincunx._support.input_text import decode_document, place_of, read_text
from quincunx._support.json_text import begins_object
from quincunx.errors import PuzzleError
from quincunx.families.base.documents import read_solution, read_state
from quincunx.families.base.puzzle import AnyPuzzle, Puzzle, shorten
from quincunx.families.base.validation import errors_at, shown
from quincunx.families.gallery import entry_named, names, read_entries
from quincunx.families.registry import find_family, from_document
from quincunx.families.registry import parse as parse_text

PuzzleLike: TypeAlias = AnyPuzzle | str | Mapping[str, Any]
"""A puzzle, an identifier, a document or a name of the gallery."""

_EXPECTED = "an identifier (c-note:100:884/625/361), a file, a gallery name or -"


def parse(puzzle: PuzzleLike) -> AnyPuzzle:
    """The puzzle of an identifier, a document (as data or as JSON text) or a name of the gallery; a
    puzzle is returned as it is. Reads no files; `load` does that.

    >>> parse("c-note:100:884/625/361").target
    100
    >>> parse("power-strike/16").identifier
    'power-strike:7:41,_,_,_,_,_,_,_'
    >>> parse({"family": "aztec-math", "rows": [[8], [5, None]]}).identifier
    'aztec-math:8/5_'
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, Mapping):
        return from_document(dict(puzzle))
    if not isinstance(puzzle, str):
        raise PuzzleError(
            f"puzzle: {type(puzzle).__name__}, expected a puzzle, an identifier, a document or a "
            "gallery name"
        )
    family, slash, _ = puzzle.strip().partition("/")
    if slash and ":" not in family and find_family(family):
        return entry_named(puzzle.strip()).puzzle
    return parse_text(puzzle)


def load(path: str | os.PathLike[str]) -> AnyPuzzle:
    """The puzzle in a file, which holds a JSON document or an identifier; `-` is standard input."""
    if not isinstance(path, str | os.PathLike):
        raise PuzzleError(f"load: {shown(path)}, expected the name of a file")
    path = os.fspath(path)
    return _read_puzzle(read_text(path), place_of(path))


def find_puzzle(text: str) -> AnyPuzzle:
    """The puzzle that `parse` reads, or that is in a file or on standard input (`-`).

    >>> find_puzzle("power-strike/16").identifier
    'power-strike:7:41,_,_,_,_,_,_,_'
    """
    family, colon, _ = text.strip().partition(":")
    if not text.strip() or text.lstrip().startswith("{") or (colon and find_family(family)):
        return parse(text)
    if text == "-" or os.path.exists(text):
        return load(text)
    if colon or text in names():
        return parse(text)
    raise PuzzleError(f"{shorten(text, 80)}: no such file, expected {_EXPECTED}")


def find_puzzles(text: str) -> tuple[PuzzleLike, ...]:
    """The puzzle that `find_puzzle` reads, or all puzzles in a file: an identifier or a JSON object
    a line, or what `quincunx gallery --json` prints."""
    if text in names():
        return (text,)
    if text != "-" and not os.path.isfile(text):
        return (find_puzzle(text),)
    place, content = place_of(text), read_text(text)
    lines = [(at, line) for at, line in enumerate(content.splitlines(), 1) if line.strip()]
    json = content.lstrip().startswith(("{", "["))
    if json and not (len(lines) > 1 and all(begins_object(line) for _, line in lines)):
        data = decode_document(content, place)
        if isinstance(data, list) or "puzzles" in data:
            return tuple(entry.puzzle for entry in read_entries(data, place))
        return (_read_puzzle(content, place),)
    return tuple(_read_puzzle(line.strip(), f"{place}: line {at}") for at, line in lines)


def _read_puzzle(text: str, place: str) -> AnyPuzzle:
    """The puzzle in a text, or under "puzzle" in what commands print with --json; error messages
    begin with the place."""
    with errors_at(place):
        if text.lstrip().startswith("{"):
            data = decode_document(text, "puzzle")
            if "family" not in data or isinstance(data.get("puzzle"), str):
                inner = data.get("puzzle", data)
                return parse_text(inner) if isinstance(inner, str) else from_document(inner)
        return parse_text(text)


def find_solution(puzzle: AnyPuzzle, text: str) -> Any:
    """The solution in a text, as JSON, in a file, or on standard input (`-`)."""
    if text != "-" and not os.path.isfile(text):
        return read_solution(puzzle, text)
    content = read_text(text)
    with errors_at(place_of(text)):
        return read_solution(puzzle, _unwrap_solution(content))


def find_state(puzzle: AnyPuzzle, text: str) -> object:
    """A player's state, for `read_state`: text or JSON, in a file, or on standard input (`-`)."""
    if text != "-" and not os.path.isfile(text):
        return text
    content = read_text(text)
    with errors_at(place_of(text)):
        state = _unwrap_solution(content, braces=True)
        read_state(puzzle, state)
        return state


def _unwrap_solution(text: str, braces: bool = False) -> object:
    """The answer in a text, or under "solution" or "solutions" in what commands print with --json.

    In a file the rows of an answer may also stand on lines of their own. With `braces`, such text
    may begin with a brace that is not that of a JSON object.
    """
    text = text.strip()
    typed = braces and text.startswith("{") and not begins_object(text)
    if typed or not text.startswith(("{", "[")):
        return "/".join(line.strip() for line in text.splitlines() if line.strip())
    if text.startswith("["):
        return text
    data = decode_document(text, "solution")
    if "solution" in data:
        return data["solution"]
    found = data.get("solutions")
    if isinstance(found, list) and len(found) == 1:
        return found[0]
    raise PuzzleError('solution: no answer there, expected one under "solution" or "solutions"')
