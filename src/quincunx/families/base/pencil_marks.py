"""How what a player has pencilled in a cell is read and written.

In text candidates stand in braces, `{1,2}`, and what is excluded follows an exclamation mark, `!3`
or `!{3,4}`; commas go between values, also where cells have nothing between them. In JSON a note
is `{"candidates": [1, 2]}` or `{"not": [3]}`. What notes are is said in `_state`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from quincunx.families.base.shapes import Mark
from quincunx.families.base.state import Note
from quincunx.families.base.validation import Unfit, shown

T = TypeVar("T")

NOT = "!"
CANDIDATES_KEY, NOT_KEY = "candidates", "not"

# What is not closed goes on to the end.
_LIST = r"\{[^}]*\}?"
_ONE_CELL = re.compile(rf"{NOT}?(?:{_LIST}|.)", re.DOTALL)


@dataclass(frozen=True)
class Noted(Mark[T | Note]):
    """What a mark is, or a note, in which each value is read as `value`.

    >>> from quincunx.families.base.shapes import Digit, Maybe
    >>> mark = Noted(Maybe(Digit(1, 9)), Digit(1, 9))
    >>> [mark.read(cell, typed=True) for cell in mark.divided("5_!4{1,2}")]
    [5, None, Note(values=frozenset({4}), excluded=True), Note(values=frozenset({1, 2}), \
excluded=False)]
    >>> mark.read({"not": [12]})
    Traceback (most recent call last):
    quincunx.families.base.validation.Unfit: is 12, expected a whole number from 1 to 9
    """

    mark: Mark[T]
    value: Mark[int]

    @property
    def separator(self) -> str:
        return self.mark.separator

    def divided(self, row: str) -> list[str]:
        if not self.separator:
            return _ONE_CELL.findall(row)
        if "{" not in row:
            return row.split(self.separator)
        found = re.finditer(f"{_LIST}|{re.escape(self.separator)}", row)
        cuts = [cut.span() for cut in found if not cut[0].startswith("{")]
        starts = [0, *(end for _, end in cuts)]
        ends = [*(start for start, _ in cuts), len(row)]
        return [row[start:end] for start, end in zip(starts, ends, strict=True)]

    def read(self, value: object, typed: bool = False) -> T | Note:
        if typed and isinstance(value, str) and value.startswith(("{", NOT)):
            excluded = value.startswith(NOT)
            return self._note(_listed(value.removeprefix(NOT).strip()), excluded, typed)
        if not typed and isinstance(value, dict):
            if len(value) != 1 or not value.keys() <= {CANDIDATES_KEY, NOT_KEY}:
                expected = f'{{"{CANDIDATES_KEY}": [...]}} or {{"{NOT_KEY}": [...]}}'
                raise Unfit(f"is {shown(value)}, expected {expected}")
            ((key, values),) = value.items()
            if not isinstance(values, list | tuple):
                raise Unfit(f"is {shown(values)}, expected a list of values", f'"{key}"')
            return self._note(values, key == NOT_KEY, typed)
        return self.mark.read(value, typed)

    def _note(self, values: Sequence[object], excluded: bool, typed: bool) -> Note:
        one = "excluded value" if excluded else "candidate"
        if not values:
            raise Unfit(f"has an empty list of {one}s, expected at least one")
        found: list[int] = []
        try:
            for value in values:
                found.append(self.value.read(value, typed))
        except Unfit as unfit:
            raise Unfit(unfit.wrong, f"{one} {len(found) + 1}") from None
        return Note(frozenset(found), excluded)

    def text(self, value: T | Note) -> str:
        if not isinstance(value, Note):
            return self.mark.text(value)
        values = ",".join(map(self.value.text, sorted(value.values)))
        braces = values if value.excluded and len(value.values) == 1 else f"{{{values}}}"
        return f"{NOT}{braces}" if value.excluded else braces


def refuse_loose_braces(typed: str, place: str) -> None:
    """Refuse what is typed in a cell if its braces are not those of one list.

    >>> refuse_loose_braces("{1,{2}", "cell 3")
    Traceback (most recent call last):
    quincunx.families.base.validation.Unfit: is '{1,{2}', expected one { and one } after it, \
as in {1,2}
    """
    opened, closed = typed.count("{"), typed.count("}")
    if opened != closed or opened > 1 or typed.find("}") < typed.find("{"):
        wrong = f"is {shown(typed)}, expected one {{ and one }} after it, as in {{1,2}}"
        raise Unfit(wrong, place)


def _listed(note: str) -> list[str]:
    """The values of a note as they were typed: in braces, or one without."""
    if not note.startswith("{"):
        return [note]
    if not note.endswith("}"):
        raise Unfit(f"is {shown(note)}, expected nothing after }}")
    inside = note[1:-1]
    return [value.strip() for value in inside.split(",")] if inside.strip() else []
