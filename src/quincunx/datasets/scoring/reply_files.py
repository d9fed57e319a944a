"""Files of replies, and the datasets that their puzzles are in.

A file has a JSON object per line: a reply to one puzzle. All lines are checked before the first is
scored.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx._support.arguments import checked
from quincunx._support.input_text import place_of
from quincunx.datasets.records import read_objects
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.puzzle_input import parse
from quincunx.families.base.validation import errors_at, shown

TEXT_KEYS = ("response", "output", "answer")
"""Where the text of a reply may stand. The first that is there counts: rows of a dataset have the
right answer under the last."""
DATASET_ENDINGS = (".jsonl", ".jsonl.gz")

JsonObject = Mapping[str, Any]


@dataclass(frozen=True)
class ModelReply:
    """A text, the puzzle that it answers, and that puzzle's key and grade.

    The key is the id of the puzzle, or its identifier if the reply has no id.
    """

    key: str
    puzzle: AnyPuzzle
    grade: str
    text: str


@checked
def read_replies(path: str, datasets: Iterable[str] = ()) -> list[ModelReply]:
    """Return the replies in a file, or in standard input if its name is `-`.

    Args:
        path: A file of JSON Lines, perhaps compressed by gzip.
        datasets: Folders or files of datasets, in which the ids are looked up.

    Raises:
        OptionError: The file cannot be read.
        PuzzleError: A line is not a reply.
    """
    lines = list(read_objects(path))
    ids = {_id_of(data, place) for place, data in lines if "id" in data}
    folders = tuple(datasets)
    known = _looked_up(folders, ids) if folders else None
    if not lines:
        raise PuzzleError(f"{place_of(path)}: no answers in it, expected a JSON object per line")
    return [_reply(data, place, known) for place, data in lines]


def _reply(data: JsonObject, place: str, known: Mapping[str, JsonObject] | None) -> ModelReply:
    """Return the reply that a line holds; `known` has the rows of datasets, if there are any."""
    text = _text_of(data, place)
    row = (known or {}).get(str(data.get("id", "")), {})
    if "puzzle" not in data and "puzzle" not in row:
        name = _id_of(data, place)
        if known is None:
            raise PuzzleError(f'{place}: no "puzzle", expected one, or --dataset for the ids')
        raise PuzzleError(f"{place}: id {shown(name)}, expected one of the dataset")
    with errors_at(place):
        puzzle = parse(data["puzzle"] if "puzzle" in data else row["puzzle"])
    grade = data.get("grade") or row.get("grade")
    key = _id_of(data, place) if "id" in data else puzzle.identifier
    return ModelReply(key, puzzle, grade if isinstance(grade, str) else "", text)


def _id_of(data: JsonObject, place: str) -> str:
    if "id" not in data:
        raise PuzzleError(f'{place}: no puzzle, expected "puzzle" or "id"')
    name = data["id"]
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise PuzzleError(f'{place}: "id" is {shown(name)}, expected a text or a number')
    return str(name)


def _text_of(data: JsonObject, place: str) -> str:
    """Return the text of a reply; a list or an object stands for its JSON, null for no text."""
    name = next((name for name in TEXT_KEYS if name in data), None)
    if name is None:
        expected = " or ".join(f'"{name}"' for name in TEXT_KEYS)
        raise PuzzleError(f"{place}: no text, expected it under {expected}")
    if isinstance(data[name], bool | int | float):
        raise PuzzleError(f'{place}: "{name}" is {shown(data[name])}, expected a text')
    return data[name] if isinstance(data[name], str) else json.dumps(data[name])


def _looked_up(datasets: Iterable[str], wanted: Collection[str]) -> dict[str, JsonObject]:
    """Return the puzzles and grades that the datasets have for these ids."""
    found: dict[str, JsonObject] = {}
    for path in (file for dataset in datasets for file in dataset_files(dataset)):
        for place, row in read_objects(str(path)):
            name = str(row.get("id", ""))
            if name in wanted:
                if not isinstance(row.get("puzzle"), str):
                    raise PuzzleError(f'{place}: no "puzzle", expected a row of a dataset')
                found[name] = {"puzzle": row["puzzle"], "grade": row.get("grade")}
    return found


def dataset_files(dataset: str) -> list[Path]:
    """Return the files of a dataset: those in a folder, or the one that is named."""
    path = Path(dataset)
    if not path.is_dir():
        return [path]
    folder = path / "data" if (path / "data").is_dir() else path
    names = [file for file in sorted(folder.iterdir()) if not file.name.startswith(".")]
    files = [file for file in names if file.name.endswith(DATASET_ENDINGS)]
    if not files:
        raise PuzzleError(f"{dataset}: no rows, expected files *{DATASET_ENDINGS[0]}")
    return files
