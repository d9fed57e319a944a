"""Replies that a site has as files, so that the page shows its first boards without Python."""

from datetime import date, timedelta
from functools import cache
from typing import Any

from quincunx.web.answers import answer
from quincunx.web.questions import Reply


def prepared_replies(first: date, days: int) -> dict[str, Any]:
    """The families with their examples, and the puzzles of some days, by name of the file.

    A puzzle has its solution and its first hint with it if it has exactly one solution.
    """
    families = answer({"ask": "families"})
    known = families["families"]
    examples = [_solved(answer({"ask": "puzzle", "puzzle": one["example"]})) for one in known]
    able = tuple(one["name"] for one in known if one["generates"])
    dates = [(first + timedelta(number)).isoformat() for number in range(days)]
    files = {f"days/{day}.json": _of_day(day, able) for day in dates}
    puzzles = {one["puzzle"]: day for day in dates for one in files[f"days/{day}.json"]}
    start = {"families": families, "gallery": answer({"ask": "gallery"}), "examples": examples}
    return {"prepared.json": {**start, "puzzles": puzzles}, **files}


@cache
def _of_day(day: str, families: tuple[str, ...]) -> list[Reply]:
    made = [answer({"ask": "today", "date": day, "family": family}) for family in families]
    return [_solved(reply) for reply in made if reply["ok"]]


def _solved(reply: Reply) -> Reply:
    found = answer({"ask": "solve", "puzzle": reply["puzzle"]})
    if found.get("verdict") != "unique":
        return reply
    hint = {"ask": "hint", "puzzle": reply["puzzle"]}
    hints = [answer({**hint, "level": level}) for level in (1, 2, 3)]
    return {
        **reply,
        **{key: found[key] for key in ("solution", "unwritten")},
        "hints": hints if all(one["ok"] for one in hints) else [],
    }
